import { createRequire } from 'node:module';
import { constants } from 'node:os';
import type { NativePty } from 'node-pty/requireBinary.js';
import type { Pty, PtyEvents, PtyOptions } from './pty.ts';
import { UnixPty } from './unix-pty.ts';

/**
 * Opens a terminal on macOS, whose native fork closes all inherited descriptors in the child by itself
 * (POSIX_SPAWN_CLOEXEC_DEFAULT).
 */
export async function openMacPty(native: NativePty, options: PtyOptions, events: PtyEvents): Promise<Pty> {
  const { file, args, cwd, environment, columns, rows } = options;
  const variables = Object.entries({ ...environment, PWD: cwd }).map(([name, value]) => `${name}=${value}`);
  let early: readonly [number, number] | undefined;
  let onExit = (exitCode: number, signal: number) => {
    early = [exitCode, signal];
  };
  const started = native.fork(file, args, variables, cwd, columns, rows, -1, -1, true, helperPath(), (code, signal) =>
    onExit(code, signal),
  );
  const job = () => nameUnless(native.process(started.fd), file);
  const pty = new UnixPty({ native, descriptor: started.fd, events, job });
  pty.started(started.pid);
  onExit = (exitCode, signal) => pty.exited(signal > 0 ? { signal: signalName(signal) } : { exitCode });
  if (early) onExit(...early);
  return pty;
}

/** The program that node-pty execs to become a session leader; outside the archive of a packed app. */
function helperPath(): string {
  const path = createRequire(import.meta.url).resolve(
    `@lydell/node-pty-${process.platform}-${process.arch}/spawn-helper`,
  );
  return path.replace('app.asar', 'app.asar.unpacked').replace('node_modules.asar', 'node_modules.asar.unpacked');
}

function nameUnless(name: string | undefined, file: string): string | undefined {
  const isShell = name === undefined || name === '' || file.endsWith(`/${name}`) || name.startsWith('-');
  return isShell ? undefined : name;
}

function signalName(signal: number): string {
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `signal ${signal}`;
}
