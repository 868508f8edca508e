import { MAX_SOCKET_PATH_BYTES } from '#core/servers/unix-socket-server';

const UNIX = /^unix:/i;

/** Whether an address is that of a Unix socket. */
export function isUnixAddress(address: string): boolean {
  return UNIX.test(address.trim());
}

/** Origin that a key is bound to: scheme, host and port of a web address, or a socket's whole address. */
export function serverOrigin(address: string): string {
  return isUnixAddress(address) ? `unix:${socketPath(address)}` : new URL(address).origin;
}

/** Describes what is wrong with the address of a socket. */
export function socketProblem(address: string): string | undefined {
  const path = socketPath(address);
  if (!path.startsWith('/')) return 'The path of a socket begins with a slash, as in unix:/run/user/1000/ai.sock';
  const bytes = Buffer.byteLength(path);
  return bytes > MAX_SOCKET_PATH_BYTES
    ? `The path ${path} is too long for a socket: ${bytes} bytes of ${MAX_SOCKET_PATH_BYTES}`
    : undefined;
}

function socketPath(address: string): string {
  return address
    .trim()
    .replace(UNIX, '')
    .replace(/^\/\/(?=\/)/, '');
}
