import type { Readable } from 'node:stream';
import { Emitter } from '#core/async/emitter';
import { endTree } from '#process/end-tree';
import { cannotStartNode, NODE_GRACE_MS, type NodeProgram, type StartNode } from '#process/node-program';
import { MARKER } from '#process/tree';
import { dyingWithHost } from '#process/watchdog';

/** Part of Electron's UtilityProcess that is used here. */
export interface UtilityHandle {
  readonly pid?: number | undefined;
  readonly stdout: unknown;
  readonly stderr: unknown;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'spawn', listener: () => void): unknown;
  once(event: 'exit', listener: (exitCode: number) => void): unknown;
}

/** `utilityProcess.fork`. */
export type ForkUtility = (
  module: string,
  args: string[],
  options: { cwd: string; env: Record<string, string>; stdio: 'pipe'; serviceName: string },
) => UtilityHandle;

/**
 * The `StartNode` of the desktop app: Electron's own Node, in a process of its own. Only after the app is ready. Electron starts
 * it by itself, so it cannot be put into a box, and says so by `isBoxed`.
 */
export function startNodeUtility(fork: ForkUtility): StartNode {
  return async ({ module, cwd, environment }) => {
    const marker = crypto.randomUUID();
    dyingWithHost.expect(marker);
    try {
      const utility = fork(module, [], {
        cwd,
        env: { ...environment, [MARKER]: marker },
        stdio: 'pipe',
        serviceName: 'Sigma Shell tools',
      });
      await new Promise<void>((resolve, reject) => {
        utility.once('spawn', resolve);
        utility.once('exit', (code) => reject(cannotStartNode(module, `it ended at once with code ${code}`)));
      });
      const program = utilityProgram(utility, marker);
      dyingWithHost.started(marker, program.pid);
      return program;
    } catch (error) {
      dyingWithHost.gone(marker);
      throw error;
    }
  };
}

function utilityProgram(utility: UtilityHandle, marker: string): NodeProgram {
  const { pid } = utility;
  if (pid === undefined) throw cannotStartNode('the utility process', 'it has no process id');
  // Pipes are asked for, so both are there; Electron types them as any stream.
  const [stdout, stderr] = [utility.stdout as Readable, utility.stderr as Readable];
  const messages = new Emitter<unknown>();
  utility.on('message', (message) => messages.emit(message));
  let hasExited = false;
  const exited = new Promise<{ exitCode: number }>((resolve) => {
    utility.once('exit', (exitCode) => {
      hasExited = true;
      resolve({ exitCode });
    });
  });
  let deadline = Number.POSITIVE_INFINITY;
  const endAll = async () => {
    await endTree({ pid, marker, leadsGroup: false, hasExited: () => hasExited, deadline: () => deadline });
    // Where the system keeps us from seeing the tree, Electron still knows its own child.
    if (!hasExited) utility.kill();
    await exited;
    stdout.destroy();
    stderr.destroy();
    dyingWithHost.gone(marker);
  };
  let ending: Promise<void> | undefined;
  const end = (graceMs = NODE_GRACE_MS) => {
    deadline = Math.min(deadline, performance.now() + graceMs);
    ending ??= endAll();
    return ending;
  };
  return {
    pid,
    marker,
    isBoxed: false,
    stdout,
    stderr,
    exited,
    onMessage: messages.subscribe,
    send: (message) => {
      if (!hasExited) utility.postMessage(message);
    },
    end,
    [Symbol.asyncDispose]: () => end(),
  };
}
