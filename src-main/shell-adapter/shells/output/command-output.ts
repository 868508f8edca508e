import { randomUUID } from 'node:crypto';
import type { OutputSizes } from '../model.ts';
import { FullOutput } from './full-output.ts';
import { ShapedOutput } from './shaped-output.ts';

export interface OutputOptions {
  readonly sizes: OutputSizes;
  /** Private; for texts that are shortened. */
  readonly spoolFolder: string;
  readonly maxBytes: number;
  readonly onOutput: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
  /** Called once, when more than `maxBytes` arrived. */
  readonly onTooMuch: () => void;
  /** The whole could not be kept. */
  readonly onProblem: (problem: unknown) => void;
}

/** Output of one command: exact, decoded, shaped, and bounded. */
export class CommandOutput {
  bytes = 0;
  readonly #options: OutputOptions;
  readonly #stdout: StreamOutput;
  readonly #stderr: StreamOutput;

  constructor(options: OutputOptions) {
    this.#options = options;
    const { sizes, spoolFolder } = options;
    const name = randomUUID();
    this.#stdout = new StreamOutput(sizes, new FullOutput(spoolFolder, `${name}.stdout`));
    this.#stderr = new StreamOutput(sizes, new FullOutput(spoolFolder, `${name}.stderr`));
  }

  readonly take = (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    const { maxBytes, onTooMuch } = this.#options;
    const room = maxBytes - this.bytes;
    this.bytes += chunk.length;
    if (room > 0) this.#keep(stream, chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (room >= 0 && chunk.length > room) onTooMuch();
  };

  async finish() {
    for (const stream of ['stdout', 'stderr'] as const) this.#told(stream, this.#of(stream).end());
    const { onProblem } = this.#options;
    const paths = [await this.#stdout.full.path(onProblem), await this.#stderr.full.path(onProblem)];
    const path = paths.find((one) => one !== undefined);
    const stdout = this.#stdout.shape.shaped();
    const stderr = this.#stderr.shape.shaped();
    return {
      stdout: stdout.text,
      stderr: stderr.text,
      original_stdout_size: stdout.size,
      original_stderr_size: stderr.size,
      ...(path !== undefined && { full_output_path: path }),
    };
  }

  #keep(stream: 'stdout' | 'stderr', bytes: Buffer): void {
    this.#told(stream, this.#of(stream).take(bytes));
  }

  #told(stream: 'stdout' | 'stderr', text: string): void {
    if (text !== '') this.#options.onOutput?.(stream, text);
  }

  #of(stream: 'stdout' | 'stderr'): StreamOutput {
    return stream === 'stdout' ? this.#stdout : this.#stderr;
  }
}

class StreamOutput {
  readonly shape: ShapedOutput;
  readonly full: FullOutput;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(sizes: OutputSizes, full: FullOutput) {
    this.shape = new ShapedOutput(sizes);
    this.full = full;
  }

  take(bytes: Buffer): string {
    return this.#add(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): string {
    return this.#add(this.#decoder.decode());
  }

  #add(text: string): string {
    this.shape.add(text);
    this.full.add(text, this.shape.isShortened);
    return text;
  }
}
