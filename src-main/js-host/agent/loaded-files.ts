import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentFile, FromAgentHost, LoadedByHost, ToAgentHost } from '#core/threads/agent-messages';
import { importProblem } from './import-problem.ts';
import type { UpdateTrust } from './install-hooks.ts';
import { importFile, type RunningFile } from './loaded-file.ts';

type LoadRequest = Extract<ToAgentHost, { type: 'load' }>;

/** The tools and the system file as they run: each in its newest version that could be imported. */
export class LoadedFiles {
  readonly #workspace: string;
  readonly #update: UpdateTrust;
  readonly #send: (message: FromAgentHost) => void;
  readonly #running = new Map<string, RunningFile>();
  /** Reports by path about files whose newest version could not be imported. */
  readonly #broken = new Map<string, LoadedByHost>();

  constructor(workspace: string, update: UpdateTrust, send: (message: FromAgentHost) => void) {
    this.#workspace = workspace;
    this.#update = update;
    this.#send = send;
  }

  tool(name: string): RunningFile | undefined {
    for (const one of this.#running.values()) if (one.file.role === 'tool' && one.file.name === name) return one;
    return undefined;
  }

  system(): RunningFile | undefined {
    for (const one of this.#running.values()) if (one.file.role === 'system') return one;
    return undefined;
  }

  /** Loads files, one load at a time, and one import after the other, so that it is known which one takes its time. */
  async load(load: LoadRequest): Promise<LoadedByHost[]> {
    const { files, trusted, compiled } = load;
    const pathOf = (file: string) => join(this.#workspace, file);
    const stale = new Set(
      await this.#update({
        trusted,
        compiled: Object.fromEntries(compiled.map(({ hash, code = null }) => [hash, code])),
        failed: [...this.#broken.keys()].map(pathOf),
      }),
    );
    const wanted = new Set(files.map(({ file }) => file));
    for (const known of [...this.#running.keys(), ...this.#broken.keys()]) {
      if (wanted.has(known)) continue;
      this.#running.delete(known);
      this.#broken.delete(known);
    }
    const told: LoadedByHost[] = [];
    for (const file of files) {
      const running = this.#running.get(file.file);
      const isCurrent = running && !stale.has(pathOf(file.file)) && !this.#broken.has(file.file);
      told[told.length] = isCurrent && isSameFile(running.file, file) ? running.told : await this.#import(file, load);
    }
    return told;
  }

  async #import(file: AgentFile, { id, importMs, schemas }: LoadRequest): Promise<LoadedByHost> {
    const path = join(this.#workspace, file.file);
    try {
      this.#send({ type: 'importing', id, file: file.file });
      const source = { workspace: this.#workspace, text: readFileSync(path, 'utf8'), typed: schemas[file.hash] };
      const running = await within(importFile(file, source), importMs);
      this.#running.set(file.file, running);
      this.#broken.delete(file.file);
      return running.told;
    } catch (error) {
      const old = this.#running.get(file.file);
      const told: LoadedByHost = {
        file: file.file,
        ...importProblem(error, path, this.#workspace),
        ...(old && { ...old.told, isOld: true }),
      };
      this.#broken.set(file.file, told);
      return told;
    }
  }
}

const isSameFile = (one: AgentFile, other: AgentFile): boolean => one.name === other.name && one.hash === other.hash;

/** @throws Error when it takes longer; what is imported goes on, and nobody hears of it. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Its import took longer than ${milliseconds / 1000} s.`)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
