// The page of powers: the generic page with a form for what is asked, and a number to try.

import { powersEditor } from "./editor.js";

export async function mount(root, context) {
  await context.dom.styled(`${context.base}page.css`);
  context.panels.generic(root, context, { editor: powersEditor });
}
