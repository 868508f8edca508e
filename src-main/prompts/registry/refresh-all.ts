import { AppError } from '#core/app-error';
import type { PromptEngine } from '../ports.ts';

/** Has everything read again. @throws AppError UNAVAILABLE where not all of it could be read */
export async function refreshAll({ refresh, state }: Pick<PromptEngine, 'refresh' | 'state'>): Promise<void> {
  const problem = await refresh();
  if (problem === undefined) return;
  const { place: where, refreshedAt } = state.value.store;
  // After a change of the store there is nothing of it yet, and nothing of the one before is shown.
  const advice = refreshedAt !== undefined && 'What was read before is shown until it can be read again.';
  throw new AppError('UNAVAILABLE', `The prompt store cannot be read: ${problem}`, {
    where,
    ...(advice && { advice }),
  });
}
