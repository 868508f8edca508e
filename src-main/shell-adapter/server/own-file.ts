import { parseDocument } from 'yaml';
import { AppError } from '#core/app-error';
import type { FileReadResult } from '#core/files/text-file';
import { WatchedText } from '#core/files/watched-text';
import type { Logger } from '#core/logger';
import { openYaml, setInYaml, yamlOf } from '#core/parsing/edit-yaml';
import { MAX_YAML_BYTES } from '#core/parsing/yaml-text';
import { rejectRedacted } from '#core/secrets/reject-redacted';
import { type KnownConfig, parseKnownConfig, unusableConfig } from './config/known-config.ts';
import { OWN_FILE } from './config/shown-config.ts';

export interface OwnFileOptions {
  /** Absolute. */
  readonly path: string;
  readonly home: string;
  readonly firstWorkspace: () => string;
  readonly log: Logger;
  /** Called when the content has changed. */
  readonly onKnown: () => void;
}

/** The app's own configuration of the adapter, which a person edits, too; made with the first start. */
export class OwnFile implements AsyncDisposable {
  readonly path: string;
  readonly #options: OwnFileOptions;
  readonly #file: WatchedText;
  #known: KnownConfig;

  constructor(options: OwnFileOptions) {
    const { path, log } = options;
    this.path = path;
    this.#options = options;
    this.#known = { file: path, text: OWN_FILE, config: undefined, problems: [], warnings: [], preset: 'desktop' };
    this.#file = new WatchedText({ path, maxBytes: MAX_YAML_BYTES, log, onRead: () => void this.#read() });
  }

  /** Configuration as last read. */
  get known(): KnownConfig {
    return this.#known;
  }

  /** Reads the file, if there is one, and again whenever it changes. */
  async open(): Promise<void> {
    await this.#file.open();
  }

  /** Sees to it that `known` is the configuration in force where there is no file, too. */
  async understand(): Promise<void> {
    const { config, problems } = this.#known;
    if (config === undefined && problems.length === 0) await this.#read();
  }

  /** Reads the file for a start; creates it if there is none. */
  forStart(): Promise<KnownConfig> {
    return this.#file.inTurn(async () => {
      if (this.#file.reading.state === 'missing') await this.#file.write(OWN_FILE, 0o600);
      return await this.#read();
    });
  }

  /** @throws AppError INVALID_INPUT with every problem, UNAVAILABLE */
  save(yaml: string): Promise<void> {
    return this.#file.inTurn(() => this.#save(yaml));
  }

  /** @throws AppError as `save`, CONFLICT if it is broken */
  set(key: string, value: unknown): Promise<void> {
    return this.#file.inTurn(async () => {
      const before = this.#file.reading.state === 'missing' ? OWN_FILE : this.#file.text;
      const document = parseDocument(before, { logLevel: 'error' });
      if (document.errors.length > 0) {
        throw new AppError('CONFLICT', 'The file is broken, so it is not overwritten', {
          where: this.path,
          advice: 'Fix the file first.',
        });
      }
      openYaml(document, ' The Shell Adapter of Sigma Shell.');
      setInYaml(document, key.split('.'), value);
      await this.#save(yamlOf(document, before));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  async #save(yaml: string): Promise<void> {
    rejectRedacted(yaml, this.#file.text, this.path);
    const known = await this.#understand({ state: 'text', text: yaml });
    if (known.problems.length > 0) throw unusableConfig(known);
    await this.#file.write(yaml, this.#file.reading.state === 'missing' ? 0o600 : undefined);
    await this.#read();
  }

  async #read(): Promise<KnownConfig> {
    const { reading } = this.#file;
    this.#known = await this.#understand(reading.state === 'missing' ? { state: 'text', text: OWN_FILE } : reading);
    this.#options.onKnown();
    return this.#known;
  }

  #understand(reading: FileReadResult): Promise<KnownConfig> {
    const { home, firstWorkspace } = this.#options;
    return parseKnownConfig(reading, { file: this.path, home, workspace: firstWorkspace(), hasToken: true });
  }
}
