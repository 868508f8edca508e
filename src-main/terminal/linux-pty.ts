import { closeSync, constants, openSync } from 'node:fs';
import type { NativePty } from 'node-pty/requireBinary.js';
import { privateDescriptors } from '#process/private-descriptors';
import { startOnTerminal } from '#process/start-on-terminal';
import type { Pty, PtyEvents, PtyOptions } from './pty.ts';
import { jobOf, processFolder } from './session-processes.ts';
import { UnixPty } from './unix-pty.ts';

/**
 * Opens a pseudo-terminal and starts its shell. We hold the slave open too, so that the master never reports an end of
 * its own, also while no program has it open: the shell's exit is the end. The shell is started by ourselves, not by
 * node-pty's fork, which would let every terminal's shell inherit the masters of all others.
 *
 * @throws what the system says, such as `ENOSPC` when no pseudo-terminal is left.
 */
export async function openLinuxPty(native: NativePty, options: PtyOptions, events: PtyEvents): Promise<Pty> {
  const { master, slave, pty: name } = native.open(options.columns, options.rows);
  privateDescriptors.add(master).add(slave);
  const held = openSync(name, constants.O_RDWR | constants.O_NOCTTY);
  const onClosed = () => {
    privateDescriptors.delete(master);
    closeSync(held);
  };
  const pty = new UnixPty({ native, descriptor: master, events, job: jobOf, folder: processFolder, onClosed });
  try {
    const onExit = (exitCode: number | undefined, signal: string | undefined) => pty.exited({ exitCode, signal });
    const { pid } = await startOnTerminal({ ...options, terminal: name, descriptor: slave, onExit });
    pty.started(pid);
    return pty;
  } catch (error) {
    await pty.close();
    throw error;
  } finally {
    privateDescriptors.delete(slave);
    closeSync(slave);
  }
}
