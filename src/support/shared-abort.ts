import { setMaxListeners } from 'node:events';

/** For a signal that any number of things running at the same time listen to: Node takes more than ten listeners for a leak. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
