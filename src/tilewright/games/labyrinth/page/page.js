// The page of Labyrinth: the generic page with a grid editor.

export { createGridEditor as createEditor } from "./instance-editor.js";
