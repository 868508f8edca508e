import { messageOf } from '#core/app-error';
import { AdapterError } from './model.ts';
import type { SessionEnd } from './session-options.ts';

export const cancelledError = () => new AdapterError('cancelled', 'The command was cancelled before it started');
export const closedError = (why: string) => new AdapterError('session_closed', `The session is closed: ${why}`);
export const stoppingError = () => new AdapterError('adapter_stopping', 'The Shell Adapter is stopping');

/** The error of a command that waited when its session was closed, or came to it afterwards. */
export const endedError = ({ reason, why }: SessionEnd) =>
  reason === 'adapter_stopping' ? stoppingError() : closedError(why);

export const notStarted = (error: unknown) =>
  error instanceof AdapterError
    ? error
    : new AdapterError('spawn_failed', `The command could not be started: ${messageOf(error)}`, error);
