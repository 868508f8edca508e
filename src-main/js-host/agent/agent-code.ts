import { raceAbort } from '#core/async/abort';
import { Mutex } from '#core/async/mutex';
import type { FromAgentHost, ToAgentHost } from '#core/threads/agent-messages';
import { installHooks } from './install-hooks.ts';
import { LoadedFiles } from './loaded-files.ts';
import { RunningCalls } from './running-calls.ts';

// Taken before the workspace's code runs, which may replace them.
const { parse } = JSON;
const { isArray } = Array;

type LoadRequest = Extract<ToAgentHost, { type: 'load' }>;
type CompactRequest = Extract<ToAgentHost, { type: 'compact' }>;
type CompletionAnswer = Extract<ToAgentHost, { type: 'completed' }>;

/** A workspace's JavaScript and TypeScript, served: files are loaded, tools called, the system file asked. */
export class AgentCode {
  readonly #workspace: string;
  readonly #send: (message: FromAgentHost) => void;
  readonly #files: LoadedFiles;
  readonly #calls: RunningCalls;
  readonly #asked = new Map<string, (answer: CompletionAnswer) => void>();
  #questions = 0;
  readonly #mutex = new Mutex();

  constructor(
    { workspace, answerBytes }: Extract<ToAgentHost, { type: 'open' }>,
    send: (message: FromAgentHost) => void,
  ) {
    this.#workspace = workspace;
    this.#send = send;
    process.setSourceMapsEnabled(true);
    this.#files = new LoadedFiles(workspace, installHooks(workspace), send);
    this.#calls = new RunningCalls(send, answerBytes);
  }

  handle(message: ToAgentHost): void {
    switch (message.type) {
      case 'open':
        this.#send({ type: 'opened', id: message.id });
        break;
      case 'load':
        this.#load(message);
        break;
      case 'call':
        this.#calls.start(message.id, (signal) => this.#call(message.tool, message.arguments, signal));
        break;
      case 'prompt':
        this.#calls.start(message.id, () => this.#prompt());
        break;
      case 'compact':
        this.#calls.start(message.id, (signal) => this.#compact(message, signal));
        break;
      case 'cancel':
        this.#calls.cancel(message.id);
        break;
      case 'completed':
        this.#asked.get(message.id)?.(message);
        this.#asked.delete(message.id);
    }
  }

  #load(load: LoadRequest): void {
    void this.#mutex.run(async () => {
      const files = await this.#files.load(load);
      this.#send({ type: 'loaded', id: load.id, files });
    });
  }

  #call(name: string, text: string, signal: AbortSignal): unknown {
    const tool = this.#files.tool(name);
    if (!tool?.run) throw new Error(`There is no tool ${name}`);
    const args = text.trim() === '' ? {} : parse(text);
    const isObject = typeof args === 'object' && args !== null && !isArray(args);
    if (!isObject) throw new Error(`The arguments of ${name} are no JSON object`);
    return tool.run({ ...args }, { signal, workspace: this.#workspace });
  }

  async #prompt(): Promise<string> {
    const { prompt } = this.#files.system() ?? {};
    if (!prompt) throw new Error('The system file has no buildSystemPrompt');
    const text = await prompt();
    if (typeof text !== 'string') throw new Error(`buildSystemPrompt returned a ${typeof text} in place of a text`);
    return text;
  }

  #compact({ id, history, maxTokens }: CompactRequest, signal: AbortSignal): unknown {
    const { compact } = this.#files.system() ?? {};
    if (!compact) throw new Error('The system file has no compactHistory');
    return compact(history, maxTokens, (messages: readonly unknown[]) => this.#ask(id, messages, signal));
  }

  #ask(of: string, messages: readonly unknown[], signal: AbortSignal): Promise<string> {
    this.#questions += 1;
    const id = `${of}/${this.#questions}`;
    const answer = new Promise<string>((resolve, reject) => {
      this.#asked.set(id, ({ text, error }) => (text === undefined ? reject(new Error(error)) : resolve(text)));
      this.#send({ type: 'complete', id, of, messages: [...messages] });
    });
    return raceAbort(answer, signal);
  }
}
