import { join } from 'node:path';
import type { PromptRecord, PromptVersion } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { KeyedMutex } from '#core/async/mutex';
import type { Logger } from '#core/logger';
import type { ContentStore } from '#ledger';
import { readDirectPrompt } from '../records/read-prompt.ts';
import { parseJson, type RecordResult, unusable } from '../records/record-result.ts';
import { fileNameOf } from './file-of.ts';
import { appendHistory, readHistory, type VersionLine } from './version-file.ts';

export interface VersionsOptions {
  /** One file a prompt; it is never rewritten. */
  readonly folder: string;
  readonly content: ContentStore;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}

export interface NewVersion {
  /** SHA-256 of the prompt's record, which identifies the version. */
  readonly hash: string;
  /** JSON of the record. */
  readonly text: string;
  readonly by: PromptVersion['by'];
  readonly label?: string | undefined;
}

/**
 * Versions of every prompt, in order of time; texts by their hash in the content store. Removing a prompt removes none.
 */
export class Versions {
  readonly #options: VersionsOptions;
  readonly #known = new Map<string, Promise<VersionLine[]>>();
  readonly #counts = new Map<string, number>();
  readonly #mutex = new KeyedMutex();
  readonly #changed = new Emitter<string>();
  readonly onChanged = this.#changed.subscribe;

  constructor(options: VersionsOptions) {
    this.#options = options;
  }

  /** Number of versions, as far as the prompt's file has been read. */
  countOf(id: string): number {
    return this.#counts.get(id) ?? 0;
  }

  /** Newest first. @throws AppError UNAVAILABLE */
  async list(id: string, current: string | undefined): Promise<PromptVersion[]> {
    // Versions copied from another prompt may be older than its own.
    const lines = (await this.#linesOf(id)).toSorted((one, other) => one.at - other.at).reverse();
    const currentAt = lines.findIndex(({ hash }) => hash === current);
    return lines.map(({ hash, at, by, bytes, label }, index) => ({
      hash,
      at,
      by,
      bytes,
      isCurrent: index === currentAt,
      ...(label !== undefined && { label }),
    }));
  }

  /** Hash of the last one. */
  async last(id: string): Promise<string | undefined> {
    return (await this.#linesOf(id)).at(-1)?.hash;
  }

  /** Keeps it, on disk when this resolves, and answers under which hash its text is kept. @throws AppError UNAVAILABLE */
  add(id: string, version: NewVersion): Promise<string> {
    return this.#mutex.run(id, () => this.#add(id, version));
  }

  /** Keeps what is true if it is its turn, unless that is the last version already. @throws AppError UNAVAILABLE */
  addIfNew(id: string, now: () => NewVersion | undefined): Promise<void> {
    return this.#mutex.run(id, async () => {
      const lines = await this.#linesOf(id);
      const version = now();
      if (version && lines.at(-1)?.hash !== version.hash) await this.#add(id, version);
    });
  }

  /** Work on a prompt during which nothing else makes versions of it; `add` is its own. */
  while<T>(id: string, work: (add: (version: NewVersion) => Promise<string>) => Promise<T>): Promise<T> {
    return this.#mutex.run(id, () => work((version) => this.#add(id, version)));
  }

  /** Puts the versions of one prompt that another has not yet before those that come of it. @throws AppError UNAVAILABLE */
  async copyTo(id: string, to: string): Promise<void> {
    const lines = [...(await this.#linesOf(id))];
    await this.#mutex.run(to, async () => {
      const known = await this.#linesOf(to);
      const isThere = ({ at, hash }: VersionLine) => known.some((one) => one.at === at && one.hash === hash);
      for (const line of lines.filter((one) => !isThere(one))) {
        const copied: VersionLine = { ...line, id: to };
        await appendHistory(this.#pathOf(to), copied);
        known.push(copied);
      }
      this.#counts.set(to, known.length);
    });
  }

  async #add(id: string, { hash, text, by, label }: NewVersion): Promise<string> {
    const lines = await this.#linesOf(id);
    const kept = await this.#options.content.keep(Buffer.from(text));
    const at = this.#now(lines);
    const bytes = Buffer.byteLength(text);
    const line: VersionLine = {
      v: 1,
      id,
      at,
      hash,
      bytes,
      by,
      ...(kept !== hash && { kept }),
      ...(label && { label }),
    };
    await appendHistory(this.#pathOf(id), line);
    lines.push(line);
    this.#counts.set(id, lines.length);
    this.#changed.emit(id);
    return kept;
  }

  /** Labels the last version with this hash; an empty label removes it. @throws AppError NOT_FOUND, UNAVAILABLE */
  label(id: string, hash: string, label: string): Promise<void> {
    return this.#mutex.run(id, async () => {
      const lines = await this.#linesOf(id);
      const at = lines.findLastIndex((line) => line.hash === hash);
      const line = lines[at] ?? throwMissingVersion(id, hash);
      await appendHistory(this.#pathOf(id), { v: 1, id, at: this.#now(lines), of: hash, label });
      lines[at] = withLabel(line, label);
      this.#changed.emit(id);
    });
  }

  /** The record as it was. @throws AppError NOT_FOUND, UNAVAILABLE */
  async read(id: string, hash: string): Promise<{ text: string; record: PromptRecord }> {
    const line = (await this.#linesOf(id)).findLast((one) => one.hash === hash) ?? throwMissingVersion(id, hash);
    return await this.readKept(id, line.kept ?? line.hash);
  }

  /** Reads an earlier version of this prompt, by the hash of its text. @throws AppError NOT_FOUND, UNAVAILABLE */
  async readKept(id: string, hash: string): Promise<{ text: string; record: PromptRecord }> {
    const text = (await this.#options.content.read(hash)).toString('utf8');
    const read = recordIn(text, id);
    if (read.isUsable) return { text, record: read.record };
    throw new AppError('UNAVAILABLE', `The version ${hash} is no prompt any more: ${read.problem}`, { where: hash });
  }

  /** Keeps a text without making it a version, as of a draft that was sent. */
  async keep(text: string): Promise<string> {
    return await this.#options.content.keep(Buffer.from(text));
  }

  async settled(): Promise<void> {
    await this.#mutex.settled();
  }

  #now(lines: readonly VersionLine[]): number {
    return Math.max((this.#options.now ?? Date.now)(), lines.at(-1)?.at ?? 0);
  }

  #pathOf(id: string): string {
    return join(this.#options.folder, fileNameOf(id, 'jsonl'));
  }

  #linesOf(id: string): Promise<VersionLine[]> {
    const known = this.#known.get(id) ?? this.#read(id);
    this.#known.set(id, known);
    known.catch(() => this.#known.delete(id));
    return known;
  }

  async #read(id: string): Promise<VersionLine[]> {
    const { lines, broken } = await readHistory(this.#pathOf(id));
    if (broken > 0) this.#options.log.warn('prompt.versions.broken-lines', { id, broken });
    const versions: VersionLine[] = [];
    for (const line of lines) {
      if ('hash' in line) versions.push(line);
      else {
        const at = versions.findLastIndex(({ hash }) => hash === line.of);
        const version = versions[at];
        if (version) versions[at] = withLabel(version, line.label);
      }
    }
    this.#counts.set(id, versions.length);
    return versions;
  }
}

/**
 * Reads a record as the store's records are read. In an extension its name is the last segment of its key, which may
 * contain dots.
 */
function recordIn(text: string, id: string): RecordResult<PromptRecord> {
  const json = parseJson(text);
  if ('problem' in json) return unusable(json.problem);
  const parts = id.split('.');
  let read = readDirectPrompt(json.value, parts.at(-1) ?? id);
  for (let from = parts.length - 2; from >= 0 && !read.isUsable; from -= 1) {
    const longer = readDirectPrompt(json.value, parts.slice(from).join('.'));
    if (longer.isUsable) read = longer;
  }
  return read;
}

function withLabel({ label: _, ...line }: VersionLine, label: string): VersionLine {
  return label === '' ? line : { ...line, label };
}

function throwMissingVersion(id: string, hash: string): never {
  throw new AppError('NOT_FOUND', `There is no version ${hash.slice(0, 12)} of ${id}`, { where: id });
}
