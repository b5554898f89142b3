// The page of Powers: the generic page, with a form for the instance and a field to try a number.

export { createPowersEditor as createEditor } from "./instance-editor.js";
