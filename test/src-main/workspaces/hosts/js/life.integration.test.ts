import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { probeSandbox } from '#process/sandbox/probe';
import { programInSandbox } from '#process/sandbox/sandboxed-program';
import { startNodeUtility } from '../../../../../src-main/electron/utility-program.ts';
import { jsHostProgram } from '../../../../support/js-host-program.ts';
import { jsWorkspace } from '../../../../support/js-workspace.ts';
import { isAlive } from '../../../../support/processes.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';
import { utilityFork } from '../../../../support/utility-fork.ts';

const { works, program, why } = await probeSandbox({ PATH: process.env.PATH ?? '' });
const boxTest = test.skipIf(!works);
if (!works) test.skip(`no sandbox works here: ${why}`, () => {});

const HANGING = {
  'tools/polite.mjs': `
export async function tool({}, { signal }) {
  return await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}`,
  'tools/waits.mjs': 'export async function tool({}) { await new Promise(() => {}); }',
  'tools/loops.mjs': 'export async function tool({}) { for (;;); }',
  'tools/other.mjs': 'export async function tool({}) { await new Promise((r) => setTimeout(r, 50)); return "other"; }',
};

test('calls run side by side, and one that heeds its signal is stopped alone', async () => {
  await using it = await jsWorkspace(HANGING);
  await it.load();
  const stop = new AbortController();
  const polite = it.failure('polite', {}, { signal: stop.signal });
  expect(await it.call('other')).toBe('other');
  stop.abort();

  expect(await polite).toBe('polite was stopped before it answered.');
  expect(await it.failure('polite', {}, { timeoutMs: 50 })).toBe('polite did not answer within 0.05 s.');
  expect(await it.call('other')).toBe('other');
  expect(await isAlive(it.host.pid ?? 0)).toBe(true);
});

test.each(['waits', 'loops'])(
  'a call that %s is ended with the process, and every open call is told why',
  async (name) => {
    await using it = await jsWorkspace(HANGING);
    await it.load();
    const stop = new AbortController();
    const [stopped, other] = [it.failure(name, {}, { signal: stop.signal }), it.failure('polite')];
    await new Promise((resolve) => setTimeout(resolve, 50));
    stop.abort();

    expect(await stopped).toBe(`${name} was stopped before it answered.`);
    const reason = `${name} did not stop when it was asked to`;
    expect(await other).toContain(`has ended: ${reason}`);
    expect(await it.host.ended).toEqual({ state: 'failed', reason, wantsRestart: true });
    expect(await it.failure('other')).toContain(reason);
    await it.host.end(0);
    expect(await isAlive(it.host.pid ?? 0)).toBe(false);
  },
);

test('what a tool prints is heard, a flood included, and what it leaves behind ends with the host', async () => {
  await using it = await jsWorkspace({
    'tools/prints.mjs':
      "export async function tool({}) { console.log('printed'); console.error('told'); for (let n = 0; n < 200; n++) process.stdout.write('x'.repeat(10_000)); return 'on'; }",
    'tools/leaves.mjs':
      "import { spawn } from 'node:child_process'; export async function tool({}) { const c = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' }); c.unref(); return c.pid; }",
  });
  await it.load();

  expect(await it.call('prints')).toBe('on');
  await expect.poll(() => it.printed()).toMatch(/printed[\s\S]*x{1000}/);
  expect(it.printed()).toContain('told');
  const left = (await it.call('leaves')) as number;
  expect(await isAlive(left)).toBe(true);
  await it.host.end();
  await expect.poll(() => isAlive(left)).toBe(false);
  expect(await it.host.ended).toEqual({ state: 'completed', reason: 'by user' });
});

test('a process that is killed in a call tells it', async () => {
  await using it = await jsWorkspace({
    'tools/dies.mjs':
      "export async function tool({}) { process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); }",
  });
  await it.load();
  expect(await it.failure('dies')).toContain('has ended: ended by SIGKILL');
  expect(await it.host.ended).toMatchObject({ state: 'failed', wantsRestart: true });
});

test('an import that does not end is a problem of its file alone, and one that blocks ends the process', async () => {
  await using it = await jsWorkspace(
    {
      'tools/a.mjs': 'await new Promise(() => setTimeout(() => {}, 1e6)); export const tool = async ({}) => 1;',
      'tools/b.mjs': 'export const tool = async ({}) => 2;',
      'tools/c.mjs': "import 'loguru'; export const tool = async ({}) => 2;",
      'tools/d.mjs': "\nthrow new Error('not today');",
      'tools/e.mjs': 'export const other = 1;',
      'tools/f.ts': 'export const tool = async ({}: { a: string; }) => 1;\n\nconst = 4;',
    },
    { limits: { importMs: 300 } },
  );
  const [a, b, c, d, e, f] = await it.load();
  expect(a?.problem).toEqual({ file: 'tools/a.mjs', message: 'Its import took longer than 0.3 s.' });
  expect(b?.declaration?.name).toBe('b');
  expect(c).toEqual({
    file: 'tools/c.mjs',
    missingModule: 'loguru',
    problem: { file: 'tools/c.mjs', message: 'It imports loguru, which is not installed.' },
  });
  expect(d?.problem).toEqual({ file: 'tools/d.mjs', line: 2, message: 'not today' });
  expect(e?.problem?.message).toContain('It exports no function `tool`');
  expect(f?.problem).toMatchObject({ file: 'tools/f.ts', line: 3 });

  await it.write({ 'tools/blocks.mjs': 'for (;;);' });
  await expect(it.load()).rejects.toMatchObject({ code: 'TIMEOUT', detail: { where: 'tools/blocks.mjs' } });
  expect((await it.host.ended).reason).toContain('the import of tools/blocks.mjs did not end');
});

test('a load that is stopped leaves the process as it is', async () => {
  await using it = await jsWorkspace({
    'tools/a.mjs': 'await new Promise((r) => setTimeout(r, 400)); export const tool = async ({}) => 1;',
  });
  await expect(it.load([], AbortSignal.timeout(100))).rejects.toMatchObject({ code: 'CANCELLED' });
  expect((await it.load())[0]?.declaration?.name).toBe('a');
  expect(await it.call('a')).toBe(1);
});

test('a system file builds the prompt and compacts, with the answers of the model', async () => {
  await using it = await jsWorkspace({
    'systems/system.ts': `
type Message = { role: string; content: string };
export async function buildSystemPrompt(): Promise<string> { return 'You are in ' + process.cwd(); }
export async function compactHistory(history: Message[], maxTokens: number, complete: (m: Message[]) => Promise<string>) {
  const summary = await complete(history.slice(0, -1)).catch((error) => 'none: ' + error.message);
  return [{ role: 'user', content: summary + ' ' + maxTokens }, ...history.slice(-1)];
}`,
  });
  const signal = new AbortController().signal;
  expect(await it.load()).toEqual([{ file: 'systems/system.ts', system: { hasPrompt: true, hasCompaction: true } }]);
  const history = ['a', 'b', 'c'].map((content) => ({ role: 'user', content }));

  expect(await it.host.systemPrompt(signal)).toBe(`You are in ${it.path}`);
  expect(await it.host.compact(history, 900, async (messages) => `${messages.length} messages`, signal)).toEqual([
    { role: 'user', content: '2 messages 900' },
    { role: 'user', content: 'c' },
  ]);
  const refuses = () => Promise.reject(new Error('the cap is reached'));
  expect(await it.host.compact(history, 1, refuses, signal)).toMatchObject([
    { content: 'none: the cap is reached 1' },
    {},
  ]);

  await it.write({
    'systems/system.ts':
      'export class System { constructor(readonly at: string) {} buildSystemPrompt() { return 5; } }',
  });
  await it.load();
  await expect(it.host.systemPrompt(signal)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('returned a number'),
  });
  await expect(it.host.compact([], 1, refuses, signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('a compaction has its own time, in which the answers of a model do not count', async () => {
  const own = (body: string) => ({
    'systems/system.mjs': `export async function compactHistory(history, maxTokens, complete) { ${body} }`,
  });
  const files = own('return [await complete([]), await complete([])];');
  await using it = await jsWorkspace(files, { limits: { systemMs: 400 } });
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    return 'summary';
  };
  const compact = async () => {
    await it.load();
    return await it.host.compact([], 9, slow, new AbortController().signal);
  };
  expect(await compact()).toEqual(['summary', 'summary']);
  await it.write(own('await complete([]); await new Promise(() => {});'));
  await expect(compact()).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('longer than 0.4 s'),
  });
});

boxTest(
  'it runs in the box: it answers through it, its own code cannot be changed and the network is not there',
  async () => {
    const tools = {
      'tools/writes.mjs':
        "import { writeFile } from 'node:fs/promises'; export const tool = ({ file }) => writeFile(file, 'x').then(() => 'written', (e) => e.code);",
      'tools/fetches.mjs':
        "import { networkInterfaces } from 'node:os'; export const tool = async ({}) => Object.keys(networkInterfaces());",
      'data/x': '',
    };
    const bundle = dirname(await jsHostProgram());
    await using it = await jsWorkspace(tools, {
      boxed: (what, cwd) =>
        programInSandbox(what, {
          strength: 'workspace',
          program: program ?? '',
          workspace: cwd,
          cwd,
          hide: [],
          readOnly: [join(cwd, 'tools')],
          // The checkout may lie below /tmp, which is private in the box.
          shown: new Map([[bundle, bundle]]),
        }),
    });
    await it.load();

    expect(it.host.isBoxed).toBe(true);
    expect(await it.call('writes', { file: 'data/new' })).toBe('written');
    expect(await it.call('writes', { file: 'tools/new.mjs' })).toBe('EROFS');
    expect(await it.call('fetches')).toEqual(['lo']);
    const stop = new AbortController();
    stop.abort();
    expect(await it.failure('writes', { file: 'data/late' }, { signal: stop.signal })).toContain('before it began');
    await it.host.end();
    expect(await isAlive(it.host.pid ?? 0)).toBe(false);
  },
);

test('a utility process of Electron answers the same, and says that it is in no box', async () => {
  await using folder = await temporaryFolder();
  await using it = await jsWorkspace(
    { 'tools/greet.ts': 'export const tool = async ({ name }: { name: string }) => "hello " + name;' },
    { startNode: startNodeUtility(utilityFork(folder.path)), boxed: (what) => what },
  );
  await it.load();
  expect(await it.call('greet', { name: 'you' })).toBe('hello you');
  expect(it.host.isBoxed).toBe(false);
});
