import { describe, expect, test } from 'vitest';
import { whyNotFind } from '../../../../src-main/approvals/read-only/find.ts';
import { PathJudge } from '../../../../src-main/approvals/read-only/path-judge.ts';
import { whyNotReader } from '../../../../src-main/approvals/read-only/programs.ts';
import { whyNotXargs } from '../../../../src-main/approvals/read-only/xargs.ts';

const pathJudge = () =>
  new PathJudge({
    roots: ['/work'],
    cwds: ['/work'],
    realpath: (path) => (path.startsWith('/work/link') ? '/elsewhere' : path),
    isFile: () => false,
    names: () => undefined,
    text: () => undefined,
  });

const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('\\n', '\n'));
/** Stages of a pipeline, the last of which is xargs; no word has a blank in it. */
function why(line: string): string | undefined {
  const stages = line.split(' | ').map(words);
  return whyNotXargs(stages.at(-1) ?? [], stages.slice(0, -1), pathJudge());
}

describe('xargs only reads with a program that does, given names that find prints', () => {
  test.each([
    'find src | xargs cat',
    'find src | xargs',
    'find | xargs -n 1 wc -l',
    'find src -name *.ts | sort -u | head -n 5 | xargs -r -t grep -n x',
    'find src -print0 | xargs -0 cat',
    'find src -print0 | xargs --null -P4 head -3',
    'find src | xargs -I{} grep x {}',
    'find src | xargs -I % head -1 %',
    'find src | xargs -d \\n cat',
    'find src | xargs awk {print}',
    'find src | xargs -n1 sed -n 1p',
    'find src | xargs jq .name',
    'find src | xargs -- cat',
    'find src | xargs git log -p --',
    'find src | xargs rg x',
  ])('%s', (line) => {
    expect(why(line)).toBeUndefined();
  });
});

describe('it is not known to with anything else', () => {
  test.each([
    ['cat list | xargs cat', 'known only when it runs'],
    ['xargs cat', 'known only when it runs'],
    ['find src | tr a b | xargs cat', 'known only when it runs'],
    ['find src | sed s/a/b/ | xargs cat', 'known only when it runs'],
    ['find src | grep -o x | xargs cat', 'known only when it runs'],
    ['find src | sort other | xargs cat', 'known only when it runs'],
    ['find src | head -c 5 | xargs cat', 'known only when it runs'],
    ['find src -printf x | xargs cat', 'not names alone'],
    ['find src -ls | xargs cat', 'not names alone'],
    ['find src -exec echo x ; | xargs cat', 'not names alone'],
    ['find /etc | xargs cat', 'outside the workspace'],
    ['find src .. | xargs cat', 'outside the workspace'],
    ['find link/ | xargs cat', 'leads outside'],
    ['find src | xargs rm', 'not on the list'],
    ['find src | xargs ./cat', 'not on the list'],
    ['find src | xargs sort -o', 'not known to read only'],
    ['find src | xargs sh -c', 'not on the list'],
    ['find src | xargs find', 'not looked into'],
    ['find src | xargs /usr/bin/find', 'not looked into'],
    ['find src | xargs nice cat', 'not looked into'],
    ['find src | xargs cd', 'not looked into'],
    ['find src | xargs -a list cat', '-a'],
    ['find src | xargs --arg-file=list cat', '--arg-file'],
    ['find src | xargs -p cat', '-p'],
    ['find src | xargs -i cat', '-i'],
    ['find src | xargs --replace=x cat', '--replace'],
    ['find src | xargs --arg cat', '--arg'],
    ['find src | xargs -I{} {}', 'runs what it is given'],
    ['find src | xargs -Icat cat', 'runs what it is given'],
    ['find src | xargs -I{} -Ia cat {}', 'runs what it is given'],
    ['find src | xargs -I{} grep -e{} x', 'into an argument'],
    ['find src | xargs -da cat', 'divides in an unknown way'],
    ['find src | xargs --delimiter=: cat', 'divides in an unknown way'],
    ['find src -print0 | xargs cat', 'different ways'],
    ['find src | xargs -0 cat', 'different ways'],
    ['find src -print0 | sort | xargs -0 cat', 'different ways'],
    ['find src -print0 -print | xargs -0 cat', 'not understood'],
  ])('%s', (line, text) => {
    expect(why(line)).toContain(text);
  });
});

test('with two ways to divide, the last counts: a name with a line in it would become two', () => {
  expect(why('find src -print0 | xargs -0 -d \\n cat')).toBe('xargs divides in two ways');
  expect(why('find src -print0 | xargs -d \\n -0 cat')).toBe('xargs divides in two ways');
});

describe('a name that is found is no script: it may be any text', () => {
  test.each(['awk', '/usr/bin/awk', 'gawk', 'sed', 'sed -n', 'sed -e p -e', 'jq', '-I% awk % x', '-I% sed % x'])(
    'xargs %s',
    (command) => {
      for (const start of ['src', 'ahello', '=;#', 's/a', '1;"']) {
        expect(why(`find ${start} | xargs ${command}`), start).toBeDefined();
      }
    },
  );

  test.each(['awk {}', 'awk {} {}', 'nice awk {}', 'timeout 5 /bin/sed {} x', 'sed {} x', 'sed -n -e {} x', 'jq {} x'])(
    'find -exec %s',
    (command) => {
      for (const start of ['src', 'src/', 'ahello', '=;#', 's/a', '1;"']) {
        const given = [start, '-exec', ...words(command), ';'];
        expect(whyNotFind(given, pathJudge(), whyNotReader), start).toBeDefined();
      }
    },
  );

  test('it says so', () => {
    const text = 'what it runs would take a name that is found for more than a name';
    expect(why('find src | xargs awk')).toBe(text);
    expect(whyNotFind(words('src -exec awk {} +'), pathJudge(), whyNotReader)).toBe(text);
  });

  test.each(['cat {}', 'grep {} x', 'awk 1 {}', 'sed -n 1p {}', 'ls -l {}', 'basename {}', 'stat -c %s {}'])(
    'where a program wants a path or a text, it is one: find -exec %s',
    (command) => {
      expect(whyNotFind(['src', '-exec', ...words(command), ';'], pathJudge(), whyNotReader)).toBeUndefined();
    },
  );
});

test('what lies below is read with it: all of it, or what find named', () => {
  const at = pathJudge();
  expect(whyNotXargs(words('xargs cat'), [words('find src -name *.TS')], at)).toBeUndefined();
  expect(whyNotXargs(words('xargs grep -r x'), [words('find src -name *.ts')], at)).toBeUndefined();
  expect(at.below).toContainEqual(
    expect.objectContaining({ folder: '/work/src', isFollowing: true, isDivided: true, names: ['*.ts'] }),
  );
  expect(at.below.at(-1)).toMatchObject({ folder: '/work/src', names: undefined });
});
