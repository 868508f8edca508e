import type { App } from '#app/create-app';

/** A question in a dialog of the system: the number of the button. */
export type AskInDialog = (question: {
  readonly message: string;
  readonly detail: string;
  readonly buttons: string[];
  readonly cancelId: number;
}) => Promise<number>;

type ClosingApp = Pick<App, 'running' | 'background' | 'afterWindow' | 'log'>;

/**
 * Decides what closing the window does: the host ends, continues without one, or the window stays open. Asks once if
 * services are on, and remembers the answer; about running work that would end with the host it asks each time.
 */
export async function decideOnClose(app: ClosingApp, ask: AskInDialog): Promise<'end' | 'stay' | 'cancel'> {
  const background = app.background();
  const choice = background.length === 0 ? 'end' : app.afterWindow.choice();
  if (choice === 'stay') return 'stay';
  const running = app.running().filter((one) => !background.includes(one));
  if (choice === 'ask') return await askOnce(app, { background, running }, ask);
  if (running.length === 0) return 'end';
  const answer = await ask({
    message: running.length === 1 ? 'Something still runs' : `${running.length} things still run`,
    detail: `${itemLines(running)}\n\nClosing the window ends them.`,
    buttons: ['End and quit', 'Cancel'],
    cancelId: 1,
  });
  return answer === 0 ? 'end' : 'cancel';
}

/**
 * Has a decision made one at a time: asking meanwhile answers `undefined`, and so does a decision that fails, which is told. The window
 * then stays open, and can be closed again.
 */
export function oneAtATime<T>(
  decide: () => Promise<T>,
  onFailure: (error: unknown) => void,
): () => Promise<T | undefined> {
  let isDeciding = false;
  return async () => {
    if (isDeciding) return undefined;
    isDeciding = true;
    try {
      return await decide();
    } catch (error) {
      onFailure(error);
      return undefined;
    } finally {
      isDeciding = false;
    }
  };
}

interface OngoingWork {
  readonly background: readonly string[];
  readonly running: readonly string[];
}

async function askOnce({ afterWindow, log }: ClosingApp, { background, running }: OngoingWork, ask: AskInDialog) {
  const also = running.length === 0 ? '' : `\n\nThese run, and would end too:\n${itemLines(running)}`;
  const answer = await ask({
    message: 'Stay in the background?',
    detail: `These are on:\n${itemLines(background)}${also}\n\nSigma Shell can go on without a window: another start opens one again, and sigma stop ends it. Your answer is remembered; Settings has it.`,
    buttons: ['Stay in the background', 'End', 'Cancel'],
    cancelId: 2,
  });
  const chosen = (['stay', 'end', 'cancel'] as const)[answer] ?? 'cancel';
  if (chosen === 'cancel') return chosen;
  await afterWindow.remember(chosen).catch((error: unknown) => log.warn('app.choice-unkept', { error }));
  return chosen;
}

const itemLines = (items: readonly string[]) => items.slice(0, 20).join('\n');
