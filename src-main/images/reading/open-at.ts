import { AppError, systemCodeOf } from '#core/app-error';
import { type OpenImage, openImage } from '../read/open-image.ts';
import { bytesOfFile } from '../squashfs/byte-source.ts';

/** Opens and checks the image at a path, which stays open until it is disposed of. @throws AppError NOT_FOUND, ImageError, the signal's reason */
export async function openAt(path: string, signal: AbortSignal): Promise<OpenImage & Disposable> {
  const source = openFile(path);
  try {
    return { ...(await openImage(source, { signal })), [Symbol.dispose]: () => source[Symbol.dispose]() };
  } catch (error) {
    source[Symbol.dispose]();
    throw error;
  }
}

function openFile(path: string): ReturnType<typeof bytesOfFile> {
  try {
    return bytesOfFile(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

/** Converts the error about a file that could not be read; other errors stay as they are. */
export function cannotRead(path: string, error: unknown): unknown {
  const code = error instanceof AppError ? undefined : systemCodeOf(error);
  if (code === undefined) return error;
  if (code === 'ENOENT') return new AppError('NOT_FOUND', `There is no file ${path}`, { where: path });
  return new AppError('INVALID_INPUT', `${path} cannot be read: ${code}`, { where: path });
}
