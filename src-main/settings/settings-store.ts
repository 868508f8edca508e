import { Settings, type SettingsProblem, type SettingsState } from '#contract';
import { AppError } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { LiveValue } from '#core/streams';
import { pathOf, setInDocument, textOf } from './edit-settings.ts';
import { leftBehindOrigin, pinKeyOrigin } from './key-origin.ts';
import { blankKey, keysIn, restoreKey } from './secret-key.ts';
import { type FileReading, readSettingsFile, setAside, writeSettingsFile } from './settings-file.ts';
import { parseSettings } from './settings-text.ts';
import { watchForChanges } from './watch-file.ts';

interface StoreOptions {
  readonly file: string;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly now?: () => Date;
}

/** Owns the settings file: what is valid in it, its changes from outside, and ours, one after another. */
export class SettingsStore implements AsyncDisposable {
  readonly state: LiveValue<SettingsState>;
  readonly #options: StoreOptions;
  #settings: Settings = Settings.parse({});
  #reading: FileReading = { state: 'missing' };
  #queue: Promise<unknown> = Promise.resolve();
  #watcher: Disposable | undefined;
  #isDisposed = false;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.state = new LiveValue(this.#describe([], undefined));
  }

  async open(): Promise<void> {
    await this.#inTurn(() => this.#reload());
    await this.#watch();
  }

  current(): Settings {
    return this.#settings;
  }

  /** @throws AppError CONFLICT, INVALID_INPUT, UNAVAILABLE */
  set(values: Readonly<Record<string, unknown>>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#reload();
      this.#refuseIfBroken();
      const original = this.#reading.state === 'text' ? this.#reading.text : '';
      const { document } = parseSettings(original);
      for (const [key, value] of Object.entries(pinKeyOrigin(values, this.#settings))) {
        setInDocument(document, pathOf(key), value);
      }
      await this.#save(textOf(document, original));
      this.#options.log.info('settings.changed', { keys: Object.keys(values) });
    });
  }

  /** @throws AppError INVALID_INPUT, UNAVAILABLE */
  saveYaml(yaml: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#reload();
      const text = this.#withKeyPinned(restoreKey(yaml, this.#settings.model.key ?? this.#keyOnDisk()));
      // What was broken is kept even when its mended text comes from the app: it may have changed on disk meanwhile.
      const kept = this.#isBroken() ? await this.#setAside() : undefined;
      await this.#save(text, kept);
      this.#options.log.info('settings.replaced', {});
    });
  }

  /** @throws AppError CONFLICT when the file is in order, UNAVAILABLE */
  replaceBroken(): Promise<{ kept: string }> {
    return this.#inTurn(async () => {
      await this.#reload();
      if (!this.#isBroken())
        throw new AppError('CONFLICT', 'The settings file is in order; there is nothing to replace');
      const kept = await this.#setAside();
      this.#settings = Settings.parse({});
      this.#reading = { state: 'missing' };
      this.state.set(this.#describe([], kept));
      return { kept };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#watcher?.[Symbol.dispose]();
    await this.#queue;
  }

  async #reload(): Promise<void> {
    const reading = await readSettingsFile(this.#options.file);
    const before = this.#reading;
    this.#reading = reading;
    const isSame = reading.state === 'text' && before.state === 'text' && reading.text === before.text;
    if (isSame || (reading.state === 'missing' && before.state === 'missing')) return;
    this.#apply();
  }

  /** Takes what was read into use; with problems the last good values stay. */
  #apply(kept = this.state.value.kept): void {
    const { redactor, log } = this.#options;
    const reading = this.#reading;
    if (reading.state === 'text') for (const key of keysIn(reading.text)) redactor.add(key);
    const { settings, problems } = understand(reading);
    if (settings !== undefined) this.#settings = settings;
    if (problems.length > 0)
      log.warn('settings.broken', { problems: problems.map(({ path, line }) => ({ path, line })) });
    this.state.set(this.#describe(problems, kept));
  }

  #describe(problems: readonly SettingsProblem[], kept: string | undefined): SettingsState {
    const { key, ...model } = this.#settings.model;
    return {
      settings: { ...this.#settings, model },
      hasKey: key !== undefined && key !== '',
      file: this.#options.file,
      yaml: this.#shownText(problems.length > 0),
      problems: this.#options.redactor.value([...problems]),
      ...(kept === undefined ? {} : { kept }),
    };
  }

  #shownText(isBroken: boolean): string {
    if (this.#reading.state !== 'text') return '';
    const text = blankKey(this.#reading.text, this.#settings.model.key);
    // What is broken may hide a key where nobody looks for it.
    return isBroken ? this.#options.redactor.text(text) : text;
  }

  #isBroken(): boolean {
    return this.state.value.problems.length > 0;
  }

  #refuseIfBroken(): void {
    const { problems, file } = this.state.value;
    if (!this.#isBroken()) return;
    const advice = 'Mend the file, or replace it in Settings; a copy is kept.';
    throw new AppError('CONFLICT', 'The settings file is broken and is not written over', {
      where: file,
      advice,
      problems,
    });
  }

  async #save(text: string, kept?: string): Promise<void> {
    refuseProblems(parseSettings(text).problems);
    await writeSettingsFile(this.#options.file, text);
    this.#reading = { state: 'text', text };
    this.#apply(kept);
    // The folder may have been made just now.
    await this.#watch();
  }

  /** @throws AppError INVALID_INPUT */
  #withKeyPinned(text: string): string {
    const { document, settings, problems } = parseSettings(text);
    refuseProblems(problems);
    const isKept = settings?.model.key === this.#settings.model.key && settings?.model.key_origin === undefined;
    const origin = isKept ? leftBehindOrigin(this.#settings, settings?.model.base_url) : undefined;
    if (origin === undefined) return text;
    setInDocument(document, ['model', 'key_origin'], origin);
    return textOf(document, text);
  }

  #setAside(): Promise<string> {
    return setAside(this.#options.file, (this.#options.now ?? (() => new Date()))());
  }

  #keyOnDisk(): string | undefined {
    return this.#reading.state === 'text' ? keysIn(this.#reading.text)[0] : undefined;
  }

  async #watch(): Promise<void> {
    const watcher = await watchForChanges(this.#options.file, () => void this.#reloadFromOutside(), this.#options.log);
    this.#watcher?.[Symbol.dispose]();
    this.#watcher = watcher;
    if (this.#isDisposed) watcher[Symbol.dispose]();
  }

  async #reloadFromOutside(): Promise<void> {
    if (!this.#isDisposed) await this.#inTurn(() => this.#reload());
  }

  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(step);
    this.#queue = result.catch(() => {});
    return result;
  }
}

function understand(reading: FileReading): { settings: Settings | undefined; problems: readonly SettingsProblem[] } {
  if (reading.state === 'missing') return { settings: Settings.parse({}), problems: [] };
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
