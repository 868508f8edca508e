import type { JsonObject } from '#contract/plain-object';
import type { TemplateSet } from '#template';
import { resolveVariablePath } from '../registry/context.ts';
import type { Execution } from './execution-model.ts';
import { readPaths } from './used-variables.ts';

/** One function that is given more than this may take longer than the main thread has; in units, about those of its JSON. */
const MAX_INLINE = 256 * 1024;
/** Units for each value, beside its text. */
const EACH = 8;

/** Result by template for the variables it was last measured with. */
const found = new WeakMap<TemplateSet, { readonly context: JsonObject; readonly isLarge: boolean }>();

/** Whether what an execution could read is so much that it goes to a thread at once. */
export function exceedsInlineBudget({
  compiled,
  variables,
  args,
}: Pick<Execution, 'compiled' | 'variables' | 'args'>): boolean {
  if (unitsLeft(args, MAX_INLINE) < 0) return true;
  const { set, texts } = compiled;
  if (!set) return true;
  const { context } = variables;
  const known = found.get(set);
  if (known?.context === context) return known.isLarge;
  const paths = readPaths({ set, texts }) ?? [[]];
  let left = MAX_INLINE;
  for (const path of paths) left = left < 0 ? left : unitsLeft(resolveVariablePath(context, path)?.value, left);
  const isLarge = left < 0;
  found.set(set, { context, isLarge });
  return isLarge;
}

/** Units left after counting a value; stops once none is left. */
function unitsLeft(value: unknown, units: number): number {
  if (typeof value === 'string') return units - value.length - EACH;
  if (typeof value !== 'object' || value === null) return units - EACH;
  let left = units - EACH;
  if (Array.isArray(value)) {
    for (const inner of value) {
      left = unitsLeft(inner, left);
      if (left < 0) return left;
    }
    return left;
  }
  for (const name in value) {
    left = unitsLeft((value as JsonObject)[name], left - name.length);
    if (left < 0) return left;
  }
  return left;
}
