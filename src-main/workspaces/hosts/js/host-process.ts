import { AppError } from '#core/app-error';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import { FromAgentHost, type ToAgentHost } from '#core/threads/agent-messages';
import type { StartOptions } from '#process/group';
import type { NodeProgram, StartNode } from '#process/node-program';
import { readPaced } from '#process/paced-pipe';
import type { ProcessGroup } from '#process/process-group';
import type { LinkEnd } from '#tools';
import type { OpenHostOptions } from '../code-host.ts';
import type { CompiledMemory } from './compiled-memory.ts';

/** `module` is the built `js-host.js`, absolute, with `js-host-hooks.js` beside it; a box must show its folder. */
export interface JsHostOptions extends OpenHostOptions, CompiledMemory {
  readonly startNode: StartNode;
  /** Starts its programs held to limits, where they can be. */
  readonly start?: ((options: StartOptions) => Promise<ProcessGroup>) | undefined;
}

/** Wait for its last output after it ended, in milliseconds. */
const WORDS_MS = 50;
/** The last that V8 says where its heap is full. */
const OUT_OF_MEMORY = /heap out of memory/;
/** Time between SIGTERM and SIGKILL for what is left of a process that has ended, in milliseconds. */
const LEFT_GRACE_MS = 100;

/** The program of a workspace's host, or of what compiles for it: in the box where there is one. */
export function startHost(options: JsHostOptions): Promise<NodeProgram> {
  const { startNode, module, workspace, environment, boxed, start } = options;
  return startNode({ module, cwd: workspace, environment: { ...environment, PSI_WORKSPACE: workspace }, boxed, start });
}

/** The process of a host, with its messages checked. It ends once, and with it all that it started. */
export class HostProcess {
  readonly #program: NodeProgram;
  readonly #messages = new Emitter<FromAgentHost>();
  readonly #stderr = new Emitter<string>();
  readonly #ending = new Deferred<LinkEnd>();
  readonly onMessage = this.#messages.subscribe;
  readonly onStderr = this.#stderr.subscribe;
  readonly ended = this.#ending.promise;
  #end: LinkEnd | undefined;
  #lastWords = '';

  constructor(program: NodeProgram) {
    this.#program = program;
    for (const pipe of [program.stdout, program.stderr]) {
      readPaced(pipe, (text) => {
        this.#lastWords = (this.#lastWords + text).slice(-2000);
        this.#stderr.emit(text);
      });
    }
    program.onMessage((message) => {
      const known = FromAgentHost.safeParse(message);
      if (known.success && !this.#end) this.#messages.emit(known.data);
    });
    void program.exited.then(async ({ exitCode, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, WORDS_MS));
      const isOut = exitCode !== 0 && OUT_OF_MEMORY.test(this.#lastWords);
      const how = exitCode === undefined ? `ended by ${signal ?? 'a signal'}` : `exit code ${exitCode}`;
      const reason = isOut ? `it ran out of memory (${how})` : how;
      void this.finish({ state: 'failed', reason, wantsRestart: true }, LEFT_GRACE_MS);
    });
  }

  get pid(): number {
    return this.#program.pid;
  }

  get marker(): string {
    return this.#program.marker;
  }

  get isBoxed(): boolean {
    return this.#program.isBoxed;
  }

  /** End of the process; undefined while it runs. */
  get end(): LinkEnd | undefined {
    return this.#end;
  }

  send(message: ToAgentHost): void {
    this.#program.send({ type: 'agent', message });
  }

  /** Announces the end and ends what runs. Resolves when it is gone. */
  finish(end: LinkEnd, graceMs: number): Promise<void> {
    if (!this.#end) {
      this.#end = end;
      this.#ending.resolve(end);
    }
    return this.#program.end(graceMs);
  }

  /** An error for the person, with the last that the code printed. */
  failure(code: 'UNAVAILABLE' | 'TIMEOUT' | 'CANCELLED', message: string, where: string): AppError {
    const words = this.#lastWords.trim().split('\n').slice(-5).join('\n');
    return new AppError(code, message, { where, ...(words !== '' && { advice: `Its last words: ${words}` }) });
  }
}
