import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import type { RiskRequest } from '../../../../src-main/approvals/risk/model.ts';

let workspace: string;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'sigma-trees-')));
  for (const folder of ['src', 'keys', 'links']) await mkdir(join(workspace, folder));
  await writeFile(join(workspace, 'src/a.ts'), 'KEY');
  await writeFile(join(workspace, 'keys/.env'), 'KEY=1');
  await symlink('/etc/passwd', join(workspace, 'links/out'));
});
afterAll(() => rm(workspace, { recursive: true }));

const classify = createRiskClassifier({
  rules: () => ({ user: [], workspace: [] }),
  home: '/home/somebody',
  own: () => [],
});
const riskOf = (command: string, more: Partial<RiskRequest> = {}) =>
  classify({ command, cwd: workspace, workspace, ...more });

describe('what shows credentials below a folder is not safe, nor what follows links out of it', () => {
  test.each([
    'grep -r KEY .',
    'grep -rh KEY keys',
    'grep -r KEY . | tee found',
    'grep -r "$x" . ',
    'timeout 5 grep -r KEY . > found',
    'rg -u KEY > found',
    'rg KEY -g .env > found',
    'rg -u KEY < /dev/null > found',
    "find . -exec cat {} + -name '*.ts' -exec wc -l {} +",
    "grep -r KEY .; grep -rn x --include='*.c' .",
    "find . -name '.env' | xargs cat",
    "find . -name '.env' | xargs cat | tee found",
    "find . -name '.env' -exec cat {} \\;",
    'find . -type f -exec grep -h KEY {} + > found',
    'find keys -exec timeout 5 cat {} +',
    "find . -name '*.ts' -exec grep -r KEY keys {} +",
    'grep -R root links > found',
    'rg -L root links',
    'rg --follow root > found',
    'diff -r links src > found',
    'find links -exec cat {} + > found',
  ])('%s', async (line) => {
    const { verdict, reasons } = await riskOf(line);
    expect({ verdict, reasons }).toMatchObject({ verdict: 'risky' });
    expect(reasons.join('\n')).toMatch(/may hold credentials|leads elsewhere|known only when it runs/);
  });
});

describe('what reads other files is', () => {
  test.each([
    'grep -rn KEY src',
    'grep -rn KEY src | tee found',
    'grep -rn "$x" src',
    "grep -rn KEY --include='*.ts' . > found",
    'rg KEY > found',
    'ls -laR',
    'find . > found',
    'find . -type f -exec stat {} +',
    'tree > found',
    "find . -name '*.ts' | xargs wc -l | tee found",
    "find . -name '*.ts' -exec wc -l {} + | tee found",
    'grep -r root links > found',
  ])('%s', async (line) => {
    expect(await riskOf(line)).toMatchObject({ verdict: 'safe' });
  });
});

describe('a copy or an archive may be put behind links that lead out of the folder it fills', () => {
  test.each([
    'cp -r src/. links',
    'cp -a src/. links/',
    'cp -a src/. other links',
    'tar -x -f a.tar -C links m1 -C sub m2',
    'tar -xf a.tar -C links',
    'unzip a.zip -d links',
    'unzip a.zip',
  ])('%s', async (line) => {
    const { verdict, reasons } = await riskOf(line);
    expect(verdict).toBe('risky');
    expect(reasons.join('\n')).toMatch(/links\/out leads out of the workspace/);
    expect(await riskOf(line, { hasBox: true })).toMatchObject({ verdict: 'safe' });
  });

  test.each(['cp -r src links', 'cp -r src new', 'cp src/a.ts links', 'tar -xf a.tar -C src', 'cp -r links new'])(
    'but %s',
    async (line) => {
      expect(await riskOf(line)).toMatchObject({ verdict: 'safe' });
    },
  );
});

test('the box hides credentials, and who lets a program run knows what it reads', async () => {
  expect(await riskOf('grep -r KEY . | tee found', { hasBox: true })).toMatchObject({ verdict: 'safe' });
  expect(await riskOf('grep -r KEY .', { lists: { allow: ['grep'], deny: [] } })).toMatchObject({ verdict: 'safe' });
  expect(await riskOf('ls; grep -r KEY .', { lists: { allow: ['ls'], deny: [] } })).toMatchObject({ verdict: 'risky' });
});
