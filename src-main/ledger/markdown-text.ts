import { codeFence } from '#contract/code-fence';

/** Characters that act on a screen instead of showing, line breaks and tabs apart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
/** Marks that turn the direction of text around, and others that take no room. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Control characters as their pictures (␛), invisible ones as their number. */
export function controlPictures(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(CONTROL, (character) => String.fromCodePoint(pictureOf(character.charCodeAt(0))))
    .replace(INVISIBLE, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`);
}

/** A code block that no content can end. */
export function codeBlock(text: string, language = ''): string {
  const fence = codeFence(text);
  return `${fence}${language}\n${controlPictures(text).replace(/\n$/, '')}\n${fence}\n`;
}

/** An inline piece of code that no content can end. */
export function inCode(text: string): string {
  const line = controlPictures(text).replaceAll('\n', ' ⏎ ');
  const ticks = codeFence(line, 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** Markdown of another's making as a quotation: its headings stay in it, and it brings neither HTML nor pictures. */
export function markdownQuote(text: string): string {
  return `${withoutHtml(text)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')}\n`;
}

/** A sentence of ours in which names of another's making stand: it stays one line, without HTML and pictures. */
export function markdownLine(text: string): string {
  return withoutHtml(text).replaceAll('\n', ' ⏎ ');
}

/** Leaves alone a `<` that is escaped already: one more backslash would free it. */
function withoutHtml(text: string): string {
  return controlPictures(text)
    .replace(/(?<!\\)\\*</g, (found) => (found.length % 2 === 0 ? found : `${found.slice(0, -1)}\\<`))
    .replaceAll('![', '!\\[');
}

function pictureOf(code: number): number {
  return code === 0x7f ? 0x2421 : 0x2400 + code;
}
