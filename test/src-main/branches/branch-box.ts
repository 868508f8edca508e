import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { takeFromBranches } from '#app/take-from-branches';
import { type BranchesFeature, createBranches } from '#branches';
import type { Api, Question } from '#contract';
import { LiveValue } from '#core/async/streams';
import { createFiles } from '#files';
import { createRunner, type QuestionAsker } from '#tools';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';
import { FakeChat } from '../schedules/support/fake-chat.ts';

export const SESSION = 'session-1';
export const RECORD = 'workspace-12345678';

const allowAll: QuestionAsker = async () => ({ verdict: 'allow' });

export interface BranchBoxOptions {
  /** Answers the questions of a take; allows all unless given. */
  readonly ask?: QuestionAsker;
  readonly runTest?: (session: string, command: string) => Promise<number | undefined>;
  /** Called after a copy is made; does nothing by default. */
  readonly inherit?: () => Promise<void>;
}

/** A workspace, a real ledger, and the branches of it with the real review of files. */
export async function branchBox({
  ask = allowAll,
  runTest = async () => 0,
  inherit = async () => {},
}: BranchBoxOptions = {}) {
  const root = await temporaryFolder();
  const ledger = await temporaryLedger();
  const workspace = join(root.path, 'work');
  const dataFolder = join(root.path, 'data');
  await mkdir(workspace);
  await mkdir(dataFolder);
  const session = await ledger.session(SESSION);
  await session.append('session.created', { title: 'A test', workspace, app: 'test' });
  const record = await ledger.session(RECORD);
  await record.append('session.created', { title: 'Workspace', workspace, app: 'test', kind: 'record' });
  const files = createFiles({ ledger, sessionTitle: (id) => id, log: silentLogger });
  const asked: Question[] = [];
  /** Copies in which nothing runs any more. */
  const released: string[] = [];
  const busySessions = new Set<string>();
  const keysWanted = new LiveValue<readonly { readonly profile: string }[]>([]);
  const opened: BranchesFeature[] = [];
  const chat = new FakeChat(ledger);
  const heard: QuestionAsker = async (question, signal) => {
    asked.push(question);
    return await ask(question, signal);
  };
  /** The feature on what lies on the disk, as after a start. */
  const open = (): { readonly feature: BranchesFeature; readonly api: Api['branches'] } => {
    const feature: BranchesFeature = createBranches({
      folder: join(dataFolder, 'branches'),
      dataFolder,
      chat,
      content: ledger.content,
      log: silentLogger,
      records: {
        append: async (_workspace, type, data) => {
          if (type === refused) throw new Error('The record cannot be written');
          return await record.append(type, data);
        },
        history: async function* (onUnreadable) {
          if (box.unreadable !== undefined) onUnreadable(box.unreadable);
          yield* record.read();
        },
        onAppended: ledger.onAppended,
      },
      compare: files.compare,
      realFolder: async (folder) => folder,
      workspaceOf: async () => workspace,
      inherit,
      rest: async () => {},
      release: async (folder) => void released.push(folder),
      isBusy: (one) => busySessions.has(one),
      runTest,
      keysWanted,
      take: (request) =>
        takeFromBranches(request, {
          ledger,
          runner,
          wanted: (branch, path) => feature.wanted(branch, path),
          chat: {
            titleOf: (id) => id,
            foreignCall: async () => ({
              signal: new AbortController().signal,
              onOutput: () => {},
              [Symbol.dispose]: () => {},
            }),
          },
        }),
    });
    const taking = files.taking((branch, path) => feature.wanted(branch, path));
    const runner = createRunner({
      sources: [taking],
      guard: passThroughGuard,
      policy: askEverything,
      ask: heard,
      log: silentLogger,
    });
    opened.push(feature);
    return { feature, api: createRouterClient(feature.router, { context: { reportBug: report } }) };
  };
  /** Type of the events that cannot be recorded for now. */
  let refused: string | undefined;
  const bugs: unknown[] = [];
  const report = (error: unknown) => void bugs.push(error);
  const first = open();
  const box = {
    /** Reason for which another record cannot be read, for the next start. */
    unreadable: undefined as string | undefined,
    released,
    busySessions,
    keysWanted,
    root: root.path,
    workspace,
    dataFolder,
    ledger,
    files,
    chat,
    asked,
    bugs,
    open,
    ...first,
    at: (name: string) => join(workspace, name),
    refuse: (type: string | undefined) => {
      refused = type;
    },
    events: async (type: string, of = RECORD) => {
      const found = [];
      for await (const event of (await ledger.session(of)).read()) if (event.type === type) found.push(event);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      for (const feature of opened) await feature[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await root[Symbol.asyncDispose]();
    },
  };
  return box;
}
