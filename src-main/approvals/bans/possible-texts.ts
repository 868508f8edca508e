import type { Word } from '#shell-analysis';

/** Most combinations examined; nobody writes more than a few by hand. */
const MOST = 64;

/**
 * Lists the possible texts of a word once it is expanded: variables as the line sets them and otherwise empty,
 * substitutions empty, braces all ways, `~` the home folder. Patterns of file names stay.
 */
export function possibleTexts(
  word: Word,
  values: ReadonlyMap<string, readonly string[]>,
  home: string,
): readonly string[] {
  if (word.literal !== undefined) return [word.literal];
  const texts = bracesOf(word.text).flatMap((text) => withVariables(text, values));
  return texts
    .slice(0, MOST)
    .map((text) => dequote(text.replace(/^~(?=$|\/)/, () => home).replace(/^~root(?=$|\/)/, '/root')));
}

const VARIABLE = /\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-=])([^${}]*))?\})/;
/** A variable that must be set, or with a colon not be empty, or else the line ends there. */
const REQUIRED = /\$\{([A-Za-z_]\w*)(:?)\?[^}]*\}/g;
/** Other spellings of the folder in which a command runs. */
const HERE = /^~\+(?=$|\/)|\$\(\s*pwd\s*\)|`\s*pwd\s*`/g;
/** Other expansions, from the inside out. */
const OTHER = /\$\([^()]*\)|`[^`]*`|\$\{[^{}]*\}|\$[@*#?0-9!$-]/;

function withVariables(text: string, values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const required = (_: string, name: string, colon: string) =>
    values.has(name) ? `\${${name}}` : colon && 'set-or-fail';
  let now = [
    text
      .replaceAll(/'[^']*'/g, protect)
      .replaceAll(HERE, () => `\${PWD}`)
      .replaceAll(REQUIRED, required),
  ];
  for (let round = 0; round < 16 && now.some((one) => VARIABLE.test(one)); round += 1) {
    now = now.flatMap((one) => oneVariable(one, values)).slice(0, MOST);
  }
  return now.map(withoutOthers);
}

function oneVariable(text: string, values: ReadonlyMap<string, readonly string[]>): string[] {
  const found = VARIABLE.exec(text);
  if (found === null) return [text];
  const [whole, bare, braced, operator, otherwise = ''] = found;
  const known = values.get(bare ?? braced ?? '');
  const replacements = known ?? [operator === undefined ? '' : otherwise];
  return replacements.map(
    (value) => text.slice(0, found.index) + value.replaceAll('$', '\u0001') + text.slice(found.index + whole.length),
  );
}

function withoutOthers(text: string): string {
  let now = text;
  for (let round = 0; round < 32; round += 1) {
    const next = now.replace(OTHER, '');
    if (next === now) break;
    now = next;
  }
  return now;
}

/** A dollar in single quotes is only a dollar. */
const protect = (quoted: string) => quoted.replaceAll('$', '\u0001').replaceAll('`', '\u0002');

function dequote(text: string): string {
  return text
    .replaceAll(/\\([^\n])/g, '$1')
    .replaceAll(/["']/g, '')
    .replaceAll('\u0001', '$')
    .replaceAll('\u0002', '`');
}

/** `a{b,c}` as `ab` and `ac`. */
function bracesOf(text: string): readonly string[] {
  let now = [text];
  for (let round = 0; round < 6; round += 1) {
    const next = now.flatMap((one) => {
      const found = /^((?:[^'"\\$`{]|\$\{[^}]*\}|'[^']*'|"[^"]*"|\$|\\.)*)\{([^{}'"]*,[^{}'"]*)\}(.*)$/s.exec(one);
      return found === null ? [one] : (found[2] ?? '').split(',').map((item) => `${found[1]}${item}${found[3]}`);
    });
    if (next.length === now.length || next.length > MOST) break;
    now = next;
  }
  return now;
}
