import { countError, isTrue } from '../values/index.ts';
import type { TemplateFunction, TemplateValue } from '../values.ts';
import type { CallParts } from './call-parts.ts';
import { type Expression, factsOf, type OriginLookup } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { NOWHERE } from './origins.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';
import { UNSET } from './variable.ts';

const SHAPE: TemplateFunction = { parameters: ['any', 'any'], isVariadic: true, call: () => undefined };

interface Choice {
  readonly operands: readonly Expression[];
  readonly isOr: boolean;
  readonly isPiped: boolean;
  readonly site: NodeSite;
  /** Origin of the value that is piped in. */
  readonly origin: OriginLookup | undefined;
  /** Slots of variables declared by operands that may not be evaluated. */
  readonly slots: readonly number[];
}

/** Compiles `and` and `or`: the first operand that decides, else the last; what follows it is not evaluated. */
export function compileChoice(unit: Unit, call: CallParts, isOr: boolean): Expression {
  const site = unit.site(call.name);
  const problem = countError(call.name.name, SHAPE, call.args.length, call.before !== undefined);
  if (problem !== undefined) return { ...factsOf(site), waits: false, evaluate: (run) => fail(run, site, problem) };
  const { part: operands, slots } = unit.scope.conditional(() =>
    unit.inCondition(() => call.args.map((arg) => unit.compilers.operand(unit, arg))),
  );
  const isPiped = call.before !== undefined;
  const choice: Choice = { operands, isOr, isPiped, site, origin: call.before?.origin, slots };
  const facts = factsOf(undefined, {
    isInterface: operands.some(({ isInterface }) => isInterface),
    origin: unit.around.modes.spans ? (run) => run.operandOrigin : undefined,
    calls: operands.some(({ calls }) => calls),
  });
  if (operands.some(({ waits }) => waits)) {
    return { ...facts, waits: true, evaluate: (run, dot, final) => chooseLater(run, choice, dot, final) };
  }
  return { ...facts, waits: false, evaluate: (run, dot, final) => chooseNow(run, choice, dot, final) };
}

function chooseNow(run: Run, choice: Choice, dot: TemplateValue, final: TemplateValue): TemplateValue {
  let value = startChoice(run, choice);
  for (const operand of choice.operands) {
    if (operand.waits) continue;
    value = operand.evaluate(run, dot);
    noteOperand(run, operand);
    if (isTrue(value) === choice.isOr) return value;
  }
  return choice.isPiped ? finishChoice(run, choice, final) : value;
}

async function chooseLater(run: Run, choice: Choice, dot: TemplateValue, final: TemplateValue): Promise<TemplateValue> {
  let value = startChoice(run, choice);
  for (const operand of choice.operands) {
    value = await operand.evaluate(run, dot);
    noteOperand(run, operand);
    if (isTrue(value) === choice.isOr) return value;
  }
  return choice.isPiped ? finishChoice(run, choice, final) : value;
}

function startChoice(run: Run, { slots, site }: Choice): TemplateValue {
  for (const slot of slots) run.vars[slot] = UNSET;
  run.operand = site;
  return undefined;
}

function noteOperand(run: Run, operand: Expression): void {
  if (operand.last !== undefined) run.operand = operand.last;
  if (run.recorder) run.operandOrigin = operand.origin?.(run) ?? NOWHERE;
}

function finishChoice(run: Run, choice: Choice, final: TemplateValue): TemplateValue {
  if (run.recorder) run.operandOrigin = choice.origin?.(run) ?? NOWHERE;
  return final;
}
