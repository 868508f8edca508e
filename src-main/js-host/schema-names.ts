import type { Type } from 'ts-morph';

/** The name of a type in `$defs`: what its source calls it. */
export function schemaTypeName(type: Type): string {
  const name = type.getAliasSymbol()?.getName() ?? type.getSymbol()?.getName() ?? '';
  return /^__/.test(name) ? 'Type' : name.replace(/[^A-Za-z0-9_]/g, '') || 'Type';
}

/** Schemas of types that contain themselves, each under a name of its own, and references to them. */
export class SchemaNames<Schema> {
  readonly #open = new Set<object>();
  readonly #names = new Map<object, string>();
  readonly #definitions = new Map<string, Schema>();

  definitions(): Record<string, Schema> {
    return Object.fromEntries(this.#definitions);
  }

  /** Returns what `make` makes of the type, or a reference if an outer call is already making it. */
  enter(type: object, wanted: string, make: (depth: number) => Schema): Schema | { readonly $ref: string } {
    if (this.#open.has(type)) this.#names.set(type, this.#names.get(type) ?? this.#free(wanted));
    const known = this.#names.get(type);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    this.#open.add(type);
    const schema = make(this.#open.size);
    this.#open.delete(type);
    const name = this.#names.get(type);
    if (name === undefined) return schema;
    this.#definitions.set(name, schema);
    return { $ref: `#/$defs/${name}` };
  }

  #free(wanted: string): string {
    const taken = new Set(this.#names.values());
    for (let suffix = 1; ; suffix++) {
      const name = suffix === 1 ? wanted : `${wanted}${suffix}`;
      if (!taken.has(name)) return name;
    }
  }
}
