import { type ChildProcess, spawn } from 'node:child_process';
import { MARKER } from './tree.ts';

/**
 * Kills the groups that were last listed when the pipe shuts, which happens when this process ends, however it does. Each
 * line lists them all, as `marker:pid`, the pid empty before it is known; a line that was cut off by the end is not used.
 * What left its group is found by the marker in its environment (Linux).
 */
const SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r line; do groups=$line; done
[ -n "$groups" ] || exit 0
set --
for group in $groups; do set -- "$@" -e "${MARKER}=\${group%%:*}"; done
for pass in 1 2 3 4 5; do
  for group in $groups; do
    [ -z "\${group#*:}" ] || kill -s KILL -- "-\${group#*:}"
  done
  for file in $(grep -slaF "$@" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}"
  done
  sleep 0.1
done
`;

const groups = new Map<string, number | undefined>();
let watchdog: ChildProcess | undefined;
let telling: NodeJS.Immediate | undefined;

/**
 * Groups that are to be killed when this process ends without having ended them, as by SIGKILL: one /bin/sh holds the other
 * end of a pipe. `marker` is in the environment of everything the group starts. Not on Windows.
 */
export const dyingWithHost = {
  /** Announces a group before it is started, so that it is known at every moment. */
  expect(marker: string): void {
    groups.set(marker, undefined);
    tell();
  },
  started(marker: string, pid: number): void {
    groups.set(marker, pid);
    tell();
  },
  gone(marker: string): void {
    if (!groups.delete(marker)) return;
    // To be told a moment late of what is gone harms nobody, and many are told at once.
    telling ??= setImmediate(tell);
  },
};

function tell(): void {
  clearImmediate(telling);
  telling = undefined;
  if (process.platform === 'win32') return;
  watchdog ??= startWatchdog();
  const list = [...groups].map(([marker, pid]) => `${marker}:${pid ?? ''}`).join(' ');
  watchdog.stdin?.write(`${list}\n`);
}

/**
 * Starts the watchdog in a session of its own, so that no key of a terminal reaches it; it does not keep the app
 * running.
 */
function startWatchdog(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const lost = () => {
    if (watchdog === child) watchdog = undefined;
  };
  child.once('exit', lost);
  child.once('error', lost);
  child.stdin?.on('error', lost);
  child.unref();
  // The pipe is a socket of node's, whose type does not say so.
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return child;
}
