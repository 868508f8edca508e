// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expansions of the shell
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 5000 : 60;

/** Ways to write a word that bash reads as the same. */
const spelled = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('plain', 'single', 'double', 'escape', 'ansi'), {
      minLength: word.length,
      maxLength: word.length,
    })
    .map((ways) => [...word].map((one, at) => SPELLINGS[ways[at] ?? 'plain']?.(one) ?? one).join(''));

const SPELLINGS: Readonly<Record<string, (one: string) => string>> = {
  single: (one) => `'${one}'`,
  double: (one) => `"${one}"`,
  escape: (one) => (/\w/.test(one) ? `\\${one}` : one),
  ansi: (one) => `$'\\x${one.charCodeAt(0).toString(16)}'`,
};

/** Generator of commands that destroy the victim, in one simple command or more. */
const deed: fc.Arbitrary<string> = fc.oneof(
  spelled('rm').map((rm) => `${rm} -f "$V"`),
  spelled('unlink').map((unlink) => `${unlink} "$V"`),
  fc.constant('find "$V" -delete'),
  fc.constant('truncate -s 0 "$V"'),
  fc.constant(': > "$V"'),
  fc.constant('printf %s "$V" | xargs rm -f'),
  fc.constant('cp /dev/null "$V"'),
  fc.constant('sed -i d "$V"'),
  fc.constant('sort -o "$V" /dev/null'),
  fc.constant('tee "$V" < /dev/null'),
  fc.constant('x="rm -f $V"; $x'),
  fc.constant('x=\'a[$(rm -f "$V")]\'; echo $((x))'),
  fc.constant(`x='$(rm -f "$V")'; : "\${x@P}"`),
  fc.constant(`x='a[$(rm -f "$V")]'; : "\${!x}"`),
  fc.constant('[ -v \'a[$(rm -f "$V")]\' ]'),
  fc.constant('printf -v \'a[$(rm -f "$V")]\' x'),
  fc.constant('f() { rm -f "$V"; }; f'),
  fc.constant('jobs -x rm -f "$V"'),
  fc.constant('true & wait -n -p \'b[$(rm -f "$V")0]\''),
  fc.constant('x=\'-v a[$(rm${IFS}-f${IFS}"$V")0]\'; test $x'),
  fc.constant('x=\'-v a[$(rm${IFS}-f${IFS}"$V")0] -o 1\'; [ $x -lt 3 ]'),
  fc.constant('test {-v,\'a[$(rm -f "$V")0]\'}'),
  fc.constant('set -- -v \'a[$(rm -f "$V")0]\'; test "$@"'),
  fc.constantFrom('RANDOM', 'SRANDOM', 'HISTCMD', 'OPTIND').map((name) => `${name}='a[$(rm -f "$V")0]'`),
  fc.constant('read OPTIND <<< \'a[$(rm -f "$V")0]\''),
  fc.constant('y=\'b[$(rm -f "$V")0]\'; a[y]=1'),
  fc.constant('y=\'b[$(rm -f "$V")0]\'; a=([y]=1)'),
  fc.constant('a[\'b[$(rm -f "$V")0]\']=1'),
  fc.constant('x=\'$(rm -f "$V")\'; : $\\\n{x@P}'),
  fc.constant('x=\'a[$(rm -f "$V")0]\'; : $\\\n[x]'),
  fc.constant('test=\'a[$(rm -f "$V")0]\'; (\\\n(test))'),
  fc.constant('ls() { rm -f "$V"; }; ls'),
  fc.constant('shopt -s expand_aliases\nalias ls=\'rm -f "$V"\'\nls'),
  fc.constant('ln -s "$(dirname "$V")" l; : > l/victim'),
  fc.constant('cd "$(dirname "$V")"; : > victim'),
  fc.constant('mkdir -p b; printf \'#!/bin/sh\\nrm -f "$V"\\n\' > b/ls; chmod +x b/ls; PATH=b:$PATH ls'),
);

const wrapped = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...WAYS), inner).map(([way, text]) => way(text));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const WAYS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `echo hi; ${text}`,
  (text) => `true && { ${text}\n}`,
  (text) => `( ${text}\n)`,
  (text) => `echo "$(${text}\n)"`,
  (text) => `sh -c ${quoted(text)} 2>/dev/null || bash -c ${quoted(text)}`,
  (text) => `eval ${quoted(text)}`,
  (text) => `for i in 1; do ${text}\ndone`,
  (text) => `if true; then ${text}\nfi`,
  (text) => `case a in a) ${text}\n;; esac`,
  (text) => `cat <<E\n$(${text}\n)\nE`,
  (text) => `trap ${quoted(text)} EXIT`,
  (text) => `env bash -c ${quoted(text)}`,
  (text) => `: "\${unset:-$(${text}\n)}"`,
  (text) => `cat <(${text}\n)`,
  (text) => `printf '%s\\n' ${quoted(text)} | bash`,
  (text) => `true # \n${text}`,
];

const hostile = wrapped(fc.oneof(deed, wrapped(deed)));

test('what destroys a file outside the workspace when bash runs it is never safe', async () => {
  await using folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  const victim = join(folder.path, 'elsewhere/victim');
  mkdirSync(join(folder.path, 'elsewhere'));
  const classify = createRiskClassifier({
    rules: () => ({ user: [], workspace: [] }),
    home: folder.path,
    own: () => [],
  });
  let destroyed = 0;

  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      // The victim by its name, so that the text says what it does as far as it can.
      const command = text.replaceAll('"$V"', victim).replaceAll('$V', victim);
      rmSync(workspace, { recursive: true, force: true });
      mkdirSync(workspace);
      writeFileSync(victim, 'precious');
      const { verdict } = await classify({ command, cwd: workspace, workspace });
      run(command, workspace);
      const isWhole = existsSync(victim) && readFileSync(victim, 'utf8') === 'precious';
      if (!isWhole) destroyed += 1;
      expect(isWhole || verdict !== 'safe', command).toBe(true);
    }),
    { numRuns: RUNS },
  );
  // The oracle sees something.
  expect(destroyed).toBeGreaterThan(RUNS / 2);
});

function run(command: string, cwd: string): void {
  try {
    execFileSync('bash', ['--norc', '-c', command], {
      cwd,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: cwd },
      stdio: 'ignore',
      timeout: 5000,
    });
  } catch {
    // How it ends does not matter.
  }
}
