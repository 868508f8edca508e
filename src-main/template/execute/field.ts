import { joinPath } from '../path-table.ts';
import { goTypeName, isMap, quote, typeName } from '../values/index.ts';
import { Complex, EMPTY, FunctionValue, type TemplateMap, type TemplateValue, Uint8 } from '../values.ts';
import { fail, type Site } from './failure.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

/** What a key that is not there gives: `refuse` is an error of ours, with the path that is missing. */
type Missing = 'nothing' | 'zero' | 'error' | 'refuse';

interface Step {
  readonly name: string;
  /** No object but a map can have it. */
  readonly isPlain: boolean;
  /** Arguments follow, as for a method. */
  readonly hasArguments: boolean;
  readonly isInterface: boolean;
  readonly missing: Missing;
  /** From the root as far as the text alone tells it, else as written. */
  readonly path: string;
  readonly site: Site | undefined;
}

export interface Chain {
  readonly names: readonly string[];
  /** What errors name; absent where `and` or `or` choose it while running. */
  readonly site: Site | undefined;
  readonly hasArguments: boolean;
  /** Of what the first field is of. */
  readonly start: { readonly isInterface: boolean; readonly path: string | undefined };
}

/** What fields of a value are, one in the other. */
export type Access = (run: Run, receiver: TemplateValue) => TemplateValue;

const OTHERS = [new Uint8(0), new Complex(0, 0), new FunctionValue({ call: () => undefined }), []];

export function compileFields(unit: Unit, chain: Chain): Access {
  const steps = chain.names.map((_, at) => stepOf(unit, chain, at));
  const [first, second] = steps;
  if (first === undefined) return (_run, receiver) => receiver;
  if (steps.length > 2 || !steps.every(({ isPlain }) => isPlain)) {
    return (run, receiver) => steps.reduce((value, step) => fieldOf(run, value, step), receiver);
  }
  const { name } = first;
  if (second === undefined) {
    return (run, receiver) => {
      if (typeof receiver === 'object' && receiver !== null) {
        const value = (receiver as TemplateMap)[name];
        if (value !== undefined) return value;
      }
      return fieldOf(run, receiver, first);
    };
  }
  const secondName = second.name;
  return (run, receiver) => {
    if (typeof receiver === 'object' && receiver !== null) {
      const value = (receiver as TemplateMap)[name];
      if (typeof value === 'object' && value !== null) {
        const inner = (value as TemplateMap)[secondName];
        if (inner !== undefined) return inner;
      }
    }
    return fieldOf(run, fieldOf(run, receiver, first), second);
  };
}

function stepOf(unit: Unit, chain: Chain, at: number): Step {
  const { names, start } = chain;
  const name = names[at] ?? '';
  const hasArguments = chain.hasArguments && at === names.length - 1;
  const path = names.slice(0, at + 1).join('.');
  return {
    name,
    isPlain: !hasArguments && OTHERS.every((other) => !(name in other)),
    hasArguments,
    isInterface: at > 0 || start.isInterface,
    missing: missingOf(unit),
    path: start.path === undefined ? path : joinPath(start.path, path),
    site: chain.site,
  };
}

function missingOf(unit: Unit): Missing {
  const { guarded, missingKey } = unit.around.modes;
  if (guarded) return unit.isGuard ? 'nothing' : 'refuse';
  return missingKey === 'zero' || missingKey === 'error' ? missingKey : 'nothing';
}

function fieldOf(run: Run, receiver: TemplateValue, step: Step): TemplateValue {
  const { name, site } = step;
  if (receiver === undefined) {
    if (step.missing === 'error') fail(run, site, `nil data; no entry for key ${quote(name)}`);
    return undefined;
  }
  if (receiver === null) fail(run, site, `nil pointer evaluating ${goTypeName('any')}.${name}`);
  if (receiver === EMPTY) return EMPTY;
  if (!isMap(receiver)) {
    const type = step.isInterface ? goTypeName('any') : typeName(receiver);
    return fail(run, site, `can't evaluate field ${name} in type ${type}`);
  }
  if (step.hasArguments) fail(run, site, `${name} is not a method but has arguments`);
  return Object.hasOwn(receiver, name) ? receiver[name] : missingField(run, step);
}

function missingField(run: Run, { name, missing, path, site }: Step): TemplateValue {
  switch (missing) {
    case 'nothing':
      return undefined;
    case 'zero':
      return null;
    case 'error':
      return fail(run, site, `map has no entry for key ${quote(name)}`);
    case 'refuse':
      return fail(run, site, `${path} is not there`, { missing: path });
  }
}
