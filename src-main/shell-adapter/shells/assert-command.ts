import { AdapterError } from './model.ts';

/** Most bytes of UTF-8; anything longer is a program, not a command. */
const MAX_BYTES = 32 * 1024 * 1024;

/** @throws AdapterError invalid_request for a text that no shell can be given */
export function assertCommand(command: string): void {
  if (command.includes('\0')) throw new AdapterError('invalid_request', 'A command cannot hold a NUL character');
  const bytes = Buffer.byteLength(command);
  if (bytes > MAX_BYTES) {
    throw new AdapterError('invalid_request', `A command has at most ${MAX_BYTES} bytes; this one has ${bytes}`);
  }
}
