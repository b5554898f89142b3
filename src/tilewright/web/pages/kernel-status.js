// Asks the server whether the kernels of this page's game are compiled.

import { get } from "./api.js";

/** @import { KernelStatus } from "./types.js" */

/** The delay before the first request, in milliseconds; if the user waits less than this, no explanation is needed. */
const FIRST_DELAY = 1000;
const INTERVAL = 2000;

/** Return whether the kernels are being compiled, or will be. @param {KernelStatus | null} kernels */
const areUnfinished = (kernels) => kernels?.state === "waiting" || kernels?.state === "running";

/** Return "Compiling the kernels of GAME" while these kernels are being compiled or are waiting to be compiled, otherwise an empty string. @param {KernelStatus | null} kernels */
export const compilingText = (kernels) => (kernels && areUnfinished(kernels) ? `Compiling the kernels of ${kernels.title}` : "");

/**
 * Ask the server for the state of the kernels of the page's game, first after one second. Repeat the request every two seconds while the kernels
 * are being compiled or are waiting to be compiled, and while the server does not respond. After each request, `onChange(kernels, responds)` is called. `responds` is false if
 * the server did not respond; `kernels` is then null. `kernels` is also null if the game has no kernels. Return a function that stops the requests.
 * @param {(kernels: KernelStatus | null, responds: boolean) => void} onChange
 */
export function followKernels(onChange) {
  const game = location.pathname.split("/")[2];
  let timer = setTimeout(request, FIRST_DELAY);
  let stopped = false;
  async function request() {
    /** @type {{ kernels?: KernelStatus[] } | null} */
    const status = await get("/status", { tries: 1 }).catch(() => null);
    const kernels = status?.kernels?.find((each) => each.game === game) ?? null;
    if (stopped) return;
    onChange(kernels, status !== null);
    if (areUnfinished(kernels) || !status) timer = setTimeout(request, INTERVAL);
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
