import { dataKey } from '../path-table.ts';
import type { TemplateValue } from '../values.ts';
import type { Expression, OriginLookup } from './expression.ts';
import { type FixedPaths, fixedOrigin } from './fixed-paths.ts';
import { NOWHERE, type Origin } from './origins.ts';
import type { Run } from './run.ts';

export const nowhere: OriginLookup = fixedOrigin(NOWHERE);

export const dotOrigin: OriginLookup = (run) => run.origin;

/** The latest call at this place. */
export function latestCall(run: Run, call: number): Origin {
  return run.recorder?.latestCalls[call] ?? NOWHERE;
}

/** The origin of fields of something. */
export function originOfFields(originOf: OriginLookup, { names, nameKey, paths }: FieldPaths): OriginLookup {
  const { fixed } = originOf;
  if (fixed === undefined) return names.reduce((origin, name) => fieldOrigin(origin, nameKey(name)), originOf);
  return fixed < 0 ? originOf : paths.origin(names.reduce((path, name) => paths.path(path, nameKey(name)), fixed));
}

interface FieldPaths {
  readonly names: readonly string[];
  readonly nameKey: (name: string) => number;
  readonly paths: FixedPaths;
}

function fieldOrigin(originOf: OriginLookup, key: number): OriginLookup {
  // Most fields are dot's, each with a call less for it.
  if (originOf === dotOrigin) {
    return ({ origin, recorder }) => (origin < 0 || recorder === undefined ? origin : recorder.path(origin, key));
  }
  return (run) => {
    const origin = originOf(run);
    return origin < 0 || run.recorder === undefined ? origin : run.recorder.path(origin, key);
  };
}

/**
 * Finds the origin of a built-in function's result: the call in it, else the one common origin of its arguments.
 * @param index number of an `index` call in the `Recorder`, as its keys are not an origin but the indexed value is;
 * else -1
 */
export function commonOrigin(inputs: readonly Expression[], index: number): OriginLookup | undefined {
  if (index >= 0) {
    const indexed = inputs[0]?.origin;
    return indexed && ((run) => withSuffix(run, indexed(run), run.recorder?.indexSuffix(index)));
  }
  const origins = inputs.flatMap(({ origin }) => (origin ? [origin] : []));
  const [first] = origins;
  if (first === undefined) return undefined;
  return origins.length === 1 ? first : (run) => oneOf(run, origins);
}

function oneOf(run: Run, origins: readonly OriginLookup[]): Origin {
  let path = NOWHERE;
  let isOne = true;
  for (const originOf of origins) {
    const origin = originOf(run);
    if (origin < NOWHERE) return origin;
    if (origin === NOWHERE) continue;
    isOne &&= path === NOWHERE || run.recorder?.isSame(path, origin) === true;
    path = path === NOWHERE ? origin : path;
  }
  return isOne ? path : NOWHERE;
}

function withSuffix(run: Run, origin: Origin, keys: readonly (string | bigint)[] = []): Origin {
  return keys.reduce<Origin>(
    (path, key) => elementOrigin(run, path, typeof key === 'string' ? key : Number(key)),
    origin,
  );
}

/** The keys among the arguments of `index`. */
export function indexSuffix([, ...keys]: readonly TemplateValue[]): readonly (string | bigint)[] {
  return keys.filter((key) => typeof key === 'string' || typeof key === 'bigint');
}

/** The origin of an element or entry of something. */
export function elementOrigin({ recorder }: Run, origin: Origin, key: string | number): Origin {
  if (origin < 0 || recorder === undefined) return origin;
  return recorder.path(origin, typeof key === 'number' ? key : dataKey(recorder.key(key)));
}
