import { basename, join, resolve } from 'node:path';
import { MAX_SOCKET_PATH_BYTES } from '#core/servers/unix-socket-server';
import { sha256 } from '#core/text/sha256';

const MAX_NAME = 24;

/** Default path of a workspace's socket: always the same, with the workspace's name in it. */
export function defaultSocketPath(workspace: string, folders: readonly string[]): string {
  const hash = sha256(workspace).slice(0, 8);
  const name = basename(workspace)
    .replaceAll(/[^\w.-]/g, '_')
    .slice(0, MAX_NAME);
  const paths = folders.map((folder) => join(folder, `${name}-${hash}.sock`));
  const fitting = paths.find((path) => Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES);
  // The first is as good as any to be refused by name.
  return fitting ?? paths[0] ?? resolve(`${name}-${hash}.sock`);
}

/** A word of a POSIX shell's command line. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Command lines that reach a socket, to be copied. */
export function linesFor(path: string): { readonly curl: string; readonly tui: string } {
  const word = shellWord(path);
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }], stream: true });
  return {
    curl: `curl --no-buffer --unix-socket ${word} http://localhost/v1/chat/completions -H 'Content-Type: application/json' -d '${body}'`,
    tui: `psi-channel-tui --session-socket ${word}`,
  };
}
