// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell variables
import { describe, expect, test } from 'vitest';
import { expandStage } from '../../../src-main/console/expand.ts';
import { parseShellLine } from '../../../src-main/console/parse-line.ts';

const NAMES = { variables: { V: 'x y', W: 'w', EMPTY: '' }, home: '/home/me' };

/** The words of each stage, expanded. */
function stagesOf(line: string): readonly (readonly string[])[] {
  const parsed = parseShellLine(line);
  if (parsed.kind === 'beyond') throw new Error(`beyond: ${parsed.operator}`);
  return parsed.stages.map((stage) => expandStage(stage, NAMES)?.words ?? []);
}

test.each<[string, string[]]>([
  ['a b  c', ['a', 'b', 'c']],
  ['\ta\t b ', ['a', 'b']],
  ["a ''", ['a', '']],
  ['a ""', ['a', '']],
  ["a '$V'", ['a', '$V']],
  ['a "$V"', ['a', 'x y']],
  ['a $V', ['a', 'x y']],
  ['a x$W.y', ['a', 'xw.y']],
  ['a x${W}y', ['a', 'xwy']],
  ['a "${V}"', ['a', 'x y']],
  ['$UNSET x', ['x']],
  ['a $UNSET$EMPTY b', ['a', 'b']],
  ['a "$UNSET" b', ['a', '', 'b']],
  ["a ''$UNSET b", ['a', '', 'b']],
  ['a $ $$ b$', ['a', '$', '$$', 'b$']],
  ['a "$" "$ x"', ['a', '$', '$ x']],
  ['a --x="y z"', ['a', '--x=y z']],
  ['a"b"c', ['abc']],
  [`'it'"s"`, ['its']],
  ['a \\| b', ['a', '|', 'b']],
  ['a|b\\|c', ['a']],
  ['a \\$V', ['a', '$V']],
  ['a\\ b', ['a b']],
  ['"a\\"b"', ['a"b']],
  ['"a\\\\b\\$V\\`"', ['a\\b$V`']],
  ['"a\\nb"', ['a\\nb']],
  ["'a\\b'", ['a\\b']],
  ["'|' x", ['|', 'x']],
  ['a ~', ['a', '/home/me']],
  ['a ~/x', ['a', '/home/me/x']],
  ['a x~ "~" \\~ ~', ['a', 'x~', '~', '~', '/home/me']],
  ['a b\nc', ['a', 'b\nc']],
  ['a "b\nc"', ['a', 'b\nc']],
  ['a b#c', ['a', 'b#c']],
  ['a hello! x=1', ['a', 'hello!', 'x=1']],
  ['a ";" "&" "*" \\* \\; \\&', ['a', ';', '&', '*', '*', ';', '&']],
  ['a $constructor b', ['a', 'b']],
  ['a é日本 🎉', ['a', 'é日本', '🎉']],
])('%j is read as %j', (line, words) => {
  expect(stagesOf(line)[0]).toEqual(words);
});

test.each([
  ['a | b', [['a'], ['b']]],
  ['a|b', [['a'], ['b']]],
  ['a x|b y | c', [['a', 'x'], ['b', 'y'], ['c']]],
])('%j is a pipeline', (line, stages) => {
  expect(stagesOf(line)).toEqual(stages);
});

test.each<[string, RegExp]>([
  ['"abc', /quote " at character 1 is not closed/],
  ["a 'bc", /quote ' at character 3 is not closed/],
  ['ls > "abc', /not closed/],
  ['a\\', /ends with a backslash/],
  ['a |', /empty command/],
  ['| a', /empty command/],
  ['a | | b', /empty command/],
  ['', /empty command/],
  ['FOO=1', /FOO=… alone/],
  ['FOO=1 | cat', /FOO=… alone/],
  ['FOO=1 BAR="x y"', /FOO=… alone/],
])('%j is an error in any mode', (line, message) => {
  expect(() => parseShellLine(line)).toThrow(message);
});

test.each<[string, string, string | undefined]>([
  ['ls > x', '>', 'ls'],
  ['ls>x', '>', 'ls'],
  ['ls 2>&1', '>&', 'ls'],
  ['a;b', ';', 'a'],
  ['a && b', '&&', 'a'],
  ['a || b', '||', 'a'],
  ['a & ', '&', 'a'],
  ['curl http://h/?a=1&b=2', '?', 'curl'],
  ['curl http://h/x&y', '&', 'curl'],
  ['cat < x', '<', 'cat'],
  ["cat <<'EOF'\nit's\nEOF", '<<', 'cat'],
  ['echo $(date)', '$(', 'echo'],
  ['echo "$(date)"', '$(', 'echo'],
  ['echo `date`', '`', 'echo'],
  ['echo "`date`"', '`', 'echo'],
  ['echo ${V:-x}', '${', 'echo'],
  ["echo $'a\\n'", "$'", 'echo'],
  ['ls *.go', '*', 'ls'],
  ['ls a?', '?', 'ls'],
  ['[ -f x ]', '[', '['],
  ['echo {a,b}', '{', 'echo'],
  ['(ls)', '(', '('],
  ["ls # don't", '#', 'ls'],
  ['ls ~root', '~root', 'ls'],
  ['cd ~-', '~-', 'cd'],
  ['if true', 'if', 'if'],
  ['a | while read x', 'while', 'a'],
  ['! true', '!', '!'],
  ['time ls', 'time', 'time'],
  ['a |& b', '|&', 'a'],
  ['attach x > y', '>', 'attach'],
])('%j goes beyond the grammar with %s', (line, operator, firstWord) => {
  expect(parseShellLine(line)).toEqual({ kind: 'beyond', operator, firstWord });
});

describe('assignments', () => {
  const commandOf = (line: string) => {
    const parsed = parseShellLine(line);
    if (parsed.kind === 'beyond') throw new Error(parsed.operator);
    return parsed.stages.map((stage) => expandStage(stage, NAMES));
  };

  test('hold for the one command they stand before', () => {
    expect(commandOf('FOO=1 BAR="a $V" cmd x=2 | other')).toEqual([
      { words: ['cmd', 'x=2'], assignments: { FOO: '1', BAR: 'a x y' } },
      { words: ['other'], assignments: {} },
    ]);
  });

  test('see those before them, and expand the home folder', () => {
    expect(commandOf('A=1 B=$A C=~/x D= cmd')[0]?.assignments).toEqual({ A: '1', B: '1', C: '/home/me/x', D: '' });
  });

  test('are none when the name is quoted or no name', () => {
    expect(stagesOf("'FOO'=1 x")[0]).toEqual(['FOO=1', 'x']);
    expect(stagesOf('1A=2 x')[0]).toEqual(['1A=2', 'x']);
    expect(stagesOf('a-b=2 x')[0]).toEqual(['a-b=2', 'x']);
  });
});

test('a word knows where it stands and which of it was quoted', () => {
  const parsed = parseShellLine(`ls "a b"$V`);
  expect(parsed).toMatchObject({
    stages: [
      {
        words: [
          { start: 0, end: 2, pieces: [{ kind: 'text', text: 'ls', isQuoted: false }] },
          {
            start: 3,
            end: 10,
            pieces: [
              { kind: 'text', text: 'a b', isQuoted: true },
              { kind: 'variable', name: 'V', isQuoted: false },
            ],
          },
        ],
      },
    ],
  });
});

test('a newline between words is told, since a shell would end the command there', () => {
  expect(parseShellLine('a\nb')).toMatchObject({ kind: 'stages', hasNewline: true });
  expect(parseShellLine("a 'x\ny'")).toMatchObject({ kind: 'stages', hasNewline: false });
});
