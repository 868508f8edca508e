import { join } from 'node:path';
import type { PromptRecord } from '#contract';
import { Emitter } from '#core/async/emitter';
import { Redactor } from '#core/secrets/redact';
import { createPromptEngine } from '#prompts';
import { EMPTY } from '#template';
import type { RenderedForModel } from '../../../../src-main/prompts/library/library-ports.ts';
import { PromptLibrary } from '../../../../src-main/prompts/library/prompt-library.ts';
import type { PromptStore, ToolCaller, ToolCallOutcome } from '../../../../src-main/prompts/ports.ts';
import { openFolderStore } from '../../../../src-main/prompts/stores/index.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { type TemporaryLedger, temporaryLedger } from '../../../support/temporary-ledger.ts';

export interface LibraryWorkbench extends AsyncDisposable {
  readonly library: PromptLibrary;
  readonly ledger: TemporaryLedger;
  readonly folder: string;
  readonly store: PromptStore;
  /** Names of the tools that were called, with what they were given. */
  readonly calls: string[];
  /** Prompts that were sent, last first. */
  readonly sent: RenderedForModel[];
  /** Sessions whose prompt was stopped. */
  readonly stopped: string[];
  /** Called before a prompt counts as sent. */
  beforeSent: () => Promise<void>;
  readonly logged: { readonly event: string; readonly fields: Readonly<Record<string, unknown>> }[];
  /** Writes as another program would, and has the engine see it. */
  outside(name: string, value: unknown): Promise<void>;
  /** Another library on the same folder, as after a restart. */
  restarted(): Promise<PromptLibrary>;
}

export const REVIEW: PromptRecord = {
  name: 'review',
  prompt: 'Review {{.args.code}} in {{.vscode.language}}',
  supports: ['chat'],
  parameters: { code: { type: 'string' } },
};

/** The library on a real engine, a real folder and a real ledger; tools answer as `answer` says, and are counted. `given`: its store instead. */
export async function libraryWorkbench(
  answer: (args: readonly unknown[]) => unknown = () => EMPTY,
  given?: PromptStore,
): Promise<LibraryWorkbench> {
  const [temporary, ledger] = await Promise.all([temporaryFolder(), temporaryLedger()]);
  const folder = temporary.path;
  const calls: string[] = [];
  const sent: RenderedForModel[] = [];
  const stopped: string[] = [];
  const logged: LibraryWorkbench['logged'] = [];
  const note = (event: string, fields: Readonly<Record<string, unknown>> = {}) => void logged.push({ event, fields });
  const caller: ToolCaller = {
    call: async (tool, args): Promise<ToolCallOutcome> => {
      calls.push(`${tool.callable} ${JSON.stringify(args)}`);
      const value = (await answer(args)) as ToolCallOutcome['value'];
      const isEmpty = value === EMPTY;
      return {
        outcome: isEmpty ? 'empty' : 'value',
        value,
        arguments: { q: args[0] },
        ...(isEmpty && { error: 'down' }),
      };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const store = given ?? (await openFolderStore({ folder: join(folder, 'store'), log: silentLogger }));
  const own = { keys: () => [], read: async () => undefined, onChanged: new Emitter<void>().subscribe };
  const hour = 3_600_000;
  const refresh = { extension: hour, template: hour, environ: hour, tool: hour };
  const engine = createPromptEngine({
    store,
    own,
    tools: caller,
    settings: () => ({ timeoutMs: 20_000, undefined: 'guarded', refresh }),
    log: silentLogger,
  });
  await engine.ready;
  const ports = {
    folder,
    ledger,
    redactor: new Redactor(),
    log: { debug: note, info: note, warn: note, error: note },
    send: async (rendered: RenderedForModel) => {
      await bench.beforeSent();
      sent.unshift(rendered);
      return {
        session: 's',
        event: 'e',
        model: 'm',
        profile: 'p',
        updates: async function* () {},
        stop: async () => void stopped.push('s'),
      };
    },
  };
  const codebase = { codebaseOf: async (folder: string) => new Map([['codebase.files', [`${folder}/a.ts`]]]) };
  const parts = { engine, store, caller, own: codebase };
  const libraries = [await PromptLibrary.open(ports, parts)];
  const bench: LibraryWorkbench = {
    library: libraries[0] as PromptLibrary,
    ledger,
    folder,
    store,
    calls,
    sent,
    stopped,
    beforeSent: async () => {},
    logged,
    outside: async (name, value) => {
      await store.write(`shenma:${name}`, typeof value === 'string' ? value : JSON.stringify(value));
      await engine.refresh();
    },
    restarted: async () => {
      const next = await PromptLibrary.open(ports, parts);
      libraries.push(next);
      return next;
    },
    [Symbol.asyncDispose]: async () => {
      for (const library of libraries) await library[Symbol.asyncDispose]();
      for (const part of [engine, store, ledger, temporary]) await part[Symbol.asyncDispose]();
    },
  };
  return bench;
}
