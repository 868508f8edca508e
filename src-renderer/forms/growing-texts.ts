import { GROWING } from './leaf-field.tsx';

type Schema = Readonly<Record<string, unknown>>;

/** What a prompt is given is code and texts as often as a word: plain texts have fields that grow. */
export function withGrowingTexts<S extends Schema>(schema: S): S {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const grown = Object.entries(properties).map(([name, one]: [string, Schema]) => {
    const isPlain = one.type === 'string' && one.enum === undefined && one.format === undefined;
    return [name, isPlain ? { ...one, format: GROWING } : one];
  });
  return { ...schema, properties: Object.fromEntries(grown) };
}
