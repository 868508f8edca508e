import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { bytewise } from '../records/bytewise.ts';
import { bareObject } from '../records/json.ts';

interface VariableValue {
  readonly id: string;
  readonly key: string;
  readonly value: unknown;
}

/**
 * The object that templates see: parents first, so that the most specific key wins. Values of the store are not changed: an
 * object that a key reaches into is copied first.
 */
export function buildContext(variables: Iterable<VariableValue>): {
  readonly context: JsonObject;
  readonly warnings: readonly { readonly key: string; readonly message: string }[];
} {
  const context = bareObject();
  const made = new WeakSet<object>([context]);
  const warnings: { key: string; message: string }[] = [];
  const sorted = [...variables]
    .map((variable) => ({ ...variable, path: variable.id.split('.') }))
    .sort((a, b) => a.path.length - b.path.length || bytewise(a.id, b.id));
  for (const { key, value, path } of sorted) {
    let at = context;
    for (const [index, segment] of path.slice(0, -1).entries()) {
      const inner = at[segment];
      if (inner !== undefined && !isPlainObject(inner))
        warnings.push({ key, message: hidden(path.slice(0, index + 1)) });
      at = at[segment] = ownCopy(inner, made);
    }
    at[path.at(-1) ?? ''] = value;
  }
  return { context, warnings };
}

function ownCopy(value: unknown, made: WeakSet<object>): Record<string, unknown> {
  if (!isPlainObject(value)) return register(bareObject(), made);
  if (made.has(value)) return value as Record<string, unknown>;
  return register(Object.assign(bareObject(), value), made);
}

function register(object: Record<string, unknown>, made: WeakSet<object>): Record<string, unknown> {
  made.add(object);
  return object;
}

function hidden(path: readonly string[]): string {
  return `in templates it hides the value of ${path.join('.')}, which is no object`;
}

/** Adds the args of a request, which replace a group of variables called `args`. */
export function contextWith(context: JsonObject, args: JsonObject): JsonObject {
  return Object.assign(bareObject(), context, { args });
}

/** Resolves a dotted path. */
export function resolveVariablePath(value: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let at = value;
  for (const name of path) {
    if (!isPlainObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return { value: at };
}
