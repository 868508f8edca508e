import { Settings, type SettingsProblem, type SettingsState } from '#contract';
import { ONCE } from '#contract/zod';
import { AppError } from '#core/app-error';
import { LiveValue } from '#core/async/streams';
import { backUpFile, moveToBackup } from '#core/files/backup-file';
import type { FileReadResult } from '#core/files/text-file';
import { WatchedText } from '#core/files/watched-text';
import type { Logger } from '#core/logger';
import { yamlOf } from '#core/parsing/edit-yaml';
import { MAX_YAML_BYTES } from '#core/parsing/yaml-text';
import type { Redactor } from '#core/secrets/redact';
import { rejectRedacted } from '#core/secrets/reject-redacted';
import { findKeys, keyValues, redactFound } from '#core/secrets/secret-keys';
import { setInSettings, settingPath } from './edit-settings.ts';
import { parseSettings } from './settings-text.ts';
import {
  isOfTheFile,
  type SettingsChanges,
  withChanges,
  withoutRewritten,
  withoutSettings,
} from './transient-overrides.ts';

interface StoreOptions {
  readonly file: string;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly now?: () => Date;
  readonly onForNow?: (why: string) => void;
}

/** Owns the settings file: what is valid in it, its changes from outside, and ours, one after another. */
export class SettingsStore implements AsyncDisposable {
  readonly state: LiveValue<SettingsState>;
  readonly #options: StoreOptions;
  readonly #file: WatchedText;
  #settings: Settings = Settings.parse({}, ONCE);
  /** Values that override the file's for this run, because they could not be written. */
  #forNow: SettingsChanges = {};

  constructor(options: StoreOptions) {
    this.#options = options;
    const { file: path, log } = options;
    this.#file = new WatchedText({ path, maxBytes: MAX_YAML_BYTES, log, onRead: () => this.#apply() });
    this.state = new LiveValue(this.#describe([], undefined));
  }

  async open(): Promise<void> {
    await this.#file.open();
  }

  current(): Settings {
    return withChanges(this.#settings, this.#forNow);
  }

  /** @throws AppError CONFLICT, INVALID_INPUT, UNAVAILABLE */
  set(values: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#file.inTurn(async () => {
      this.#refuseIfBroken();
      const original = this.#file.text;
      const { document } = parseSettings(original);
      for (const [key, value] of Object.entries(values)) setInSettings(document, settingPath(key), value);
      await this.#save(yamlOf(document, original), { forNow: withoutSettings(this.#forNow, Object.keys(values)) });
      this.#options.log.info('settings.changed', { keys: Object.keys(values) });
    });
  }

  /**
   * Sets values as `set` does; if the file is broken or cannot be written, they apply to this run only. @throws
   * AppError INVALID_INPUT
   */
  async setOrForNow(values: SettingsChanges): Promise<void> {
    try {
      await this.set(values);
    } catch (error) {
      if (!isOfTheFile(error)) throw error;
      await this.#file.inTurn(async () => this.#useForNow(values));
      this.#options.onForNow?.([error.message, error.detail?.where, error.detail?.advice].filter(Boolean).join('\n'));
    }
  }

  /** @throws AppError INVALID_INPUT, UNAVAILABLE */
  saveYaml(yaml: string): Promise<void> {
    return this.#file.inTurn(async () => {
      refuseProblems(parseSettings(yaml).problems);
      // What was broken is kept even when its mended text comes from the app: it may have changed on disk meanwhile.
      const kept = this.#isBroken() ? await backUpFile(this.#options.file, this.#now()) : undefined;
      if (kept === undefined) rejectRedacted(yaml, this.#file.text, this.#options.file);
      await this.#save(yaml, { forNow: {}, ...(kept === undefined ? {} : { kept }) });
      this.#options.log.info('settings.replaced', {});
    });
  }

  /** @throws AppError CONFLICT if the file is in order, UNAVAILABLE */
  replaceBroken(): Promise<{ kept: string }> {
    return this.#file.inTurn(async () => {
      if (!this.#isBroken())
        throw new AppError('CONFLICT', 'The settings file is in order; there is nothing to replace');
      const kept = await moveToBackup(this.#options.file, this.#now());
      this.#settings = Settings.parse({}, ONCE);
      this.#file.forget();
      this.state.set(this.#describe([], kept));
      return { kept };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  /** Takes what was read into use; with problems the last good values stay. */
  #apply(kept = this.state.value.kept): void {
    const { redactor, log } = this.#options;
    const { settings, problems } = readSettings(this.#file.reading);
    if (settings !== undefined) {
      // A file that is mended may have what it had before it broke.
      if (!this.#isBroken()) this.#forNow = withoutRewritten(this.#forNow, this.#settings, settings);
      this.#settings = settings;
    }
    if (problems.length > 0) {
      for (const key of keyValues(findKeys(this.#file.text, []))) redactor.addKey(key);
      log.warn('settings.broken', { problems: problems.map(({ path, line }) => ({ path, line })) });
    }
    this.state.set(this.#describe(problems, kept));
  }

  #useForNow(values: SettingsChanges): void {
    const forNow = { ...this.#forNow, ...values };
    withChanges(this.#settings, forNow);
    this.#forNow = forNow;
    this.#options.log.warn('settings.for-now', { keys: Object.keys(values) });
    this.state.set(this.#describe(this.state.value.problems, this.state.value.kept));
  }

  #describe(problems: readonly SettingsProblem[], kept: string | undefined): SettingsState {
    const text = this.#file.text;
    // A setting of that name there is none: an older version kept one, and a broken file may have anything.
    const shown = problems.length > 0 ? redactFound(text, findKeys(text, [])) : text;
    return {
      settings: this.current(),
      file: this.#options.file,
      yaml: this.#options.redactor.text(shown),
      problems: this.#options.redactor.value([...problems]),
      ...(kept === undefined ? {} : { kept }),
    };
  }

  #isBroken(): boolean {
    return this.state.value.problems.length > 0;
  }

  #refuseIfBroken(): void {
    const { problems, file } = this.state.value;
    if (!this.#isBroken()) return;
    const advice = 'Fix the file, or replace it in Settings; a copy is kept.';
    throw new AppError('CONFLICT', 'The settings file is broken, so it is not overwritten', {
      where: file,
      advice,
      problems,
    });
  }

  async #save(
    text: string,
    { forNow, kept }: { readonly forNow: SettingsChanges; readonly kept?: string },
  ): Promise<void> {
    refuseProblems(parseSettings(text).problems);
    await this.#file.write(text);
    this.#forNow = forNow;
    this.#apply(kept);
  }

  #now(): Date {
    return (this.#options.now ?? (() => new Date()))();
  }
}

function readSettings(reading: FileReadResult): {
  settings: Settings | undefined;
  problems: readonly SettingsProblem[];
} {
  if (reading.state === 'missing') return { settings: Settings.parse({}, ONCE), problems: [] };
  if (reading.state === 'unreadable')
    return { settings: undefined, problems: [{ path: '', message: reading.message }] };
  return parseSettings(reading.text);
}

function refuseProblems(problems: readonly SettingsProblem[]): void {
  if (problems.length === 0) return;
  const first = problems[0];
  const place = first?.path ? `${first.path}: ` : '';
  throw new AppError('INVALID_INPUT', `These settings cannot be used: ${place}${first?.message ?? ''}`, {
    problems: [...problems],
  });
}
