import type { Program } from '../death-signal.ts';
import { coversOf } from './covers.ts';
import type { SandboxOptions } from './options.ts';

/** Most that shared memory holds, in bytes; it is the machine's memory, and no process has it in its own count. */
const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;

/**
 * The program under bubblewrap: all of the machine read-only but for what the strength leaves writable, nothing of it that is
 * hidden, private `/tmp`, `/run` and `/dev`, no processes but its own, no capabilities, and no network unless the strength is
 * `network`; all of it gone when we are. The environment and the open descriptors are those that it is started with.
 */
export function underBubblewrap(program: Program, options: SandboxOptions): Program {
  const shared = Math.min(SHARED_MEMORY_BYTES, options.memoryBytes ?? SHARED_MEMORY_BYTES);
  const { caches } = options;
  const boxed = {
    file: options.program,
    args: [
      // In the namespace of the layers it would be root.
      ...(caches?.user ? ['--unshare-user', '--uid', `${caches.user.uid}`, '--gid', `${caches.user.gid}`] : []),
      ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session'],
      ...(options.filterFrom === undefined ? [] : ['--seccomp', String(options.filterFrom)]),
      ...(options.strength === 'network' ? [] : ['--unshare-net']),
      ...['--cap-drop', 'ALL', '--ro-bind', '/', '/'],
      // Where we are root, what is in /proc/sys would be ours to write.
      ...['--dev', '/dev', '--proc', '/proc', '--remount-ro', '/proc'],
      ...['--perms', '1777', '--size', String(Math.floor(shared)), '--tmpfs', '/dev/shm'],
      ...coversOf(options),
      ...[...(options.shown ?? [])].flatMap(([at, folder]) => ['--ro-bind', folder, at]),
      // A file made in /dev would be memory without bounds.
      ...['--remount-ro', '/dev'],
      ...['--chdir', options.cwd, '--', program.file, ...program.args],
    ],
  };
  return caches ? caches.enter(boxed) : boxed;
}
