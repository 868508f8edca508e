import { FunctionValue, type TemplateValue } from '../values.ts';
import type { Evaluator, OriginLookup } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { NOWHERE, type Origin } from './origins.ts';
import type { Run } from './run.ts';
import type { TemplateVariable } from './scope.ts';

/** Value in the slot of a variable whose declaration has not been evaluated. */
export const UNSET: TemplateValue = new FunctionValue({ call: () => undefined });

/** Reads the first of these variables that is declared by then. */
export function readVariable(name: string, variables: readonly TemplateVariable[], site: NodeSite): Evaluator {
  const [likeliest, ...others] = variables;
  if (likeliest === undefined) return (run) => fail(run, site, `undefined variable: ${name}`);
  const { slot, isConditional } = likeliest;
  if (!isConditional) return (run) => run.vars[slot];
  const otherwise = readVariable(name, others, site);
  return (run, dot) => {
    const value = run.vars[slot];
    return value === UNSET ? otherwise(run, dot) : value;
  };
}

export function variableOrigin(variables: readonly TemplateVariable[]): OriginLookup {
  const certain = certainSlot(variables);
  if (certain !== undefined && variables[0]?.origin) return variables[0].origin;
  if (certain !== undefined) return (run) => run.origins[certain] ?? NOWHERE;
  return (run) => run.origins[setSlot(run, variables) ?? -1] ?? NOWHERE;
}

/** Sets the first of these variables that is declared by then. */
export function assignVariable(
  name: string,
  variables: readonly TemplateVariable[],
  site: NodeSite | undefined,
): (run: Run, value: TemplateValue, origin: Origin) => void {
  const certain = certainSlot(variables);
  if (certain !== undefined) {
    return (run, value, origin) => {
      run.vars[certain] = value;
      if (run.recorder) run.origins[certain] = origin;
    };
  }
  return (run, value, origin) => {
    const slot = setSlot(run, variables);
    if (slot === undefined) return fail(run, site, `undefined variable: ${name}`);
    run.vars[slot] = value;
    if (run.recorder) run.origins[slot] = origin;
  };
}

function setSlot(run: Run, variables: readonly TemplateVariable[]): number | undefined {
  return variables.find(({ slot, isConditional }) => !isConditional || run.vars[slot] !== UNSET)?.slot;
}

function certainSlot([likeliest]: readonly TemplateVariable[]): number | undefined {
  return likeliest?.isConditional ? undefined : likeliest?.slot;
}
