import { basename } from 'node:path';
import type { PromptSettings } from '#contract';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import type { AppVariables, CodebaseVariables } from '../../ports.ts';
import type { AppVariableGroup, AppVariablePorts } from './app-variable-ports.ts';
import { languagesOf, treeOf } from './codebase.ts';
import { listWorkspaceFiles, type WorkspaceFiles } from './workspace-files.ts';

const PREFIX = 'shenma:environs:';
/** A value that was worked out is good for this long, in milliseconds; files take longer to list. */
const FRESH_MS = 2000;
const FRESH_FILES_MS = 10_000;
/** A template does not wait longer for one of them, in milliseconds. */
const READ_MS = 3000;
const SESSIONS = 100;
const MESSAGES = 50;
const COMPLETIONS = 20;
/** Longest text of one message or reply, and of all of a variable, in UTF-16 units. */
const TEXT = 20_000;
const TEXTS = 200_000;

interface CachedValue {
  readonly at: number;
  readonly value: Promise<unknown>;
}

/** Changing values are asked for with each reading; what is switched off is not even worked out. */
export function createOwnVariables(
  ports: AppVariablePorts,
  settings: () => PromptSettings['publish'],
  now: () => number = () => performance.now(),
): AppVariables & CodebaseVariables & Disposable {
  const changed = new Emitter<void>();
  const kept = new Map<string, CachedValue>();
  const once = <T>(name: string, freshMs: number, make: () => Promise<T>): Promise<T> => {
    const known = kept.get(name);
    if (known && now() - known.at < freshMs) return known.value as Promise<T>;
    const value = make();
    kept.set(name, { at: now(), value });
    return value;
  };
  const readers = readersOf(ports, once);
  const unsubscribe = ports.onChanged((group) => {
    for (const name of kept.keys()) if (name.startsWith(`${group}:`)) kept.delete(name);
    if (settings()[group]) changed.emit();
  });
  const missing = (name: string, error: unknown): undefined => {
    ports.log.warn('prompts.own-variable.missing', { name, message: messageOf(error) });
  };
  const isOn = (name: string) => settings()[name.split(':')[0] as AppVariableGroup];
  return {
    keys: () =>
      Object.keys(readers)
        .filter(isOn)
        .map((name) => PREFIX + name),
    read: async (key) => {
      const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length) : '';
      const reader = Object.hasOwn(readers, name) && isOn(name) ? readers[name] : undefined;
      if (reader === undefined) return undefined;
      try {
        return await inTime(once(name, FRESH_MS, reader));
      } catch (error) {
        kept.delete(name);
        return missing(name, error);
      }
    },
    codebaseOf: async (path) => {
      const values = new Map<string, unknown>();
      if (!settings().codebase) return values;
      for (const [name, read] of Object.entries(codebaseReaders(() => ({ path, name: basename(path) }), ports, once))) {
        // Not that of the first workspace instead.
        values.set(name.replaceAll(':', '.'), await inTime(read()).catch((error: unknown) => missing(name, error)));
      }
      return values;
    },
    onChanged: changed.subscribe,
    [Symbol.dispose]: unsubscribe,
  };
}

type CachedMaker = <T>(name: string, freshMs: number, make: () => Promise<T>) => Promise<T>;

function readersOf(ports: AppVariablePorts, once: CachedMaker): Readonly<Record<string, () => Promise<unknown>>> {
  const { chat, models, modules } = ports;
  return {
    'chat:current': async () => {
      const [last] = await chat.sessions(1);
      if (!last) return undefined;
      const messages = newest(await chat.messages(last.id, MESSAGES));
      return { session: last.id, title: last.title, messages };
    },
    'chat:sessions': async () =>
      (await chat.sessions(SESSIONS)).map(({ id, title, at }) => ({ id, title, at: new Date(at).toISOString() })),
    'completion:history': async () =>
      newest(
        (await chat.completions(COMPLETIONS))
          .toReversed()
          .map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
      ),
    'model:list': async () => (await models()).map(modelValue),
    'model:current': async () => {
      const model = (await models()).find(({ isDefault }) => isDefault);
      return model && modelValue(model);
    },
    'modules:list': async () => modules().map(({ name, version, description }) => ({ name, version, description })),
    ...codebaseReaders(ports.workspace, ports, once),
  };
}

/** Readers of the variables about a workspace's files. */
function codebaseReaders(
  workspace: AppVariablePorts['workspace'],
  { environment, log }: Pick<AppVariablePorts, 'environment' | 'log'>,
  once: CachedMaker,
): Readonly<Record<string, () => Promise<unknown>>> {
  const files = (): Promise<WorkspaceFiles> => {
    const folder = workspace().path;
    return once(`codebase:${folder}`, FRESH_FILES_MS, () => listWorkspaceFiles({ folder, environment, log }));
  };
  return {
    'codebase:files': async () => (await files()).paths,
    'codebase:tree': async () => treeOf(await files()),
    'codebase:current_project': async () => {
      const { name, path } = workspace();
      const { paths, isGit, isCut } = await files();
      return { name, path, languages: languagesOf(paths), files: paths.length, is_git: isGit, is_cut: isCut };
    },
  };
}

function modelValue({
  name,
  model,
  contextTokens,
  isDefault,
  features,
}: Awaited<ReturnType<AppVariablePorts['models']>>[number]) {
  return {
    ...features,
    name,
    model,
    is_default: isDefault,
    ...(contextTokens === undefined ? {} : { context_tokens: contextTokens }),
  };
}

/** The last ones, oldest first, that fit; long texts are cut. */
function newest<T extends { readonly content: string }>(all: readonly T[]): T[] {
  const result: T[] = [];
  let length = 0;
  for (const one of all.toReversed()) {
    const content = one.content.length > TEXT ? `${textStart(one.content, TEXT)}…` : one.content;
    length += content.length;
    if (length > TEXTS) break;
    result.unshift({ ...one, content: content.toWellFormed() });
  }
  return result;
}

async function inTime<T>(value: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${READ_MS} ms`)), READ_MS);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
