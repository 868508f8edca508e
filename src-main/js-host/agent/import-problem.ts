import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNativeError } from 'node:util/types';
import { messageOf } from '#core/app-error';
import type { LoadedByHost } from '#core/threads/agent-messages';
import { thrownText } from '../thrown-text.ts';

type ImportProblem = Pick<LoadedByHost, 'problem' | 'isSyntax' | 'missingModule'>;

/**
 * Explains why a file could not be imported: the place, as far as the error tells, and the missing module. `file` is
 * absolute. Never throws: anything can be thrown, such as an error whose message is none.
 */
export function importProblem(error: unknown, file: string, workspace: string): ImportProblem {
  try {
    // Errors of the loader's own thread are told with their kind.
    const said = isNativeError(error) ? messageOf(error) : thrownText(error);
    return knownProblem(error, { said, file, workspace });
  } catch {
    return { problem: { file: nameIn(workspace, file), message: thrownText(error) } };
  }
}

interface FailedImport {
  readonly said: string;
  readonly file: string;
  readonly workspace: string;
}

function knownProblem(error: unknown, { said, file, workspace }: FailedImport): ImportProblem {
  const missingModule = missingPackage(error, said);
  const at = errorPlace(error, workspace);
  const [line = ''] = said.split('\n', 1);
  const message = missingModule === undefined ? line : `It imports ${missingModule}, which is not installed.`;
  return {
    problem: { file: nameIn(workspace, at?.path ?? file), ...(at?.line !== undefined && { line: at.line }), message },
    ...(missingModule !== undefined && { missingModule }),
    ...(isSyntaxError(error) && at?.line === undefined && { isSyntax: true }),
  };
}

const nameIn = (workspace: string, path: string): string =>
  path
    .slice(workspace.length + 1)
    .split(sep)
    .join('/');

/** Errors of the loader's own thread are of another realm. */
const isSyntaxError = (error: unknown): boolean =>
  error instanceof SyntaxError || (error as { name?: unknown } | null)?.name === 'SyntaxError';

function missingPackage(error: unknown, said: string): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  const [, name] = /^Cannot find (?:package|module) '([^']+)'/.exec(said) ?? [];
  if ((code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') || name === undefined) return undefined;
  // A path is a file of the workspace that is not there; nothing can be installed for it.
  return /^(?:[./\\]|file:|[a-z]:\\)/i.test(name)
    ? undefined
    : name
        .split('/')
        .slice(0, name[0] === '@' ? 2 : 1)
        .join('/');
}

/** The innermost place in the workspace that the error's stack names. */
function errorPlace(error: unknown, workspace: string): { readonly path: string; readonly line: number } | undefined {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  for (const line of stack.split('\n')) {
    const [, place, row] = /((?:file:\/\/)?\/[^\s()]*?|[A-Za-z]:\\[^()]*?):(\d+)(?::\d+)?\)?\s*$/.exec(line) ?? [];
    if (place === undefined) continue;
    const path = place.startsWith('file:') ? fileURLToPath(place) : (place.split('?')[0] ?? place);
    if (path.startsWith(workspace + sep)) return { path, line: Number(row) };
  }
  return undefined;
}
