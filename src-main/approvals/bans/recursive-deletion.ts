/** Deleting the root, a system folder, the home folder, the workspace or its .git with all that is in them. */
import type { SimpleCommand, Word } from '#shell-analysis';
import { programOf } from '../program-of.ts';
import type { BanReason } from './finding.ts';
import type { Targets } from './targets.ts';

export function recursiveDeletion(index: number, targets: Targets): BanReason | undefined {
  const part = targets.part(index);
  if (part === undefined) return undefined;
  const program = programOf(part);
  if (program === undefined || !DELETING.has(program)) return undefined;
  const hit = deletedBy(program, part, index, targets)
    .map((path) => targets.protects(path))
    .find((one) => one !== undefined);
  return hit === undefined
    ? undefined
    : { rule: 'recursive deletion', why: `It would delete ${hit.name} with all that is in it` };
}

const SHREDDERS = new Set(['shred', 'srm', 'wipe', 'trash', 'trash-put', 'gio']);
const DELETING = new Set(['rm', 'find', 'rsync', 'mv', ...SHREDDERS]);

function deletedBy(program: string, part: SimpleCommand, index: number, targets: Targets): readonly string[] {
  const given = part.words.slice(1);
  if (program === 'rm') return deletedByRm(part, index, targets);
  if (program === 'find') return deletedByFind(given, index, targets);
  if (program === 'rsync' && given.some(({ text }) => /^--del(ete)?/.test(text))) {
    return operandsOf(given)
      .slice(-1)
      .flatMap((word) => targets.paths(word, index));
  }
  if (SHREDDERS.has(program) && given.some(({ text }) => /^-[a-zA-Z]*[rR]|^--recursive|^trash$/.test(text))) {
    return operandsOf(given).flatMap((word) => targets.paths(word, index));
  }
  // Moving it away is as good as deleting it.
  if (program === 'mv') {
    return movedBy(given)
      .flatMap((word) => targets.paths(word, index))
      .filter((path) => !/[*?[]/.test(path));
  }
  return [];
}

/** Option of mv with the folder to move to, which may be the next word. */
const TARGET = /^(?:-[bfinuvZ]*t|--t[a-z-]*(?:=|$))(.*)$/s;

/** Words that mv moves: all but the last, or all where an option says where to. */
function movedBy(given: readonly Word[]): readonly Word[] {
  const end = given.findIndex(({ literal }) => literal === '--');
  const target = given.slice(0, end < 0 ? undefined : end).find(({ literal, text }) => TARGET.test(literal ?? text));
  if (target === undefined) return operandsOf(given).slice(0, -1);
  const isJoined = /=|^-[^-]*t./s.test(target.literal ?? target.text);
  const next = isJoined ? undefined : given[given.indexOf(target) + 1];
  return operandsOf(given.filter((word) => word !== next));
}

function deletedByRm(part: SimpleCommand, index: number, targets: Targets): string[] {
  const texts = part.words.slice(1).flatMap((word) => targets.texts(word));
  const isRecursive = texts.some(
    (text) => /^-[a-zA-Z]*[rR]/.test(text) || /^--r(e|ec|ecu|ecur|ecurs|ecursi|ecursiv|ecursive)?$/.test(text),
  );
  const isOfFind = part.wrappers.at(-1) === 'find';
  if (!isRecursive && !isOfFind) return [];
  const operands = operandsOf(part.words.slice(1)).flatMap((word) => targets.paths(word, index));
  const isOfXargs = part.wrappers.includes('xargs');
  return isOfXargs ? [...operands, ...printedBefore(index, targets)] : operands;
}

/** Parts that are looked at for what is printed. */
const MAX_PARTS_BEFORE = 20;

/** Finds the words that an `echo` or `printf` in the same pipeline, or a here-string, passes to xargs. */
function printedBefore(index: number, targets: Targets): string[] {
  const statement = targets.part(index)?.statement;
  const before = targets.analysis.parts.slice(Math.max(0, index - MAX_PARTS_BEFORE), index);
  return before.flatMap((part) => {
    if (part.statement !== statement) return [];
    const isPrinting = /^(echo|printf|ls|find)$/.test(programOf(part) ?? '');
    const given = part.redirections.flatMap(({ operator, target }) => (operator === '<<<' && target ? [target] : []));
    const words = isPrinting ? operandsOf(part.words.slice(1)) : programOf(part) === 'xargs' ? given : [];
    return words.flatMap((word) =>
      targets
        .texts(word)
        .flatMap((text) => text.split(/\s+|\\[n0]/))
        .flatMap((text) => targets.resolve(text, index)),
    );
  });
}

/** Tests that let nearly everything through. */
const WIDE =
  /^-(type|mindepth|maxdepth|depth|xdev|mount|print|print0|true|daystart|noleaf|ignore_readdir_race|o|a|or|and|d|follow|warn|nowarn|readable|writable)$/;

function deletedByFind(given: readonly Word[], index: number, targets: Targets): readonly string[] {
  const texts = given.map((word) => word.literal ?? word.text);
  const runs = texts.findIndex((text) => /^-(exec|execdir|ok|okdir)$/.test(text));
  const isDeleting =
    texts.includes('-delete') ||
    (runs >= 0 && /(^|\/)(rm|shred|unlink)$/.test(texts[runs + 1] ?? '')) ||
    (runs >= 0 && texts.slice(runs).some((text) => /\brm\b/.test(text)));
  const isPiped = targets.analysis.parts
    .slice(index + 1)
    .some((part) => part.wrappers.includes('xargs') && programOf(part) === 'rm');
  if (!isDeleting && !isPiped) return [];
  const begin = texts.findIndex((text) => /^[-(!]/.test(text) && !/^-[HLPDO]/.test(text));
  const tests = begin < 0 ? [] : texts.slice(begin, runs < 0 ? undefined : runs);
  if (
    tests.some(
      (text) =>
        text.startsWith('-') &&
        text !== '-delete' &&
        !WIDE.test(text) &&
        !/^-\d+$/.test(text) &&
        !isWideName(text, tests),
    )
  )
    return [];
  const starts = given.slice(0, begin < 0 ? undefined : begin).filter(({ text }) => !/^-[HLPDO]/.test(text));
  return starts.length === 0 ? targets.resolve('.', index) : starts.flatMap((word) => targets.paths(word, index));
}

const isWideName = (test: string, tests: readonly string[]) =>
  /^-i?(name|path|wholename|regex)$/.test(test) && /^[*?./]+$/.test(tests[tests.indexOf(test) + 1] ?? '');

/** Words that are no options. */
export function operandsOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(({ literal }) => literal === '--');
  const before = end < 0 ? words : words.slice(0, end);
  return [
    ...before.filter(({ text, literal }) => !(literal ?? text).startsWith('-')),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
}
