import type { Document } from 'yaml';
import { AppError } from '#core/app-error';
import { backUpFile } from '#core/files/backup-file';
import type { FileReadResult } from '#core/files/text-file';
import { WatchedText } from '#core/files/watched-text';
import type { Logger } from '#core/logger';
import { openYaml, yamlOf } from '#core/parsing/edit-yaml';
import { MAX_YAML_BYTES } from '#core/parsing/yaml-text';
import type { Redactor } from '#core/secrets/redact';
import { rejectRedacted } from '#core/secrets/reject-redacted';
import { keysIn, restoreKeys } from '../keys/blank-keys.ts';
import { refuseKeptElsewhere, refuseOthersChanged, refuseProblems } from '../refusals.ts';
import { type ConfigFile, documentOf, type FileScope, parseConfigFile } from './config-file.ts';

const HEADER = ` Profiles of Sigma Shell and phishell: who answers in chat.
 Keys of a profile: preset (openai, ollama), baseurl, key, model, prompt, concurrency, context.`;

export interface FileStoreOptions {
  readonly path: string;
  readonly scope: FileScope;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Called with what to show to the person: an unknown setting, with file and line. */
  readonly onWarning: (text: string) => void;
  readonly onChanged: () => void;
}

export interface FileEdit {
  /** The profile that is meant; nothing else may change. */
  readonly name: string;
  readonly change: (document: Document, before: ConfigFile) => void;
  /** A key is written, so that the file becomes its owner's alone. */
  readonly isKeyGiven?: boolean;
}

/** Owns one configuration file: what it says, its changes from outside, and ours, one after another. */
export class FileStore implements AsyncDisposable {
  readonly #options: FileStoreOptions;
  readonly #text: WatchedText;
  #file: ConfigFile;

  constructor(options: FileStoreOptions) {
    this.#options = options;
    const { path, log } = options;
    this.#text = new WatchedText({ path, maxBytes: MAX_YAML_BYTES, log, onRead: (reading) => this.#take(reading) });
    this.#file = parseConfigFile(this.#text.reading, options);
  }

  /** Current file; while it is broken, its last good profiles, with the present problems. */
  get file(): ConfigFile {
    return this.#file;
  }

  async open(): Promise<void> {
    await this.#text.open();
  }

  /**
   * Changes the file as a document, so that its comments stay, and nothing beside the profile of that name with it.
   *
   * @throws AppError CONFLICT while the file is broken, INVALID_INPUT if it would be wrong then, UNAVAILABLE
   */
  edit({ name, change, isKeyGiven = false }: FileEdit): Promise<void> {
    return this.#text.inTurn(async () => {
      const before = this.#file;
      if (before.state === 'broken') throw this.#brokenError();
      const document = documentOf(before.text);
      openYaml(document, HEADER);
      change(document, before);
      const text = yamlOf(document, before.text);
      const after = this.#parse({ state: 'text', text });
      refuseOthersChanged(before, after, name);
      if (!isKeyGiven) refuseKeptElsewhere(before, after);
      await this.#save(text, isKeyGiven ? 0o600 : undefined);
    });
  }

  /**
   * Replaces the text; placeholders of keys mean the keys that are there. A broken file is kept under another name.
   *
   * @throws AppError INVALID_INPUT with every problem, UNAVAILABLE
   */
  replace(yaml: string): Promise<void> {
    return this.#text.inTurn(async () => {
      const before = this.#text.text;
      const text = restoreKeys(yaml, before);
      const after = this.#parse({ state: 'text', text });
      refuseProblems(after);
      refuseKeptElsewhere(this.#parse({ state: 'text', text: before }), after);
      if (this.#file.state === 'broken') await backUpFile(this.#options.path, new Date());
      await this.#save(text);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#text[Symbol.asyncDispose]();
  }

  #take(reading: FileReadResult): void {
    const { path, redactor, log, onWarning } = this.#options;
    if (reading.state === 'text') for (const key of keysIn(reading.text)) redactor.addKey(key);
    const read = this.#parse(reading);
    const isBroken = read.state === 'broken';
    if (isBroken) log.warn('profiles.file.broken', { path, line: read.problems[0]?.line });
    for (const { path: key, line, message } of read.warnings) {
      log.warn('profiles.key.unknown', { file: path, key, line });
      onWarning(`${path}${line === undefined ? '' : `:${line}`}: ${key}: ${message}`);
    }
    const { profiles, default: chosen } = this.#file;
    this.#file = isBroken ? { ...read, profiles, ...(chosen === undefined ? {} : { default: chosen }) } : read;
    this.#options.onChanged();
  }

  #parse(reading: FileReadResult): ConfigFile {
    return parseConfigFile(reading, this.#options);
  }

  async #save(text: string, mode?: number): Promise<void> {
    rejectRedacted(text, this.#text.text, this.#options.path);
    this.#take(await this.#text.write(text, mode));
    this.#options.log.info('profiles.file.saved', { path: this.#options.path });
  }

  #brokenError(): AppError {
    const { path } = this.#options;
    return new AppError('CONFLICT', `${path} is broken, so it is not overwritten`, {
      where: path,
      advice: 'Fix its text first; a copy of the broken one is kept.',
      problems: [...this.#file.problems],
    });
  }
}
