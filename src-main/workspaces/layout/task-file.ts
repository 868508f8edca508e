import { parseDocument } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { frontMatterOf } from './front-matter.ts';
import { frontValues, lineValue } from './front-values.ts';
import { keyLines } from './key-lines.ts';
import { type SettingProblem, type TaskSettings, taskSettings } from './task-settings.ts';

/** Aliases may repeat a node this often: enough to be handy, too little for a bomb. */
const MAX_ALIASES = 100;
/** Problem of a block that cannot be read whole: the task must not run without the limits that its file states. */
const TOO_MANY_ALIASES = { line: 1, message: 'repeats what it names by anchors too often to be read' };
/** The keys that are read where the block is no YAML. */
const KEYS = ['name', 'description', 'cron'];

export interface ReadTask {
  /** Values between its lines of dashes, by YAML; empty if there is no such block. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Instruction to the agent, trimmed. */
  readonly body: string;
  /** Whether it says when it runs. */
  readonly schedulable: boolean;
  /** Reason why the block is read line by line; `line` from 1. */
  readonly problem?: { readonly line: number; readonly message: string } | undefined;
  /** Settings of the task. */
  readonly settings: TaskSettings;
  /** Lines of the pattern and the time zone, from 1; absent without them. */
  readonly lines: { readonly cron?: number; readonly timezone?: number };
  /** Problems in it, by line from 1. */
  readonly problems: readonly (Pick<SettingProblem, 'message' | 'isFatal'> & { readonly line: number })[];
}

const NOTHING_SAID = { meta: {}, schedulable: false, lines: {}, problems: [] } as const;

/** Found without reading the block as YAML, which takes long for hundreds of tasks: these keys stand at the beginning of a line. */
function lineOfKey(block: string, key: string): number | undefined {
  const begins = new RegExp(`^['"]?${key}['"]?[ \\t]*:`);
  const at = block.split('\n').findIndex((line) => begins.test(line));
  return at < 0 ? undefined : at + 1;
}

/** Reads a TASK.md. Whatever it is, the answer is a value. */
export function readTask(written: string): ReadTask {
  const text = written.startsWith('\ufeff') ? written.slice(1) : written;
  const front = frontMatterOf(text, { mayEndText: false });
  if (!front) return { ...NOTHING_SAID, body: text.trim(), settings: taskSettings({}).settings };
  const known = frontValues(front.block).problem;
  const whole = known ? undefined : wholeOf(front.block);
  const problem = known ?? (whole ? undefined : TOO_MANY_ALIASES);
  const meta = whole ?? taskKeysByLines(front.block);
  const { settings, problems } = taskSettings(meta);
  const schedulable = settings.cron !== undefined;
  const inFile = (line: number) => front.line + line - 1;
  const [cron, timezone] = [lineOfKey(front.block, 'cron'), lineOfKey(front.block, 'timezone')];
  const lines = {
    ...(cron !== undefined && { cron: inFile(cron) }),
    ...(timezone !== undefined && { timezone: inFile(timezone) }),
  };
  const lineOf = problem || problems.length === 0 ? () => 1 : keyLines(front.block);
  return {
    meta,
    body: front.body.trim(),
    schedulable,
    settings,
    lines,
    problems: problems.map(({ key, message, isFatal }) => ({ line: inFile(lineOf(key)), message, isFatal })),
    ...(problem && { problem: { message: problem.message, line: inFile(problem.line) } }),
  };
}

/** @returns undefined if its aliases would expand to too much */
function wholeOf(block: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseDocument(block, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      logLevel: 'error',
    }).toJS({
      maxAliasCount: MAX_ALIASES,
    });
    return isPlainObject(value) ? value : {};
  } catch {
    return undefined;
  }
}

function taskKeysByLines(block: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const value = lineValue(block, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
