import { createHash } from 'node:crypto';
import { Compiled } from '#core/agent-messages';
import { readPaced } from '#process/paced-pipe';
import { type JsHostOptions, startHost } from './host-process.ts';

/** The compiler takes a second for some files; beyond this something is wrong. */
const COMPILE_MS = 60_000;
/** Most answers that are kept for the next start of a host. */
const MAX_KEPT = 50;

/** What the compiler answered, by what it was asked; a host that starts anew has no need to ask again. */
const kept = new Map<string, Compiled>();

export const isTypeScript = (file: string): boolean => /\.[cm]?ts$/.test(file);

/** What TypeScript files are as JavaScript, and which schemas their types give; nothing where there are none. @throws Error */
export function compiledOf(
  options: JsHostOptions,
  files: readonly string[],
  trusted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<Omit<Compiled, 'type'>> {
  const typescript = files.filter(isTypeScript);
  if (typescript.length === 0) return Promise.resolve({ files: [], problems: [], schemas: {} });
  const sources = [...trusted].filter(([file]) => isTypeScript(file)).sort();
  const key = createHash('sha256')
    .update(JSON.stringify([options.workspace, typescript, sources]))
    .digest('hex');
  const known = kept.get(key);
  return known ? Promise.resolve(known) : compileKept(options, typescript, key, signal);
}

async function compileKept(options: JsHostOptions, files: readonly string[], key: string, signal: AbortSignal) {
  const compiled = await compile(options, files, signal);
  kept.set(key, compiled);
  for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
  return compiled;
}

/**
 * Asks the compiler, in a process that ends afterwards: it takes tens of megabytes. It finds syntax errors of JavaScript, too.
 *
 * @throws Error with what it said in place of an answer
 */
export async function compile(
  options: JsHostOptions,
  files: readonly string[],
  signal: AbortSignal,
): Promise<Compiled> {
  signal.throwIfAborted();
  await using program = await startHost(options);
  let words = '';
  for (const pipe of [program.stdout, program.stderr]) {
    readPaced(pipe, (text) => {
      words = (words + text).slice(-2000);
    });
  }
  const ends: (() => void)[] = [];
  try {
    return await new Promise<Compiled>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`It was not compiled within ${COMPILE_MS / 1000} s`)),
        COMPILE_MS,
      );
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      ends.push(
        () => clearTimeout(timer),
        () => signal.removeEventListener('abort', onAbort),
        program.onMessage((message) => {
          const answer = Compiled.safeParse(message);
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
