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
};
const disk = {
  text: (path: string) => {
    const scripts = SCRIPTS[path];
    const name = `@w/${path.split('/').at(-2)}`;
    return scripts && JSON.stringify({ name, scripts, ...(path === '/w/package.json' && ROOT) });
  },
  names: (folder: string) => (folder === '/w/packages' ? ['README.md', 'a', 'b'] : undefined),
};

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
  'npm test -w site',
  'npm test -w odd/deep',
  'npm test -w "$x"',
  'npm test -w',
  'npm test -w @w/a -w @w/b',
  'npm test -ws',
  'npm test --workspaces --if-present',
  'npm test -w @w/a --include-workspace-root',
  'yarn workspace @w/gone test',
  'yarn workspace @w/a',
  'yarn workspaces run test',
  'pnpm --filter @w/a test',
  'pnpm --filter=@w/a test',
  'pnpm test -F @w/a',
  'pnpm -r test',
  'bun --filter=@w/a test',
])('%s is bound to no script, as what it runs is not known', async (line) => {
  expect(await boundTo(line)).toBeUndefined();
});
