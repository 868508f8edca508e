import type { RenderResult, TemplateExecuteOptions } from '../api.ts';
import { TemplateError } from '../template-error.ts';
import { quote, TextTooLongError, wellFormed } from '../values/index.ts';
import type { TemplateFunction, TemplateValue } from '../values.ts';
import { limitError, type NodeSite } from './failure.ts';
import type { TemplateProgram } from './program.ts';
import { Recorder } from './recorder.ts';
import { Run } from './run.ts';

const MAX_DEPTH = 100_000;
const MAX_OUTPUT = 16 * 1024 * 1024;

export interface ProgramStart {
  readonly name: string;
  /** The template that gave the set its name. */
  readonly set: string;
  readonly data: TemplateValue;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
}

/** Executes one template of a program. */
export function runProgram(
  program: TemplateProgram,
  start: ProgramStart,
  options: TemplateExecuteOptions,
): RenderResult | Promise<RenderResult> {
  const tree = program.tree(start.name);
  if (tree === undefined) throw noTemplate(start);
  const data = start.data === null ? undefined : start.data;
  const { deadline, signal, maxDepth = MAX_DEPTH, maxOutput = MAX_OUTPUT } = options;
  const { maxSteps = Number.MAX_SAFE_INTEGER, maxCompiled = Number.MAX_SAFE_INTEGER } = options;
  const limits = { deadline, signal, maxSteps, maxCompiled, maxDepth, maxOutput };
  const run = new Run(data, limits, start.functions);
  const site: NodeSite = { tree, node: tree.root };
  try {
    // Compiling nests as deeply as the text does, and may meet the end of the stack, too.
    const body = program.entry(tree, run);
    if (program.modes.spans) run.recorder = Recorder.of(program, body.paths);
    const status = body.exec(run, data);
    return typeof status === 'number' ? renderResult(run) : finishLater(run, site, status);
  } catch (cause) {
    return giveUp(run, site, cause);
  }
}

function renderResult(run: Run): RenderResult {
  run.end();
  return { output: wellFormed(run.out), spans: run.recorder?.finish() };
}

async function finishLater(run: Run, site: NodeSite, status: Promise<number>): Promise<RenderResult> {
  try {
    await run.ended(status);
    return renderResult(run);
  } catch (cause) {
    return giveUp(run, site, cause);
  }
}

function giveUp(run: Run, site: NodeSite, cause: unknown): never {
  run.end();
  throw toldAsOurs(run, site, cause);
}

function noTemplate({ name, set }: ProgramStart): TemplateError {
  const detail = `no template ${quote(name)} associated with template ${quote(set)}`;
  return new TemplateError(`template: ${detail}`, { class: 'exec', template: name, line: 1, detail });
}

/** Reports resource limits of the machine itself as a limit, too. */
function toldAsOurs(run: Run, site: NodeSite, cause: unknown): unknown {
  if (cause instanceof TextTooLongError) return limitError(run, site, 'output');
  if (!(cause instanceof RangeError)) return cause;
  return limitError(run, site, cause.message.includes('call stack') ? 'depth' : 'output');
}
