import type { WordType } from '#contract';
import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';

/** Position of a word whose type is examined. */
export interface WordPlace {
  readonly part: number;
  readonly facts: CommandFacts;
  readonly workspace: string;
  /** The program only reads what it names. */
  readonly isReading: boolean;
}

/** A word as its program gets it; `glob`: an unquoted pattern of file names, `variable`: what is in it is not known. */
export interface GivenText {
  readonly kind: 'literal' | 'glob' | 'variable';
  readonly text: string;
}

/** Name of a test, a script, a branch, a revision; a slash or a colon may be in it, and nothing that reads as an assignment or an option. */
const NAME = /^[\p{L}\p{N}_@][\p{L}\p{N}_.:/@~^-]*$/u;
const NUMBER = /^\d{1,15}(\.\d{1,6})?$/;
/** Lines with more words are not looked up on the disk. */
export const MAX_TYPED_WORDS = 1500;

/** Whether a rule's type stands for a word. One that begins with a dash has none. */
export function fitsType(type: WordType, { kind, text }: GivenText, place: WordPlace): boolean {
  if (text === '' || text.startsWith('-') || kind === 'variable') return false;
  if (kind === 'glob') return type === 'path' && isPlainGlob(text, place);
  switch (type) {
    case 'word':
      return true;
    case 'number':
      return NUMBER.test(text);
    case 'name':
      return (
        NAME.test(text) &&
        [text, ...text.split(':').slice(1)].every((piece) => piece === '' || isInsideWorkspace(piece, place))
      );
    case 'path':
      // Go's packages below a folder.
      return isInsideWorkspace(text.replace(/(^|\/)\.\.\.$/, '$1.'), place);
  }
}

/** A path that lies inside the workspace, links followed, and holds no credentials; one that runs code is only read. */
function isInsideWorkspace(text: string, { part, facts, workspace, isReading }: WordPlace): boolean {
  if (!areWordsFollowed(facts)) return false;
  const paths = effectPaths({ target: text, part }, facts);
  if (paths === undefined) return false;
  return paths.every(
    (path) =>
      isWithin(workspace, path) &&
      !mayHoldCredentials(path) &&
      (isReading || whyItRunsCode(path, workspace) === undefined),
  );
}

/** Whether all that a pattern stands for now is such a path. */
export function isPlainGlob(pattern: string, { part, facts, isReading }: WordPlace): boolean {
  const folders = facts.folders[part];
  return (
    folders?.every((folder) => {
      const found = facts.diskFacts.globs?.[`${folder}/${pattern}`];
      return found === 'plain' || (isReading && found === 'code');
    }) ?? false
  );
}

/** Whether links were looked up for the words of this line, which is decided by the line alone. */
export const areWordsFollowed = ({ analysis }: Pick<CommandFacts, 'analysis'>): boolean =>
  analysis.parts.reduce((count, { words }) => count + words.length, 0) <= MAX_TYPED_WORDS;
