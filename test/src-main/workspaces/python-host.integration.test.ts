import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Case } from '../../conformance/compare-cases.ts';
import { psiToolSchema } from '../../conformance/psi-tool-schema.ts';
import { isAlive } from '../../support/processes.ts';
import { pythonBox } from '../../support/python-host.ts';

const tool = (body: string, signature = 'a: str = ""') =>
  `import asyncio, os, sys, time\nasync def tool(${signature}):\n    "T."\n${body.replaceAll(/^/gm, '    ')}\n`;

test('tools are declared as the conformance cases have them', async () => {
  const cases = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../fixtures/workspaces/tool-cases.json'), 'utf8'),
  ) as Case[];
  expect(cases.length).toBeGreaterThan(20);
  expect(await psiToolSchema(cases, () => {})).toEqual({ passed: cases.length, skipped: 0, failures: [] });
});

test('whatever a tool does comes back as its answer or its error', async () => {
  await using box = await pythonBox({ limits: { answerBytes: 10_000 } });
  await box.write({
    'tools/prints.py': `print("while it is imported")\n${tool('print("x" * 100000); os.write(1, b"raw"); return "said"')}`,
    'tools/exits.py': tool('sys.exit(3)'),
    'tools/raises.py': tool('raise ValueError("no such thing")'),
    'tools/json.py': tool('import json\njson.dumps = None\nreturn {"ü": [1, None]}'),
    'tools/none.py': tool('return None'),
    'tools/large.py': tool('return "x" * 50_000_000'),
    'tools/odd.py': tool('return object()'),
    'tools/surrogate.py': tool('return "a\\udc80b"'),
    'tools/stdin.py': tool('return sys.stdin.read() + "|"'),
    'tools/types.py': tool('import types\nreturn types.__name__'),
  });
  await box.load();
  expect(await box.call('prints')).toBe('said');
  expect(await box.call('json')).toBe('{"ü": [1, null]}');
  expect(await box.call('none')).toBe('null');
  expect(await box.call('surrogate')).toBe('a?b');
  expect(await box.call('stdin')).toBe('|');
  expect(await box.call('types')).toBe('types');
  const problem = async (name: string, args = {}) =>
    (await box.call(name, args).catch((error: Error) => error)) as Error;
  expect((await problem('exits')).message).toBe('Error: It ended the program (exit code 3)');
  expect((await problem('raises')).message).toBe('Error: no such thing');
  expect((await problem('large')).message).toMatch(/^Error: The answer is 50000000 bytes long; at most 10000/);
  expect((await problem('odd')).message).toMatch(/^Error: It returned object, which is no JSON/);
  expect((await problem('none', { b: 1 })).message).toMatch(/^Error: tool\(\) got an unexpected keyword argument 'b'/);
  expect((await problem('nobody')).message).toBe("Error: Tool 'nobody' not found");
  expect(await box.call('none')).toBe('null');
});

test('a number comes to a tool as the model wrote it', async () => {
  await using box = await pythonBox();
  await box.write({ 'tools/same.py': tool('return repr(a)', 'a=0') });
  await box.load();
  const told = (text: string) =>
    box.host.call(
      { tool: 'same', arguments: text, dir: box.folder, session: 's', callId: 'c', timeoutMs: 20_000 },
      new AbortController().signal,
    );

  expect(await told('{"a": 1234567890123456789}')).toBe('1234567890123456789');
  expect(await told('{\n  "a": 1.0\n}')).toBe('1');
  expect(await told('{"a": [2.5, -0, 1e3, 1e30]}')).toBe('[2.5, 0, 1000, 1e+30]');
});

test('calls run side by side, and a file that changed is loaded anew', async () => {
  await using box = await pythonBox();
  const meet =
    'with open("meet", "a") as f: f.write(a)\nwhile len(open("meet").read()) < 2: await asyncio.sleep(0.005)\nreturn a';
  await box.write({ 'tools/meet.py': tool(meet), 'tools/v.py': tool('return 1') });
  await box.load();
  expect(await Promise.all([box.call('meet', { a: '1' }), box.call('meet', { a: '2' })])).toEqual(['1', '2']);
  await box.write({ 'tools/v.py': tool('return 2') });
  await box.load();
  expect(await box.call('v')).toBe('2');
  await box.write({ 'tools/v.py': 'async def tool(:\n' });
  const broken = (await box.load()).find(({ file }) => file === 'tools/v.py');
  expect(broken).toMatchObject({ isOld: true, problem: { file: 'tools/v.py', line: 1 }, declaration: { name: 'v' } });
  expect(await box.call('v')).toBe('2');
});

test('a missing module is named, and what fails at import says its line', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/web.py': 'import no_such_module_here.client\n',
    'tools/bad.py': '\n\nraise RuntimeError("not today")\n',
    'tools/quits.py': 'raise SystemExit(1)\n',
  });
  const byFile = Object.fromEntries((await box.load()).map((one) => [one.file, one]));
  expect(byFile['tools/web.py']).toMatchObject({ missingModule: 'no_such_module_here', problem: { line: 1 } });
  expect(byFile['tools/bad.py']?.problem).toMatchObject({ line: 3, message: 'RuntimeError: not today' });
  expect(byFile['tools/quits.py']?.problem).toMatchObject({ line: 1, message: 'SystemExit: It ended the program' });
});

test('code of the folder that was not trusted is neither imported nor executed', async () => {
  await using box = await pythonBox();
  const helper = 'WORD = "trusted"\n';
  await box.write({
    'helper.py': helper,
    'other.py': 'WORD = "not"\n',
    'run.sh': 'echo ran\n',
    'tools/good.py': `import helper\n${tool('return helper.WORD')}`,
    'tools/bad.py': tool('import other\nreturn other.WORD'),
    'tools/path.py': tool(
      'import importlib.util as u\ns = u.spec_from_file_location("o", "other.py")\nm = u.module_from_spec(s)\ns.loader.exec_module(m)\nreturn m.WORD',
    ),
    'tools/shell.py': tool(
      'import subprocess\nreturn subprocess.run(["bash", "run.sh"], capture_output=True, text=True).stdout',
    ),
    'tools/date.py': tool(
      'import subprocess\nreturn subprocess.run(["echo", "fine"], capture_output=True, text=True).stdout',
    ),
  });
  const trusted = new Map([['helper.py', createHash('sha256').update(helper).digest('hex')]]);
  await box.load(trusted);
  expect(await box.call('good')).toBe('trusted');
  expect(await box.call('date')).toBe('fine\n');
  const why = /other\.py is not what was trusted/;
  await expect(box.call('bad')).rejects.toThrow(why);
  await expect(box.call('path')).rejects.toThrow(why);
  await expect(box.call('shell')).rejects.toThrow(/run\.sh is not what was trusted/);
  await writeFile(join(box.folder, 'helper.py'), 'WORD = "changed"\n');
  await box.write({ 'tools/good.py': `import helper\n${tool('return helper.WORD + "!"')}` });
  expect(await box.load(trusted)).toContainEqual(expect.objectContaining({ file: 'tools/good.py' }));
  // The module that was imported before is the trusted one.
  expect(await box.call('good')).toBe('trusted!');
});

test('a call that is stopped, or takes too long, is told so', async () => {
  await using box = await pythonBox();
  await box.write({ 'tools/waits.py': tool('await asyncio.sleep(60)') });
  await box.load();
  const stop = new AbortController();
  const waiting = box.call('waits', {}, stop.signal);
  stop.abort(new Error('stopped by you'));
  await expect(waiting).rejects.toThrow('stopped by you');

  await using other = await pythonBox();
  await other.write({ 'tools/waits.py': tool('await asyncio.sleep(60)') });
  await other.load();
  const late = other.call('waits', {}, new AbortController().signal, 100);
  await expect(late).rejects.toThrow('It took longer than 0.1 s');
});

test('a call that is stopped leaves nothing behind', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/waits.py': tool('await asyncio.sleep(60)'),
    'tools/starts.py': tool(
      'p = await asyncio.create_subprocess_exec("sleep", "60")\nopen("pid", "w").write(str(p.pid))\nawait p.wait()',
    ),
  });
  await box.load();
  const children = new AbortController();
  const starting = box.call('starts', {}, children.signal);
  await expect.poll(() => readFile(join(box.folder, 'pid'), 'utf8').catch(() => ''), { timeout: 10_000 }).not.toBe('');
  const beside = box.call('waits');
  children.abort(new Error('stopped'));
  await expect(starting).rejects.toThrow('stopped');
  await expect(beside).rejects.toThrow('A call that was stopped took it along');
  await expect(box.host.ended).resolves.toMatchObject({ state: 'completed' });
  const pid = Number(await readFile(join(box.folder, 'pid'), 'utf8'));
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

test('a host that is killed, or hangs, tells every open call why', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/hangs.py': tool('open("hangs", "w").close()\ntime.sleep(60)'),
    'tools/waits.py': tool('await asyncio.sleep(60)'),
  });
  await box.load();
  const open = box.call('waits');
  process.kill(box.host.pid ?? 0, 'SIGKILL');
  await expect(open).rejects.toThrow('It was ended by SIGKILL');
  await expect(box.call('waits')).rejects.toThrow('has ended');
});

test('an import that takes too long ends the host and names the file', async () => {
  await using box = await pythonBox({ limits: { importMs: 300 } });
  await box.write({ 'tools/slow.py': 'import time\ntime.sleep(60)\n' });
  await expect(box.load()).rejects.toMatchObject({ code: 'TIMEOUT', detail: { where: 'tools/slow.py' } });
});

test('a tool that is called system is not taken for the system file', async () => {
  await using box = await pythonBox();
  await box.write({
    'tools/system.py': tool('return "the tool"'),
    'systems/system.py': 'async def build_system_prompt():\n    return "words"\n',
  });
  await box.load();
  expect(await box.call('system')).toBe('the tool');
  expect(await box.host.systemPrompt(new AbortController().signal)).toBe('words');
});

test('the system file has a prompt and a compaction, as functions and as a class', async () => {
  await using box = await pythonBox();
  const { signal } = new AbortController();
  const history = [
    { role: 'user', content: 'one' },
    { role: 'user', content: 'two' },
  ];
  await box.write({
    'systems/system.py':
      'async def build_system_prompt():\n    return "words"\nasync def compact_history(history, max_tokens=4000):\n    return history[-1:] + [{"role": "user", "content": str(max_tokens)}]\n',
  });
  expect(await box.load()).toMatchObject([{ system: { hasPrompt: true, hasCompaction: true } }]);
  expect(await box.host.systemPrompt(signal)).toBe('words');
  const none = async () => '';
  expect(await box.host.compact(history, 99, none, signal)).toEqual([history[1], { role: 'user', content: '99' }]);
  await box.write({
    'systems/system.py':
      'class System:\n    def __init__(self, workspace):\n        self.workspace = workspace\n    def build_system_prompt(self):\n        return str(self.workspace)\n    async def compact_history(self, messages, complete):\n        return [{"role": "user", "content": await complete(messages)}]\n',
  });
  await box.load();
  expect(await box.host.systemPrompt(signal)).toBe(box.folder);
  const complete = async (messages: readonly unknown[]) => `${messages.length} messages`;
  expect(await box.host.compact(history, 99, complete, signal)).toEqual([{ role: 'user', content: '2 messages' }]);
  const fails = () => Promise.reject(new Error('it may cost no more'));
  await expect(box.host.compact(history, 99, fails, signal)).rejects.toThrow('it may cost no more');
  await box.write({
    'systems/system.py':
      'class System:\n    def __init__(self, workspace):\n        pass\n    def compact_history(self, history, max_tokens, complete):\n        return [{"role": "user", "content": f"{len(history)} {max_tokens} {callable(complete)}"}]\n',
  });
  await box.load();
  expect(await box.host.compact(history, 99, complete, signal)).toEqual([{ role: 'user', content: '2 99 True' }]);
});

test('a compaction has its own time, in which the answers of a model do not count', async () => {
  await using box = await pythonBox({ limits: { systemMs: 400 } });
  const { signal } = new AbortController();
  const compact = async (body: string) => {
    await box.write({
      'systems/system.py': `import asyncio\nasync def compact_history(history, max_tokens, complete):\n    ${body}\n`,
    });
    await box.load();
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return 'summary';
    };
    return await box.host.compact([], 9, slow, signal);
  };
  expect(await compact('return [await complete([]), await complete([])]')).toEqual(['summary', 'summary']);
  await expect(compact('await complete([]); await asyncio.sleep(60)')).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: expect.stringContaining('longer than 0.4 s'),
  });
});

test('tools of the documents’ kind work without anyio', async () => {
  // The Python of the path has none; that of Debian may have one.
  await using box = await pythonBox();
  await box.write({
    'a.txt': 'first\nsecond\n',
    'tools/read.py': `import anyio\n${tool('async with await anyio.open_file("a.txt") as f:\n    return await f.read()')}`,
    'tools/path.py': `import anyio\n${tool('p = anyio.Path("x") / "y.txt"\nawait p.parent.mkdir(exist_ok=True)\nawait p.write_text("z")\nreturn [await p.exists(), p.name, str(p.suffix), [q.name async for q in p.parent.iterdir()]]')}`,
  });
  await box.load();
  expect(await box.call('read')).toBe('first\nsecond\n');
  expect(await box.call('path')).toBe('[true, "y.txt", ".txt", ["y.txt"]]');
});

test('richer schemas say what types alone do not', async () => {
  await using box = await pythonBox({ hasRichSchemas: true });
  await box.write({
    'tools/rich.py':
      'from typing import Literal, Optional, List\nasync def tool(a: List[str], b: Literal["x", "y"] = "x", c: Optional[int] = None, d: dict = {}, *e: str):\n    "R."\n',
  });
  const [loaded] = await box.load();
  expect(loaded?.declaration?.parameters).toMatchObject({
    properties: {
      a: { type: 'array', items: { type: 'string' } },
      b: { enum: ['x', 'y'], default: 'x' },
      c: { type: ['integer', 'null'], default: null },
      d: { type: 'object' },
      e: { type: 'array', items: { type: 'string' } },
    },
    required: ['a'],
  });
});
