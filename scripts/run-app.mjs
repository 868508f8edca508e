import { spawn } from 'node:child_process';
import { handOver, withKeys } from './hand-over-keys.mjs';
import { whenOrphaned } from './run-program.mjs';

/** Time within which an Electron that cannot start has ended, in milliseconds. */
const START_MS = 15_000;
const CRASHES = ['SIGSEGV', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGBUS'];
/** Messages of the loader, the shell, Chromium's sandbox and its platforms, each with its own exit code. */
const COMPLAINTS =
  /error while loading shared libraries|Missing X server|platform failed to initialize|[Cc]annot open display|SUID sandbox helper|No usable sandbox|GLIBC_/;

/**
 * Runs the app in the foreground, with this process's terminal and signals.
 * @returns its exit code, and why it could not be started, where that is so; `readsErrors`: judged by what it says, too;
 * `keys`: handed over on a descriptor, so that no environment shows them
 */
export function runApp(file, args, { readsErrors = false, keys = '' } = {}) {
  const startedAt = Date.now();
  const child = spawn(file, args, withKeys(keys, ['inherit', 'inherit', readsErrors ? 'pipe' : 'inherit']));
  handOver(keys, child);
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    process.stderr.write(chunk);
    if (Date.now() - startedAt < START_MS) complaint = (complaint + chunk).slice(-20_000);
  });
  const stopPassing = passSignals(child);
  return new Promise((resolve) => {
    const done = (result) => {
      stopPassing();
      resolve(result);
    };
    child.once('error', (error) => done({ exitCode: 1, failure: error.message }));
    child.once('exit', (code, signal) => {
      const isEarly = Date.now() - startedAt < START_MS;
      const failure = isEarly ? failureOf({ code, signal, complaint }) : undefined;
      done({ exitCode: code ?? 1, ...(failure && { failure }) });
    });
  });
}

function failureOf({ code, signal, complaint }) {
  if (CRASHES.includes(signal)) return `it ended with ${signal}`;
  if (code === 126 || code === 127) return `it ended with exit code ${code}`;
  return code === 0 ? undefined : complaint.split('\n').find((line) => COMPLAINTS.test(line));
}

function passSignals(child) {
  const listeners = new Map();
  // What a terminal sends (Ctrl+C, hang-up) reaches the child by itself: twice would end it without cleaning up.
  for (const signal of ['SIGINT', 'SIGHUP']) {
    listeners.set(signal, () => {
      if (!process.stdin.isTTY) child.kill(signal);
    });
  }
  listeners.set('SIGTERM', () => child.kill('SIGTERM'));
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const stopWatching = whenOrphaned(() => child.kill('SIGTERM'));
  return () => {
    stopWatching();
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
