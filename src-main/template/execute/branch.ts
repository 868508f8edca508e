import type { IfNode, WithNode } from '../nodes.ts';
import { isTrue } from '../values/index.ts';
import type { TemplateValue } from '../values.ts';
import { DONE, type Executor, type FlowSignal } from './expression.ts';
import { dotOrigin, nowhere } from './find-origin.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

export function compileIf(unit: Unit, node: IfNode): Executor {
  return unit.scope.within(() => {
    const site = unit.site(node);
    const condition = unit.inCondition(() => unit.compilers.pipe(unit, node.pipe));
    const { then, otherwise } = branches(unit, node);
    const decide = (run: Run, dot: TemplateValue, value: TemplateValue): FlowSignal => {
      run.spend(1, site);
      if (isTrue(value)) return then(run, dot);
      return otherwise === undefined ? DONE : otherwise(run, dot);
    };
    if (condition.waits) {
      const { evaluate } = condition;
      return async (run, dot) => decide(run, dot, await evaluate(run, dot));
    }
    const { evaluate } = condition;
    return (run, dot) => decide(run, dot, evaluate(run, dot));
  });
}

/** Bodies see what the pipeline declares; the second one does not see what the first declares. */
function branches(unit: Unit, { list, elseList }: IfNode): { then: Executor; otherwise: Executor | undefined } {
  const { compilers, scope } = unit;
  const then = unit.nested(() => scope.within(() => compilers.list(unit, list)));
  const otherwise = elseList && unit.nested(() => scope.within(() => compilers.list(unit, elseList)));
  return { then, otherwise };
}

export function compileWith(unit: Unit, node: WithNode): Executor {
  return unit.scope.within(() => {
    const { compilers, scope } = unit;
    const site = unit.site(node);
    const value = unit.inCondition(() => compilers.pipe(unit, node.pipe));
    const { list, elseList } = node;
    const { origin = nowhere } = value;
    const isMoved = unit.around.modes.spans && origin.fixed === undefined;
    const dot = { isInterface: false, path: value.path, origin: isMoved ? dotOrigin : origin };
    const body = unit.withDot(dot, () => unit.nested(() => compilers.list(unit, list)));
    const otherwise = elseList && unit.nested(() => scope.within(() => compilers.list(unit, elseList)));
    const inner = isMoved ? tracedBody(body, origin) : body;
    const decide = (run: Run, dot: TemplateValue, given: TemplateValue): FlowSignal => {
      run.spend(1, site);
      if (isTrue(given)) return inner(run, given);
      return otherwise === undefined ? DONE : otherwise(run, dot);
    };
    if (value.waits) {
      const { evaluate } = value;
      return async (run, dot) => decide(run, dot, await evaluate(run, dot));
    }
    const { evaluate } = value;
    return (run, dot) => decide(run, dot, evaluate(run, dot));
  });
}

/** A body whose dot came from somewhere else. */
function tracedBody(body: Executor, origin: (run: Run) => Run['origin']): Executor {
  return (run, dot) => {
    const before = run.origin;
    run.origin = origin(run);
    const status = body(run, dot);
    if (typeof status !== 'number') return restoreOrigin(run, before, status);
    run.origin = before;
    return status;
  };
}

async function restoreOrigin(run: Run, origin: Run['origin'], status: Promise<number>): Promise<number> {
  const ended = await status;
  run.origin = origin;
  return ended;
}
