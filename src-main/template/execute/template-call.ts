import type { TemplateNode } from '../nodes.ts';
import { quote } from '../values/index.ts';
import type { TemplateValue } from '../values.ts';
import { DONE, type Executor, type Expression, type FlowSignal, factsOf } from './expression.ts';
import { fail, limitError, type NodeSite } from './failure.ts';
import { nowhere } from './find-origin.ts';
import { NOWHERE, type Origin } from './origins.ts';
import type { Run } from './run.ts';
import type { CompiledTree, Unit } from './unit.ts';

/**
 * Closures within closures before a deep recursion goes on on a fresh stack. One takes some hundred bytes, and three or
 * four times that before it is optimized; Node's stack has 984 KiB, part of which the caller has taken.
 */
const MAX_HEIGHT = 900;

/**
 * Closures within closures over all templates that wait for each other: some hundred bytes each while they wait. A template of
 * usual size reaches `maxDepth` first.
 */
const MAX_TOTAL_HEIGHT = 1_000_000;

/** Another template with a dot of its own and none of the variables here. */
export function compileTemplateCall(unit: Unit, node: TemplateNode): Executor {
  const site = unit.site(node);
  const { name, pipe } = node;
  const given: Expression = pipe
    ? unit.nested(() => unit.compilers.pipe(unit, pipe))
    : { ...factsOf(site), waits: false, evaluate: () => undefined };
  const { origin = nowhere } = given;
  let known: CompiledTree | undefined;
  const target = (run: Run): CompiledTree => {
    known ??= unit.around.body(name, run);
    if (known === undefined) return fail(run, site, `template ${quote(name)} not defined`);
    if (run.depth >= run.limits.maxDepth || run.totalHeight > MAX_TOTAL_HEIGHT) throw limitError(run, site, 'depth');
    return known;
  };
  if (given.waits) {
    const { evaluate } = given;
    return async (run, dot) => {
      const body = target(run);
      return enterTemplate(run, { body, site, origin: NOWHERE }, await evaluate(run, dot));
    };
  }
  const { evaluate } = given;
  return (run, dot) => {
    const body = target(run);
    const value = evaluate(run, dot);
    return enterTemplate(run, { body, site, origin: origin(run) }, value);
  };
}

interface CalledTemplate {
  readonly body: CompiledTree;
  readonly site: NodeSite;
  readonly origin: Origin;
}

function enterTemplate(run: Run, { body, site, origin }: CalledTemplate, dot: TemplateValue): FlowSignal {
  run.spend(1, site);
  const caller = { vars: run.vars, origins: run.origins, origin: run.origin, height: run.height };
  run.vars = [dot];
  run.depth += 1;
  run.totalHeight += body.height;
  if (run.recorder) {
    run.origins = [origin];
    run.origin = origin;
  }
  run.height += body.height;
  const status = run.height > MAX_HEIGHT ? onFreshStack(run, body, dot) : body.exec(run, dot);
  if (typeof status !== 'number') return leaveLater(run, body, caller, status);
  leave(run, body, caller);
  return DONE;
}

async function onFreshStack(run: Run, body: CompiledTree, dot: TemplateValue): Promise<number> {
  run.height = body.height;
  await undefined;
  try {
    return await body.exec(run, dot);
  } catch (cause) {
    return run.giveUp(cause);
  }
}

type CallerState = Pick<Run, 'vars' | 'origins' | 'origin' | 'height'>;

function leave(run: Run, body: CompiledTree, { vars, origins, origin, height }: CallerState): void {
  run.vars = vars;
  run.origins = origins;
  run.origin = origin;
  run.height = height;
  run.totalHeight -= body.height;
  run.depth -= 1;
}

async function leaveLater(run: Run, body: CompiledTree, caller: CallerState, status: Promise<number>): Promise<number> {
  await status;
  leave(run, body, caller);
  return DONE;
}
