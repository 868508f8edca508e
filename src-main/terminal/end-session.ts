import { readFile } from 'node:fs/promises';
import { sessionProcesses } from './session-processes.ts';

/** Time between the hang-up and SIGKILL, in milliseconds: as long as shells take to save their history, and programs a file. */
const GRACE_MS = 1500;
const LOOK_AGAIN_MS = 15;

/** A session that keeps forking is caught by repeating: each pass kills what the last one missed. */
const MAX_KILLS = 200;

/**
 * Ends everything in the session of `leader`: SIGHUP, where that is ignored SIGTERM, then SIGKILL to what is left. Resolves when
 * nothing of it is alive.
 * `hasExited` says whether the leader's number may be somebody else's by now.
 */
export async function endSession(leader: number, hasExited: () => boolean): Promise<void> {
  let left = await signalSession(leader, 'SIGHUP', hasExited);
  await terminateDeaf(leader);
  // A stopped job takes the hang-up only once it goes on.
  if (left > 0) await signalSession(leader, 'SIGCONT', hasExited);
  const deadline = performance.now() + GRACE_MS;
  while ((left > 0 || !hasExited()) && performance.now() < deadline) {
    await pause(LOOK_AGAIN_MS);
    left = (await sessionProcesses(leader)).length;
  }
  for (let kills = 0; (left > 0 || !hasExited()) && kills < MAX_KILLS; kills++) {
    left = await signalSession(leader, 'SIGKILL', hasExited);
    await pause(LOOK_AGAIN_MS);
  }
}

async function signalSession(leader: number, signal: NodeJS.Signals, hasExited: () => boolean): Promise<number> {
  const pids = await sessionProcesses(leader);
  for (const pid of pids) sendQuietly(pid, signal);
  if (pids.length === 0 && !hasExited()) sendQuietly(leader, signal);
  return pids.length;
}

/**
 * Terminates processes that ignore hang-up, as under nohup, which would otherwise only be waited for. A second signal
 * to others might interrupt a save.
 */
async function terminateDeaf(leader: number): Promise<void> {
  for (const pid of await sessionProcesses(leader)) if (await ignoresHangUp(pid)) sendQuietly(pid, 'SIGTERM');
}

/** Linux says so in a mask of signals, SIGHUP its lowest bit; elsewhere the grace period decides. */
async function ignoresHangUp(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  return (Number.parseInt(mask.slice(-1), 16) & 1) === 1;
}

function sendQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or not ours.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
