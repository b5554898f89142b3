// The page of Labyrinth: the generic page with a grid editor.

import { createGridEditor } from "./instance-editor.js";

/** @import { PageContext } from "/pages/types.js" */

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  await context.dom.loadStylesheet(`${context.baseUrl}page.css`);
  context.panels.mountGenericPage(root, context, { createEditor: createGridEditor });
}
