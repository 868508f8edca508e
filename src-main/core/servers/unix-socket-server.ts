import { chmod, lstat, mkdir, stat, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { dirname, isAbsolute } from 'node:path';
import { AppError, messageOf, systemCodeOf } from '../app-error.ts';

/** Most bytes of a socket's path: the system's structure has room for these and a closing NUL. */
export const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

const REMOVE_ADVICE = 'Name another path, or move that away yourself';

/**
 * Starts a server on a Unix socket that only its owner can open: the file has mode 0600, a new folder 0700. A socket
 * that nobody answers is removed first; nothing else ever is.
 *
 * @returns warnings for the person, such as that others can enter the folder
 * @throws AppError INVALID_INPUT for a path that cannot be one, CONFLICT if something exists there, UNAVAILABLE
 */
export async function listenOnUnixSocket(server: Server, path: string): Promise<{ readonly warnings: string[] }> {
  failOnPath(path);
  const warnings = await prepareFolder(dirname(path));
  await removeStale(path);
  await listening(server, path);
  // The mask did it already; a file system may keep modes of its own.
  await chmod(path, 0o600).catch(() => {});
  return { warnings };
}

function failOnPath(path: string): void {
  if (process.platform === 'win32') throw new AppError('UNAVAILABLE', 'Windows has no Unix sockets');
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new AppError('INVALID_INPUT', `${JSON.stringify(path)} is no absolute path`, { where: path });
  }
  const bytes = Buffer.byteLength(path);
  if (bytes <= MAX_SOCKET_PATH_BYTES) return;
  const message = `The path of the socket ${path} is too long: ${bytes} bytes, and a socket's may have ${MAX_SOCKET_PATH_BYTES}`;
  throw new AppError('INVALID_INPUT', message, { where: path, advice: 'Name a shorter path' });
}

async function prepareFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { mode } = await stat(folder);
    const canOthersEnter = (mode & 0o011) !== 0;
    return canOthersEnter ? [`Others can enter the folder ${folder}; the socket in it is yours alone (mode 0600)`] : [];
  } catch (error) {
    throw new AppError('UNAVAILABLE', `The folder ${folder} of the socket cannot be used: ${messageOf(error)}`, {
      where: folder,
    });
  }
}

/** @throws AppError CONFLICT */
async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  if (!found.isSocket()) {
    throw new AppError('CONFLICT', `${path} is no socket, and is left as it is`, {
      where: path,
      advice: REMOVE_ADVICE,
    });
  }
  if (await isAnswered(path)) {
    const advice = 'End that program, or name another path';
    throw new AppError('CONFLICT', `Another program listens at ${path}`, { where: path, advice });
  }
  await unlink(path).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return;
    throw new AppError('UNAVAILABLE', `The old socket ${path} cannot be removed: ${messageOf(error)}`, { where: path });
  });
}

/** Whether a server listens. Only a refused connection proves that none does. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(systemCodeOf(error) ?? '')));
  });
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(
        new AppError('UNAVAILABLE', `The socket ${path} cannot be opened: ${messageOf(error)}`, { where: path }, error),
      );
    server.once('error', fail);
    // The file is made in this call: there is no moment at which others could open it.
    const mask = process.umask(0o177);
    try {
      server.listen(path, () => {
        server.off('error', fail);
        resolve();
      });
    } finally {
      process.umask(mask);
    }
  });
}
