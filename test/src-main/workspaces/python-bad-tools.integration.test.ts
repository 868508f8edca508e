import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../../support/processes.ts';
import { pythonBox } from '../../support/python-host.ts';

const tool = (body: string, signature = '') =>
  `import asyncio, os, sys, time\nasync def tool(${signature}):\n    "T."\n${body.replaceAll(/^/gm, '    ')}\n`;

test('a tool that forks is answered once, and what it left behind ends with the host', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/forks.py': tool('pid = os.fork()\nif pid == 0:\n    return "child"\nreturn str(pid)'),
    'tools/stays.py': tool('pid = os.fork()\nif pid == 0:\n    time.sleep(600)\nreturn str(pid)'),
    'tools/plain.py': tool('return "plain"'),
  });
  await box.load();
  const pid = Number(await box.call('forks'));
  expect(pid).toBeGreaterThan(0);
  expect(await box.call('plain')).toBe('plain');
  const stays = Number(await box.call('stays'));
  expect(await isAlive(stays)).toBe(true);
  await box.host[Symbol.asyncDispose]();
  await expect.poll(async () => (await isAlive(stays)) || (await isAlive(pid)), { timeout: 10_000 }).toBe(false);
});

test('a file whose signature cannot be told is broken by itself, and the others are loaded', async () => {
  await using box = await pythonBox();
  const odd = 'class Odd(type):\n    @property\n    def __name__(cls):\n        raise RuntimeError("no name")\n';
  await box.write({
    'tools/odd.py': `${odd}class A(metaclass=Odd): pass\n${tool('return "x"', 'a: A')}`,
    'tools/unsigned.py': `${tool('return "x"')}tool.__signature__ = 5\n`,
    'tools/plain.py': tool('return "plain"'),
  });
  const loaded = await box.load();
  expect(loaded.map(({ file, problem }) => [file, problem !== undefined])).toEqual([
    ['tools/odd.py', true],
    ['tools/plain.py', false],
    ['tools/unsigned.py', true],
  ]);
  expect(await box.call('plain')).toBe('plain');
});

test('an error that cannot say what it is fails its own call or file alone', async () => {
  await using box = await pythonBox();
  const broken = 'class Broken(Exception):\n    def __str__(self):\n        return None\n';
  await box.write({
    'tools/imports.py': `${broken}raise Broken()\n${tool('return "x"')}`,
    'tools/raises.py': `${broken}${tool('raise Broken("x")')}`,
    'tools/leaves.py': `${broken}${tool('raise SystemExit(Broken("x"))')}`,
    'tools/exits.py': tool('raise SystemExit("")'),
    'tools/plain.py': tool('return "plain"'),
  });
  const loaded = await box.load();
  expect(loaded.map(({ file, problem }) => [file, problem?.message])).toEqual([
    ['tools/exits.py', undefined],
    ['tools/imports.py', 'Broken: Broken'],
    ['tools/leaves.py', undefined],
    ['tools/plain.py', undefined],
    ['tools/raises.py', undefined],
  ]);
  await expect(box.call('raises')).rejects.toThrow('Error: Broken');
  await expect(box.call('leaves')).rejects.toThrow('It ended the program (exit code Broken)');
  await expect(box.call('exits')).rejects.toThrow('It ended the program (exit code )');
  expect(await box.call('plain')).toBe('plain');
});

test('a flood of prints neither holds the answer up nor comes into it', async () => {
  await using box = await pythonBox();
  await box.write({ 'tools/floods.py': tool('for _ in range(20): print("x" * 1_000_000)\nreturn "dry"') });
  await box.load();
  expect(await box.call('floods')).toBe('dry');
});

test('a tool that blocks is ended by its time, with the host and a word to every open call', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/hangs.py': tool('time.sleep(600)'),
    'tools/waits.py': tool('await asyncio.sleep(600)'),
  });
  await box.load();
  const waits = box.call('waits').catch((error: Error) => error.message);
  const signal = new AbortController().signal;
  await expect(box.call('hangs', {}, signal, 300)).rejects.toThrow('It took longer than 0.3 s');
  expect(await waits).toMatch(/took it along/);
  await expect(box.host.ended).resolves.toMatchObject({ state: expect.any(String) });
});

test('modules of the folder do not take the place of those that Python itself needs', async () => {
  await using box = await pythonBox();
  const broken = 'raise RuntimeError("in the place of Python’s own")\n';
  await box.write({
    'tools/good.py': tool('import json, email.message\nreturn json.dumps([1])'),
    'tools/json.py': tool('return "a tool called json"'),
    'asyncio.py': broken,
    'socket.py': broken,
    'tools/anyio.py': tool('return "a tool called anyio"'),
  });
  await box.load();
  expect(await box.call('good')).toBe('[1]');
  expect(await box.call('json')).toBe('a tool called json');
  expect(await box.call('anyio')).toBe('a tool called anyio');
});

test('what a tool does to the standard library stays its own loss', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/breaks.py': tool(
      'import json, builtins\njson.loads = json.dumps = None\nos.write = None\nsys.stdout = sys.stderr = None\nreturn "broke it"',
    ),
    'tools/plain.py': tool('return {"a": 1}'),
  });
  await box.load();
  expect(await box.call('breaks')).toBe('broke it');
  expect(await box.call('plain')).toBe('{"a": 1}');
});

const DEBIAN = '/usr/bin/python3';
const anyioOf = `import anyio\n${tool(
  'await anyio.sleep(0)\nout = await anyio.run_process(["cat"], input=b"fed")\nasync with await anyio.open_file("a.txt") as f:\n    text = await f.read()\nreturn [text, out.stdout.decode(), await anyio.to_thread.run_sync(len, "four"), getattr(anyio, "__file__", "")]',
)}`;

test('the same tools work with an installed anyio and with the stand-in', async () => {
  const answers: string[] = [];
  for (const interpreter of ['python3', DEBIAN]) {
    await using box = await pythonBox({ interpreter });
    await box.write({ 'tools/a.py': anyioOf });
    await writeFile(join(box.folder, 'a.txt'), 'read');
    await box.load();
    const [text, fed, length, file] = JSON.parse(String(await box.call('a'))) as [string, string, number, string];
    expect([text, fed, length]).toEqual(['read', 'fed', 4]);
    answers.push(file);
  }
  // Where Debian's package is installed, it is that one which is used.
  if (existsSync('/usr/lib/python3/dist-packages/anyio/__init__.py')) {
    expect(answers[1]).toBe('/usr/lib/python3/dist-packages/anyio/__init__.py');
  }
});
