/** The browser target: the page and its socket, served on loopback. */
export { runWeb } from './run-web.ts';
