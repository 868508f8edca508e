import { AppError, messageOf } from '#core/app-error';
import type { App } from '../create-app.ts';
import type { SecondStartAnswer } from './second-start.ts';

/** Opens and shows the folder of a second start, where it names one, and says what came of it. */
export async function answerSecondStart(
  { workspace, showFolder, log }: Pick<App, 'workspace' | 'showFolder' | 'log'>,
  folder: string | undefined,
): Promise<SecondStartAnswer> {
  const known = { pid: process.pid, workspace: workspace.path, takesFolders: true };
  if (folder === undefined) return known;
  try {
    return { ...known, folder: (await showFolder(folder)).path };
  } catch (error) {
    log.warn('folder.unopened', { folder, error: messageOf(error) });
    const advice = error instanceof AppError ? error.detail?.advice : undefined;
    return { ...known, problem: advice === undefined ? messageOf(error) : `${messageOf(error)}. ${advice}` };
  }
}
