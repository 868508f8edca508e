/** The browser target: the page and its socket, served on loopback. */

export { runServe } from './run-serve.ts';
export { runWeb } from './run-web.ts';
