import { createRouterClient } from '@orpc/server';
import type { Api, TerminalOutput } from '#contract';
import type { createTerminals } from '#terminal';

type TerminalsApi = Api['terminals'];

/** The client of a terminals router in the same process: what crosses the wire, without a wire. */
export function clientOf({ router }: ReturnType<typeof createTerminals>): TerminalsApi {
  const reportBug = (error: unknown) => {
    throw error;
  };
  return createRouterClient(router, { context: { reportBug } }) as unknown as TerminalsApi;
}

/** Reads a terminal as a pane does: keeps what it was sent, and acknowledges it unless told to stall. */
export class TerminalReader {
  readonly outputs: TerminalOutput[] = [];
  attachment = '';
  isStalled = false;
  readonly #api: TerminalsApi;
  readonly #id: string;
  readonly #abort = new AbortController();
  #changed = () => {};
  done: Promise<void> = Promise.resolve();

  private constructor(api: TerminalsApi, id: string) {
    this.#api = api;
    this.#id = id;
  }

  static async attach(api: TerminalsApi, id: string, options: { isStalled?: boolean } = {}): Promise<TerminalReader> {
    const reader = new TerminalReader(api, id);
    reader.isStalled = options.isStalled ?? false;
    const stream = await api.attach({ id }, { signal: reader.#abort.signal });
    reader.done = reader.#read(stream);
    return reader;
  }

  /** Text drawn so far, from the newest replay on. */
  get text(): string {
    const from = this.outputs.findLastIndex(({ kind }) => kind === 'replay');
    return this.outputs
      .slice(Math.max(0, from))
      .map((output) => (output.kind === 'exit' ? '' : output.data))
      .join('');
  }

  get exit(): Extract<TerminalOutput, { kind: 'exit' }> | undefined {
    const from = this.outputs.findLastIndex(({ kind }) => kind === 'replay');
    return this.outputs.slice(from).find((output) => output.kind === 'exit');
  }

  /** Resolves when `isSo`, asked after each output. */
  async until(isSo: () => boolean, timeoutMs = 15_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!isSo()) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`Not seen within ${timeoutMs} ms; the terminal shows ${JSON.stringify(this.text.slice(-500))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 250));
        this.#changed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  acknowledge(characters: number): Promise<void> {
    return this.#api.acknowledge({ id: this.#id, attachment: this.attachment, characters });
  }

  async leave(): Promise<void> {
    this.#abort.abort();
    await this.done;
  }

  async #read(stream: AsyncIterable<TerminalOutput>): Promise<void> {
    try {
      for await (const output of stream) {
        this.outputs.push(output);
        if (output.kind === 'replay') this.attachment = output.attachment;
        if (output.kind !== 'exit' && !this.isStalled) await this.acknowledge(output.data.length);
        this.#changed();
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    }
  }
}
