import { join } from 'node:path';
import { describeFile, undoChange } from '#ledger';
import { arrayOf } from '../../support/array-of.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

export const SESSION = 'one';

/** A workspace in which `act` changes `path`, recorded as the tools and commands of the app do. */
export async function setUp() {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const session = await ledger.session(SESSION);
  const inside = (name: string) => join(workspace.path, name);
  return {
    ledger,
    session,
    inside,
    change: async (path: string, act: () => Promise<unknown>, maxKeptBytes = 1_000_000) => {
      const before = await describeFile(path, ledger.content, { maxKeptBytes });
      await act();
      const after = await describeFile(path, ledger.content, { maxKeptBytes });
      const change = before ? (after ? 'modified' : 'deleted') : 'created';
      return (await session.append('file.changed', { path, change, before, after, origin: 'command' })).id;
    },
    undo: (event: string, force = false) => undoChange(ledger, { session: SESSION, event, force }),
    events: () => arrayOf(session.read()),
    [Symbol.asyncDispose]: async () => {
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
