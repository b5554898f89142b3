// The page of labyrinths: the generic page with a grid to draw on.

import { gridEditor } from "./editor.js";

export async function mount(root, context) {
  await context.dom.styled(`${context.base}page.css`);
  context.panels.generic(root, context, { editor: gridEditor });
}
