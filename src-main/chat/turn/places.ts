import { realpath } from 'node:fs/promises';
import { AppError, messageOf } from '#core/app-error';
import type { ChatOptions, Place } from '../chat-options.ts';

export interface Places extends Place {
  readonly workspace: string;
}

/** Where a session's turn works, symlinks resolved. @throws AppError UNAVAILABLE where a folder is gone */
export async function placesOf(options: Pick<ChatOptions, 'workspace' | 'place'>, session: string): Promise<Places> {
  const advice = 'Start Sigma Shell with -dir and a folder that exists';
  const workspace = await resolved(options.workspace(), 'workspace', advice);
  if (!options.place) return { workspace, cwd: workspace };
  const { cwd, environment } = await options.place(session);
  return { workspace, cwd: await resolved(cwd, 'working directory', 'Type cd in Shell mode'), environment };
}

async function resolved(path: string, what: string, advice: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw new AppError('UNAVAILABLE', `The ${what} cannot be opened: ${messageOf(error)}`, { where: path, advice });
  }
}
