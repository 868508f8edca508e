import type { RangeNode } from '../nodes.ts';
import { isMap, sortedKeys, sprint } from '../values/index.ts';
import { type TemplateValue, Uint8 } from '../values.ts';
import { BREAK, DONE, type Executor, type Expression, type FlowSignal } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { dotOrigin, elementOrigin } from './find-origin.ts';
import { NOWHERE, type Origin } from './origins.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';
import { assignVariable } from './variable.ts';

interface Loop {
  readonly body: Executor;
  readonly otherwise: Executor;
  /** Sets the variables of the loop. */
  readonly set: (run: Run, turns: Iterations, at: number, element: TemplateValue) => void;
  readonly hasTwo: boolean;
  readonly site: NodeSite;
  readonly value: Expression;
}

export function compileRange(unit: Unit, node: RangeNode): Executor {
  return unit.scope.within(() => {
    const { compilers, scope } = unit;
    const { pipe, list, elseList } = node;
    const value = unit.inCondition(() => compilers.pipe(unit, pipe));
    const set = compileSet(unit, node, value);
    const body = unit.withDot({ isInterface: true, path: undefined, origin: dotOrigin }, () =>
      unit.nested(() => compilers.list(unit, list)),
    );
    const otherwise = elseList && unit.nested(() => scope.within(() => compilers.list(unit, elseList)));
    const hasTwo = pipe.declarations.length > 1;
    const loop: Loop = {
      body,
      otherwise: otherwise ? containBreak(otherwise) : () => DONE,
      set,
      hasTwo,
      site: unit.site(node),
      value,
    };
    if (value.waits) {
      const { evaluate } = value;
      return async (run, dot) => iterate(run, loop, dot, await evaluate(run, dot));
    }
    const { evaluate } = value;
    return (run, dot) => iterate(run, loop, dot, evaluate(run, dot));
  });
}

/** A `break` in the second body ends the loop that never began; a `continue` there is the outer loop's. As in Go. */
function containBreak(otherwise: Executor): Executor {
  const caught = (status: number) => (status === BREAK ? DONE : status);
  return (run, dot) => {
    const status = otherwise(run, dot);
    return typeof status === 'number' ? caught(status) : status.then(caught);
  };
}

/** Compiles the assignment of `range`: a single variable is the element; with two the first is the index or key. */
function compileSet(unit: Unit, { pipe }: RangeNode, { last }: Expression): Loop['set'] {
  const names = pipe.declarations.map(({ names: [name] }) => name);
  const declared = pipe.isAssignment ? [] : unit.scope.latest(names.length);
  for (const variable of declared) {
    variable.path = undefined;
    variable.origin = undefined;
  }
  const stores = names.map((name, at) => {
    const variable = declared[at];
    return assignVariable(name, variable ? [variable] : unit.scope.find(name), last);
  });
  const element = stores.at(-1);
  if (element === undefined) return () => {};
  const elementVariable = declared.at(-1);
  if (elementVariable) elementVariable.isInterface = true;
  if (stores.length === 1) return (run, _turns, _at, value) => element(run, value, run.origin);
  const index = stores[0];
  return (run, turns, at, value) => {
    index?.(run, turns.key(at), NOWHERE);
    element(run, value, run.origin);
  };
}

function iterate(run: Run, loop: Loop, dot: TemplateValue, over: TemplateValue): FlowSignal {
  const turns = turnsOf(run, loop, over);
  return turns === undefined || turns.count === 0 ? loop.otherwise(run, dot) : goThrough(run, loop, turns);
}

function goThrough(run: Run, loop: Loop, turns: Iterations): FlowSignal {
  const { origin } = run;
  const from = loop.value.origin?.(run) ?? NOWHERE;
  for (let at = 0; at < turns.count; at++) {
    if (run.recorder) run.origin = elementOrigin(run, from, turns.step(at));
    const status = turn(run, loop, turns, at);
    if (status === DONE) continue;
    if (typeof status !== 'number') return proceed(run, loop, turns, { at, from, status, origin });
    if (status === BREAK) break;
  }
  run.origin = origin;
  return DONE;
}

function turn(run: Run, loop: Loop, turns: Iterations, at: number): FlowSignal {
  run.spend(1, loop.site);
  const element = turns.element(at);
  loop.set(run, turns, at, element);
  return loop.body(run, element);
}

interface HaltedRange {
  readonly at: number;
  /** Origin of what is ranged over. */
  readonly from: Origin;
  readonly status: Promise<number>;
  /** Origin of the dot outside. */
  readonly origin: Origin;
}

/** The same as `goThrough`, but from the turn whose body began to wait. */
async function proceed(
  run: Run,
  loop: Loop,
  turns: Iterations,
  { at: first, from, ...halted }: HaltedRange,
): Promise<number> {
  let ended = await halted.status;
  for (let at = first + 1; ended !== BREAK && at < turns.count; at++) {
    if (run.recorder) run.origin = elementOrigin(run, from, turns.step(at));
    const status = turn(run, loop, turns, at);
    ended = typeof status === 'number' ? status : await status;
  }
  run.origin = halted.origin;
  return DONE;
}

/** Iterations of a loop. */
interface Iterations {
  readonly count: number;
  key(at: number): TemplateValue;
  element(at: number): TemplateValue;
  /** Step by which a path continues to it. */
  step(at: number): string | number;
}

function turnsOf(run: Run, loop: Loop, over: TemplateValue): Iterations | undefined {
  if (Array.isArray(over)) {
    return { count: over.length, key: indexValue, element: (at) => over[at], step: (at) => at };
  }
  if (isMap(over)) {
    const keys = sortedKeys(over);
    run.spend(keys.length, loop.site);
    const key = (at: number) => keys[at] ?? '';
    return { count: keys.length, key, element: (at) => over[key(at)], step: key };
  }
  if (typeof over === 'bigint' || over instanceof Uint8) return counting(run, loop, over);
  if (over === undefined || over === null || typeof over === 'symbol') return undefined;
  return fail(run, loop.value.last, `range can't iterate over ${sprint([over])}`);
}

function counting(run: Run, loop: Loop, over: bigint | Uint8): Iterations {
  const count = Number(over instanceof Uint8 ? over.value : over);
  if (loop.hasTwo) {
    fail(run, loop.value.last, `can't use ${count} to iterate over more than one variable`);
  }
  const element = over instanceof Uint8 ? (at: number) => new Uint8(at) : indexValue;
  return { count: Math.max(0, count), key: () => undefined, element, step: (at) => at };
}

const INDICES = Array.from({ length: 1024 }, (_, at) => BigInt(at));

function indexValue(at: number): bigint {
  return INDICES[at] ?? BigInt(at);
}
