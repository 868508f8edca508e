import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createRules } from '#approvals';
import { type Question, Settings, type Subject } from '#contract';
import { Emitter } from '#core/async/emitter';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { command } from './policy-bench.ts';

const limits = { timeoutMs: 1, maxOutputBytes: 1 };

export async function rulesBench(text?: string) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const workspace = join(folder.path, 'work');
  const file = join(folder.path, 'data', 'rules.yaml');
  await mkdir(workspace);
  if (text !== undefined) {
    await mkdir(join(folder.path, 'data'));
    await writeFile(file, text);
  }
  const session = await ledger.session('session-1');
  await session.append('session.created', { title: 't', workspace, app: '1' });
  const waiting: Question[] = [];
  const rules = await createRules({
    file,
    ledger,
    settings: { current: () => Settings.parse({}), onChanged: new Emitter<unknown>().subscribe },
    probeSandbox: async () => ({ works: true }),
    firstWorkspace: () => workspace,
    home: folder.path,
    own: () => [file],
    record: () => ledger.session('rules-1'),
    waiting: () => waiting,
    log: silentLogger,
  });
  const api = createRouterClient(rules.router, {
    context: {
      reportBug: (error) => {
        throw error;
      },
    },
  });
  const subjectOf = (line: string): Subject => ({ kind: 'command', command: line, cwd: workspace, limits });
  const decide = (subject: Subject) =>
    rules.policy({
      plan: { subject, isOutside: false, warnings: [] },
      tool: 'execute_command',
      session: 'session-1',
      workspace,
    });
  return {
    file,
    workspace,
    ledger,
    session,
    api,
    waiting,
    rules,
    line: (text: string) => decide(subjectOf(text)),
    decide,
    /** Records a decision as the runner does. */
    async past(line: string, verdict: 'allow' | 'refuse') {
      const { judged, judgement } = await decide(subjectOf(line));
      const by = judgement.verdict === 'ask' ? 'person' : 'rule';
      await session.append('approval.decided', { callId: line, by, verdict, ...(judged && { judged }) });
    },
    async ask(line: string): Promise<Question> {
      const { judgement } = await decide(subjectOf(line));
      const question: Question = {
        id: `q-${waiting.length}`,
        session: 'session-1',
        sessionTitle: 't',
        callId: 'c',
        tool: 'execute_command',
        at: 1,
        subject: subjectOf(line),
        why: judgement.why,
        workspace,
        isOutside: false,
        warnings: [],
        repairs: [],
        sent: '',
        judgement,
      };
      waiting.push(question);
      return question;
    },
    state: async () => {
      for await (const state of await api.changed()) return state;
      throw new Error('no state');
    },
    [Symbol.asyncDispose]: async () => {
      await rules[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export const boxed: typeof command = (program, words = [], more = {}) =>
  command(program, words, { runs: 'box', ...more });

export const NPM = { verdict: 'allow', subject: boxed('npm', ['test']) } as const;
