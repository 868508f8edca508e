import type { Settings } from '#contract';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import type { ChosenConnection } from './connection-choice.ts';
import { DemoClient } from './demo-client.ts';
import type { ModelClient } from './model-client.ts';
import { OpenAiClient, type OpenAiClientOptions } from './openai-client.ts';

interface CacheOptions {
  readonly settings: { current(): Pick<Settings, 'model'> };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly demoWordDelayMs?: number;
}

/** Keeps one client as long as what it was made from stays the same, so that its connections are used again. */
export class ClientCache implements AsyncDisposable {
  readonly #options: CacheOptions;
  readonly #demo: DemoClient;
  #kept: { readonly made: string; readonly client: OpenAiClient } | undefined;

  constructor(options: CacheOptions) {
    this.#options = options;
    const { demoWordDelayMs: wordDelayMs } = options;
    this.#demo = new DemoClient(wordDelayMs === undefined ? {} : { wordDelayMs });
  }

  clientFor(connection: ChosenConnection): ModelClient | undefined {
    if (connection.provider === 'none') return undefined;
    if (connection.provider === 'demo') return this.#demo;
    const { log: _log, redact: _redact, environment: _environment, ...options } = this.optionsFor(connection);
    const made = JSON.stringify(options);
    if (this.#kept?.made !== made) {
      this.#kept?.client.retire();
      this.#kept = { made, client: new OpenAiClient(this.optionsFor(connection)) };
    }
    return this.#kept.client;
  }

  optionsFor({ baseUrl, model, key }: Pick<ChosenConnection, 'baseUrl' | 'model' | 'key'>): OpenAiClientOptions {
    const { environment, log, redactor, settings } = this.#options;
    const { top_p: topP, stall_seconds: stallSeconds, extra_ca_file: extraCaFile } = settings.current().model;
    if (key) redactor.add(key);
    return {
      baseUrl,
      model,
      key,
      topP,
      stallMs: stallSeconds * 1000,
      extraCaFile,
      environment,
      log,
      // Short keys too: here they can only be the key.
      redact: (text) => redactor.text(key && key.length >= 4 ? text.replaceAll(key, '[key]') : text),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kept?.client[Symbol.asyncDispose]();
  }
}
