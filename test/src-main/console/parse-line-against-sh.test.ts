// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandStage } from '../../../src-main/console/expand.ts';
import { parseShellLine } from '../../../src-main/console/parse-line.ts';
import { anyCharacter } from '../../support/any-character.ts';

const VARIABLES = { A: 'one', B2: 'two$A', EMPTY: '', HOME: '/home/me', PATH: '/usr/bin:/bin' };

/**
 * Generator of values that both understand alike: without white space (ours are never split again), patterns and
 * operators.
 */
const plain = fc.stringMatching(/^[a-z0-9.,:=@%+/_é-]{1,4}$/).filter((text) => !text.includes('~'));
const piece = fc.oneof(
  { weight: 4, arbitrary: plain },
  fc.stringMatching(/^[a-z $"\\`|&;<>*~]{0,5}$/).map((text) => `'${text}'`),
  fc.stringMatching(/^[a-z '|&;<>*~#]{0,5}$/).map((text) => `"${text}"`),
  fc.constantFrom('"\\""', '"\\$A"', '"\\\\"', '"\\`"', '"\\x"', '"$A"', '"${B2}."', '"$NONE"', '"$"'),
  fc.constantFrom('\\ ', '\\|', '\\$', '\\\\', "\\'", '\\"', '\\;', '\\*', '\\#', '\\~'),
  fc.constantFrom('$A', '${A}', '${B2}', '$EMPTY', '$NONE', "''", '""', '$A.'),
);
const word = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')) },
  fc.constantFrom('~', '~/x', 'a~', '"~"', 'a\\\nb', '"a\\\nb"', "'a\\\nb'"),
);
const line = fc.array(fc.tuple(word, fc.constantFrom(' ', '\t', '  ', ' \\\n ')), { minLength: 1, maxLength: 5 });

function ours(text: string): readonly string[] {
  const parsed = parseShellLine(text);
  if (parsed.kind === 'beyond') throw new Error(`beyond: ${parsed.operator}`);
  const [stage] = parsed.stages;
  return stage ? (expandStage(stage, { variables: VARIABLES, home: VARIABLES.HOME })?.words ?? []) : [];
}

test('lines that both understand are split as sh splits them', () => {
  const isLong = process.env.SIGMA_TEST_LONG === '1';
  const samples = fc.sample(line, { numRuns: isLong ? 20_000 : 400, ...(isLong ? {} : { seed: 20261121 }) });
  const lines = samples.map((words) => `x ${words.map(([text, gap]) => text + gap).join('')}`);
  // One shell for all of them: each argument ends with \1, each line with \2.
  const script = lines.map((text) => `set -- ${text}\nfor a do printf '%s\\001' "$a"; done; printf '\\002'\n`).join('');
  const told = execFileSync('/bin/sh', { input: script, env: VARIABLES, encoding: 'utf8', maxBuffer: 1e9 });
  const expected = told
    .split('\x02')
    .slice(0, -1)
    .map((text) => text.split('\x01').slice(0, -1));
  expect(expected).toHaveLength(lines.length);
  for (const [at, text] of lines.entries()) expect([text, ours(text)]).toEqual([text, expected[at]]);
});

test('no text whatever makes the parser fail other than with what is wrong with the line', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      try {
        parseShellLine(text);
      } catch (error) {
        expect(error).toMatchObject({ name: 'AppError', code: 'INVALID_INPUT' });
      }
    }),
    { numRuns: process.env.SIGMA_TEST_LONG === '1' ? 50_000 : 500 },
  );
});
