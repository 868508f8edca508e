import type { SimpleCommand } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import { programOf } from '../program-of.ts';
import type { BanReason } from './finding.ts';
import type { Targets } from './targets.ts';

/** Programs that only read, so naming one of our files is not a write. */
const READERS = new Set(
  `cat head tail less more ls stat file wc grep egrep fgrep rg diff cmp md5sum sha1sum sha256sum test [ find du tree echo printf jq
  yq sort uniq cut tr nl basename dirname realpath readlink cd pushd`.split(/\s+/),
);

/** Writing or deleting what decides what may be done here, or keeps what was done. */
export function ownFileWrite(index: number, targets: Targets): BanReason | undefined {
  const part = targets.part(index);
  if (part === undefined || !targets.hasOwn) return undefined;
  // Loops, since this is asked of every word of a long line.
  for (const text of changedPaths(part, index, targets)) {
    const hit = ownAmong(targets.resolve(text, index), targets);
    if (hit !== undefined)
      return { rule: 'files of Sigma Shell', why: `${hit} decides what may be done here, or keeps what was done` };
  }
  return undefined;
}

function ownAmong(paths: readonly string[], targets: Targets): string | undefined {
  for (const path of paths) if (targets.isOwn(path)) return path;
  return undefined;
}

/** Paths that it may write to or delete. */
function changedPaths(part: SimpleCommand, index: number, targets: Targets): readonly string[] {
  const written: string[] = [];
  for (const { operator, target } of part.redirections) {
    if (target !== undefined && operator.includes('>')) written.push(...targets.texts(target));
  }
  if (!READERS.has(programOf(part) ?? '')) addWords(part, written, targets);
  for (const { kind, target } of effectsOfPart(targets.analysis, index)) {
    if ((kind === 'write' || kind === 'delete') && target !== undefined) written.push(target);
  }
  return written;
}

function addWords({ words }: SimpleCommand, written: string[], targets: Targets): void {
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word?.literal !== undefined) addNamed(word.literal, written);
    else if (word !== undefined) for (const text of targets.texts(word)) addNamed(text, written);
  }
}

/** The word, and what follows `=` or an option's letter in it. */
function addNamed(text: string, written: string[]): void {
  if (!looksLikePath(text)) return;
  written.push(text);
  const equals = text.indexOf('=');
  if (equals >= 0 && looksLikePath(text.slice(equals + 1))) written.push(text.slice(equals + 1));
  if (text.startsWith('-') && looksLikePath(text.slice(2))) written.push(text.slice(2));
}

const looksLikePath = (text: string) => text.includes('/') || text.includes('.');
