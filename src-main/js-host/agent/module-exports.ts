import { hasMembers } from '../has-members.ts';

/** A function of a module, with what it is a method of. */
export type AnyFunction = (...args: unknown[]) => unknown;

export type Namespace = Readonly<Record<string, unknown>>;

/**
 * Finds an export of a module by name. In CommonJS, all exports are in `default`, and those that Node recognizes also
 * beside it.
 */
export function findExport(namespace: Namespace, name: string): unknown {
  if (Object.hasOwn(namespace, name)) return namespace[name];
  const inner = namespace.default;
  return hasMembers(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
}

/** The function that is the tool: `tool`, or what is exported by default. */
export function toolFunction(namespace: Namespace): AnyFunction | undefined {
  const { default: standard } = namespace;
  const compiled = hasMembers(standard) && standard.__esModule === true ? standard.default : undefined;
  return [findExport(namespace, 'tool'), standard, compiled].find(
    (one): one is AnyFunction => typeof one === 'function',
  );
}
