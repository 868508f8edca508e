// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expansions of the shell
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analysis, analyse } from '#shell-analysis';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const isLong = process.env.SIGMA_TEST_LONG === '1';
const COUNT = isLong ? 10_000 : 75;
const AT_ONCE = 25;

/** Programs that only note that they were started. */
const STUBS = ['aa', 'bb', 'cc', 'cat', 'ls', 'touch'];
/** Programs that really run others. */
const RUNNERS = ['env', 'nice', 'nohup', 'timeout', 'stdbuf', 'xargs', 'find', 'sh', 'bash', 'dash', 'setsid', 'flock'];

let folder: string;
let bin: string;
let disposeFolder: () => PromiseLike<void>;

beforeAll(async () => {
  const temporary = await temporaryFolder();
  folder = temporary.path;
  disposeFolder = () => temporary[Symbol.asyncDispose]();
  bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of STUBS) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} >> started\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of RUNNERS) symlinkSync(join('/usr/bin', name), join(bin, name));
});
afterAll(async () => {
  await disposeFolder();
});

/** Lists the programs that really started, line by line. */
function started(lines: readonly string[]): string[][] {
  // A folder each: what a line leaves running notes nothing among the next ones'.
  const each = [
    'for line; do mkdir -p $((++n)); cd $n; : > started',
    `timeout -s KILL 1 bash --norc --noprofile -c "$line"$'\nwait' < /dev/null > /dev/null 2>&1`,
    'cat started; echo ---; cd ..; done 2> /dev/null',
  ].join('\n');
  const out = execFileSync(
    '/bin/bash',
    ['--norc', '--noprofile', '-c', each.replaceAll(/\b(mkdir|timeout|cat)(?= )/g, '/usr/bin/$1'), 'bash', ...lines],
    {
      encoding: 'utf8',
      env: { PATH: bin, HOME: folder, LC_ALL: 'C.UTF-8' },
      cwd: mkdtempSync(join(folder, 'work-')),
    },
  );
  return out.split('---\n').map((names) => [...new Set(names.split('\n').filter((name) => name !== ''))]);
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const NAME = fc.constantFrom(
  'aa',
  'bb',
  'cc',
  'cat',
  'ls',
  'touch',
  '"aa"',
  "b'b'",
  '\\cc',
  "$'\\x61a'",
  'a\\\na',
  `${'b'}""b`,
);

const { script } = fc.letrec<{ script: string; command: string; simple: string; argument: string; list: string }>(
  (tie) => ({
    argument: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(
        'x',
        '-l',
        "'a b'",
        '"a  b"',
        'a\\ b',
        '*.md',
        '~',
        '{a,b}',
        '#x',
        'a#b',
        '!',
        '{}',
        '$x',
        '"$HOME"',
        "$'\\''",
      ),
      tie('list').map((inner) => `$(${inner}\n)`),
      tie('list').map((inner) => `"x$(${inner}\n)"`),
      tie('simple').map((inner) => `\`${inner.replaceAll(/[\\`$]/g, '\\$&')}\``),
      tie('simple').map((inner) => `\${y:-$(${inner}\n)}`),
      tie('simple').map((inner) => `"\${y:-$(${inner}\n)}"`),
      tie('simple').map((inner) => `$(( 1 + $(${inner}\n) + 1 ))`),
      tie('simple').map((inner) => `<(${inner}\n)`),
    ),
    simple: fc
      .tuple(
        fc.constantFrom('', '', '', 'A=1 ', 'A= B=2 ', '>o ', '2>&1 '),
        fc.oneof(
          NAME,
          NAME,
          wrapped(),
          fc.constantFrom('!', 'time', 'time -p').chain((word) => NAME.map((name) => `${word} ${name}`)),
        ),
        fc.array(tie('argument'), { maxLength: 2 }),
        fc.constantFrom(
          '',
          '',
          '',
          ' >out',
          ' 2>/dev/null',
          ' <<<x',
          ' >&2',
          ' {v}>out',
          ' <<E\nx $(aa)\nE\n',
          " <<'E'\n$(bb) ;cc\nE\n",
          ' # cc',
        ),
      )
      // A word such as `!` stands before everything else.
      .map(([before, name, words, behind]) =>
        /^(?:!|time)/.test(name)
          ? `${name} ${words.join(' ')}${behind}`
          : `${before}${name} ${words.join(' ')}${behind}`,
      ),
    command: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      tie('simple'),
      tie('simple'),
      tie('list').map((inner) => `(${inner}\n)`),
      tie('list').map((inner) => `{ ${inner}\n}`),
      tie('list').map((inner) => `if ${inner}\nthen aa; else bb\nfi`),
      tie('list').map((inner) => `while ${inner}\nfalse; do cc; done`),
      tie('list').map((inner) => `for i in 1 "$(cc)"; do ${inner}\ndone`),
      tie('list').map((inner) => `case a in a|b) ${inner}\n;; *) bb;; esac`),
      tie('list').map((inner) => `fun() { ${inner}\n}; fun x`),
      tie('list').map((inner) => `function fun ( ${inner}\n)\nfun`),
      tie('list').map((inner) => `eval ${quoted(inner)}`),
      tie('list').map((inner) => `sh -c ${quoted(inner.replaceAll('function fun', 'fun()'))}`),
      tie('list').map((inner) => `bash -ec ${quoted(inner)} x y`),
      tie('list').map((inner) => `bash <<< ${quoted(inner)}`),
      tie('simple').map((inner) => `[[ -n "$(${inner}\n)" ]] && aa`),
      tie('simple').map((inner) => `a[$(${inner}\n)0]=1`),
      tie('simple').map((inner) => `(( 1 + $(${inner}\n) 1 ))`),
      tie('simple').map((inner) => `x=(1 $(${inner}\n))`),
      tie('simple').map((inner) => `trap ${quoted(inner)} EXIT`),
      tie('list').map((inner) => `coproc { ${inner}\n}`),
    ),
    list: fc
      .tuple(
        tie('command'),
        fc.array(fc.tuple(fc.constantFrom('\n', ' && ', ' || ', ' | ', ' |& ', '\n', ' &\n'), tie('command')), {
          maxLength: 2,
        }),
      )
      .map(([first, rest]) =>
        rest.reduce((text, [joint, next]) => `${text}${/#|<</.test(text) ? '\n' : joint}${next}`, first),
      ),
    script: tie('list'),
  }),
);

function wrapped(): fc.Arbitrary<string> {
  const runner = fc.constantFrom(
    'env',
    'env A=1',
    'env -u A',
    'nice',
    'nice -n 5',
    'nohup',
    'timeout 2',
    'timeout -s KILL 2',
    'stdbuf -oL',
    'setsid -w',

    'command',
    'command -p --',
    'exec',
    'xargs',
    'xargs -n1',
    'flock lock',
    'find . -maxdepth 0 -exec',
    'builtin command',
  );
  return fc
    .tuple(fc.array(runner, { minLength: 1, maxLength: 3 }), NAME)
    .map(([runners, name]) => [...runners, name].join(' '));
}

const programsOf = (analysis: Analysis) => new Set(analysis.parts.map(({ program }) => program));

describe('every program that bash starts', () => {
  test('is among the parts', () => {
    const sample = fc.sample(script, COUNT).filter((line) => line.length < 400);
    let count = 0;
    const unread: string[] = [];
    for (let at = 0; at < sample.length; at += AT_ONCE) {
      const lines = sample.slice(at, at + AT_ONCE);
      const real = started(lines);
      for (const [index, line] of lines.entries()) {
        const analysis = analyse(line);
        const known = programsOf(analysis);
        const missing = real[index]?.filter((name) => !known.has(name)) ?? [];
        count += real[index]?.length ?? 0;
        // What the parser gives up on, as one line in thousands, is unknown, and its parts are not all of it.
        if (missing.length > 0 && analysis.errors.length > 0) unread.push(line);
        else expect({ line, missing }).toEqual({ line, missing: [] });
      }
    }
    expect(count).toBeGreaterThan(sample.length);
    expect(unread.map((line) => analyse(line).unknown.length)).not.toContain(0);
    expect(unread.length).toBeLessThan(Math.max(2, sample.length / 100));
  });

  test('is among the parts, or the line is unknown, when the text was spoilt', () => {
    const token = fc.constantFrom(
      "'",
      '"',
      '`',
      '$',
      '(',
      ')',
      '{',
      '}',
      ';',
      '&',
      '|',
      '\n',
      '\\',
      ' ',
      '#',
      '!',
      '<',
      '>',
      '[[',
      ']]',
      '@(',
      '!(',
      '$((',
      '))',
      '<<E\n',
      '\nE\n',
      'if ',
      ' then ',
      ' fi',
      ' do ',
      ' done',
      'esac',
      ' in ',
      '$\\\n(',
      '\t',
      '\r',
      '=',
      '~',
      '*',
      'x=',
      '{ ',
      ' }',
      "$'",
      '<<<',
      '>(',
      '\\\n',
      'time ',
      'coproc ',
      'function ',
      '() ',
    );
    const spoilt = fc
      .tuple(script, fc.array(fc.tuple(fc.nat(), token, fc.nat({ max: 2 })), { minLength: 1, maxLength: 3 }))
      .map(([line, changes]) =>
        changes.reduce((text, [where, put, gone]) => {
          const at = where % (text.length + 1);
          return text.slice(0, at) + put + text.slice(at + gone);
        }, line),
      )
      .filter((line) => line.length < 400);
    const sample = fc.sample(spoilt, COUNT / 2);
    for (let at = 0; at < sample.length; at += AT_ONCE) {
      const lines = sample.slice(at, at + AT_ONCE);
      const real = started(lines);
      for (const [index, line] of lines.entries()) {
        const analysis = analyse(line);
        if (analysis.unknown.length > 0) continue;
        const known = programsOf(analysis);
        const missing = real[index]?.filter((name) => !known.has(name)) ?? [];
        expect({ line, missing }).toEqual({ line, missing: [] });
      }
    }
  });
});
