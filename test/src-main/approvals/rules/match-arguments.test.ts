// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what bash expands stands in these lines
import { describe, expect, test } from 'vitest';
import { givenTexts } from '../../../../src-main/approvals/rules/given-texts.ts';
import {
  allows,
  type CommandRule,
  denies,
  type Pattern,
} from '../../../../src-main/approvals/rules/match-arguments.ts';
import { lineFacts } from '../line-facts.ts';
import { command, REST, WORD } from '../policy-bench.ts';

const GLOBS = { '/w/*.txt': 'plain', '/w/*.json': 'code' } as const;

async function isAllowed(line: string, patterns: readonly Pattern[], more: Partial<CommandRule> = {}) {
  const facts = await lineFacts(line, { globs: GLOBS, links: { '/w/link': '/etc/passwd' } });
  const [part] = facts.analysis.parts;
  const place = { part: 0, facts, workspace: '/w' };
  const [words] = (part && givenTexts(part, place)) ?? [];
  const rule = command(part?.program ?? '', [...patterns], more);
  return words !== undefined && allows(rule, words, place) !== undefined;
}

const PATHS = { rest: 'path' } as const;

describe('a rule that allows covers', () => {
  test.each<[string, readonly Pattern[]]>([
    ['npm test', ['test']],
    ["npm 'test'", ['test']],
    ['cargo build --release', ['build', { options: ['--release', '-v'] }]],
    ['rm *.txt', [{ glob: '*.txt' }]],
    ['rm *.txt', [PATHS]],
    ['cat *.json', [PATHS]],
    ['echo $PATH', [{ variable: 'PATH' }]],
    ['frob a', [WORD]],
    ['frob a b', [REST]],
    ['cat -n a b', [PATHS]],
    ['cat', [PATHS]],
    ['head -n 5 a', [PATHS]],
    ['head -n5 a', [PATHS]],
    ['grep -i x a', ['-i', 'x', PATHS]],
    ['git show HEAD~1', ['show', WORD]],
    ['git push origin main', ['push', 'origin', WORD]],
    ['git log --oneline -5', ['log', REST]],
  ])('%s', async (line, patterns) => {
    expect(await isAllowed(line, patterns)).toBe(true);
  });
});

describe('it does not cover', () => {
  test.each<[string, readonly Pattern[]]>([
    ['npm test x', ['test']],
    ['npm', ['test']],
    ['npm Test', ['test']],
    ['npm tеst', ['test']],
    ['npm t?st', ['test']],
    ['echo $test', ['test']],
    ['cargo build --releas', ['build', { options: ['--release', '-v'] }]],
    ["rm '*.txt'", [{ glob: '*.txt' }]],
    ['rm *.log', [{ glob: '*.log' }]],
    ['rm *.json', [PATHS]],
    ['rm $PATH', [{ variable: 'PATH' }]],
    ['printf $PATH', [{ variable: 'PATH' }]],
    ['echo $HOME', [{ variable: 'PATH' }]],
    ['frob $x', [WORD]],
    ['frob ""', [WORD]],
    ['frob -x', [WORD]],
    ['frob a --x', [REST]],
    ['frob a -- b', [REST]],
    ['cat /etc/passwd', [PATHS]],
    ['cat ../a', [PATHS]],
    ['cat a/../../b', [PATHS]],
    ['cat link', [PATHS]],
    ['cat .env', [PATHS]],
    ['cat ~/a', [PATHS]],
    ['cat -- -x', [PATHS]],
    ['rm package.json', [PATHS]],
    ['sort -o a b', [PATHS]],
    ['sort -oa b', [PATHS]],
    ['sort -no a b', [PATHS]],
    ['sort --output=a b', [PATHS]],
    ['sort --outp a b', [PATHS]],
    ['sort --compress-program=sh a', [PATHS]],
    ['sed e a', [REST]],
    ['sed -n p a', [WORD, WORD, WORD]],
    ['awk 1 a', [REST]],
    ['git show HEAD:.env', ['show', WORD]],
    ['git show HEAD:../x', ['show', WORD]],
    ['git push origin +main', ['push', 'origin', WORD]],
    ['git push origin a:b', ['push', 'origin', WORD]],
    ['git push origin :b', ['push', 'origin', WORD]],
    ['git push --force origin main', ['push', REST]],
    ['git -c alias.x=!id x', [REST]],
    ['git stash pop', ['stash', { rest: 'name' }]],
    ['git log --output=x', ['log', REST]],
    ['git diff --ext-diff', ['diff', REST]],
    ['bash x', [REST]],
    ['node -e 1', [REST]],
    ['curl x', [REST]],
    ['find . -delete', [REST]],
  ])('%s', async (line, patterns) => {
    expect(await isAllowed(line, patterns)).toBe(false);
  });
});

test('what is given to a script is open in the box alone, and no option', async () => {
  const script = { of: 'build.sh', hash: 'x' };
  const patterns: readonly Pattern[] = ['build.sh', { rest: 'word' }];
  expect(await isAllowed('bash build.sh a b', patterns, { script, runs: 'box' })).toBe(true);
  expect(await isAllowed('bash build.sh a -x', patterns, { script, runs: 'box' })).toBe(false);
  expect(await isAllowed('bash build.sh "$x"', patterns, { script, runs: 'box' })).toBe(false);
  expect(await isAllowed('bash build.sh a', patterns, { script, runs: 'outside' })).toBe(false);
  expect(await isAllowed('bash build.sh a', patterns, { runs: 'box' })).toBe(false);
  expect(await isAllowed('bash other.sh a', ['other.sh', { rest: 'word' }], { script, runs: 'box' })).toBe(false);
});

describe('a rule that denies', () => {
  test.each<[string, readonly Pattern[], boolean | 'unsure']>([
    ['git push', ['push'], true],
    ['git push', [REST], true],
    ['git', [REST], true],
    ['git push origin', ['push'], false],
    ['git push origin', ['push', REST], true],
    ['git pull', ['push', REST], false],
    ["git 'pu'sh", ['push'], true],
    ['git $x', ['push'], 'unsure'],
    ['git pu?h', ['push'], 'unsure'],
    ['git push $x', ['push'], 'unsure'],
    ['git push $x y', ['push'], false],
    ['git pull $x', ['push'], false],
    ['git', ['push'], false],
    ['rm -x', [WORD], true],
    ['rm ""', [WORD], true],
    ['rm a', [{ options: ['-r', '-R'] }], false],
    ['rm -R', [{ options: ['-r', '-R'] }], true],
  ])('%s against %j: %s', async (line, patterns, expected) => {
    const { analysis } = await lineFacts(line);
    expect(denies(patterns, analysis.parts[0]?.words.slice(1) ?? [])).toBe(expected);
  });
});
