import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ModelMessage } from '#llm';
import { DemoClient } from '../../../../src-main/llm/demo/demo-client.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { ask } from '../model-fixture.ts';

const SAMPLE = join(import.meta.dirname, '../../../../resources/sample-workspace');
const TOOLS = ['read_file', 'edit_file', 'execute_command'].map((name) => ({ name, description: '', parameters: {} }));
const demo = new DemoClient({ wordDelayMs: 0 });

/** Plays on until the demo asks for nothing more; `answers` says what each call comes to. */
async function play(request: string, answers: Record<string, (args: never) => string | Promise<string>>) {
  const messages: ModelMessage[] = [
    { role: 'system', text: 'You are …' },
    { role: 'user', text: request },
  ];
  for (let round = 0; round < 10; round++) {
    const { reply, text } = await ask(demo, { messages, tools: TOOLS });
    if (!reply) throw new Error('the demo failed');
    expect(text).toBe(reply.text);
    messages.push({ role: 'assistant', text: reply.text, calls: reply.calls });
    if (reply.calls.length === 0) break;
    for (const call of reply.calls) {
      const content = await answers[call.tool]?.(JSON.parse(call.arguments) as never);
      messages.push({
        role: 'tool',
        callId: call.callId,
        content: content ?? 'The person refused this, so nothing was done. They gave no reason.',
      });
    }
  }
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const last = messages.at(-1);
  return { messages, calls, last: last?.role === 'assistant' ? last.text : '' };
}

async function workspace() {
  const folder = await temporaryFolder();
  await cp(SAMPLE, folder.path, { recursive: true });
  const file = join(folder.path, 'greet.sh');
  return {
    file,
    read_file: () => readFile(file, 'utf8'),
    edit_file: async ({ edits }: { edits: { oldText: string; newText: string }[] }) => {
      let text = await readFile(file, 'utf8');
      for (const { oldText, newText } of edits) {
        expect(text.split(oldText)).toHaveLength(2);
        text = text.replace(oldText, () => newText);
      }
      await writeFile(file, text);
      return 'OK';
    },
    execute_command: async ({ command_line }: { command_line: string }) => {
      const { stdout } = await promisify(execFile)('bash', ['-c', command_line], { cwd: folder.path });
      return `\`\`\`\`\`\n${stdout.trimEnd()}\n\`\`\`\`\``;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('the tour reads the real file, changes it in three places, runs it, and tells what it printed', async () => {
  await using it = await workspace();

  const { calls, last } = await play('Make the greeting friendlier', it as never);

  expect(calls.map(({ tool }) => tool)).toEqual(['read_file', 'edit_file', 'execute_command']);
  expect(calls.map(({ callId }) => callId)).toEqual(['demo-1', 'demo-2', 'demo-3']);
  const { path, edits } = JSON.parse(calls[1]?.arguments ?? '');
  expect(path).toBe('greet.sh');
  expect(edits).toHaveLength(3);
  expect(last).toContain('Hello Ada, how nice to see you!\nThat was everybody. Have a lovely day!');
  expect(last).toMatch(/Activity[\s\S]*Undo/);
});

test('a second time it finds nothing to change, says so, and offers to run the script', async () => {
  await using it = await workspace();
  await play('Make the greeting friendlier', it as never);
  const { calls } = await play('make that greeting friendlier please', it as never);
  expect(calls.map(({ tool }) => tool)).toEqual(['read_file', 'execute_command']);
});

test('what was taken in part is told in the app’s own words', async () => {
  await using it = await workspace();
  const report = 'Changed greet.sh in part (+1 −1 lines).\n- Hunk 1 (old line 7): refused; not written.';
  const { messages, calls } = await play('Make the greeting friendlier', { ...it, edit_file: () => report } as never);
  expect(calls.at(-1)).toMatchObject({ tool: 'execute_command', arguments: '{"command_line":"bash greet.sh Ada"}' });
  expect(messages.at(-3)).toMatchObject({
    role: 'assistant',
    text: expect.stringContaining('> - Hunk 1 (old line 7): refused'),
  });
});

describe('a refusal', () => {
  const refusal = 'The person refused this, so nothing was done. Their reason: I like it plain';
  test.each(['read_file', 'edit_file', 'execute_command'])('of %s is respected, with its reason', async (tool) => {
    await using it = await workspace();
    const before = await it.read_file();
    const { calls, last } = await play('Make the greeting friendlier', { ...it, [tool]: () => refusal } as never);
    expect(calls.at(-1)?.tool).toBe(tool);
    expect(last).toContain('I like it plain');
    if (tool !== 'execute_command') expect(await it.read_file()).toBe(before);
  });

  test('of every hunk ends the tour too', async () => {
    await using it = await workspace();
    const told = 'The person refused this change: none of its 3 hunks was accepted. /x/greet.sh is unchanged.';
    const { calls, last } = await play('Make the greeting friendlier', { ...it, edit_file: () => told } as never);
    expect(calls.at(-1)?.tool).toBe('edit_file');
    expect(last).toContain('You refused');
  });
});

test.each([
  ['is not there', () => '/x/greet.sh does not exist; the deepest folder that does is /x', 'does not exist'],
  ['is another', () => '#!/bin/sh\necho something else\n', 'nothing to propose'],
])('when the file %s it says so and offers to list the folder', async (_, read_file, words) => {
  const { calls, messages, last } = await play('Make the greeting friendlier', {
    read_file,
    execute_command: () => '`````\ntotal 0\n-rw-r--r-- a.txt\n`````',
  });
  expect(messages.some((message) => message.role === 'assistant' && message.text.includes(words))).toBe(true);
  expect(JSON.parse(calls.at(-1)?.arguments ?? '')).toEqual({ command_line: 'ls -la' });
  expect(last).toContain('-rw-r--r-- a.txt');
});

test('a change that fails is reported in the app’s words, and nothing is run', async () => {
  await using it = await workspace();
  const { calls, last } = await play('Make the greeting friendlier', {
    ...it,
    edit_file: () => 'greet.sh is binary or not UTF-8, so it cannot be edited as text',
  } as never);
  expect(calls.at(-1)?.tool).toBe('edit_file');
  expect(last).toContain('> greet.sh is binary');
});

test('a failing run is reported with its exit code and real output', async () => {
  await using it = await workspace();
  const told = 'Exit code: 3\n\nOutput:\n`````\nno ``` luck\n`````';
  const { last } = await play('Make the greeting friendlier', { ...it, execute_command: () => told } as never);
  expect(last).toContain('exit code 3 and printed:\n\n````\nno ``` luck\n````');
});

test.each(['What is the capital of France?', 'rm -rf /', ''])('asked %j it says that it is a script', async (asked) => {
  const { calls, last } = await play(asked, {});
  expect(calls).toEqual([]);
  expect(last).toMatch(/script inside Sigma Shell, not an AI/);
  expect(last).toContain('Settings');
});

test('it calls no tool that it was not given', async () => {
  const request = { messages: [{ role: 'user', text: 'Make the greeting friendlier' }] as const, tools: [] };
  const { reply } = await ask(demo, request);
  expect(reply).toMatchObject({ calls: [], finish: 'stop', text: expect.stringContaining('not given the tool') });
});

test('it can be stopped in the middle of a sentence', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  const request = { messages: [{ role: 'user', text: 'hello' }] as const, tools: TOOLS };
  const { failure, text } = await ask(new DemoClient({ wordDelayMs: 10 }), request, stop.signal);
  expect(failure?.code).toBe('cancelled');
  expect(text.length).toBeLessThan(100);
});
