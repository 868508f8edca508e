import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Names that src-main/app/start/key-variables.ts takes. */
const NAMES = ['PHISHELL_KEY', 'SIGMA_API_KEY'];
const DESCRIPTOR = 3;

/** Takes the keys out of this process's environment, so that nothing that is started from now on inherits them. */
export function takeKeys() {
  const found = NAMES.filter((name) => process.env[name] !== undefined);
  const lines = found.map((name) => `${name}=${process.env[name].replaceAll('\n', '')}\n`);
  for (const name of found) delete process.env[name];
  if (process.platform === 'linux') overwrite(found);
  return lines.join('');
}

/**
 * Overwrites the variables in the block that this process was started with, which /proc shows to the app's children. As
 * src-main/app/start/key-variables.ts does, which is not built yet when this runs.
 */
function overwrite(names) {
  try {
    const block = readFileSync('/proc/self/environ');
    const stat = readFileSync('/proc/self/stat', 'latin1');
    // env_start, the 50th field; the second one is a name in parentheses.
    const address = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[50 - 3]);
    const memory = openSync('/proc/self/mem', 'r+');
    for (let start = 0; start < block.length; ) {
      const end = block.indexOf(0, start) < 0 ? block.length : block.indexOf(0, start);
      if (names.some((name) => block.toString('latin1', start, end).startsWith(`${name}=`))) {
        writeSync(memory, Buffer.alloc(end - start), 0, end - start, address + start);
      }
      start = end + 1;
    }
    closeSync(memory);
  } catch {
    // A hardened kernel. The app warns where its own block cannot be overwritten.
  }
}

/** Builds options for `spawn`, with a pipe for the keys if there are any. */
export function withKeys(keys, stdio, env = process.env) {
  return keys === ''
    ? { stdio, env }
    : { stdio: [...stdio, 'pipe'], env: { ...env, SIGMA_KEYS_FD: String(DESCRIPTOR) } };
}

/** Writes the keys to the pipe of a child that was started so. */
export function handOver(keys, child) {
  const pipe = child.stdio[DESCRIPTOR];
  pipe?.on('error', () => {});
  pipe?.end(keys);
}
