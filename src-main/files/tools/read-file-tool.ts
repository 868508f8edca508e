import { z } from 'zod';
import type { Warning } from '#contract';
import { MovedError } from '#core/files/pinned-folder';
import { mayHoldCredentials } from '#core/secrets/sensitive-paths';
import { type CallPlan, type PlanContext, type RunContext, type Tool, ToolError, type ToolOutcome } from '#tools';
import { type LinesRead, readLines } from '../diff/read-lines.ts';
import { lineEndingOf, withoutBom } from '../diff/text.ts';
import { severalNames } from '../review/change-request.ts';
import { openRegular } from '../review/snapshot.ts';
import { type FileTarget, locate } from '../review/target.ts';
import { checkArguments, parametersOf } from './tool-arguments.ts';

const MAX_LINES = 2000;
const MAX_BYTES = 200_000;

const Arguments = z.strictObject({
  path: z.string().describe('The file: absolute, or relative to the working directory.'),
  offset: z.int().min(1).optional().describe('The first line to read, counted from 1. Default: 1.'),
  limit: z.int().min(1).optional().describe(`How many lines to read, at most ${MAX_LINES}. Default: ${MAX_LINES}.`),
});
type Arguments = z.infer<typeof Arguments>;

/** Gives the model lines of a text file. */
export function readFileTool(): Tool {
  return {
    name: 'read_file',
    description:
      `Reads a text file, at most ${MAX_LINES} lines or ${MAX_BYTES / 1000} kB at a time; a note in square brackets at the end says ` +
      'how to go on. Read a file before you edit it.',
    parameters: parametersOf(Arguments),
    plan: (args, context) => planRead(checkArguments(Arguments, args), context),
  };
}

async function planRead(args: Arguments, context: PlanContext): Promise<CallPlan> {
  const { workspace, cwd } = context;
  const target = await locate(args.path, { workspace, cwd, changes: false });
  const { size, names } = await statOf(target);
  const warnings: Warning[] = [...target.warnings];
  if (names > 1) warnings.push({ level: 'caution', text: severalNames(names) });
  if (mayHoldCredentials(target.path)) {
    warnings.push({
      level: 'danger',
      text: `${target.shownPath} may hold credentials, which the model's server would see`,
    });
  }
  return {
    subject: { kind: 'read', path: target.path, shownPath: target.shownPath, size },
    isOutside: target.isOutside,
    warnings,
    ...(names > 1 && { alwaysAsk: severalNames(names) }),
    arguments: { ...args, path: target.path },
    effects: 'reads',
    run: (_allowed, runContext) => runReading(args, { target, names }, context, runContext),
  };
}

async function statOf(target: FileTarget): Promise<{ readonly size: number; readonly names: number }> {
  const file = await open(target);
  try {
    const { size, nlink } = await file.stat();
    return { size, names: nlink };
  } finally {
    await file.close();
  }
}

async function open(target: FileTarget) {
  const file = await openRegular(target.path).catch((error: unknown) => {
    if (error instanceof MovedError) throw new ToolError(`${target.path} was replaced while it was opened; try again`);
    throw error;
  });
  if (!file) throw new ToolError(`${target.path} does not exist; the deepest folder that does is ${target.existing}`);
  return file;
}

interface AskedFile {
  readonly target: FileTarget;
  /** Number of its names (hard links) when it was asked about. */
  readonly names: number;
}

/**
 * Reads the file that was asked about: when the path has come to lead elsewhere, or to be one more name of a file, the person is
 * asked again.
 */
async function runReading(
  args: Arguments,
  asked: AskedFile,
  context: PlanContext,
  { signal }: RunContext,
): Promise<ToolOutcome | CallPlan> {
  try {
    const { workspace, cwd } = context;
    const now = await locate(args.path, { workspace, cwd, changes: false });
    if (now.path !== asked.target.path) return await planRead(args, context);
    const file = await open(asked.target);
    try {
      if ((await file.stat()).nlink > asked.names) return await planRead(args, context);
      const firstLine = args.offset ?? 1;
      const maxLines = Math.min(args.limit ?? MAX_LINES, MAX_LINES);
      const read = await readLines(file, { firstLine, maxLines, maxBytes: MAX_BYTES }, signal);
      return report(asked.target, firstLine, read, (await file.stat()).size);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ToolError) return { outcome: 'failed', content: error.message };
    throw error;
  }
}

function report({ path }: FileTarget, firstLine: number, read: LinesRead, size: number): ToolOutcome {
  if (read.kind === 'binary') {
    const content = `${path} is binary or not UTF-8 (${size} bytes), so it is not shown; look at it with execute_command, as in: file, xxd`;
    return { outcome: 'failed', content };
  }
  const { totalLines } = read;
  if (read.lines === 0) {
    const isEmpty = size === 0;
    const content = isEmpty
      ? `[${path} is empty]`
      : `[Line ${firstLine} is behind the end: the file has ${totalLines} lines]`;
    return { outcome: isEmpty ? 'done' : 'failed', content };
  }
  const isCrlf = lineEndingOf(read.text) === 'crlf';
  const shown = withoutBom(isCrlf ? read.text.replaceAll('\r\n', '\n') : read.text);
  const notes = notesAbout(read, firstLine, size);
  if (isCrlf) notes.push('The file has CRLF line endings; they are shown, and may be written, as LF');
  if (notes.length === 0) return { outcome: 'done', content: shown };
  return { outcome: 'done', content: `${shown}${shown.endsWith('\n') ? '' : '\n'}[${notes.join('. ')}.]` };
}

function notesAbout(read: Extract<LinesRead, { kind: 'text' }>, firstLine: number, size: number): string[] {
  const notes: string[] = [];
  const last = firstLine + read.lines - 1;
  const total = read.totalLines === undefined ? `a file of ${size} bytes` : `${read.totalLines}`;
  if (read.isCut) {
    notes.push(
      `Line ${firstLine} is longer than ${MAX_BYTES} bytes and is cut; see more of it with execute_command, as in: cut -c`,
    );
  }
  if (read.hasMore && (read.totalLines === undefined || last < read.totalLines)) {
    notes.push(`Lines ${firstLine}–${last} of ${total}; go on with offset ${last + 1}`);
  } else if (firstLine > 1) notes.push(`Lines ${firstLine}–${last} of ${total}; this is the end`);
  if (!read.isCut && !read.hasMore && !read.text.endsWith('\n')) notes.push('The last line has no line ending');
  return notes;
}
