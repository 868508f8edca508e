import { describe, expect, test } from 'vitest';
import { analyse, operandKinds, optionsOf, PROGRAMS, type ProgramDeclaration, valueProblem } from '#shell-analysis';
import { splitPipeline } from '../../../src-main/guard/pipeline-extractors/split-pipeline.ts';

/** Kinds that name something; all others are kinds of texts. */
const NAMING = new Set('read see write delete send unsure disk folder input path'.split(' '));

function* withVerbs(name: string, declared: ProgramDeclaration): Generator<readonly [string, ProgramDeclaration]> {
  yield [name, declared];
  for (const [verb, of] of Object.entries(declared.verbs ?? {})) yield* withVerbs(`${name} ${verb}`, of);
}

const ALL = [...PROGRAMS].flatMap(([name, declared]) => [...withVerbs(name, declared)]);
const doubts = (line: string) => analyse(line).unknown.map(({ code }) => code);
const effects = (line: string) => analyse(line).effects.map(({ kind, target }) => `${kind} ${target}`);

describe('the table of programs', () => {
  test('every option and operand is of a kind that is known', () => {
    const kinds = ALL.flatMap(([name, declared]) => [
      ...[...optionsOf(declared).values()].flatMap(({ kind, name: option }) =>
        kind.split('+').map((one) => [`${name} ${option}`, one] as const),
      ),
      ...operandKinds(declared.operands ?? '').map(({ kind }) => [name, kind] as const),
    ]);
    const isUnknown = (kind: string) =>
      kind !== '' && !NAMING.has(kind) && /no known kind/.test(valueProblem(kind, 'x') ?? '');
    expect(kinds.length).toBeGreaterThan(2000);
    expect(kinds.filter(([, kind]) => isUnknown(kind))).toEqual([]);
  });

  test('options that stand in for an operand, or mean whole trees, are options of the program', () => {
    const named = ALL.flatMap(([name, declared]) =>
      [...(declared.standIns ?? []), ...(declared.trees ?? [])]
        .filter((option) => option !== '*' && !declared.isLenient && !optionsOf(declared).has(option))
        .map((option) => `${name} ${option}`),
    );
    expect(named).toEqual([]);
  });

  test('what is proven to only read writes, deletes and sends nothing by its options', () => {
    const odd = ALL.flatMap(([name, declared]) =>
      [...optionsOf(declared).values()]
        .filter(({ grades, kind }) => grades.has('proven') && (/write|delete|send/.test(kind) || grades.has('unsure')))
        .map((option) => `${name} ${option.name}`),
    );
    expect(odd).toEqual([]);
  });
});

describe('where the tables of before disagreed', () => {
  test.each([
    'sed s/a/b/M',
    'sed s/a/b/m',
    "sed 's/[a]/b/'",
    "sed '1,5{p;d}'",
    'sed y/ab/cd/',
    "sed 's/a/b/;t'",
    "sed '# a comment'",
  ])('%s reads, prints and writes nothing else', (line) => {
    expect(doubts(`${line} README.md`)).toEqual([]);
    expect(effects(`${line} README.md`)).toEqual(['read README.md']);
    expect(splitPipeline(`cat README.md | ${line}`)).toBeDefined();
  });

  test.each([
    ['-i', []],
    ['-i.bak', ['write f.bak']],
    ['-i.bak -n', ['write f.bak']],
    ['--in-place=.bak', ['write f.bak']],
    ["-i'../*'", ['write undefined']],
    ['-i/x', ['write undefined']],
  ])('sed %s writes the file and what it keeps of it', (option, kept) => {
    expect(effects(`sed ${option} s/a/b/ f`)).toEqual(['read f', 'write f', ...kept]);
  });

  test.each(["sed 's/[/x/;a]/y/w out'", "sed '/[/p;a]/w out'", "sed 's/a/b/w out'", "sed '}'"])(
    '%s is not taken for harmless',
    (line) => {
      expect(doubts(`${line} README.md`)).toEqual(['powerful-script']);
      expect(splitPipeline(`cat README.md | ${line}`)).toBeUndefined();
    },
  );

  test('a value of two words, one in the same word, and none', () => {
    expect(effects('jq --arg name value .a x.json')).toEqual(['read x.json']);
    expect(effects('strings -e l x')).toEqual(['read x']);
    expect(effects('column -d x')).toEqual(['read x']);
    expect(doubts('df -B 1K .')).toEqual([]);
    expect(doubts('wget -i list')).toContain('unsure-option');
  });

  test('what is only looked at is said, too', () => {
    expect(effects('find . -newer /etc/passwd')).toEqual(['read .', 'read /etc/passwd']);
    expect(effects('realpath --relative-to=/etc x')).toEqual(['read /etc', 'read x']);
  });

  test('a comparison of awk writes no file', () => {
    expect(splitPipeline("cat x | awk '$1 > 5'")).toBeDefined();
    expect(splitPipeline('cat x | awk \'{print > "y"}\'')).toBeUndefined();
  });
});
