/** Reads behind links that a line itself copies, moves or unpacks: where those lead is known only when they are there. */
import { lstat } from 'node:fs/promises';
import type { SimpleCommand } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths } from '../decide/targets.ts';
import { hasWord, programOf } from '../program-of.ts';
import { isOver, mayReach } from './created-links.ts';
import type { LinkSearch } from './link-search.ts';
import { showsFiles } from './read-below.ts';

/** Explains which parts may read elsewhere, behind a link that the part puts there; what is written there is looked at elsewhere. */
export async function whyReadBehind(
  index: number,
  facts: CommandFacts,
  search: LinkSearch,
): Promise<string | undefined> {
  const { analysis } = facts;
  const part = analysis.parts[index];
  if (part === undefined || !(unpacks(part) || copiesLinks(part))) return undefined;
  const read = analysis.effects.find((effect) => {
    const reader = analysis.parts[effect.part];
    const isRead = effect.kind === 'read' && effect.part !== index && reader !== undefined && showsFiles(reader);
    return isRead && !isOver(effect.part, index, analysis) && mayReach(effect, index, facts);
  });
  if (read === undefined || !(unpacks(part) || (await hasLinks(index, facts, search)))) return undefined;
  return `${read.target ?? 'What it reads'} may lie behind a link that the line makes`;
}

/** Whether a part fills folders from an archive, in which there may be links. */
const unpacks = (part: SimpleCommand): boolean => {
  const name = programOf(part);
  return name === 'unzip' || (name === 'tar' && hasWord(part, /^-[A-Za-z]*x|^--(?:extract|get)$/));
};

/** Options with which cp and rsync make links of links, or of files. */
const KEEPS_LINKS = /^-[A-Za-z]*[adlPrRs]|^--(?:archive|recursive|no-dereference|links?|symbolic-link)$/;
const FOLLOWS_LINKS = /^-[A-Za-z]*L|^--(?:dereference|copy-links)$/;

function copiesLinks(part: SimpleCommand): boolean {
  const name = programOf(part);
  if (name === 'mv') return true;
  if (name !== 'cp' && name !== 'rsync') return false;
  return hasWord(part, KEEPS_LINKS) && !hasWord(part, FOLLOWS_LINKS);
}

/** Whether what a part copies is a link or holds some, wherever it leads now: elsewhere it may lead elsewhere. */
async function hasLinks(index: number, facts: CommandFacts, search: LinkSearch): Promise<boolean> {
  const read = effectsOfPart(facts.analysis, index).filter(({ kind }) => kind === 'read');
  const paths = [...new Set(read.flatMap((effect) => effectPaths(effect, facts) ?? []))];
  for (const path of paths) {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) return true;
  }
  return (await search.firstBelow(paths, async () => true)) !== undefined;
}
