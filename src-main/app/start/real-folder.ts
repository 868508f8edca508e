import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';

/**
 * The real path of a folder that can be worked in. `instead` is what a person can do where it cannot, as the end of a sentence.
 *
 * @throws AppError UNAVAILABLE when it is gone or cannot be entered, INVALID_INPUT when it is no folder or not absolute
 */
export async function realFolder(folder: string, instead = 'start a new session in another folder'): Promise<string> {
  if (!isAbsolute(folder)) throw notAFolder(folder, instead);
  try {
    const path = await realpath(folder);
    if (!(await stat(path)).isDirectory()) throw notAFolder(folder, instead);
    await access(path, constants.R_OK | constants.X_OK);
    return path;
  } catch (error) {
    throw error instanceof AppError ? error : problemWith(folder, instead, error);
  }
}

function problemWith(folder: string, instead: string, error: unknown): AppError {
  const unavailable = (message: string, remedy: string) =>
    new AppError('UNAVAILABLE', message, { where: folder, advice: `${remedy}, or ${instead}` });
  switch (systemCodeOf(error)) {
    case 'ENOENT':
      return unavailable(`The folder ${folder} is gone`, 'Put it back where it was');
    case 'ENOTDIR':
      return notAFolder(folder, instead);
    case 'EACCES':
    case 'EPERM':
      return unavailable(`You may not enter the folder ${folder}`, 'Give yourself the right to read it');
    default:
      return unavailable(`The folder ${folder} cannot be opened: ${messageOf(error)}`, 'Try again');
  }
}

function notAFolder(path: string, instead: string): AppError {
  const advice = `${instead.charAt(0).toUpperCase()}${instead.slice(1)}`;
  return new AppError('INVALID_INPUT', `${path} is not a folder`, { where: path, advice });
}
