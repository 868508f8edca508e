import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { anyCharacter } from '../../support/any-character.ts';
import { readConfiguration, type Sources } from './read-configuration.ts';

const numRuns = process.env.SIGMA_TEST_LONG === '1' ? 20_000 : 40;

const name = fc.constantFrom('A', 'B', 'C', 'default', '4', '__proto__', 'x y');
const fields = fc.record(
  {
    model: fc.constantFrom('m1', 'm2', ''),
    baseurl: fc.constantFrom('http://one.example/v1', 'https://two.example', 'nowhere'),
    key: fc.constantFrom('k1', 'k2', ' '),
    prompt: fc.constantFrom('short', 'of\ntwo lines'),
    preset: fc.constantFrom('openai', 'ollama', 'other'),
    concurrency: fc.constantFrom(0, 1, 9),
    context: fc.constantFrom(1999, 2000, 50_000),
  },
  { requiredKeys: [] },
);
const file = fc.option(
  fc.record(
    {
      profiles: fc.dictionary(name, fc.option(fields, { nil: null }), { noNullPrototype: true, maxKeys: 4 }),
      default: name,
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);
const sources = fc.record({ global: file, local: file, named: fc.array(name, { maxLength: 3 }) });

type File = { readonly profiles?: Readonly<Record<string, object | null>>; readonly default?: string } | undefined;

const textOf = (one: File) => (one === undefined ? undefined : stringify(one));
const entriesOf = (one: File) => Object.entries(one?.profiles ?? {});

function read({ global, local, named }: { global: File; local: File; named: string[] }) {
  const given: Sources = { global: textOf(global), local: textOf(local), named };
  return readConfiguration(given);
}

test('each profile is the local file’s whole, else the global one’s whole: nothing is mixed, lost or made up', () => {
  fc.assert(
    fc.property(sources, (given) => {
      const expected = new Map([...entriesOf(given.global), ...entriesOf(given.local)]);
      const { profiles } = read(given);
      expect(profiles.map((profile) => profile.name).sort()).toEqual([...expected.keys()].sort());
      for (const profile of profiles) {
        expect(profile.text).toEqual(expected.get(profile.name) ?? {});
        const isLocal = entriesOf(given.local).some(([one]) => one === profile.name);
        expect(profile.file).toBe(isLocal ? 'local' : 'global');
      }
    }),
    { numRuns },
  );
});

test('either there is a problem that names what to do, or every selected profile can be used', () => {
  fc.assert(
    fc.property(sources, (given) => {
      const { profiles, selected, startProblem } = read(given);
      if (startProblem === undefined) expect(selected.length).toBeGreaterThan(0);
      else expect(startProblem.message).toMatch(/^[^\n]{10,}$/);
      for (const one of selected) {
        const profile = profiles.find((candidate) => candidate.name === one);
        expect(profile).toBeDefined();
        if (startProblem === undefined) expect(profile?.problem).toBeUndefined();
      }
      if (given.named.length > 0 && startProblem === undefined) expect(selected).toEqual([...new Set(given.named)]);
    }),
    { numRuns },
  );
});

test('a profile without a problem keeps the rules, whatever the file says', () => {
  fc.assert(
    fc.property(sources, (given) => {
      for (const profile of read(given).profiles) {
        expect(URL.canParse(profile.baseUrl)).toBe(true);
        expect(profile.model).not.toBe('');
        expect(profile.concurrency).toBeGreaterThanOrEqual(1);
        expect(profile.context).toBeGreaterThanOrEqual(2000);
        if (profile.problem === undefined && profile.text.model !== undefined) {
          expect(profile.model).toBe(profile.text.model);
        }
      }
    }),
    { numRuns },
  );
});

test('any text at all is answered with a value', () => {
  const soup = fc
    .array(
      fc.constantFrom(
        'profiles',
        'default',
        ':',
        ' ',
        '\n',
        '  ',
        '{',
        '}',
        '[',
        ']',
        '&a',
        '*a',
        '- ',
        '|',
        '"',
        "'",
        '#',
        'x',
        '!!',
        '\t',
        '%',
        '---',
        '? ',
        '<<: *a',
        'key: k',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: anyCharacter })), (text) => {
      const { startProblem, selected } = readConfiguration({ global: text, local: undefined, named: [] });
      expect(startProblem === undefined ? selected.length : startProblem.message.length).toBeGreaterThan(0);
    }),
    { numRuns },
  );
});
