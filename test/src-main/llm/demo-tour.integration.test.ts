import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, test } from 'vitest';
import { createApprovals } from '#approvals';
import { createChat } from '#chat';
import type { Decision, Question } from '#contract';
import { createCommandTool } from '#execution';
import { createFiles } from '#files';

import { createRunner } from '#tools';
import { DemoClient } from '../../../src-main/llm/demo/demo-client.ts';
import { arrayOf } from '../../support/array-of.ts';
import { callWatch } from '../../support/call-watch.ts';
import { fixedLimits } from '../../support/fixed-limits.ts';
import { silentLogger as log } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';

const SAMPLE = join(import.meta.dirname, '../../../resources/sample-workspace');
const context = {
  context: {
    reportBug: (error: unknown) => {
      throw error;
    },
  },
};

/** Creates everything the tour passes through, as the app combines it. */
async function setUp(answer: (question: Question) => Decision) {
  const folder = await temporaryFolder();
  await cp(SAMPLE, folder.path, { recursive: true });
  const ledger = await temporaryLedger();
  const approvals = createApprovals({ log });
  const decisions = createRouterClient(approvals.router, context);
  approvals.onAsked((question) => void decisions.decide({ question: question.id, decision: answer(question) }));
  const files = createFiles({ ledger, sessionTitle: () => 'Tour', log });
  const commands = createCommandTool({
    content: ledger.content,
    redactor: ledger.redactor,
    watch: callWatch(ledger),
    environment: { PATH: process.env.PATH ?? '' },
    limits: fixedLimits({ timeoutMs: 20_000, maxOutputBytes: 1_000_000 }),
    spoolFolder: join(ledger.folder, 'spool'),
  });
  const runner = createRunner({
    sources: [files.tools, commands],
    guard: passThroughGuard,
    policy: askEverything,
    ask: approvals.ask,
    log,
  });
  const model = Object.assign(new DemoClient({ wordDelayMs: 0 }), { bytesPerToken: 3.25 });
  const chat = createChat({
    ledger,
    runner,
    ask: approvals.ask,
    models: { find: () => undefined, selected: () => [], clientFor: () => undefined, demo: () => model },
    maxRounds: () => 25,
    workspaceOf: async () => folder.path,
    openWorkspace: async () => folder.path,
    appVersion: '0.0.0',
    log,
  });
  return {
    file: join(folder.path, 'greet.sh'),
    /** Sends the suggested prompt and waits for the end of its turn. */
    async play() {
      const sessions = createRouterClient(chat.router, context);
      const { id } = await sessions.create({});
      await sessions.send({ session: id, text: 'Make the greeting friendlier' });
      await expect.poll(() => chat.running(), { timeout: 30_000 }).toEqual([]);
      return await arrayOf((await ledger.session(id)).read());
    },
    [Symbol.asyncDispose]: async () => {
      for (const owned of [chat, files, approvals, ledger, folder]) await owned[Symbol.asyncDispose]();
    },
  };
}

const allow: Decision = { verdict: 'allow' };
const dataOf = (events: readonly { readonly type: string; readonly data: unknown }[], type: string) =>
  events.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);

test('the tour goes through the real tools: a change of three hunks, one refused, and a run of what was written', async () => {
  await using it = await setUp((question) =>
    question.subject.kind === 'change' ? { ...allow, change: { revision: 1, accepted: [2, 3] } } : allow,
  );

  const events = await it.play();

  const written = await readFile(it.file, 'utf8');
  expect(written).toContain('echo "usage: greet.sh [NAME ...]"');
  expect(written).toContain('echo "Hello $name, how nice to see you!"');
  const subjects = dataOf(events, 'approval.asked').map(
    ({ subject }) => subject as { kind: string; addedLines?: number },
  );
  expect(subjects.map(({ kind }) => kind)).toEqual(['read', 'change', 'command']);
  expect(subjects[1]).toMatchObject({ addedLines: 3, removedLines: 3 });
  expect(dataOf(events, 'command.ran')).toMatchObject([{ exitCode: 0, command: 'bash greet.sh Ada' }]);
  const replies = dataOf(events, 'llm.replied').map(({ text }) => String(text));
  expect(replies[2]).toMatch(/You took a part of it[\s\S]*refused/);
  expect(replies.at(-1)).toContain('Hello Ada, how nice to see you!');
});

test('a refused command ends the tour; the change stays', async () => {
  await using it = await setUp((question) => {
    if (question.subject.kind === 'command') return { verdict: 'refuse', reason: 'not today' };
    return question.subject.kind === 'change' ? { ...allow, change: { revision: 1, accepted: [1, 2, 3] } } : allow;
  });
  const events = await it.play();
  expect(dataOf(events, 'command.ran')).toEqual([]);
  expect(dataOf(events, 'file.changed')).toHaveLength(1);
  expect(String(dataOf(events, 'llm.replied').at(-1)?.text)).toContain('not today');
});
