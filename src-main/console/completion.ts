import type { Completion } from '#contract';
import { completePath, completeProgram, firstAndLast, type PathItem } from './complete-path.ts';
import { mentionAt, mentionOf } from './mentions.ts';
import { type WordAtCursor, wordAt } from './word-at.ts';

export interface CompletionPlace {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  readonly builtins: readonly string[];
}

const NOTHING: Completion = { from: 0, items: [] };

/** Completes a line of Shell mode at the cursor: programs and built-ins, variables, files. */
export async function completeShell(line: string, cursor: number, place: CompletionPlace): Promise<Completion> {
  const word = wordAt(line, cursor);
  if (word.variable) return await completeVariable(word.variable, place.environment);
  const written = (items: readonly PathItem[]): Completion => ({
    from: word.from,
    items: items.map(({ path, isFolder }) => ({
      text: writeWord(path, word.quote, isFolder),
      kind: isFolder ? 'folder' : 'file',
    })),
  });
  // Within quotes it is a name like any other.
  const query = { prefix: word.text, cwd: place.cwd, home: word.quote === '' ? place.home : undefined };
  if (!word.isCommand) return written(await completePath({ ...query, only: onlyFor(word) }));
  if (word.text.includes('/') || word.text.startsWith('~')) {
    return written(await completePath({ ...query, only: 'programs' }));
  }
  return word.text === '' ? NOTHING : await completeCommand(word, place);
}

/** Completes a message: `@` and a file. */
export async function completeChat(text: string, cursor: number, place: CompletionPlace): Promise<Completion> {
  const mention = mentionAt(text, cursor);
  if (!mention) return NOTHING;
  const items = await completePath({ prefix: mention.path, cwd: place.cwd, home: place.home });
  return { from: mention.from, items: items.map(({ path }) => ({ text: mentionOf(path), kind: 'mention' })) };
}

async function completeCommand(word: WordAtCursor, place: CompletionPlace): Promise<Completion> {
  const builtins = place.builtins.filter((name) => name.startsWith(word.text));
  const programs = (await completeProgram(word.text, place)).filter((name) => !builtins.includes(name));
  const items = [
    ...builtins.map((name) => ({ text: `${name} `, kind: 'builtin' as const })),
    ...programs.map((name) => ({ text: writeWord(name, word.quote, false), kind: 'command' as const })),
  ];
  return { from: word.from, items };
}

async function completeVariable(
  { name, from, isBraced }: NonNullable<WordAtCursor['variable']>,
  environment: Readonly<Record<string, string>>,
): Promise<Completion> {
  const names = Object.keys(environment).filter((one) => one.startsWith(name) && /^\w+$/.test(one));
  const items = await firstAndLast(names.sort(), async (one) => ({
    text: isBraced ? `\${${one}}` : `$${one}`,
    kind: 'variable' as const,
  }));
  return { from, items: [...items] };
}

function onlyFor({ before }: WordAtCursor): 'folders' | undefined {
  return before.at(-1) === 'cd' && before.length === 1 ? 'folders' : undefined;
}

/** A word as the line's grammar reads it back; it is closed with a space, unless a folder is to be gone on with. */
function writeWord(text: string, quote: '' | "'" | '"', isOpen: boolean): string {
  const end = isOpen ? '' : ' ';
  if (quote === "'") return `'${text.replaceAll("'", "'\\''")}${isOpen ? '' : "' "}`;
  if (quote === '"') return `"${text.replace(/["$`\\]/g, '\\$&')}${isOpen ? '' : '" '}`;
  // The `~` of a home folder stays one; a file of that name is escaped.
  const [home, rest] = text.startsWith('~/') ? ['~/', text.slice(2)] : ['', text];
  // A backslash before a line's end would join the lines.
  return home + rest.replace(/\n|[\s'"\\$`|&;<>(){}*?[\]#~!]/g, (mark) => (mark === '\n' ? "'\n'" : `\\${mark}`)) + end;
}
