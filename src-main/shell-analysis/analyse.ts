import { hiddenCharactersIn } from '#contract/hidden-characters';
import { analysePart } from './analyse-part.ts';
import { doubtAt, type PlainCode } from './doubt-sentences.ts';
import { beyondLimits, MAX_AT_ONCE, MAX_BYTES, WALK_LIMIT, WORK_AT_EASE } from './limits.ts';
import type { Analysis } from './model.ts';
import { NUL_ERROR } from './nul.ts';
import { parseBash } from './parse-bash.ts';
import { BeyondLimits, CountLimitError, type NodeScope, WalkFindings, WorkLimitError } from './scope.ts';
import { Walk } from './walk.ts';

export interface AnalyseOptions {
  /** UTF-16 units; 16 K unless a worker asks, which may be ended. */
  readonly mostUnits?: number;
  readonly milliseconds?: number;
}

/**
 * Analyses what a command line says and does. Never throws and takes less than 100 ms: a line longer than 16 K units,
 * deeper than 100 levels or slow is unknown. `analyseSafely` takes the long ones.
 */
export function analyse(line: string, options: AnalyseOptions = {}): Analysis {
  const mostUnits = options.mostUnits ?? MAX_AT_ONCE;
  const limit = beyondLimits(line, mostUnits);
  if (limit !== undefined) return unknownAnalysis(line, limit);
  try {
    return lookInto(line, new WalkFindings(options.milliseconds ?? WALK_LIMIT, mostUnits));
  } catch (error) {
    return unknownAnalysis(line, codeOf(error));
  }
}

/**
 * The same as `analyse`, but within some milliseconds; undefined for a line that takes more work, whatever the machine
 * does in the meantime.
 */
export function analyseAtEase(line: string): Analysis | undefined {
  const limit = beyondLimits(line, MAX_AT_ONCE);
  if (limit !== undefined) return unknownAnalysis(line, limit);
  try {
    return lookInto(line, new WalkFindings(WALK_LIMIT, MAX_BYTES, WORK_AT_EASE));
  } catch (error) {
    return error instanceof WorkLimitError ? undefined : unknownAnalysis(line, codeOf(error));
  }
}

/** The parser's own recursion ends in a RangeError on some deep texts. */
const codeOf = (error: unknown): PlainCode => (error instanceof BeyondLimits ? error.code : 'unreadable');

function lookInto(line: string, found: WalkFindings): Analysis {
  const script = parseBash(line);
  doubtCharacters(line, found);
  const scope: NodeScope = { source: line, fixed: undefined, places: [], wrappers: [], statement: 0, level: 0 };
  const walk = new Walk(found, (part, index, at) => analysePart(walk, { part, index, scope: at }));
  walkThrough(() => walk.script(script, scope), line, found);
  const { parts, effects, effectsInFolders, unknown, loops, nodeTypes, errors } = found;
  return {
    line,
    parts,
    effects,
    effectsInFolders,
    unknown,
    loops,
    nodeTypes,
    statements: script.commands.length,
    errors,
  };
}

/** Walks the line. If it has too many parts, the first ones count for bans; the error makes it unknown in any case. */
function walkThrough(walk: () => void, line: string, found: WalkFindings): void {
  try {
    walk();
  } catch (error) {
    if (!(error instanceof CountLimitError)) throw error;
    found.errors.push(error.message);
    found.doubt({ start: 0, end: line.length }, error.code);
  }
}

/** Analysis of a line that was not examined: nothing is known, so it asks. */
export function unknownAnalysis(line: string, code: PlainCode): Analysis {
  return {
    line,
    parts: [],
    effects: [],
    effectsInFolders: [],
    unknown: [doubtAt({ start: 0, end: line.length }, code)],
    loops: [],
    nodeTypes: new Set(),
    statements: 0,
    errors: line.includes('\0') ? [NUL_ERROR] : [],
  };
}

/** Characters that are not seen, or that make a line read as another. */
function doubtCharacters(line: string, found: WalkFindings): void {
  if (line.includes('\0')) found.errors.push(NUL_ERROR);
  for (const { index, length, code, name } of hiddenCharactersIn(line)) {
    found.doubt({ start: index, end: index + length }, { code: 'hidden-character', name: `${code} (${name})` });
  }
}
