import { listProcessTree, type Signal, signalAll, signalGroup } from './tree.ts';

export interface ProcessTree {
  readonly pid: number;
  /** The value of the mark in the environment of all that it starts. */
  readonly marker: string;
  /** Its number is that of a process group as well, which is signalled as one. */
  readonly leadsGroup: boolean;
  readonly hasExited: () => boolean;
  /** Returns when to stop asking, by `performance.now()`; the deadline may move closer in the meantime. */
  readonly deadline: () => number;
}

/** SIGTERM, after the deadline SIGKILL, to a process and all of its descendants that can be found. Resolves when they are gone. */
export async function endTree(tree: ProcessTree): Promise<void> {
  const isGone = async () => tree.hasExited() && (await listProcessTree(tree.pid, tree.marker)).length === 0;
  if (await isGone()) return;
  await signalTree(tree, 'SIGTERM');
  // One that was stopped takes notice only when it goes on.
  if (process.platform !== 'win32') await signalTree(tree, 'SIGCONT');
  for (let wait = 20; !(await isGone()) && performance.now() < tree.deadline(); wait = Math.min(wait * 1.2, 200)) {
    await pause(wait);
  }
  // A tree that keeps forking is caught by repeating: each pass kills what the last one missed.
  for (let pass = 0; pass < 200 && !(await isGone()); pass++) {
    await signalTree(tree, 'SIGKILL');
    await pause(10);
  }
}

async function signalTree({ pid, marker, leadsGroup, hasExited }: ProcessTree, signal: Signal): Promise<void> {
  const found = await listProcessTree(pid, marker);
  const exited = hasExited();
  // Once all are gone its number may be somebody else's.
  const isOurs = !exited || (leadsGroup && found.length > 0);
  if (isOurs && (leadsGroup || process.platform === 'win32')) signalGroup(pid, signal);
  signalAll(exited || leadsGroup ? found : [pid, ...found.filter((one) => one !== pid)], signal);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
