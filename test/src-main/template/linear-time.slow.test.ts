import { expect, test } from 'vitest';
import { calledFunctions, constantCalls, createTemplateSet, referencesOf, TemplateError, usesRoot } from '#template';
import { casesOfTheDay } from '../../support/cases-of-the-day.ts';
import { CONSTRUCTS } from './constructs.ts';

const SMALL = 1000;
const FACTOR = 8;
/** Limit between linear (8) and quadratic (64). */
const MOST = 26;
/** Shorter times are noise. */
const LEAST_MS = 4;
const TRIES = 4;

const DATA = { args: {}, l: [1], a: 1 };

/** Does everything that is done with a template until it has been executed once; returns the error that stopped it. */
async function use(text: string): Promise<TemplateError | undefined> {
  try {
    const set = createTemplateSet();
    set.parse('main', text);
    for (const tree of set.trees.values()) {
      for (const look of [referencesOf, calledFunctions, usesRoot, constantCalls]) look(tree);
    }
    await set.execute('main', DATA, { refusesMissing: true, spans: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return error;
  }
}

async function timeOf(text: string): Promise<number> {
  const startedAt = performance.now();
  await use(text);
  return performance.now() - startedAt;
}

async function bestOf(text: string, times: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < times; n++) best = Math.min(best, await timeOf(text));
  return best;
}

// The one test of times there is: a ratio in one run, with much room, since nothing else tells a quadratic way apart.
test.each(casesOfTheDay(Object.entries(CONSTRUCTS), 4))(
  'the time that a template takes grows with its length: %s',
  async (_, make) => {
    let ratio = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < TRIES && ratio > MOST; attempt++) {
      const small = await bestOf(make(SMALL), 3);
      // One try that noise made too long is only a reason to measure again, with more of them.
      const large = await bestOf(make(SMALL * FACTOR), attempt === 0 ? 1 : 2);
      ratio = large / Math.max(small, LEAST_MS);
    }
    expect(ratio).toBeLessThanOrEqual(MOST);
  },
);

test.each(casesOfTheDay(Object.entries(CONSTRUCTS), 8))(
  'a megabyte of it is executed, or refused with its place: %s',
  async (_, make) => {
    const size = Math.ceil((SMALL * 1_000_000) / make(SMALL).length);
    const text = make(size);
    expect(text.length).toBeGreaterThanOrEqual(980_000);
    const error = await use(text);
    if (error !== undefined) expect(error.message).toMatch(/^template: main:\d+/);
  },
);
