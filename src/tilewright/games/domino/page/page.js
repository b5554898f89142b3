// The page of domino: the generic page with stones to choose by hand, and a board to lay them on.

import { stoneEditor } from "./editor.js";
import { table } from "./table.js";

export async function mount(root, context) {
  await context.dom.styled(`${context.base}page.css`);
  context.panels.generic(root, context, { editor: stoneEditor, table });
}
