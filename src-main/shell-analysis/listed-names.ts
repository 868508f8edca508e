/** Programs at the beginning of a pipeline that list names of files which a person's own line means. */
import type { SimpleCommand } from './model.ts';
import { argumentSyntaxOf, optionsOf, PROGRAMS } from './programs/index.ts';
import { has, readWords } from './programs/parsed-arguments.ts';

/** Programs that hand on lines as they are, without operands. */
const HANDING_ON = new Set(['sort', 'head', 'tail', 'uniq', 'grep']);
/** Options of grep and rg that print names in place of lines; letters that take a value stand nowhere before them. */
const NAMES_ALONE = /^-[rRnHhiwvcsIFEPzuS]*[lL][rRnHhiwvcsIFEPzuS]*$|^--files(?:-with(?:out)?-match(?:es)?)?$/;
/** A path below the folder of the line, or a pattern of some. */
const BELOW = /^(?!\/|-)(?!.*\.\.)[\w.*?@%+,:=/-]+$/;

/**
 * Whether the stages list files of the folder by their names: `git ls-files`, `ls`, and searches that say in which files they found
 * something. What reads those reads nothing that the line does not mean.
 */
export function listOwnFiles([first, ...others]: readonly SimpleCommand[]): boolean {
  return first !== undefined && listsFiles(first) && others.every(handsOn);
}

function listsFiles(part: SimpleCommand): boolean {
  const { program, words, redirections } = part;
  const texts = words.slice(1).map(({ text }) => text);
  if (redirections.length > 0) return false;
  if (program === 'git') return listsTracked(texts);
  if (program === 'ls') return texts.every((text) => BELOW.test(text) || /^-[1artSUX]+$/.test(text));
  return (program === 'grep' || program === 'rg') && texts.some((text) => NAMES_ALONE.test(text)) && namesWhole(part);
}

/** Whether no file that a search is given has a name that `xargs` would divide; what is looked for may be any text. */
function namesWhole({ program, words }: SimpleCommand): boolean {
  const known = PROGRAMS.get(program ?? '') ?? {};
  const read = readWords(words.slice(1), optionsOf(known), argumentSyntaxOf(known));
  const files = has(read, ...(known.standIns ?? [])) ? read.operands : read.operands.slice(1);
  return files.every(({ literal }) => literal === undefined || !/[\s'"\\]/.test(literal));
}

/** Options of git with which nothing but names of the repository is printed. */
const PLAIN_LIST =
  /^-[mocdz]+$|^--(?:others|modified|cached|staged|deleted|exclude-standard|name-only|diff-filter=\w+)$|^--$/;

function listsTracked([verb, ...texts]: readonly string[]): boolean {
  const isList = verb === 'ls-files' || (verb === 'diff' && texts.includes('--name-only'));
  return isList && texts.every((text) => !text.startsWith('-') || PLAIN_LIST.test(text));
}

function handsOn({ program = '', words, redirections }: SimpleCommand): boolean {
  const texts = words.slice(1).map(({ text }) => text);
  if (redirections.length > 0 || !HANDING_ON.has(program)) return false;
  // One operand of grep is what it looks for; another one would be a file.
  const operands = texts.filter((text, at) => !text.startsWith('-') && texts[at - 1] !== '-n');
  return program === 'grep'
    ? operands.length === 1 && texts.every((text) => !/^-[A-Za-z]*o|^--only/.test(text))
    : operands.length === 0;
}
