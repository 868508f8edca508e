import type { TemplateValue } from '../values.ts';
import type { NodeSite } from './failure.ts';
import type { Origin } from './origins.ts';
import type { Run } from './run.ts';

/** `final` is what the command before in the pipeline gave, where there is one. */
export type Evaluator = (run: Run, dot: TemplateValue, final?: TemplateValue) => TemplateValue;
export type AsyncEvaluator = (run: Run, dot: TemplateValue, final?: TemplateValue) => Promise<TemplateValue>;
/** Function that returns the origin of the value that was just evaluated. */
export interface OriginLookup {
  (run: Run): Origin;
  /** Origin that it always gives, if the text alone tells. */
  readonly fixed?: Origin | undefined;
}

export interface Facts {
  /** The node Go names for what goes wrong right after; absent if `and` or `or` choose it while running. */
  readonly last: NodeSite | undefined;
  /** Go knows it as `interface {}` and not by its own type; only then can it be null. */
  readonly isInterface: boolean;
  /** Origin of the value; absent if spans are not requested, or the value has none. */
  readonly origin: OriginLookup | undefined;
  /** Path from the root, as far as the text alone tells it. */
  readonly path: string | undefined;
  /** A function that is not built-in is called in it. */
  readonly calls: boolean;
}
interface ImmediateExpression extends Facts {
  readonly waits: false;
  readonly evaluate: Evaluator;
}
interface WaitingExpression extends Facts {
  readonly waits: true;
  readonly evaluate: AsyncEvaluator;
}
/** An operand, a command or a pipeline, ready to run. Only a waiting one gives a promise. */
export type Expression = ImmediateExpression | WaitingExpression;

/** Facts of a value without an origin, such as a constant. */
export function factsOf(last: NodeSite | undefined, more: Partial<Facts> = {}): Facts {
  const { isInterface = false, origin, path, calls = false } = more;
  return { last, isInterface, origin, path, calls };
}

/** Creates an expression without copying its facts: a text of 100 kB has thousands of them. */
export function immediateExpression(
  { last, isInterface, origin, path, calls }: Facts,
  evaluate: Evaluator,
): Expression {
  return { last, isInterface, origin, path, calls, waits: false, evaluate };
}

/** Expression that does something to the value of another one. */
export function mappedExpression(
  inner: Expression,
  map: (run: Run, value: TemplateValue) => TemplateValue,
  facts: Facts = inner,
): Expression {
  const { last, isInterface, origin, path, calls } = facts;
  if (inner.waits) {
    const { evaluate } = inner;
    const kept = { last, isInterface, origin, path, calls };
    return { ...kept, waits: true, evaluate: async (run, dot, final) => map(run, await evaluate(run, dot, final)) };
  }
  const { evaluate } = inner;
  return immediateExpression(facts, (run, dot, final) => map(run, evaluate(run, dot, final)));
}

/** Signal of a statement to the loop around it, such as `BREAK`, or a promise of it. */
export type FlowSignal = number | Promise<number>;
export const DONE = 0;
export const BREAK = 1;
export const CONTINUE = 2;

export type Executor = (run: Run, dot: TemplateValue) => FlowSignal;
