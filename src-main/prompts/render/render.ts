import type { PromptProblem, PromptRecord, RenderedPrompt, RenderOutcome, UndefinedMode } from '#contract';
import { onAbort } from '#core/async/abort';
import type { LoadedTool, RenderRequest, ToolCaller } from '../ports.ts';
import { isNestedTooDeeply, NESTED_TOO_DEEPLY } from '../records/json.ts';
import { parameterSet } from '../records/parameters.ts';
import { templateProblem } from '../registry/compile.ts';
import type { CompiledCache, CompiledPrompt } from '../registry/compiled-cache.ts';
import { contextWith } from '../registry/context.ts';
import { withoutConversations } from '../registry/conversations.ts';
import { promptTexts, type TablePrompt, type Tables } from '../registry/tables.ts';
import { overlayVariables, type PromptVariables } from '../registry/variables.ts';
import { prepareArgs } from './arguments.ts';
import { RenderingCalls } from './calls.ts';
import type { ExecutionResult } from './execute-texts.ts';
import { executeInline, TooLongInlineError } from './execution.ts';
import type { Execution } from './execution-model.ts';
import { doesNotCompile, executionFailure, failedRendering, type RenderError, renderTimeout } from './failure.ts';
import { exceedsInlineBudget } from './input-size.ts';
import { prefetchCalls } from './prefetch.ts';
import { type ReplayTables, withRecorded } from './recorded-tools.ts';
import { checkReferences, referencedPaths } from './references.ts';
import type { Threads } from './threads.ts';
import { TimeLimit } from './time-limit.ts';
import { renderedPrompt } from './trace.ts';
import { usedVariables } from './used-variables.ts';

export interface EngineSettings {
  readonly timeoutMs: number;
  readonly undefined: UndefinedMode;
  /** Period of reading each kind of record again, in milliseconds. */
  readonly refresh: Readonly<Record<'extension' | 'template' | 'environ' | 'tool', number>>;
}

export interface RenderOptions {
  readonly tables: () => Tables;
  readonly variables: () => Promise<PromptVariables>;
  readonly cache: CompiledCache;
  readonly tools: Pick<ToolCaller, 'call'>;
  readonly settings: () => EngineSettings;
  readonly threads: Threads;
}

type RenderablePrompt = Pick<TablePrompt, 'record' | 'texts' | 'parameters' | 'warnings'> & {
  readonly compiled: CompiledPrompt;
};

interface RenderProgress {
  readonly started: number;
  readonly limit: TimeLimit;
  /** Calls were started, or may have been. */
  hasCalls: boolean;
}

/** Renders a prompt. Never rejects: what goes wrong is the outcome. */
export async function render(request: RenderRequest, options: RenderOptions): Promise<RenderOutcome> {
  const started = performance.now();
  const limitMs = request.limitMs ?? options.settings().timeoutMs;
  let give: (error: RenderError) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    give = reject;
  });
  stopped.catch(() => {});
  const stop = (error: RenderError) => {
    limit.abort();
    give(error);
  };
  const limit = new TimeLimit(limitMs, () => stop(renderTimeout()));
  const stopping = onAbort(request.signal, () => stop(failedRendering('timeout', 'the rendering was stopped')));
  const running: RenderProgress = { started, limit, hasCalls: false };
  try {
    const rendered = await Promise.race([renderSteps(request, options, running), stopped]);
    return { isRendered: true, rendered };
  } catch (error) {
    // Nothing of a rendering may end more than it.
    return { isRendered: false, failure: executionFailure(error, []).failure };
  } finally {
    limit.end();
    stopping[Symbol.dispose]();
    // Calls that were started early and that the execution never reached. Most renderings make none, and an abort costs as much as they do.
    if (running.hasCalls) limit.abort();
  }
}

/** The checks in their order: the prompt, its syntax, args, variables; only then is anything called. */
async function renderSteps(
  request: RenderRequest,
  options: RenderOptions,
  running: RenderProgress,
): Promise<RenderedPrompt> {
  if (isNestedTooDeeply(request.args)) throw failedRendering('arguments', `args cannot be used: ${NESTED_TOO_DEEPLY}`);
  if (request.signal?.aborted) throw failedRendering('timeout', 'the rendering was stopped');
  const tables = withRecorded(options.tables(), request.results);
  const prompt = renderableOf(request, tables, options.cache);
  const prepared = await prepareArgs(request.args, prompt.parameters);
  const stored = await options.variables();
  const variables = requestVariables(request, stored);
  const mode = options.settings().undefined;
  const data = contextWith(variables.context, prepared.args);
  const parsed = parsedOf(prompt.compiled);
  if (parsed) checkReferences(parsed, data, mode);
  request.onUsed?.(usedVariables(prompt.compiled, variables));
  const calls = callLog(request, options, tables.tools.byCallable, running);
  const execution: Execution = {
    compiled: prompt.compiled,
    variables,
    args: prepared.args,
    data,
    mode,
    isTraced: request.traced,
    calls,
    limit: running.limit,
  };
  if (request.results === undefined && request.callsTools !== false) prefetchCalls(execution);
  const executed = await execute(execution, options.threads).finally(() => {
    running.hasCalls = !calls.isUnused;
  });
  const durationMs = performance.now() - running.started;
  const warnings = [...prompt.warnings, ...prepared.warnings];
  const paths = request.traced && parsed ? referencedPaths(parsed) : (executed.references ?? []);
  return renderedPrompt({ prompt, execution, executed, prepared, warnings, references: paths, durationMs });
}

function requestVariables(request: RenderRequest, all: PromptVariables): PromptVariables {
  const { variables, onlyVariables = false, hidesConversations = false } = request;
  const stored = hidesConversations ? withoutConversations(all) : all;
  return variables || onlyVariables ? overlayVariables(stored, variables ?? new Map(), onlyVariables) : stored;
}

function parsedOf({ set, texts }: CompiledPrompt) {
  return set && { set, texts };
}

function callLog(
  request: RenderRequest,
  { tools }: RenderOptions,
  byCallable: ReadonlyMap<string, LoadedTool>,
  running: RenderProgress,
): RenderingCalls {
  return new RenderingCalls({ caller: request.tools ?? tools, tools: byCallable, request, ...running });
}

async function execute(execution: Execution, threads: Threads): Promise<ExecutionResult> {
  const { compiled } = execution;
  try {
    if (!compiled.isHeavy && !exceedsInlineBudget(execution)) return await executeInline(execution);
  } catch (error) {
    if (!(error instanceof TooLongInlineError)) throw executionFailure(error, compiled.texts);
    compiled.isHeavy = true;
  }
  return await threads.execute(execution);
}

function renderableOf(
  { id, draft, onFound }: RenderRequest,
  tables: ReplayTables,
  cache: CompiledCache,
): RenderablePrompt {
  if (draft) return renderableDraft(id ?? 'draft', draft, { tables, cache });
  const prompt = id === undefined ? undefined : tables.prompts.get(id);
  if (!prompt) throw failedRendering('not-found', 'template not found');
  onFound?.(prompt);
  if (tables.isExtended) return renderableDraft(prompt.id, prompt.record, { tables, cache });
  if (prompt.error) throw doesNotCompile(prompt.error);
  const { record, texts, parameters, hash, warnings } = prompt;
  if (texts.length === 0) throw failedRendering('invalid', 'prompt invalid');
  return { record, texts, parameters, warnings, compiled: cache.get(hash, texts, tables.tools) };
}

interface RenderContext {
  readonly tables: Tables;
  readonly cache: CompiledCache;
}

function renderableDraft(id: string, record: PromptRecord, around: RenderContext): RenderablePrompt {
  const texts = promptTexts(id, record);
  if (texts.length === 0) throw failedRendering('invalid', 'prompt invalid');
  const parameters = parameterSet(record.parameters);
  return { record, texts, parameters, warnings: [], compiled: compiledDraft(texts, around) };
}

function compiledDraft(texts: TablePrompt['texts'], { tables, cache }: RenderContext): CompiledPrompt {
  try {
    return cache.draft(texts, tables.tools);
  } catch (error) {
    const problem: PromptProblem = templateProblem(error, texts);
    throw doesNotCompile(problem);
  }
}
