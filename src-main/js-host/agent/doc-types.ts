type Schema = Readonly<Record<string, unknown>>;

const NAMED: Readonly<Record<string, Schema>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  int: { type: 'integer' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  bool: { type: 'boolean' },
  object: { type: 'object' },
  array: { type: 'array' },
};

/** The schema of a type as doc comments write it; empty, which takes every value, if it is not known. */
export function schemaOfDocType(written: string): Schema {
  const type = written.trim().replace(/^\((.*)\)$/, '$1');
  const isNullable = /^\?|(?:^|\|)\s*null\s*(?:\||$)/.test(type);
  const parts = type
    .replace(/^[?!]/, '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'null' && part !== 'undefined');
  const schema = parts.length === 1 ? single(parts[0] ?? '') : union(parts);
  if (!isNullable || typeof schema.type !== 'string') return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function single(type: string): Schema {
  const item = /^(.*)\[\]$/.exec(type)?.[1] ?? /^array\s*\.?<(.*)>$/i.exec(type)?.[1];
  if (item !== undefined) return { type: 'array', items: schemaOfDocType(item) };
  if (/^(?:record|object)\s*\.?<.*>$/i.test(type)) return { type: 'object' };
  const value = literal(type);
  if (value !== undefined) return { type: typeof value, enum: [value] };
  const name = type.toLowerCase();
  return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? {}) : {};
}

/** Values of one kind are a choice; names of types are all allowed. */
function union(parts: readonly string[]): Schema {
  const values = parts.map(literal);
  const kinds = new Set(values.map((value) => typeof value));
  const [kind] = kinds;
  if (kinds.size === 1 && kind !== 'undefined' && kind !== undefined) return { type: kind, enum: values };
  const types = parts.map((part) => single(part).type);
  return types.length > 0 && types.every((one) => typeof one === 'string') ? { type: [...new Set(types)] } : {};
}

function literal(text: string): string | number | undefined {
  const quoted = /^(['"])(.*)\1$/.exec(text);
  if (quoted) return quoted[2];
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
