import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@orpc/server';
import { CallWatches } from '../../../src-main/call-watch/index.ts';
import { Redactor } from '../../../src-main/core/secrets/redact.ts';
import { createFiles } from '../../../src-main/files/index.ts';
import { openLedger, RunJournal, watchTree } from '../../../src-main/ledger/index.ts';
import { createRewind, Points } from '../../../src-main/rewind/index.ts';
import { silentLogger } from '../../support/silent-logger.ts';

export interface Corpus {
  readonly files: number;
  readonly folders: number;
  readonly fileBytes: number;
}

export const SESSION = 'bench';

/** A session in a workspace of many files, with points, watched calls and the way back, as the app joins them. */
export async function benchSession(corpus: Corpus) {
  const folder = await mkdtemp(join(tmpdir(), 'sigma-bench-'));
  const workspace = join(folder, 'workspace');
  makeFiles(workspace, corpus);
  const data = join(folder, 'data');
  const ledger = await openLedger({ folder: data, redactor: new Redactor(), log: silentLogger, onWarning: () => {} });
  const { content, onAppended } = ledger;
  const session = await ledger.session(SESSION);
  await session.append('session.created', { title: '', workspace, app: 'bench' });
  const watch = new CallWatches({
    ledger,
    onAppended,
    log: silentLogger,
    journal: new RunJournal(join(data, 'running')),
    watchTree: (root) => watchTree({ root, content, indexFolder: join(data, 'trees'), readsAttributes: true }),
    sessionFor: async () => ({ ledger: session }),
  });
  const files = createFiles({ ledger, sessionTitle: (id) => id, log: silentLogger });
  const takePoint = (path: string, signal?: AbortSignal) => watch.point(path, signal);
  const points = new Points({ takePoint, ledger, onAppended, log: silentLogger });
  const rewind = createRewind({
    pack: () => {
      throw new Error('nothing is packed here');
    },
    ledger,
    takePoint,
    workspaceOf: async () => workspace,
    ...files.wayBack,
    conversations: { whileIdle: async (_s, _o, work) => await work(), isOccupied: () => false, waitingIn: () => 0 },
  });
  const context = { context: { reportBug: () => {} } };
  return {
    folder,
    workspace,
    data,
    watch,
    session,
    /** A turn of one command, in which `act` happens; answers its message. */
    turn: async (act: () => void): Promise<string> => {
      const turn = randomUUID();
      const { id } = await session.append('message.user', { text: 'go' }, { turn });
      const place = { session: SESSION, turn, workspace };
      await points.before(place);
      {
        await using watched = await watch.begin({
          session: SESSION,
          callId: turn,
          tool: 'execute_command',
          label: 'go',
          workspace,
          origin: 'command',
          record: async (type, given) => (await session.append(type, given, { turn })).id,
        });
        act();
        await watched.finish(await watched.look());
      }
      await points.after(place);
      return id;
    },
    /** Resolves when all that was kept is where it stays. */
    settle: () => content.settle(),
    /** The point before a turn alone, and the one after it alone. */
    edges: () => {
      const place = { session: SESSION, turn: randomUUID(), workspace };
      return { before: () => points.before(place), after: () => points.after(place) };
    },
    plan: (target: object) => call(rewind.router.plan, { session: SESSION, ...target }, context),
    run: (target: object) => call(rewind.router.run, { session: SESSION, ...target }, context),
    [Symbol.asyncDispose]: async () => {
      points[Symbol.dispose]();
      await watch[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function makeFiles(workspace: string, { files, folders, fileBytes }: Corpus): void {
  const block = randomBytes(fileBytes);
  for (let n = 0; n < files; n += 1) {
    const inside = join(workspace, 'src', `f${n % folders}`);
    if (n < folders) mkdirSync(inside, { recursive: true });
    block.writeUInt32LE(n, 0);
    writeFileSync(join(inside, `file-${n}.bin`), block);
  }
}
