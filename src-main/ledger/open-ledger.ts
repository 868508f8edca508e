import { chmod, mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AnyLedgerEvent, SessionId } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { exists } from '#core/files/accessible';
import { syncDirectory } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { HeadAnchors } from './anchors/head-anchors.ts';
import { FolderContentStore } from './content/content-store.ts';
import { createEventIds } from './event-line.ts';
import type { Ledger, SessionLedger, TrashedSession } from './ports.ts';
import { SessionFile } from './session-file.ts';
import { listTrash } from './trash.ts';

export interface LedgerOptions {
  /** Holds `sessions/`, `heads/`, `content/` and `trash/`; only one process at a time may write there. */
  readonly folder: string;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly now?: () => number;
  /** Called with what a person should know: a torn line was moved aside, a file cannot be continued. */
  readonly onWarning: (text: string) => void;
}

/** @throws AppError UNAVAILABLE if the folder cannot be made or written to */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { folder } = options;
  try {
    for (const path of [folder, ...['sessions', 'content', 'trash'].map((name) => join(folder, name))]) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      if (path !== folder) await chmod(path, 0o700);
    }
    return new FolderLedger(options, await FolderContentStore.open(join(folder, 'content'), options.log));
  } catch (error) {
    throw new AppError(
      'UNAVAILABLE',
      `The ledger cannot be opened: ${messageOf(error)}`,
      { where: folder, advice: 'Check that the folder can be written to, or start with another data folder' },
      error,
    );
  }
}

class FolderLedger implements Ledger {
  readonly content: FolderContentStore;
  readonly #options: LedgerOptions;
  readonly #anchors: HeadAnchors;
  readonly #open = new Map<string, Promise<SessionFile>>();
  readonly #newId = createEventIds();
  readonly #appended: Emitter<AnyLedgerEvent>;

  constructor(options: LedgerOptions, content: FolderContentStore) {
    this.#options = options;
    this.#anchors = new HeadAnchors(join(options.folder, 'heads'), options.log);
    this.content = content;
    this.#appended = new Emitter((error) =>
      options.log.error('ledger.listener.failed', { error: messageOf(error), stack: (error as Error).stack }),
    );
  }

  get onAppended() {
    return this.#appended.subscribe;
  }

  async sessions(): Promise<readonly string[]> {
    const present = new Set(await this.#idsIn('sessions'));
    const anchored = onlyIds(await this.#anchors.sessions());
    const missing = anchored.filter((id) => !present.has(id));
    // An anchor stays where it is when its record goes to the trash.
    const deleted = new Set(missing.length === 0 ? [] : await this.#idsIn('trash'));
    return [...present, ...missing.filter((id) => !deleted.has(id))].sort();
  }

  async session(id: string): Promise<SessionLedger> {
    const known = this.#open.get(id);
    if (known) return await known;
    const opening = this.#openFile(id);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return await opening;
  }

  async remove(id: string): Promise<void> {
    const from = this.#path('sessions', id);
    const to = this.#path('trash', id);
    if (!(await this.sessions()).includes(id)) {
      throw new AppError('NOT_FOUND', `There is no session ${id}`, { where: from });
    }
    if (await exists(to)) throw new AppError('CONFLICT', `A session ${id} is in the trash already`, { where: to });
    await (await this.#open.get(id))?.close('it was removed');
    try {
      // An empty file stands in the trash for a record that is missing.
      if (!(await exists(from))) await writeFile(from, '', { mode: 0o600 });
      await move(from, to);
    } finally {
      this.#open.delete(id);
    }
  }

  async restore(id: string): Promise<void> {
    const from = this.#path('trash', id);
    const to = this.#path('sessions', id);
    if (!(await exists(from))) throw new AppError('NOT_FOUND', `No session ${id} is in the trash`, { where: from });
    if (await exists(to)) throw new AppError('CONFLICT', `There is a session ${id} already`, { where: to });
    await move(from, to);
  }

  trash(session?: string): Promise<readonly TrashedSession[]> {
    return listTrash(join(this.#options.folder, 'trash'), session);
  }

  async erase(id: string): Promise<void> {
    const path = this.#path('trash', id);
    if (!(await exists(path))) throw new AppError('NOT_FOUND', `No session ${id} is in the trash`, { where: path });
    try {
      // The anchor goes first: one without a record would say that the record is missing.
      if (!(await exists(this.#path('sessions', id)))) await this.#anchors.erase(id);
      await unlink(path);
      await syncDirectory(dirname(path));
    } catch (error) {
      throw new AppError('UNAVAILABLE', `${path} cannot be deleted: ${messageOf(error)}`, { where: path });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map(async (file) => (await file)[Symbol.asyncDispose]()));
    await this.#anchors[Symbol.asyncDispose]();
    await this.content[Symbol.asyncDispose]();
  }

  async #openFile(id: string): Promise<SessionFile> {
    const path = this.#path('sessions', id);
    if (!(await exists(path)) && (await exists(this.#path('trash', id)))) {
      throw new AppError('NOT_FOUND', `Session ${id} is in the trash`, { where: path, advice: 'Restore it first' });
    }
    const { redactor, log, onWarning, now = Date.now } = this.#options;
    return await SessionFile.open({
      session: id,
      path,
      redactor,
      log,
      now,
      onWarning,
      anchors: this.#anchors,
      newId: this.#newId,
      onAppended: (event) => this.#appended.emit(event),
    });
  }

  async #idsIn(folder: 'sessions' | 'trash'): Promise<string[]> {
    const names = await readdir(join(this.#options.folder, folder));
    return onlyIds(names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length)));
  }

  #path(folder: 'sessions' | 'trash', id: string): string {
    if (!SessionId.safeParse(id).success) throw new AppError('INVALID_INPUT', `"${id}" is no session id`);
    return join(this.#options.folder, folder, `${id}.jsonl`);
  }
}

function onlyIds(names: readonly string[]): string[] {
  return names.filter((name) => SessionId.safeParse(name).success);
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    await syncDirectory(dirname(to));
    await syncDirectory(dirname(from));
  } catch (error) {
    throw new AppError('UNAVAILABLE', `${from} cannot be moved: ${messageOf(error)}`, { where: to });
  }
}
