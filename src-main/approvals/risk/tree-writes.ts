/** Writes behind links that lie in a folder: a copy or an unpacked file is put where a link of its name leads. */
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isFolder, realOrSameAtOnce } from '#core/files/real-path';
import type { SimpleCommand } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import { normalPath } from '../normal-path.ts';
import { programOf } from '../program-of.ts';

/** Entries looked at; a folder with more is asked about. */
const MAX_ENTRIES = 50_000;
/** Time that all parts of a line have together, in milliseconds. */
const MAX_MS = 1500;
/** Folders that packages and git fill. */
const SKIPPED = new Set(['node_modules', '.git']);

interface WriteLook {
  readonly facts: CommandFacts;
  readonly workspace: string;
  /** Whether a person allows the part. */
  readonly isAllowed: (index: number) => boolean;
}

/** Explains which parts may write outside the workspace, behind links in the folders that they fill. */
export async function filledReasons({ facts, workspace, isAllowed }: WriteLook): Promise<string[]> {
  const reasons: string[] = [];
  const until = performance.now() + MAX_MS;
  for (const [index, part] of facts.analysis.parts.entries()) {
    if (isAllowed(index) || !fillsFolders(part)) continue;
    const look = { workspace, until, isReplacing: replacesFiles(part) };
    const why = await linkOutOf(foldersFilled(index, facts, workspace), look);
    if (why !== undefined) reasons.push(`${part.program} may write elsewhere: ${why}`);
  }
  return [...new Set(reasons)];
}

/** Whether a program follows links in the folder that it puts files in; rsync does so only when it is told to. */
function fillsFolders(part: SimpleCommand): boolean {
  const name = programOf(part) ?? '';
  if (CHANGING.has(name)) return part.words.some(({ text }) => /^-[A-Za-z]*[HL]/.test(text));
  if (name !== 'rsync') return FILLING.has(name);
  return part.words.some(({ text }) => /^-[A-Za-z]*K/.test(text) || text === '--keep-dirlinks');
}

const FILLING = new Set(['cp', 'tar', 'unzip']);
/** Programs that change what all links below a folder lead to, with such an option. */
const CHANGING = new Set(['chown', 'chgrp', 'setfacl']);

/**
 * Whether a program takes a link away that stands where it puts a file, and goes only through links to folders: what a virtual
 * environment has of links to programs is not written.
 */
function replacesFiles(part: SimpleCommand): boolean {
  const name = programOf(part);
  return name === 'unzip' || (name === 'tar' && !part.words.some(({ text }) => FOLLOWS.test(text)));
}

const FOLLOWS = /^-[A-Za-z]*h|^--(?:overwrite|dereference)$/;

/** Absolute paths of the folders in the workspace that a part fills; of a copy into a folder, the copy's own where all copies have a name. */
function foldersFilled(index: number, facts: CommandFacts, workspace: string): readonly string[] {
  const paths = effectsOfPart(facts.analysis, index)
    .filter(({ kind, isRecursive }) => kind === 'write' && isRecursive)
    .flatMap((effect) => effectPaths(effect, facts) ?? [])
    .map(normalPath)
    .filter((path) => isWithin(workspace, path));
  const part = facts.analysis.parts[index];
  const copiesContents = part?.words.some(({ text }) => /(?:^|\/)\.\/?$/.test(text)) ?? false;
  const isNamed = part !== undefined && programOf(part) === 'cp' && !copiesContents;
  const all = [...new Set(paths)];
  return isNamed ? all.filter((path) => !all.some((one) => one !== path && isWithin(path, one))) : all;
}

interface LinkLook {
  readonly workspace: string;
  readonly until: number;
  /** Whether links to files are replaced, so that those to folders alone matter. */
  readonly isReplacing: boolean;
}

/** Looks for a link below the folders that leads out of the workspace. */
async function linkOutOf(
  folders: readonly string[],
  { workspace, until, isReplacing }: LinkLook,
): Promise<string | undefined> {
  const root = realOrSameAtOnce(workspace);
  const waiting = [...folders];
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
    entries += found.length;
    if (entries > MAX_ENTRIES || performance.now() > until)
      return `${folder} is too large to be sure where links in it lead`;
    const link = await firstOut(found, folder, { root, isReplacing });
    if (link !== undefined) return `${link} leads out of the workspace`;
    const inner = found.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name));
    waiting.push(...inner.map(({ name }) => join(folder, name)));
  }
  return undefined;
}

async function firstOut(
  entries: readonly Dirent[],
  folder: string,
  { root, isReplacing }: { readonly root: string; readonly isReplacing: boolean },
): Promise<string | undefined> {
  for (const { name } of entries.filter((entry) => entry.isSymbolicLink())) {
    const path = join(folder, name);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined || isWithin(root, real)) continue;
    if (!isReplacing || (await isFolder(real))) return path;
  }
  return undefined;
}
