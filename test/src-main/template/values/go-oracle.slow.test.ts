import { expect, test } from 'vitest';
import { BUILTINS, bytesOfText, printedText, wellFormed } from '../../../../src-main/template/values/index.ts';
import { FunctionError, type TemplateValue } from '../../../../src-main/template/values.ts';
import { askGo, buildOracle, type Call } from './go-oracle.ts';
import { RandomCalls } from './random-calls.ts';

const oracle = buildOracle();
const count = process.env.SIGMA_TEST_LONG === '1' ? 200_000 : 4_000;
const CONTEXT = { signal: undefined, place: { template: 'main', offset: 0 } };

interface Outcome {
  readonly output?: string;
  readonly error?: string;
}

/** Bytes are compared one by one, whatever they mean. */
function outputOf(bytes: Buffer): Outcome {
  return { output: bytes.toString('latin1') };
}

function oursOf({ name, args }: Call): Outcome {
  try {
    // Go calls it with the results of pipelines, where a nil interface is no value.
    const given = args.map((value) => value ?? undefined);
    const result = BUILTINS.get(name)?.call(given, CONTEXT);
    return outputOf(bytesOfText(printedText(result as TemplateValue)));
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    return { error: withoutTypes(wellFormed(`error calling ${name}: ${error.message}`)) };
  }
}

/** Newer Go says which types were compared. */
function withoutTypes(message: string): string {
  return message.replace(/(incompatible types for comparison): .*/su, '$1');
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}

function compareWithGo(program: string, make: (random: RandomCalls) => Call): void {
  const random = new RandomCalls(20_240_613);
  let compared = 0;
  for (let left = count; left > 0; left -= 20_000) {
    const calls = Array.from({ length: Math.min(left, 20_000) }, () => make(random));
    const answers = askGo(program, calls);
    for (const [position, call] of calls.entries()) {
      const { output, error } = answers[position] ?? {};
      const theirs =
        error === undefined ? outputOf(Buffer.from(output ?? '', 'base64')) : { error: withoutTypes(error) };
      const ours = oursOf(call);
      // Matchers take longer than the calls.
      if (ours.output !== theirs.output || ours.error !== theirs.error) expect(ours, show(call)).toEqual(theirs);
      compared++;
    }
  }
  expect(compared).toBe(count);
}

const title = oracle === undefined ? ' (skipped: there is no Go to compare with)' : '';

const KINDS: readonly (readonly [string, (random: RandomCalls) => Call])[] = [
  ['the shortest digits of numbers', (random) => random.shortest()],
  ['numbers under the verbs with a fraction', (random) => random.floatFormat()],
  ['printf of anything under any verb and flags', (random) => random.printf()],
  ['comparing any two values', (random) => random.comparison()],
  ['index, slice and len', (random) => random.access()],
  ['print, println, html, js, urlquery and not', (random) => random.printing()],
];

test.skipIf(oracle === undefined).each(KINDS)(`%s: the same as Go gives${title}`, (_, make) => {
  if (oracle !== undefined) compareWithGo(oracle, make);
});
