import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createFiles } from '#files';
import { createRewind, Points } from '#rewind';
import { arrayOf } from '../../support/array-of.ts';
import { callWatch, type TestWatchOptions } from '../../support/call-watch.ts';
import { folderPicture } from '../../support/folder-picture.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

export interface RewindBenchOptions {
  readonly watch?: TestWatchOptions;
}

/** A session in a workspace with points, watched calls and the way back, over a real ledger and real files. */
export async function rewindWorkbench({ watch: watching = {} }: RewindBenchOptions = {}) {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const workspace = folder.path;
  const watch = callWatch(ledger, watching);
  const files = createFiles({ ledger, sessionTitle: (id) => id, log: silentLogger });
  const takePoint = (path: string, signal?: AbortSignal) => watch.point(path, signal);
  const points = new Points({ takePoint, ledger, onAppended: ledger.onAppended, log: silentLogger });
  const running = new Set<string>();
  const stilled: string[] = [];
  const rewind = createRewind({
    pack: () => {
      throw new Error('nothing is packed here');
    },
    ledger,
    takePoint,
    workspaceOf: async () => workspace,
    ...files.wayBack,
    conversations: {
      whileIdle: async (session, _still, work) => {
        stilled.push(session);
        return await work();
      },
      isOccupied: (session) => running.has(session),
      waitingIn: () => 0,
    },
  });
  const bugs: unknown[] = [];
  const context = { context: { reportBug: (error: unknown) => void bugs.push(error) } };
  const api = createRouterClient(rewind.router, context);

  /** A turn of one call, in which `act` happens; answers its message. */
  const turn = async (text: string, act: () => unknown = () => {}, session = 'chat'): Promise<string> => {
    const record = await ledger.session(session);
    const id = randomUUID();
    const links = { turn: id };
    const message = await record.append('message.user', { text }, links);
    await points.before({ session, turn: id, workspace });
    const callId = randomUUID();
    const called = await record.append('tool.called', { callId, tool: 'execute_command', arguments: {} }, links);
    const call = {
      session,
      callId,
      tool: 'execute_command',
      label: text,
      workspace,
      origin: 'command' as const,
      record: async (type: 'file.changed', data: never) =>
        (await record.append(type, data, { ...links, cause: called.id })).id,
    };
    {
      await using watched = await watch.begin(call as unknown as Parameters<typeof watch.begin>[0]);
      await act();
      await watched.finish(await watched.look());
    }
    await points.after({ session, turn: id, workspace });
    await record.append('turn.ended', { outcome: 'done' }, links);
    return message.id;
  };

  return {
    ledger,
    workspace,
    watch,
    points,
    api,
    files,
    running,
    turn,
    bugs,
    /** Sessions of which what ran was ended. */
    stilled,
    inside: (name: string) => join(workspace, name),
    events: async (session = 'chat') => await arrayOf((await ledger.session(session)).read()),
    /** Every file of the workspace, byte for byte, with kind, permissions and time. */
    picture: () => folderPicture(workspace),
    [Symbol.asyncDispose]: async () => {
      points[Symbol.dispose]();
      await watch[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
