import type { FileProblem } from '#contract';
import type { LoadedByHost } from '#core/threads/agent-messages';
import type { LoadedFile } from '../code-host.ts';
import type { JsHostOptions } from './host-process.ts';
import { compileFile } from './typescript-files.ts';

/**
 * Says at which line a text is no program, which Node keeps for itself: the parser is asked for what is not `found` yet. Where the
 * error is in a module, that module is named.
 */
export async function withSyntaxLines(
  options: JsHostOptions,
  loaded: readonly LoadedByHost[],
  found: readonly FileProblem[],
  signal: AbortSignal,
): Promise<LoadedFile[]> {
  const broken = loaded.filter(({ isSyntax }) => isSyntax).map(({ file }) => file);
  const isKnown = (file: string) => found.some((one) => one.file === file);
  const problems = [
    ...found,
    ...(await syntaxProblems(
      options,
      broken.filter((file) => !isKnown(file)),
      signal,
    )),
  ];
  return await Promise.all(
    loaded.map(async ({ isSyntax, ...one }) => {
      if (!isSyntax) return one;
      const own = problems.find(({ file }) => file === one.file);
      const [ofModule] = own || broken.length === 1 ? problems : await syntaxProblems(options, [one.file], signal);
      return { ...one, problem: own ?? ofModule ?? one.problem };
    }),
  );
}

/** Finds syntax problems of these files and what they import; none if the parser cannot be run. */
async function syntaxProblems(
  options: JsHostOptions,
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly FileProblem[]> {
  if (files.length === 0) return [];
  return await compileFile(options, files, signal).then(
    ({ problems }) => problems,
    () => [],
  );
}
