import { isPlainObject } from '#contract/plain-object';
import { GROWING } from './text-leaf.tsx';

type SchemaNode = Readonly<Record<string, unknown>>;

/** Gives plain texts fields that grow, because prompts receive code and texts as often as single words. */
export function withGrowingTexts<S extends SchemaNode>(schema: S): S {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const grown = Object.entries(properties).map(([name, one]: [string, unknown]) => {
    if (!isPlainObject(one)) return [name, one];
    const isPlain = one.type === 'string' && one.enum === undefined && one.format === undefined;
    return [name, isPlain ? { ...one, format: GROWING } : one];
  });
  return { ...schema, properties: Object.fromEntries(grown) };
}
