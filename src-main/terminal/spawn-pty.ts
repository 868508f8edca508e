import { accessSync, constants, statSync } from 'node:fs';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { openLinuxPty } from './linux-pty.ts';
import { openMacPty } from './mac-pty.ts';
import type { Pty, PtyEvents, PtyOptions, SpawnPty } from './pty.ts';
import { openWindowsPty } from './windows-pty.ts';

/** Starts a program on a real pseudo-terminal. */
export const spawnPty: SpawnPty = async (options, events) => {
  checkFolder(options.cwd);
  checkProgram(options.file);
  try {
    return await openPty(options, events);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw cannotStart(options.file, error);
  }
};

async function openPty(options: PtyOptions, events: PtyEvents): Promise<Pty> {
  if (process.platform === 'win32') return await openWindowsPty(options, events);
  const { requireBinary } = await import('node-pty/requireBinary.js');
  const native = requireBinary('pty.node');
  return process.platform === 'darwin'
    ? await openMacPty(native, options, events)
    : await openLinuxPty(native, options, events);
}

function checkFolder(cwd: string): void {
  const isFolder = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) {
    throw new AppError('INVALID_INPUT', `A terminal cannot start in ${cwd}: there is no such folder`, {
      where: cwd,
      advice: 'Choose a folder that exists, or make it again.',
    });
  }
  if (process.platform !== 'win32') {
    checkAccess(cwd, constants.X_OK, 'INVALID_INPUT', `A terminal cannot start in ${cwd}: you may not enter it`);
  }
}

function checkProgram(file: string): void {
  if (process.platform === 'win32') return;
  checkAccess(
    file,
    constants.X_OK,
    'UNAVAILABLE',
    `The shell ${file} cannot be started: it is missing or not executable`,
  );
}

function checkAccess(path: string, mode: number, code: 'INVALID_INPUT' | 'UNAVAILABLE', message: string): void {
  try {
    accessSync(path, mode);
  } catch (error) {
    throw new AppError(
      code,
      `${message} (${systemCodeOf(error)})`,
      {
        where: path,
        advice: code === 'UNAVAILABLE' ? 'Choose another shell in Settings under terminal.shell.' : undefined,
      },
      error,
    );
  }
}

function cannotStart(file: string, error: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The shell ${file} could not be started: ${messageOf(error)}`,
    { where: file, advice: 'The system may have no terminal or process left: close some, then try again.' },
    error,
  );
}
