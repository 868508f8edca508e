/** Settings of git that name a working tree, taken out of a configuration file (git-config, "Syntax"). */

/** Section headers at the start of a line; one with a name in quotes is of a subsection. git skips a byte order mark, here as bytes. */
const HEADER = /^(?:\xef\xbb\xbf)?\s*\[\s*([\w.-]+)\s*("(?:[^"\\]|\\.)*"\s*)?\]/;
const SETTING = /^\s*(worktree|bare)\s*(?:=\s*"?([^"]*)|$|[#;])/i;

/** Whether a setting is taken out, by its name in small letters and its value. */
export type CutTest = (name: string, value: string) => boolean;

/**
 * Cuts `core.worktree`, which names the original's files, and `core.bare`, which says that there are none.
 *
 * @param isCut all of them unless given
 */
export function withoutWorktree(config: string, isCut: CutTest = () => true): string {
  let section = '';
  const kept = logicalLines(config).map((line) => {
    const read = readLine(line);
    section = read.section ?? section;
    const isNamed = section === 'core' && read.name !== undefined && isCut(read.name, read.value);
    if (!isNamed) return line;
    return read.headers === '' ? undefined : read.headers;
  });
  return kept.filter((line) => line !== undefined).join('\n');
}

interface SettingsLine {
  /** Headers at its start, as written. */
  readonly headers: string;
  /** Section that they begin, in small letters; empty for a subsection. */
  readonly section: string | undefined;
  readonly name: string | undefined;
  readonly value: string;
}

function readLine(line: string): SettingsLine {
  let [section, rest]: [string | undefined, string] = [undefined, line];
  for (let header = HEADER.exec(rest); header; header = HEADER.exec(rest)) {
    section = header[2] === undefined ? (header[1] ?? '').toLowerCase() : '';
    rest = rest.slice(header[0].length);
  }
  const [, name, value = ''] = SETTING.exec(rest.replaceAll('\\\n', '')) ?? [];
  const headers = line.slice(0, line.length - rest.length);
  return { headers, section, name: name?.toLowerCase(), value: value.trim() };
}

/** Lines as git reads them: one that ends in a backslash goes on in the next. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const whole: string = open === undefined ? line : `${open}\n${line}`;
    open = isContinued(whole) ? whole : undefined;
    if (open === undefined) lines.push(whole);
  }
  if (open !== undefined) lines.push(open);
  return lines;
}

function isContinued(line: string): boolean {
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '\\') {
      if (at === line.length - 1) return true;
      at++;
    } else if (line[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[#;]/.test(line[at] ?? '')) return false;
  }
  return false;
}
