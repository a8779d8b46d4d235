import { setMaxListeners } from 'node:events';

/** A signal with any number of listeners; Node warns of a leak above ten. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
