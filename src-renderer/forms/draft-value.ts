import { isPlainObject } from '#contract/plain-object';
import { fieldKind, isRequired, type JsonSchema, MAX_DEPTH, propertiesOf, resolveSchema } from './json-schema.ts';

/** Path within a value: names of fields and indices in lists. */
export type ValuePath = readonly (string | number)[];

/** Text of a path, such as `place.city` or `days[0]`; empty for the whole. */
export function pathText(path: ValuePath): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/** Key by which a path is told from every other: a field called `a.b` is not `b` of `a`. */
export const pathKey = (path: ValuePath): string => JSON.stringify(path);

/** Whether the path is `outer`, or leads to something within it. */
export function isWithin(path: ValuePath, outer: ValuePath): boolean {
  return path.length >= outer.length && outer.every((part, index) => path[index] === part);
}

/**
 * Builds the initial value of a form: defaults, and empty values for what is required. `undefined` is a field that is
 * not filled in.
 */
export function initialValue(schema: JsonSchema, root: JsonSchema, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  switch (fieldKind(schema)) {
    case 'switch':
      return false;
    case 'array':
      return [];
    case 'object':
      return depth >= MAX_DEPTH ? undefined : initialObject(schema, root, depth);
    default:
      return undefined;
  }
}

function initialObject(schema: JsonSchema, root: JsonSchema, depth: number): Record<string, unknown> {
  const fields = propertiesOf(schema).flatMap(([name, one]) => {
    const property = resolveSchema(one, root);
    const value =
      isRequired(schema, name) || property.default !== undefined ? initialValue(property, root, depth + 1) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

/** The value with another at `path`; `undefined` takes a field away. What was given stays as it is. */
export function withValueAt(value: unknown, path: ValuePath, next: unknown): unknown {
  const [part, ...rest] = path;
  if (part === undefined) return next;
  if (typeof part === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[part] = withValueAt(list[part], rest, next);
    return list;
  }
  const fields = isPlainObject(value) ? value : {};
  const inner = withValueAt(ownField(fields, part), rest, next);
  if (inner !== undefined) return { ...fields, [part]: inner };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== part));
}

/** The value with nothing in the field at `path`, which stays among the fields; JSON leaves it out. */
export function withNothingAt(value: unknown, path: ValuePath): unknown {
  const outer = path.slice(0, -1);
  const fields = valueAt(value, outer);
  return withValueAt(value, outer, { ...(isPlainObject(fields) ? fields : {}), [String(path.at(-1))]: undefined });
}

/** The value at `path`; undefined where there is none. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (now, part) => (typeof part === 'string' ? ownField(now, part) : Array.isArray(now) ? now[part] : undefined),
    value,
  );
}

/** The value without an item of the list at `path`. */
export function withoutItemAt(value: unknown, path: ValuePath, index: number): unknown {
  const list = valueAt(value, path);
  return Array.isArray(list) ? withValueAt(value, path, list.toSpliced(index, 1)) : value;
}

/** Value of a field that the object itself has, not one that every object inherits. */
export function ownField(value: unknown, name: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
