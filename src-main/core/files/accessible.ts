import { access, constants } from 'node:fs/promises';

/**
 * Whether this process may use a file as `mode` says (`R_OK`, `W_OK` and `X_OK` of `node:fs`). A link is followed;
 * a file that cannot be looked at is not accessible. What is done next may still fail.
 */
export async function isAccessible(path: string, mode: number): Promise<boolean> {
  return await access(path, mode).then(
    () => true,
    () => false,
  );
}

/** Whether a file is there; a link to nothing is not. */
export const exists = (path: string): Promise<boolean> => isAccessible(path, constants.F_OK);
