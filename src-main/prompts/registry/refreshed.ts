import { AppError } from '#core/app-error';
import type { PromptEngine } from '../ports.ts';

/** Has everything read again. @throws AppError UNAVAILABLE where not all of it could be read */
export async function refreshed({ refresh, state }: Pick<PromptEngine, 'refresh' | 'state'>): Promise<void> {
  const problem = await refresh();
  if (problem === undefined) return;
  const where = state.value.store.place;
  const advice = 'What was read before is shown until it can be read again.';
  throw new AppError('UNAVAILABLE', `The prompt store cannot be read: ${problem}`, { where, advice });
}
