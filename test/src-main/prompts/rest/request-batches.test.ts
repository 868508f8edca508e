import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RequestBatches } from '../../../../src-main/prompts/rest/request-batches.ts';

/** Joins with so many requests, and records where each stands. */
function joinMany(batches: RequestBatches, count: number, steps: string[]): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await batches.join();
      steps.push(`render ${at}`);
      await undefined;
      steps.push(`write ${at}`);
    }),
  );
}

describe('batches of requests', () => {
  test('all of one turn are rendered before the first is answered', async () => {
    const steps: string[] = [];
    await joinMany(new RequestBatches(), 3, steps);
    expect(steps).toEqual(['render 0', 'render 1', 'render 2', 'write 0', 'write 1', 'write 2']);
  });

  test('a request waits for those that are read in the same turn, and for no other', async () => {
    const batches = new RequestBatches();
    const steps: string[] = [];
    void joinMany(batches, 1, steps);
    await undefined;
    expect(steps).toEqual([]);
    await nextTurn();
    expect(steps).toEqual(['render 0', 'write 0']);
  });

  test('a later turn has a batch of its own', async () => {
    const batches = new RequestBatches();
    const first = batches.join();
    expect(batches.join()).toBe(first);
    await first;
    const later = batches.join();
    expect(later).not.toBe(first);
    await later;
  });

  test('a batch has 32 requests at most, so that the first answers do not wait for a thousand', async () => {
    const steps: string[] = [];
    await joinMany(new RequestBatches(), 70, steps);
    const firstAnswers = steps.flatMap((step, at) => (step === 'write 0' || step === 'write 32' ? [at] : []));
    expect(firstAnswers).toEqual([32, 96]);
  });
});
