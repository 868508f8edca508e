import { text } from 'node:stream/consumers';
import { AppError } from '#core/app-error';
import type { Program } from './death-signal.ts';
import { startGroup } from './group.ts';
import { SYSTEM_PATH } from './system-program.ts';

/**
 * Returns all that a short program of the system's prints, whatever its exit code; it may start nothing that outlives it.
 * @throws AppError UNAVAILABLE if it cannot be started, or was ended before it had printed all
 */
export async function outputOfSystem({ file, args }: Program): Promise<string> {
  await using group = await startGroup({
    file,
    args,
    cwd: '/',
    environment: { PATH: SYSTEM_PATH, LC_ALL: 'C' },
    diesWithHost: true,
  });
  group.stderr.resume();
  const [printed, { signal }] = await Promise.all([text(group.stdout), group.exited]);
  group.forget();
  if (signal !== undefined) throw new AppError('UNAVAILABLE', `${file} was ended by ${signal}`, { where: file });
  return printed;
}
