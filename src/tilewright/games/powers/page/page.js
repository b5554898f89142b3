// The page of Powers: the generic page, with a form for the instance and a field to try a number.

import { createPowersEditor } from "./instance-editor.js";

/** @import { PageContext } from "/pages/types.js" */

/** @param {HTMLElement} root @param {PageContext} context */
export async function mount(root, context) {
  await context.dom.loadStylesheet(`${context.baseUrl}page.css`);
  context.panels.mountGenericPage(root, context, { createEditor: createPowersEditor });
}
