import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentFile, LoadedByHost } from '#core/threads/agent-messages';
import { docCommentOf } from './doc-comment.ts';
import { type AnyFunction, findExport, type Namespace, toolFunction } from './module-exports.ts';
import { describedSchema, exportedSchema, type Schema } from './parameters.ts';

// Taken before the workspace's code runs, which may replace it.
const { keys } = Object;

/** A version of a file that runs. */
export interface RunningFile {
  readonly file: AgentFile;
  readonly told: LoadedByHost;
  /** Runs a tool. @throws what the tool or its own schema throws */
  readonly run?: ((args: Record<string, unknown>, context: object) => unknown) | undefined;
  readonly prompt?: AnyFunction | undefined;
  readonly compact?: AnyFunction | undefined;
}

export interface CodeSource {
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  /** Source text as written, needed for its comments. */
  readonly text: string;
  /** Schema derived from its types. */
  readonly typed?: Schema | undefined;
}

/** Imports a tool or the system file. @throws what its import throws; Error where it does not export what it must */
export async function importFile(file: AgentFile, source: CodeSource): Promise<RunningFile> {
  const namespace: Namespace = await import(pathToFileURL(join(source.workspace, file.file)).href);
  return file.role === 'tool' ? runningTool(file, namespace, source) : systemOf(file, namespace, source.workspace);
}

function runningTool(file: AgentFile, namespace: Namespace, { text, typed }: CodeSource): RunningFile {
  const tool = toolFunction(namespace);
  if (!tool) throw new Error('It exports no function `tool`: write `export async function tool(args) { … }`.');
  const given = findExport(namespace, 'parameters');
  const comment = docCommentOf(text);
  const parameters = given === undefined ? (typed ?? describedSchema(comment, String(tool))) : exportedSchema(given);
  const written = findExport(namespace, 'description');
  const description = typeof written === 'string' ? written.trim() : (comment?.description ?? '');
  const check = checker(given);
  return {
    file,
    told: { file: file.file, declaration: { name: file.name, description, parameters: { ...parameters } } },
    run: async (args, context) => tool(await check(withDefaults(args, parameters)), context),
  };
}

/** A schema of a library checks and completes the arguments itself. */
function checker(given: unknown): (args: object) => unknown {
  const parse = (given as { parseAsync?: unknown } | undefined)?.parseAsync;
  return typeof parse === 'function' ? (args) => parse.call(given, args) : (args) => args;
}

function withDefaults(args: Record<string, unknown>, { properties }: Schema): Record<string, unknown> {
  const known = (properties ?? {}) as Readonly<Record<string, { readonly default?: unknown }>>;
  for (const name of keys(known)) {
    if (args[name] === undefined && known[name]?.default !== undefined)
      args[name] = structuredClone(known[name].default);
  }
  return args;
}

/** Two functions, or a class `System` that is made with the path of the workspace and has them as methods. */
function systemOf(file: AgentFile, namespace: Namespace, workspace: string): RunningFile {
  const System = findExport(namespace, 'System');
  const holder =
    typeof System === 'function' ? new (System as new (workspace: string) => object)(workspace) : undefined;
  const find = (name: string): AnyFunction | undefined => {
    const own = findExport(namespace, name);
    if (typeof own === 'function') return own as AnyFunction;
    const method = (holder as Record<string, unknown> | undefined)?.[name];
    return typeof method === 'function' ? (...args) => method.apply(holder, args) : undefined;
  };
  const [prompt, compact] = [find('buildSystemPrompt'), find('compactHistory')];
  if (!prompt && !compact) throw new Error('It exports neither `buildSystemPrompt` nor `compactHistory`.');
  const system = { hasPrompt: prompt !== undefined, hasCompaction: compact !== undefined };
  return { file, told: { file: file.file, system }, prompt, compact };
}
