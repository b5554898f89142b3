// The page of Domino: the generic page with an editor for the stones and a board to lay them on.

export { createBoardView } from "./stone-laying-board.js";
export { createStoneEditor as createEditor } from "./instance-editor.js";
