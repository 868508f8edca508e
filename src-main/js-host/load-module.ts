import { pathToFileURL } from 'node:url';
import { hasMembers } from './has-members.ts';

export type Callable = (argument?: unknown) => unknown;

/** Loads an ES or a CommonJS module; the answer finds its exported functions by name. @throws what loading throws */
export async function loadModule(entry: string): Promise<(name: string) => Callable | undefined> {
  const namespace: Record<string, unknown> = await import(pathToFileURL(entry).href);
  return (name) => callableIn(namespace, name);
}

/**
 * Finds a function by name. In a CommonJS module all exports are in `default`, and those that Node recognizes also
 * beside it.
 */
function callableIn(namespace: Readonly<Record<string, unknown>>, name: string): Callable | undefined {
  const inner = namespace.default;
  const isCompiled = hasMembers(inner) && inner.__esModule === true;
  const candidates = [
    isCompiled && Object.hasOwn(inner, name) ? inner[name] : undefined,
    Object.hasOwn(namespace, name) && !(isCompiled && name === 'default') ? namespace[name] : undefined,
    hasMembers(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined,
  ];
  return candidates.find((one): one is Callable => typeof one === 'function');
}
