import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';
import { scriptsIn } from '../../../src-main/approvals/look-at-scripts.ts';

const SCRIPTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/w/package.json': { build: 'tsc', test: 'vitest', stop: 'kill 1' },
  '/w/site/package.json': { build: 'vite build' },
  '/w/bare/package.json': {},
};
const disk = {
  text: (path: string) => {
    const scripts = SCRIPTS[path];
    return scripts && JSON.stringify({ scripts });
  },
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
