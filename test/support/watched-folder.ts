import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type TreeSnapshot, type WatchTreeOptions, watchTree } from '#ledger';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryLedger } from './temporary-ledger.ts';

/** A workspace that is watched, over a real ledger; its trees are written down. */
export async function watchedFolder(options: Partial<WatchTreeOptions> = {}) {
  const ledger = await temporaryLedger();
  const workspace = await temporaryFolder();
  const indexFolder = join(ledger.folder, 'trees');
  const given = { root: workspace.path, content: ledger.content, indexFolder, ...options };
  const watch = watchTree(given);
  const inside = (name: string) => join(workspace.path, name);
  return {
    ledger,
    path: workspace.path,
    watch,
    indexFolder,
    inside,
    write: async (name: string, text: string | Uint8Array) => {
      await mkdir(dirname(inside(name)), { recursive: true });
      await writeFile(inside(name), text);
    },
    /** Changes while `act` runs, and the snapshot before. */
    during: async (act: (snapshot: TreeSnapshot) => Promise<unknown>) => {
      const before = await watch.before('test');
      await act(before);
      return { before, ...(await watch.after(before)) };
    },
    /** A change as `created a/b`. */
    words: (changes: readonly { readonly change: string; readonly path: string }[]) =>
      changes.map(({ change, path }) => `${change} ${relative(workspace.path, path)}`),
    /** The same workspace as a later process has it. */
    watchAgain: async () => {
      await watch[Symbol.asyncDispose]();
      return watchTree(given);
    },
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
