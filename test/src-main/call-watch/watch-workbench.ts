import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { LedgerEventData } from '#contract';
import type { Emitter } from '#core/async/emitter';
import { type TreeWatch, watchTree } from '#ledger';
import type { CallToWatch } from '#tools';
import { arrayOf } from '../../support/array-of.ts';
import { callWatch, type TestWatchOptions } from '../../support/call-watch.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

export const PROGRAM = 'python3 writer.py';

const boundTo = (of: object, value: unknown) => (typeof value === 'function' ? value.bind(of) : value);

interface Options extends TestWatchOptions {
  /** Emitter for each look between calls, after it is done. */
  readonly looks?: Emitter<string>;
}

/** A workspace, a ledger and the watch of calls on them; gone when the test ends. */
export async function watchWorkbench({ looks, ...options }: Options = {}) {
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const session = await ledger.session('chat');
  const tellingTree = (root: string): TreeWatch => {
    const tree = watchTree({ root, content: ledger.content });
    const look = async (signal?: AbortSignal) => {
      const seen = await tree.look(signal);
      looks?.emit(root);
      return seen;
    };
    return new Proxy(tree, { get: (of, key) => (key === 'look' ? look : boundTo(of, Reflect.get(of, key))) });
  };
  const watch = callWatch(ledger, { ...(looks && { watchTree: tellingTree }), ...options });
  const write = (name: string, text = name) => writeFile(join(folder.path, name), text);
  const call = (more: Partial<CallToWatch> = {}): CallToWatch => ({
    session: 'chat',
    callId: 'call-1',
    tool: 'write',
    label: `write of ${PROGRAM}`,
    workspace: folder.path,
    origin: 'program',
    by: PROGRAM,
    record: async (type, data) => (await session.append(type, data)).id,
    ...more,
  });
  const changesIn = async (id = 'chat') => {
    const events = await arrayOf((await ledger.session(id)).read());
    return events.flatMap(({ id: event, type, data, cause, turn }) =>
      type === 'file.changed'
        ? [
            {
              ...(data as LedgerEventData<'file.changed'>),
              event,
              cause,
              turn,
              name: relative(folder.path, String(data.path)),
            },
          ]
        : [],
    );
  };
  return {
    ledger,
    watch,
    write,
    call,
    changesIn,
    workspace: folder.path,
    program: (title = PROGRAM) => watch.alive('test', [{ title, workspace: folder.path }]),
    events: async (id = 'chat') => await arrayOf((await ledger.session(id)).read()),
    /** A call in which `act` happens, finished. */
    during: async (act: () => Promise<unknown>, more: Partial<CallToWatch> = {}) => {
      await using watched = await watch.begin(call(more));
      await act();
      const effects = await watched.look();
      await watched.finish(effects);
      return effects;
    },
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
