import { join } from 'node:path';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { type Ledger, openLedger } from '#ledger';
import { silentLogger } from './silent-logger.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TemporaryLedger extends Ledger {
  readonly folder: string;
  /** Holds the ledger's folder as the app's data folder does; all of it is gone when the test ends. */
  readonly dataFolder: string;
  readonly redactor: Redactor;
  /** Warnings that a person would have seen. */
  readonly warnings: readonly string[];
  /** Closes it and opens the same folder again, as after a restart; it is ended with this one. */
  reopen(): Promise<Ledger>;
}

export interface TemporaryLedgerOptions {
  readonly now?: () => number;
  readonly log?: Logger;
}

/** `await using ledger = await temporaryLedger()`: a real ledger in a folder that is gone when the test ends. */
export async function temporaryLedger({
  now = Date.now,
  log = silentLogger,
}: TemporaryLedgerOptions = {}): Promise<TemporaryLedger> {
  const data = await temporaryFolder();
  const folder = join(data.path, 'ledger');
  const redactor = new Redactor();
  const warnings: string[] = [];
  const open = () => openLedger({ folder, redactor, log, now, onWarning: (text) => warnings.push(text) });
  const first = await open();
  const opened = [first];
  const close = async () => {
    for (const one of opened) await one[Symbol.asyncDispose]();
  };
  return {
    folder,
    dataFolder: data.path,
    redactor,
    warnings,
    content: first.content,
    onAppended: first.onAppended,
    sessions: () => first.sessions(),
    session: (id) => first.session(id),
    remove: (id) => first.remove(id),
    restore: (id) => first.restore(id),
    trash: (id) => first.trash(id),
    erase: (id) => first.erase(id),
    reopen: async () => {
      await close();
      const again = await open();
      opened.push(again);
      return again;
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      await data[Symbol.asyncDispose]();
    },
  };
}
