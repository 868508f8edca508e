import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { onAbort } from '#core/async/abort';
import { CompileResult } from '#core/threads/agent-messages';
import { readPaced } from '#process/paced-pipe';
import { compiledKey, rememberCompiled, rememberedCompiled } from './compiled-memory.ts';
import { type JsHostOptions, startHost } from './host-process.ts';

/** The compiler takes a second for some files; beyond this something is wrong. */
const COMPILE_MS = 60_000;
export const isTypeScript = (file: string): boolean => /\.[cm]?ts$/.test(file);

/** Compiles TypeScript files to JavaScript, with the schemas of their types; empty if there are none. @throws Error */
export async function compiledFiles(
  options: JsHostOptions,
  files: readonly string[],
  trusted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Omit<CompileResult, 'type'>> {
  const typescript = files.filter(isTypeScript);
  if (typescript.length === 0) return { files: [], problems: [], schemas: {} };
  const sources = [...trusted].filter(([file]) => isTypeScript(file)).sort();
  const key = await compiledKey(options, typescript, sources);
  const known = await rememberedCompiled(options, key);
  if (known) return known;
  const compiled = await compileFile(options, typescript, signal);
  if (await isOfSources(compiled, sources, options.workspace)) await rememberCompiled(options, key, compiled);
  return compiled;
}

/** The compiler read what is trusted, and not what a file became, or was before it was there. */
async function isOfSources(
  { files }: CompileResult,
  sources: readonly (readonly [string, string])[],
  workspace: string,
): Promise<boolean> {
  const hashes = new Set(sources.map(([, hash]) => hash));
  const own = sources.filter(([file]) => !file.includes('node_modules/'));
  const areThere = own.map(([file]) =>
    access(join(workspace, file))
      .then(() => true)
      .catch(() => false),
  );
  return files.every(({ hash }) => hashes.has(hash)) && (await Promise.all(areThere)).every(Boolean);
}

/**
 * Asks the compiler, in a process that ends afterwards: it takes tens of megabytes. It finds syntax errors of JavaScript, too.
 *
 * @throws Error with what it said in place of an answer
 */
export async function compileFile(
  options: JsHostOptions,
  files: readonly string[],
  signal: AbortSignal,
): Promise<CompileResult> {
  signal.throwIfAborted();
  const { environment, limits } = options;
  // Nobody watches it beside its time: V8 holds it to what the workspace may have.
  const heap = { NODE_OPTIONS: `--max-old-space-size=${Math.max(64, Math.floor(limits.memoryBytes / 1_048_576))}` };
  await using program = await startHost({ ...options, environment: { ...environment, ...heap } });
  let words = '';
  for (const pipe of [program.stdout, program.stderr]) {
    readPaced(pipe, (text) => {
      words = (words + text).slice(-2000);
    });
  }
  const ends: (() => void)[] = [];
  try {
    return await new Promise<CompileResult>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`It was not compiled within ${COMPILE_MS / 1000} s`)),
        COMPILE_MS,
      );
      const stopped = onAbort(signal, reject);
      ends.push(
        () => clearTimeout(timer),
        () => stopped[Symbol.dispose](),
        program.onMessage((message) => {
          const answer = CompileResult.safeParse(message);
          if (answer.success) resolve(answer.data);
          else reject(new Error((message as { message?: string } | null)?.message ?? 'The compiler gave no answer'));
        }),
      );
      void program.exited.then(() => reject(new Error(`The compiler has ended. ${words.trim()}`)));
      program.send({ type: 'compile', workspace: options.workspace, files });
    });
  } finally {
    for (const end of ends) end();
    await program.end(0);
  }
}
