import { isDeepStrictEqual } from 'node:util';
import type { Suite } from './run-suite.ts';

/** A case of the suites whose answers are compared as values. */
export interface Case {
  readonly name: string;
  readonly input: unknown;
  /** Result of the original. */
  readonly expected: unknown;
  /**
   * Result required of ours if it differs; `null` is an answer. Of an object, keys that it does not have are not
   * compared.
   */
  readonly recommended?: unknown;
}

/** A suite that gives each case's input to `answer` and compares what comes of it; key order is free. */
export function comparing(answer: (input: unknown) => unknown): Suite {
  return async (cases, say) => {
    if (!Array.isArray(cases)) throw new Error('the cases are no list');
    const failures: string[] = [];
    for (const one of cases as readonly Case[]) {
      const got = await answerOf(answer, one.input);
      const problem = whatIsWrong(one, got);
      if (problem !== undefined) failures.push(problem);
      say(`${problem === undefined ? 'ok    ' : 'failed'} ${one.name}`);
    }
    return { passed: cases.length - failures.length, skipped: 0, failures };
  };
}

async function answerOf(answer: (input: unknown) => unknown, input: unknown): Promise<unknown> {
  try {
    return await answer(structuredClone(input));
  } catch (error) {
    return { threw: String(error) };
  }
}

/** Describes what is wrong with an answer, for a person; undefined if it is right. */
export function whatIsWrong(one: Case, got: unknown): string | undefined {
  const isOurs = Object.hasOwn(one, 'recommended');
  const wanted = isOurs ? one.recommended : one.expected;
  if (isDeepStrictEqual(isOurs ? comparable(got, wanted) : got, wanted)) return undefined;
  return `${one.name}\n  wanted ${JSON.stringify(wanted)}\n  got    ${JSON.stringify(got)}`;
}

function comparable(got: unknown, wanted: unknown): unknown {
  if (!isPlainObject(got) || !isPlainObject(wanted)) return got;
  return Object.fromEntries(Object.entries(got).filter(([key]) => Object.hasOwn(wanted, key)));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
