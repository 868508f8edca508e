import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';
import { scriptsIn } from '../../../src-main/approvals/look-at-scripts.ts';

const ROOT = { workspaces: ['packages/*', './tool', 'odd/**'] };
const SCRIPTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/w/package.json': { build: 'tsc', test: 'vitest', stop: 'kill 1' },
  '/w/site/package.json': { build: 'vite build' },
  '/w/bare/package.json': {},
  '/w/packages/a/package.json': { test: 'a' },
  '/w/packages/b/package.json': { test: 'b' },
  '/w/tool/package.json': { test: 'tool' },
  '/w/odd/deep/package.json': { test: 'odd' },
  '/p/package.json': { test: 'p' },
  '/p/libs/one/package.json': { test: 'one', build: 'one' },
  '/p/site/package.json': { test: 'site' },
};
const disk = {
  text: (path: string) => {
    if (path === '/p/pnpm-workspace.yaml') return "packages:\n  - 'libs/*'\n  - '!**/test/**'\n";
    const scripts = SCRIPTS[path];
    const name = `@w/${path.split('/').at(-2)}`;
    return scripts && JSON.stringify({ name, scripts, ...(path === '/w/package.json' && ROOT) });
  },
  names: (folder: string) => FOLDERS[folder],
};
const FOLDERS: Record<string, string[]> = {
  '/w/packages': ['README.md', 'b', 'a'],
  '/w/odd': ['node_modules', '.git', 'deep'],
  '/w/odd/node_modules': ['never'],
  '/p/libs': ['one'],
};

/** The hash of what a line is bound to, where some scripts are others. */
async function hashWith(line: string, folder: string, others: Readonly<Record<string, string>>): Promise<string> {
  const changed = { ...disk, text: (path: string) => others[path] ?? disk.text(path) };
  const [script] = scriptsIn(await analyse(line), [[folder]], changed)?.[0] ?? [];
  return script?.hash ?? '';
}

/** The script that a line is bound to, and the file that it stands in. */
async function boundTo(line: string, folder = '/w'): Promise<string | undefined> {
  const [script] = scriptsIn(await analyse(line), [[folder]], disk)?.[0] ?? [];
  return script && `${script.of}, ${script.file}`;
}

test.each([
  'npm run build',
  'npm run-script build',
  'npm run --silent build',
  'npm --silent run build',
  'pnpm build',
  'pnpm run build',
  'yarn build',
  'yarn -s build --watch',
  'bun run build',
  'npm run build -- --prefix site',
])('%s runs the script build of the folder', async (line) => {
  expect(await boundTo(line)).toBe('the script build of package.json, /w/package.json');
});

test.each([
  'npm --prefix site run build',
  'npm run build --prefix=site',
  'pnpm -C site build',
  'yarn --cwd site build',
])('%s runs the script build of the package in that folder', async (line) => {
  expect(await boundTo(line)).toBe('the script build of package.json, /w/site/package.json');
});

test.each([
  ['npm test', 'test'],
  ['yarn test', 'test'],
  ['npm t', 'test'],
  ['npm stop', 'stop'],
])('%s runs the script %s', async (line, name) => {
  expect(await boundTo(line)).toBe(`the script ${name} of package.json, /w/package.json`);
});

test.each(['npm build', 'npm install', 'yarn install', 'pnpm why react', 'npm', 'npm --prefix gone run build'])(
  '%s runs no script that is known',
  async (line) => {
    expect(await boundTo(line)).toBeUndefined();
  },
);

test('below the folder of a package its scripts are run', async () => {
  expect(await boundTo('npm test', '/w/src/deep')).toBe('the script test of package.json, /w/package.json');
  expect(await boundTo('npm run build', '/w/site/src')).toBe('the script build of package.json, /w/site/package.json');
  expect(await boundTo('npm test', '/elsewhere')).toBeUndefined();
  expect(await boundTo('npm --prefix . test', '/w/src')).toBeUndefined();
});

test.each([
  ['npm test -w @w/a', '@w/a', 'packages/a'],
  ['npm --workspace=@w/b test', '@w/b', 'packages/b'],
  ['npm run test -w packages/b', 'packages/b', 'packages/b'],
  ['npm test --workspace ./tool', './tool', 'tool'],
  ['npm --prefix .. test -w tool', 'tool', 'tool'],
  ['yarn workspace @w/a test', '@w/a', 'packages/a'],
  ['yarn workspace @w/a run test', '@w/a', 'packages/a'],
])('%s runs the script of that workspace', async (line, member, folder) => {
  const from = line.includes('..') ? '/w/site' : '/w';
  expect(await boundTo(line, from)).toBe(`the script test of package.json of ${member}, /w/${folder}/package.json`);
});

test('a workspace is found from within another', async () => {
  const bound = 'the script test of package.json of @w/b, /w/packages/b/package.json';
  expect(await boundTo('npm test -w @w/b', '/w/packages/a')).toBe(bound);
});

test.each([
  'npm test -w @w/gone',
  'npm test -w packages',
  'npm test -w odd/deep',
  'npm test -w "$x"',
  'npm test -w',
  'npm test -w @w/a -w @w/b',
  'npm test -ws',
  'npm test --workspaces --if-present',
  'npm test -w @w/a --include-workspace-root',
  'yarn workspace @w/gone test',
  'yarn workspaces run test',
  'yarn workspaces foreach -A --include @w/a run test',
  'yarn workspaces foreach -A --include run run test',
  'yarn workspaces foreach -A --exclude @w/b -j run test',
  'yarn workspaces foreach --from run run test',
  'yarn workspaces foreach -A test',
  'pnpm --filter @w/a test',
  'pnpm --filter=@w/a test',
  'pnpm test -F @w/a',
  'pnpm -r test',
  'pnpm -F @w/a test',
  'bun --filter=@w/a run test',
])('%s is bound to that script of all packages, as which it runs is not known', async (line) => {
  expect(await boundTo(line)).toBe('the script test of all packages, /w/package.json');
  const before = await hashWith(line, '/w', {});
  for (const name of ['packages/a', 'packages/b', 'tool', 'odd/deep']) {
    const evil = JSON.stringify({ scripts: { pretest: 'evil' } });
    expect(await hashWith(line, '/w', { [`/w/${name}/package.json`]: evil }), name).not.toBe(before);
  }
  const other = JSON.stringify({ scripts: { test: 'a', lint: 'x' } });
  expect(await hashWith(line, '/w', { '/w/packages/a/package.json': other })).toBe(before);
});

test.each(['yarn workspace @w/a', 'npm install -ws', 'pnpm -r exec tsc', 'yarn workspaces list'])(
  '%s runs no script of several packages that is known',
  async (line) => {
    expect(await boundTo(line)).toBeUndefined();
  },
);

test('the packages of pnpm stand in a file of its own, or anywhere below', async () => {
  expect(await boundTo('pnpm -r build', '/p/libs')).toBe('the script build of all packages, /p/package.json');
  const evil = JSON.stringify({ scripts: { test: 'evil' } });
  const differs = async (folder: string, file: string) =>
    (await hashWith('pnpm -r test', folder, { [file]: evil })) !== (await hashWith('pnpm -r test', folder, {}));
  expect(await differs('/p', '/p/libs/one/package.json')).toBe(true);
  expect(await differs('/p', '/p/site/package.json')).toBe(false);
  FOLDERS['/site'] = ['deep'];
  expect(await differs('/p/site', '/p/libs/one/package.json')).toBe(true);
});

test('a package that was none before is another script', async () => {
  const added = { '/w/packages/README.md/package.json': JSON.stringify({ scripts: { test: 'evil' } }) };
  expect(await hashWith('npm test -ws', '/w', added)).not.toBe(await hashWith('npm test -ws', '/w', {}));
});
