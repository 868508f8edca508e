import { joinPath } from '../path-table.ts';
import { goTypeName, isMap, quote, templateTypeName } from '../values/index.ts';
import { Complex, EMPTY, FunctionValue, type TemplateMap, type TemplateValue, Uint8 } from '../values.ts';
import { fail, type NodeSite } from './failure.ts';
import type { Run } from './run.ts';
import type { Unit } from './unit.ts';

/** Result of a missing key: `refuse` is an error of our own, with the missing path. */
type MissingResult = 'nothing' | 'zero' | 'error' | 'refuse';

interface FieldStep {
  readonly name: string;
  /** Arguments follow, as for a method. */
  readonly hasArguments: boolean;
  readonly isInterface: boolean;
  readonly missing: MissingResult;
  /** Its chain, and the place of its name in it. */
  readonly chain: Chain;
  readonly at: number;
  readonly site: NodeSite | undefined;
}

export interface Chain {
  readonly names: readonly string[];
  /** Place that errors name; absent if `and` or `or` choose it at run time. */
  readonly site: NodeSite | undefined;
  readonly hasArguments: boolean;
  /** Facts of the value that the first field belongs to. */
  readonly start: { readonly isInterface: boolean; readonly path: string | undefined };
}

/** Access to fields of a value, one in the other. */
export type FieldAccess = (run: Run, receiver: TemplateValue) => TemplateValue;

/** Names of members of values that are not maps: looking up such a name may find something that is not a field. */
const TAKEN: ReadonlySet<string> = new Set(
  [new Uint8(0), new Complex(0, 0), new FunctionValue({ call: () => undefined }), []].flatMap(memberNames),
);

function memberNames(value: object): readonly string[] {
  const parent: unknown = Object.getPrototypeOf(value);
  return [...Object.getOwnPropertyNames(value), ...(parent ? memberNames(parent as object) : [])];
}

export function compileFields(unit: Unit, chain: Chain): FieldAccess {
  const [name, secondName] = chain.names;
  const whole = wholeAccess(chain, missingKeyResult(unit));
  if (name === undefined) return (_run, receiver) => receiver;
  if (chain.hasArguments || chain.names.length > 2 || chain.names.some((own) => TAKEN.has(own))) return whole;
  if (secondName === undefined) {
    return (run, receiver) => {
      if (typeof receiver === 'object' && receiver !== null) {
        const value = (receiver as TemplateMap)[name];
        if (value !== undefined) return value;
      }
      return whole(run, receiver);
    };
  }
  return (run, receiver) => {
    if (typeof receiver === 'object' && receiver !== null) {
      const value = (receiver as TemplateMap)[name];
      if (typeof value === 'object' && value !== null) {
        const inner = (value as TemplateMap)[secondName];
        if (inner !== undefined) return inner;
      }
    }
    return whole(run, receiver);
  };
}

/** Step by step; most templates never ask for the steps of most of their fields. */
function wholeAccess(chain: Chain, missing: MissingResult): FieldAccess {
  let steps: readonly FieldStep[] | undefined;
  return (run, receiver) => {
    steps ??= chain.names.map((_, at) => stepOf(chain, missing, at));
    return steps.reduce((value, step) => fieldOf(run, value, step), receiver);
  };
}

function stepOf(chain: Chain, missing: MissingResult, at: number): FieldStep {
  const { names, start } = chain;
  return {
    name: names[at] ?? '',
    hasArguments: chain.hasArguments && at === names.length - 1,
    isInterface: at > 0 || start.isInterface,
    missing,
    chain,
    at,
    site: chain.site,
  };
}

/** The path of a field: from the root as far as the text alone tells it, else as written. */
function fieldPath({ chain: { names, start }, at }: FieldStep): string {
  const path = names.slice(0, at + 1).join('.');
  return start.path === undefined ? path : joinPath(start.path, path);
}

function missingKeyResult(unit: Unit): MissingResult {
  const { refusesMissing, missingKey } = unit.around.modes;
  if (refusesMissing) return unit.isInCondition ? 'nothing' : 'refuse';
  return missingKey === 'zero' || missingKey === 'error' ? missingKey : 'nothing';
}

function fieldOf(run: Run, receiver: TemplateValue, step: FieldStep): TemplateValue {
  const { name, site } = step;
  if (receiver === undefined) {
    if (step.missing === 'error') fail(run, site, `nil data; no entry for key ${quote(name)}`);
    return undefined;
  }
  if (receiver === null) fail(run, site, `nil pointer evaluating ${goTypeName('any')}.${name}`);
  if (receiver === EMPTY) return EMPTY;
  if (!isMap(receiver)) {
    const type = step.isInterface ? goTypeName('any') : templateTypeName(receiver);
    return fail(run, site, `can't evaluate field ${name} in type ${type}`);
  }
  if (step.hasArguments) fail(run, site, `${name} is not a method but has arguments`);
  return Object.hasOwn(receiver, name) ? receiver[name] : missingField(run, step);
}

function missingField(run: Run, step: FieldStep): TemplateValue {
  const { name, missing, site } = step;
  switch (missing) {
    case 'nothing':
      return undefined;
    case 'zero':
      return null;
    case 'error':
      return fail(run, site, `map has no entry for key ${quote(name)}`);
    case 'refuse': {
      const path = fieldPath(step);
      return fail(run, site, `${path} is not there`, { missing: path });
    }
  }
}
