import { createHash } from 'node:crypto';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { Emitter } from '../../../../src-main/core/async/emitter.ts';
import type { LinkEnd, LinkRequest } from '../../../../src-main/tools/index.ts';
import type { CodeHost, LoadedFile } from '../../../../src-main/workspaces/hosts/code-host.ts';
import type { CodeFile, Layout } from '../../../../src-main/workspaces/layout/layout.ts';
import type { FolderTrust, HostStart, LifeParts } from '../../../../src-main/workspaces/life/parts.ts';
import type { FolderHash } from '../../../../src-main/workspaces/trust/folder-hash.ts';

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A tool's file whose text names it. */
export function codeFile(name: string, text = `code of ${name}`, file = `tools/${name}.py`): CodeFile {
  return {
    name,
    file,
    language: file.endsWith('.py') ? 'python' : 'typescript',
    text,
    hash: hashOf(text),
    description: '',
  };
}

/** A host that loads what it is given: a file whose text says `broken` is a problem, and keeps its old version. */
export class FakeHost implements CodeHost {
  readonly pid = 4711;
  readonly #ended = new Deferred<LinkEnd>();
  readonly #stderr = new Emitter<string>();
  readonly ended = this.#ended.promise;
  readonly onStderr = this.#stderr.subscribe;
  readonly loads: (readonly CodeFile[])[] = [];
  readonly start: HostStart;
  #known = new Set<string>();
  answer: (request: LinkRequest, signal: AbortSignal) => Promise<unknown> = async ({ tool }) => `${tool} answered`;

  constructor(start: HostStart) {
    this.start = start;
  }

  async load(files: readonly CodeFile[]): Promise<readonly LoadedFile[]> {
    this.loads.push(files);
    return files.map(({ file, name, text }) => {
      const isBroken = text.includes('broken');
      const isOld = isBroken && this.#known.has(file);
      if (!isBroken) this.#known.add(file);
      const declaration = { name, description: text, parameters: { type: 'object', properties: {} } };
      return {
        file,
        ...((!isBroken || isOld) && { declaration }),
        ...(isBroken && { problem: { file, line: 1, message: 'It is broken' }, isOld }),
      };
    });
  }

  call(request: LinkRequest, signal: AbortSignal): Promise<unknown> {
    return this.answer(request, signal);
  }

  async systemPrompt(): Promise<string> {
    return 'its own words';
  }

  async compact(history: readonly unknown[]): Promise<unknown> {
    return history.slice(-1);
  }

  finish(end: LinkEnd): void {
    this.#ended.resolve(end);
  }

  async end(): Promise<void> {
    this.finish({ state: 'completed', reason: 'ended' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}

/** A workspace's parts in memory: the test changes `layout` and `files`, and sees what was started and recorded. */
export function fakeParts(): LifeParts & {
  layout: Layout;
  trusted: FolderTrust | undefined;
  isBusy: boolean;
  readonly hosts: FakeHost[];
  readonly recorded: string[];
} {
  const hosts: FakeHost[] = [];
  const recorded: string[] = [];
  const now = (): FolderHash => {
    const { tools, agentsFile, requirements } = fake.layout;
    const bound = [...tools, agentsFile, requirements].filter((one) => one !== undefined);
    const files = new Map(bound.map(({ file, hash }) => [file, hash]));
    return { hash: hashOf(JSON.stringify([...files])), files, executable: new Set() };
  };
  const fake: ReturnType<typeof fakeParts> = {
    layout: { tools: [], skills: [], tasks: [], problems: [] },
    trusted: undefined,
    isBusy: false,
    hosts,
    recorded,
    readLayout: async () => fake.layout,
    trust: {
      get: async () => fake.trusted,
      trust: async (_, { hasNetwork }) => {
        fake.trusted = { ...now(), hasNetwork };
        return fake.trusted;
      },
      restrict: async () => {
        fake.trusted = undefined;
      },
      noteOwnEdit: async () => {},
      hash: async () => now(),
      compare: async () => {
        throw new Error('not asked');
      },
      changes: (trusted, { files }) =>
        [...trusted.files].flatMap(([file, hash]) =>
          files.get(file) === hash
            ? []
            : [{ file, change: files.has(file) ? ('changed' as const) : ('removed' as const) }],
        ),
      unchanged: (trusted, { files }) => new Map([...trusted.files].filter(([file, hash]) => files.get(file) === hash)),
      review: async () => {
        throw new Error('not asked');
      },
    },
    openHost: async (start) => {
      const host = new FakeHost(start);
      hosts.push(host);
      return { host };
    },
    isTurnRunning: async () => fake.isBusy,
    holdBack: async (outcome) => outcome,
    callMs: () => 1000,
    record: (type) => void recorded.push(type),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  return fake;
}
