import type { PromptProblem, RenderFailure } from '#contract';
import { messageOf } from '#core/app-error';
import { TemplateError } from '#template';
import { templateProblem } from '../registry/compile.ts';
import type { PromptText } from '../registry/tables.ts';

type FailureReason = RenderFailure['reason'];

const STATUS: Readonly<Record<FailureReason, RenderFailure['status']>> = {
  syntax: 400,
  arguments: 400,
  undefined: 400,
  'not-found': 404,
  invalid: 500,
  execution: 500,
  limit: 500,
  timeout: 503,
};

/** Reason why there is no rendering; thrown inside, an outcome outside. */
export class RenderError extends Error {
  readonly failure: RenderFailure;

  constructor(failure: RenderFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function failedRendering(
  reason: FailureReason,
  message: string,
  more: { readonly missing?: readonly string[]; readonly problems?: readonly PromptProblem[] } = {},
): RenderError {
  const { missing, problems = [] } = more;
  return new RenderError({
    status: STATUS[reason],
    reason,
    message,
    problems: problems.length > 0 ? [...problems] : [{ severity: 'error', message }],
    ...(missing && { missing: [...missing] }),
  });
}

export function renderTimeout(): RenderError {
  return failedRendering('timeout', 'render timeout');
}

export function doesNotCompile(problem: PromptProblem): RenderError {
  const line = problem.line === undefined ? '' : `, line ${problem.line}`;
  return failedRendering('syntax', `the template does not compile${line}: ${problem.message}`, { problems: [problem] });
}

/** Converts an error of an execution for the caller. */
export function executionFailure(error: unknown, texts: readonly PromptText[]): RenderError {
  if (error instanceof RenderError) return error;
  if (!(error instanceof TemplateError)) return failedRendering('execution', messageOf(error));
  const { limit, missing } = error.at;
  if (error.at.class === 'parse') return doesNotCompile(templateProblem(error, texts));
  if (limit === 'time') return renderTimeout();
  if (limit === 'aborted') return failedRendering('timeout', 'the rendering was stopped');
  const problems = [templateProblem(error, texts)];
  if (missing !== undefined) return undefinedVariables([missing], problems);
  return failedRendering(limit === undefined ? 'execution' : 'limit', error.message, { problems });
}

export function undefinedVariables(missing: readonly string[], problems: readonly PromptProblem[]): RenderError {
  return failedRendering('undefined', `undefined variables: ${missing.join(', ')}`, { missing, problems });
}
