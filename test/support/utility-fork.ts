import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForkUtility, UtilityHandle } from '../../src-main/electron/utility-program.ts';

/** The utility process's own side: `process.parentPort` over node's channel. */
const PARENT_PORT = `
const { EventEmitter } = require('node:events');
process.parentPort = Object.assign(new EventEmitter(), { postMessage: (message) => process.send(message) });
process.on('message', (data) => process.parentPort.emit('message', { data }));`;

/** A `utilityProcess.fork` without Electron: a forked node with a `parentPort`, whose pid is gone once it has ended. */
export function utilityFork(folder: string): ForkUtility {
  const preload = join(folder, 'parent-port.cjs');
  writeFileSync(preload, PARENT_PORT);
  return (module, args, { cwd, env }) => {
    const child = fork(module, args, { cwd, env, execArgv: ['-r', preload], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const utility = Object.assign(new EventEmitter(), {
      pid: undefined as number | undefined,
      stdout: child.stdout,
      stderr: child.stderr,
      postMessage: (message: unknown) => void child.send(message as object, () => {}),
      kill: () => child.kill(),
    });
    child.once('spawn', () => {
      utility.pid = child.pid;
      utility.emit('spawn');
    });
    child.on('message', (message) => utility.emit('message', message));
    child.once('exit', (code) => {
      utility.pid = undefined;
      utility.emit('exit', code ?? 1);
    });
    return utility satisfies UtilityHandle;
  };
}
