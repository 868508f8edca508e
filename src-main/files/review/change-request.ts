import { dirname, relative } from 'node:path';
import type { Warning } from '#contract';
import { octalMode } from '#contract/octal-mode';
import { whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { PlanContext } from '#tools';
import { refuseOwnFiles } from '../own-files.ts';
import { gainedRights, RUN_BITS } from './gained-rights.ts';
import { type FileSnapshot, takeSnapshot } from './snapshot.ts';
import { type FileTarget, locate } from './target.ts';

/** Permission bits of a file that is not there yet, as the file tools make them. */
export const NEW_FILE_MODE = 0o644;

/** Request of a file tool to change one file; the two change tools differ only in this. */
export interface ChangeRequest {
  /** Path as the model wrote it. */
  readonly path: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /**
   * Computes the new content of the file from its current content.
   *
   * @throws ToolError if that is not possible, as when an edit does not fit.
   */
  propose(before: FileSnapshot | undefined, target: FileTarget): ProposedFile;
  /** A person's edited text, made to fit a file that changed after it was shown; `undefined` if it cannot be. */
  carryOver(edited: { readonly oldText: string; readonly newText: string }, presentText: string): string | undefined;
}

export interface ProposedFile {
  readonly bytes: Buffer;
  /** Notes for the person about adjustments of the text. */
  readonly notes: readonly string[];
  /** Reason why a person must be asked whatever the rules say: it would overwrite somebody else's work. */
  readonly conflict?: string | undefined;
  /** Permission bits that the file gets; its own, or those of a new file, where absent. */
  readonly mode?: number | undefined;
}

/** A request, worked out against the file as it is. */
export interface ExaminedRequest {
  readonly target: FileTarget;
  readonly before: FileSnapshot | undefined;
  readonly bytes: Buffer;
  readonly placeWarnings: readonly Warning[];
  readonly conflict: string | undefined;
  readonly mode: number | undefined;
}

/**
 * Works a request out against the file as it is, or as `ahead` says that it will be by then.
 *
 * @throws ToolError if the path or the file does not allow the change; MovedError when it is being replaced right now.
 */
export async function examine(
  request: ChangeRequest,
  { workspace, cwd }: PlanContext,
  {
    ownFiles,
    ahead,
  }: { readonly ownFiles: readonly string[]; readonly ahead: (path: string) => FileSnapshot | undefined },
): Promise<ExaminedRequest> {
  const target = await locate(request.path, { workspace, cwd, changes: true });
  await refuseOwnFiles(target.path, ownFiles);
  const before = ahead(target.path) ?? (await takeSnapshot(target.path));
  const { bytes, notes, conflict, mode } = request.propose(before, target);
  const placeWarnings = [
    ...target.warnings,
    ...changeWarnings(target, before, workspace),
    ...modeWarnings(before?.mode ?? NEW_FILE_MODE, mode, before !== undefined),
  ];
  for (const text of notes) placeWarnings.push({ level: 'note', text });
  if (conflict !== undefined) placeWarnings.push({ level: 'caution', text: conflict });
  return { target, before, bytes, placeWarnings, conflict, mode };
}

function changeWarnings(target: FileTarget, before: FileSnapshot | undefined, workspace: string): Warning[] {
  const warnings: Warning[] = [];
  const why = whyItRunsCode(target.path, workspace);
  if (why !== undefined) warnings.push({ level: 'caution', text: `Changing ${target.shownPath} can run code: ${why}` });
  if (!before) {
    const missing = relative(target.existing, dirname(target.path));
    if (missing) warnings.push({ level: 'note', text: `Creates the folder ${missing} in ${target.existing}` });
    return warnings;
  }
  if (before.names > 1) {
    warnings.push({ level: 'caution', text: `${severalNames(before.names)}; the others keep the old content` });
  }
  if (!before.isWritable)
    warnings.push({ level: 'caution', text: 'The file is write-protected; it would be replaced' });
  if ((before.mode & RUN_BITS) !== 0) warnings.push({ level: 'note', text: 'The file is executable' });
  return warnings;
}

/** Tells permissions that the file gets with its text, which no line shows. */
function modeWarnings(usual: number, mode: number | undefined, isThere: boolean): Warning[] {
  if (mode === undefined || mode === usual) return [];
  const text = isThere
    ? `Its permissions would change from ${octalMode(usual)} to ${octalMode(mode)}`
    : `It would have the permissions ${octalMode(mode)}`;
  const rights = gainedRights(usual, mode);
  return [rights === undefined ? { level: 'note', text } : { level: 'caution', text: `${text}, ${rights}` }];
}

/** Reason why a file with several names asks: it is a file elsewhere, too, so that no rule about a path covers it. */
export function severalNames(names: number): string {
  return `The file has ${names} names (hard links)`;
}
