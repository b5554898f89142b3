// The page of Domino: the generic page with an editor for the stones and a board to lay them on.

import { createBoardView } from "./board-view.js";
import { createStoneEditor } from "./instance-editor.js";

/** @import { PageContext } from "/pages/types.js" */

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  await context.dom.loadStylesheet(`${context.baseUrl}page.css`);
  context.panels.mountGenericPage(root, context, { createEditor: createStoneEditor, createBoardView });
}
