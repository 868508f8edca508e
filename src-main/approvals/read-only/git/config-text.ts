/** Reads a configuration of git as git does, and refuses what git refuses. */

/** One setting; section and key in small letters, the name between them as it is written. */
export interface GitSetting {
  readonly section: string;
  /** Name of a driver, a remote, a branch; undefined in a section without one. */
  readonly name: string | undefined;
  readonly key: string;
  /** Value of the setting; undefined without an equals sign, which git takes for true. */
  readonly value: string | undefined;
}

/** Sections whose names are those of drivers: programs that git runs for the files that an attribute gives to them. */
const OF_DRIVERS = new Set(['filter', 'diff', 'merge', 'trailer']);

/** Whether a driver's setting can be replaced in the older form too, in which git would take part of such a name for the value. */
export const isReplaceable = ({ section, name }: GitSetting): boolean =>
  !OF_DRIVERS.has(section) || name === undefined || !/[=\n]/.test(name);

/** All settings in order, or undefined if the text is no configuration. */
export function settingsIn(text: string): readonly GitSetting[] | undefined {
  return new GitConfigReader(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).all();
}

const SECTION = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n\0]|\\[^\n\0])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
/** A piece of a value: what is quoted, one escape, or plain text. */
const PIECE = /"((?:[^"\\\n\0]|\\[\s\S])*)"|(\\[\s\S])|[^"\\\n\0#;]+/y;
const COMMENT = /[#;][^\n]*/y;
/** Blanks as git knows them; other ones are text. */
const BLANK = /(?:[ \t\r\n]|[#;][^\n]*)+/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '\\': '\\', '"': '"', '\n': '' };

class GitConfigReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  all(): readonly GitSetting[] | undefined {
    const settings: GitSetting[] = [];
    let section: { readonly section: string; readonly name: string | undefined } | undefined;
    for (this.#take(BLANK); this.#at < this.#text.length; this.#take(BLANK)) {
      const header = this.#take(SECTION);
      if (header) {
        section = sectionOf(header[1] ?? '', header[2]);
        continue;
      }
      const key = this.#take(KEY);
      if (!key || !section) return undefined;
      const value = key[2] === '=' ? this.#value() : this.#endOfLine();
      if (value === false) return undefined;
      settings.push({ ...section, key: (key[1] ?? '').toLowerCase(), value });
    }
    return settings;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  /** A key without a value has its line to itself. */
  #endOfLine(): undefined | false {
    const next = this.#text[this.#at];
    return next === undefined || next === '\n' ? undefined : false;
  }

  /** Reads a value; false if a quote or an escape is broken. */
  #value(): string | false {
    let value = '';
    for (let piece = this.#take(PIECE); piece; piece = this.#take(PIECE)) {
      const [all, quoted, escaped] = piece;
      const isPlain = quoted === undefined && escaped === undefined;
      const text = isPlain ? this.#plain(all, value === '') : resolveEscapes(quoted ?? escaped ?? '');
      if (text === undefined) return false;
      value += text;
    }
    this.#take(COMMENT);
    return this.#endOfLine() ?? value;
  }

  /** Blanks at either end of a value are dropped, unless they are quoted; tabs inside are read in two ways by versions of git. */
  #plain(text: string, isFirst: boolean): string | undefined {
    const next = this.#text[this.#at];
    const isLast = next === undefined || /[\n#;]/.test(next);
    const begun = isFirst ? text.replace(/^[ \t\r]+/, '') : text;
    const plain = isLast ? begun.replace(/[ \t\r]+$/, '') : begun;
    return /[\t\r]/.test(plain) ? undefined : plain;
  }
}

/** Resolves the escapes of git; undefined if one is unknown to it. */
function resolveEscapes(text: string): string | undefined {
  let isWrong = false;
  const read = text.replaceAll(/\\([\s\S])/g, (_, escaped: string) => {
    isWrong ||= !Object.hasOwn(ESCAPES, escaped);
    return ESCAPES[escaped] ?? '';
  });
  return isWrong ? undefined : read;
}

/** `[a.b]` is an old spelling of `[a "b"]`, in small letters. */
function sectionOf(written: string, quoted: string | undefined) {
  const [section = '', ...rest] = written.toLowerCase().split('.');
  const name = quoted === undefined ? undefined : quoted.replaceAll(/\\(.)/g, '$1');
  return { section, name: rest.length === 0 ? name : [...rest, ...(name === undefined ? [] : [name])].join('.') };
}
