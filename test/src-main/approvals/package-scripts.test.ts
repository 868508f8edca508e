import { expect, test } from 'vitest';
import { analyse } from '#shell-analysis';
import { scriptsIn } from '../../../src-main/approvals/look-at-scripts.ts';

const SCRIPTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/w/package.json': { build: 'tsc', test: 'vitest', stop: 'kill 1' },
  '/w/site/package.json': { build: 'vite build' },
};
const disk = {
  text: (path: string) => {
    const scripts = SCRIPTS[path];
    return scripts && JSON.stringify({ scripts });
  },
};

/** The script that a line is bound to, and the file that it stands in. */
async function boundTo(line: string): Promise<string | undefined> {
  const [script] = scriptsIn(await analyse(line), [['/w']], disk)?.[0] ?? [];
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
