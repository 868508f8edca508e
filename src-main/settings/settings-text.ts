import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { Settings, type SettingsProblem } from '#contract';
import { messageOf } from '#core/app-error';

/** Largest settings file that is read, in bytes. */
export const MAX_SETTINGS_BYTES = 1_000_000;
/** Aliases may repeat a node this often: enough to be handy, too little for a bomb. */
const MAX_ALIASES = 100;
/** Deeper than any setting lies. */
const MAX_DEPTH = 8;

export interface ParsedSettings {
  readonly document: Document;
  /** Absent when there are problems. */
  readonly settings: Settings | undefined;
  readonly problems: readonly SettingsProblem[];
}

/** Reads a settings file's text, and says everything that is wrong in it, by path and line. */
export function parseSettings(text: string): ParsedSettings {
  const lines = new LineCounter();
  const document = parseYaml(text, lines);
  if (document.errors.length > 0) return { document, settings: undefined, problems: syntaxProblems(document, lines) };
  let value: unknown;
  try {
    value = withoutNulls(document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {});
  } catch (error) {
    return { document, settings: undefined, problems: [{ path: '', message: messageOf(error) }] };
  }
  const result = Settings.safeParse(value);
  if (result.success) return { document, settings: result.data, problems: [] };
  const problems = result.error.issues.flatMap((issue) => problemsOf(issue, document, lines));
  return { document, settings: undefined, problems };
}

/** The text as a document, whatever it is; what is wrong with it is in its `errors`. */
export function parseYaml(text: string, lines = new LineCounter()): Document {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false });
  } catch {
    // The parser is recursive: only absurdly nested text gets here.
    return parseDocument('"The file is nested too deeply to be read', { lineCounter: lines, prettyErrors: false });
  }
}

function syntaxProblems(document: Document, lines: LineCounter): SettingsProblem[] {
  return document.errors.map((error) => ({
    path: '',
    line: lines.linePos(error.pos[0]).line,
    // Only the first line: what follows would quote the file, and with it perhaps the key.
    message: error.message.split('\n')[0] ?? error.code,
  }));
}

/** A key without a value is as good as absent: `model:` above lines that are all commented out. */
function withoutNulls(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Error('Settings are not nested this deeply');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutNulls(entry, depth + 1)]));
}

function problemsOf(issue: z.core.$ZodIssue, document: Document, lines: LineCounter): SettingsProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      ...lineOf([...issue.path, key], document, lines),
      message: 'There is no such setting',
    }));
  }
  return [{ path: issue.path.join('.'), ...lineOf(issue.path, document, lines), message: issue.message }];
}

/** Where the key of `path` stands. */
function lineOf(path: readonly PropertyKey[], document: Document, lines: LineCounter): { line?: number } {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(parent)) return {};
  const pair = parent.items.find(({ key }) => (isScalar(key) ? key.value : key) === path.at(-1));
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  return start === undefined ? {} : { line: lines.linePos(start).line };
}
