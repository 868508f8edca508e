import { realpath } from 'node:fs/promises';
import { AppError, messageOf } from '#core/app-error';
import type { ChatOptions, CommandContext } from '../chat-options.ts';

export interface WorkspaceContext extends CommandContext {
  readonly workspace: string;
}

/**
 * Determines the folders of a session's turn, symlinks resolved. @throws AppError UNAVAILABLE, INVALID_INPUT if a
 * folder is gone or not a folder any more
 */
export async function workspaceContext(
  options: Pick<ChatOptions, 'workspaceOf' | 'openWorkspace' | 'place'>,
  session: string,
): Promise<WorkspaceContext> {
  const workspace = await options.openWorkspace(await options.workspaceOf(session));
  if (!options.place) return { workspace, cwd: workspace };
  const { cwd, environment } = await options.place(session);
  return { workspace, cwd: await realDirectory(cwd), environment };
}

async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const advice = 'Type cd in Shell mode';
    throw new AppError('UNAVAILABLE', `The working directory cannot be opened: ${messageOf(error)}`, {
      where: path,
      advice,
    });
  }
}
