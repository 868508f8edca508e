import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRiskClassifier } from '../../../../src-main/approvals/risk/classify.ts';
import type { RiskRequest } from '../../../../src-main/approvals/risk/model.ts';

let workspace: string;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'sigma-trees-')));
  for (const folder of ['src', 'keys', 'links', 'led', 'blank', 'venv']) await mkdir(join(workspace, folder));
  await writeFile(join(workspace, 'src/a.ts'), 'KEY');
  await writeFile(join(workspace, 'keys/.env'), 'KEY=1');
  await writeFile(join(workspace, 'blank/a .env'), 'KEY');
  await symlink('/etc/passwd', join(workspace, 'links/out'));
  await symlink('/etc', join(workspace, 'led/etc'));
  await symlink('/bin/sh', join(workspace, 'venv/python'));
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
    'grep -d recurse KEY .',
    'grep -drecurse KEY',
    'grep -d rec KEY . > found',
    'grep --directories=recurse KEY > found',
    "grep -R root --include='*.conf' led",
    'diff keys src',
    'diff -q src links > found',
    'ls -RL led',
    'ls -lL links',
    'du -L led',
    'tree -l led',
    'find -L led',
    'find led -follow',
    'find blank | xargs cat > found',
    "find blank -name '*.env' | xargs -n1 cat > found",
    'ls -a keys | xargs -I{} cat keys/{}',
    'cd keys && ls -A | xargs cat',
    'rg --files blank | xargs cat',
    'rg --files --hidden | xargs cat',
    'rg -l KEY blank | xargs head',
    'grep -rl KEY blank | sort | xargs cat',
    "grep -l KEY 'blank/a .env' | xargs cat",
    "rg -l -e KEY src/a.ts 'blank/a .env' | xargs cat",
    "grep -l -eKEY 'blank/a .env' | xargs cat",
    "grep -l --regexp=KEY 'blank/a .env' | xargs cat",
    'tar -cf - keys',
    'tar -c -f made.tar .',
    'tar -chf made.tar links',
    'zip -r - keys',
    'zip -r made.zip links',
    'gzip -rc keys',
    'cp -rL links new',
    'x="-r KEY ."; grep $x src/a.ts',
    'read x <<< "-r KEY ."; grep $x src/a.ts',
    'x=-r; grep "$x" KEY',
    'grep "-$x" KEY > found',
    'grep ^$x KEY > found',
    'grep "$""$x" KEY > found',
    'grep ""-"$x" KEY > found',
    'echo -r | xargs -I{} grep {} KEY',
    'cat list | xargs -I% grep -h %y KEY > found',
    'grep {KEY,keys/.env}',
    'grep $(echo KEY keys/.env)',
    'n="1 keys/.env"; head -n $n src/a.ts',
    'set -- KEY keys/.env; grep "$@"',
  ])('%s', async (line) => {
    const { verdict, reasons } = await riskOf(line);
    expect({ verdict, reasons }).toMatchObject({ verdict: 'risky' });
    expect(reasons.join('\n')).toMatch(/may hold credentials|leads elsewhere|known only when it runs|be divided/);
  });
});

describe('what reads other files is', () => {
  test.each([
    'grep -rn KEY src',
    'grep -rn KEY src | tee found',
    'grep -rn -e "$x" src',
    'grep -n "^$x" src/a.ts > found',
    'for p in a b; do grep "$p" src/a.ts; done | tee found',
    'PART=a; grep -rn "$PART" src > found',
    'n=5; tail -n $n src/a.ts | tee found',
    'head -n $((2 + 3)) src/a.ts > found',
    'tail -n +$((2 + 1)) src/a.ts > found',
    'echo KEY | xargs -I{} grep -e {} src/a.ts',
    'grep -d skip KEY src > found',
    'diff src venv/.. > found',
    'ls -L src',
    'ls | xargs -n1 basename',
    'ls src | xargs -I{} cat src/{} | tee found',
    'find blank -print0 | xargs -0 cat | tee found',
    'find src | xargs cat | tee found',
    'rg -l KEY src | xargs head',
    "grep -rl 'KEY is' 'src' | xargs head",
    "rg -l -e 'KEY is' src | xargs head",
    "grep -rl -m 1 'KEY is' src | xargs head",
    'tar -cf - src > made.tar',
    'zip -ry made.zip links',
    'cp -r links new',
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
    'cp -r src/. links/',
    'tar -x -f a.tar -C led m1 -C sub m2',
    'tar -xf a.tar -C led',
    'tar --overwrite -xhf a.tar -C links',
    'tar -x"h"f a.tar -C links',
    'cp -r "src/." links',
    'unzip a.zip -d led',
    'unzip a.zip',
    'chown -RL me links',
    'chgrp -R -L us led',
    'chown -RH me links',
    'chown -R "-L" me links',
  ])('%s', async (line) => {
    const { verdict, reasons } = await riskOf(line);
    expect(verdict).toBe('risky');
    expect(reasons.join('\n')).toMatch(/(?:links\/out|led\/etc) leads out of the workspace/);
    expect(await riskOf(line, { hasBox: true })).toMatchObject({ verdict: 'safe' });
  });

  test.each([
    'cp -r src links',
    'cp -r src new',
    'cp src/a.ts links',
    'tar -xf a.tar -C src',
    'cp -r links new',
    'tar -xf a.tar -C venv',
    'unzip a.zip -d venv',
    'chown -R me links',
  ])('but %s', async (line) => {
    expect(await riskOf(line)).toMatchObject({ verdict: 'safe' });
  });
});

describe('what a line reads may lie behind a link that it copies, moves or unpacks', () => {
  test.each([
    'mkdir new; cp -a links/. new; cat new/out',
    'cp -r links new && head new/out > found',
    'cp "-r" links new && head new/out > found',
    'cp -r led new; grep -r root new',
    'mv links new; cat new/out',
    'for f in out; do cat "new/$f"; cp -r links new; done',
    'tar -xf a.tar -C src; cat src/a.ts',
    'unzip a.zip -d src && grep -r x src > found',
  ])('%s', async (line) => {
    const { verdict, reasons } = await riskOf(line);
    expect({ verdict, reasons }).toMatchObject({ verdict: 'risky' });
    expect(reasons.join('\n')).toMatch(/behind a link that the line makes|known only when it runs/);
  });

  test.each([
    'cp -r src new; cat new/a.ts',
    'mv src/a.ts b.ts && cat b.ts',
    'cp -r links new; cat src/a.ts',
    'cat src/a.ts; cp -r links src',
    'tar -xf a.tar -C src; ls -la src',
    'tar -xf a.tar -C src; cat new',
    'cp -rL src new; cat new/a.ts',
  ])('but %s', async (line) => {
    expect(await riskOf(line)).toMatchObject({ verdict: 'safe' });
  });
});

test('the box hides credentials, and who lets a program run knows what it reads', async () => {
  expect(await riskOf('grep -r KEY . | tee found', { hasBox: true })).toMatchObject({ verdict: 'safe' });
  expect(await riskOf('grep -r KEY .', { lists: { allow: ['grep'], deny: [] } })).toMatchObject({ verdict: 'safe' });
  expect(await riskOf('ls; grep -r KEY .', { lists: { allow: ['ls'], deny: [] } })).toMatchObject({ verdict: 'risky' });
});
