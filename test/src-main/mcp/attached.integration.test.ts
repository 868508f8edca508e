import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import type { LinkSpec, Question } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { mcpOpener } from '../../../src-main/mcp/open-mcp.ts';
import { MCP_SERVER } from '../../support/mcp-link.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { providersWorkbench } from '../providers/providers-workbench.ts';

const open = { mcp: mcpOpener({ version: '1.2.3', redactor: new Redactor(), log: silentLogger }) };

function spec(...how: string[]): LinkSpec {
  return {
    kind: 'mcp',
    name: 's',
    transport: { type: 'stdio', argv: [process.execPath, MCP_SERVER, ...how], environment: {} },
  };
}

async function attached(how: readonly string[], options: Parameters<typeof providersWorkbench>[0] = {}) {
  const bench = await providersWorkbench({ open, ...options });
  const { workspace } = bench.scope;
  const context = { workspace, cwd: workspace, environment: { PATH: process.env.PATH ?? '' } };
  return { bench, attach: () => bench.providers.attach(spec(...how), context) };
}

test("an attached server's tool is called like any other: asked about, answered, on the record", async () => {
  const { bench, attach } = await attached(['plain']);
  await using _ = bench;
  const view = await attach();
  expect(view).toMatchObject({ state: 'running', pid: expect.any(Number) });
  expect(await bench.call('s_echo', { city: 'Oslo' })).toMatchObject({ outcome: 'done', content: '{"city":"Oslo"}' });
  expect(bench.questions).toMatchObject([{ tool: 's_echo', subject: { kind: 'call' } }]);
  expect(await bench.call('s_fail')).toMatchObject({ content: expect.stringContaining('the disk is full') });
});

test('tools that changed are not offered until the person has approved them', async () => {
  const { bench, attach } = await attached(['plain']);
  await using _ = bench;
  const { id } = await attach();
  await bench.call('s_change');
  const changed = await bench.until(id, ({ state }) => state === 'changed');
  expect(changed.difference).toContain('+    "name": "s_new"');
  expect(
    bench.runner.tools({ session: 'session-1', workspace: bench.scope.workspace }).map(({ name }) => name),
  ).toEqual(['execute_command']);
  const context = { reportBug: (error: unknown) => expect.fail(String(error)) };
  const api = createRouterClient(bench.providers.router, { context });
  await api.approveTools({ id, ...(changed.hash !== undefined && { hash: changed.hash }) });
  expect(await bench.call('s_echo', { a: 1 })).toMatchObject({ outcome: 'done', content: '{"a":1}' });
});

test('a form of the server becomes a question with its schema, and the answer reaches it', async () => {
  const forms: Question[] = [];
  const answer = (question: Question) => {
    if (question.subject.kind !== 'form') return { verdict: 'allow' } as const;
    forms.push(question);
    return { verdict: 'allow', form: { name: 'Ada' } } as const;
  };
  const { bench, attach } = await attached(['plain'], { answer });
  await using _ = bench;
  await attach();
  expect(await bench.call('s_ask')).toMatchObject({ content: '{"action":"accept","content":{"name":"Ada"}}' });
  expect(forms).toMatchObject([{ subject: { server: 's', message: 'Who are you?' } }]);
});

test('10,000 tools are refused with their number, and a name twice with the name', async () => {
  for (const [how, message] of [
    ['many', '10000 tools'],
    ['twice', '"s_a_b" is declared twice'],
  ] as const) {
    const { bench, attach } = await attached([how]);
    await using _ = bench;
    await expect(attach()).rejects.toThrow(message);
  }
});

test('a server that crashes in a call has failed, and its tools are gone', async () => {
  const { bench, attach } = await attached(['plain']);
  await using _ = bench;
  const { id } = await attach();
  expect(await bench.call('s_crash')).toMatchObject({ outcome: expect.not.stringMatching('done') });
  expect(await bench.until(id, ({ state }) => state === 'failed')).toMatchObject({ reason: 'ended by SIGKILL' });
  expect(
    bench.runner.tools({ session: 'session-1', workspace: bench.scope.workspace }).map(({ name }) => name),
  ).toEqual(['execute_command']);
});
