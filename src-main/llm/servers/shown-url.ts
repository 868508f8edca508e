import { socketPathOf } from './endpoint.ts';

/** A URL as it may be shown or logged: without user, password, query and fragment. */
export function shownUrl(url: string): string {
  const socket = socketPathOf(url);
  if (socket !== undefined) return `unix:${socket}`;
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  } catch {
    return 'an address that is no URL';
  }
}
