import * as zod from 'zod';

type Make = () => zod.ZodType;
/** A constructor of zod's, which can also make an object that is there into a schema. */
interface Constructor {
  init(self: object, def: object): void;
}
type Chained = Readonly<Record<string, (...args: readonly unknown[]) => zod.ZodType>>;

/** Methods of schemas that answer a schema and are called where a module loads. */
const CHAINED = [
  'optional',
  'nullable',
  'default',
  'prefault',
  'describe',
  'readonly',
  'refine',
  'array',
  'min',
  'max',
  'length',
  'regex',
  'nonnegative',
  'positive',
  'int',
  'url',
  'trim',
  'startsWith',
  'toLowerCase',
  'extend',
  'omit',
  'pick',
  'partial',
];

/** A schema that is not made yet. Whoever reads something of it makes it become one. */
class LateSchema {
  #make: Make | undefined;
  #plain: zod.ZodType | undefined;

  constructor(make: Make) {
    this.#make = make;
  }

  /**
   * Schema that this one is to become, made once; itself when it has become it. What is chained to a schema begins with
   * this one, since becoming takes as long as making, and most links of a chain are read by the next alone.
   */
  static plain(late: LateSchema): zod.ZodType {
    if (late.#make === undefined) return late as unknown as zod.ZodType;
    late.#plain ??= late.#make();
    return late.#plain;
  }

  /** Takes the schema that it is to become out of it; nothing once it has. */
  static taken(late: LateSchema): zod.ZodType | undefined {
    if (late.#make === undefined) return undefined;
    const schema = LateSchema.plain(late);
    late.#make = late.#plain = undefined;
    return schema;
  }
}

// Declared for `in`, which tells a proxy behind it nothing of who was asked; libraries know a schema by these.
for (const name of ['_zod', '~standard', 'def', '_def', 'type', 'parse', 'safeParse']) {
  Object.defineProperty(LateSchema.prototype, name, {
    get(this: LateSchema) {
      return Reflect.get(become(this), name);
    },
  });
}

for (const name of CHAINED) {
  Object.defineProperty(LateSchema.prototype, name, {
    value(this: LateSchema, ...args: readonly unknown[]) {
      return late(() => (LateSchema.plain(this) as unknown as Chained)[name]?.(...args) as zod.ZodType);
    },
  });
}

// Behind the members above: every other property is asked of the schema.
const anyOther = new Proxy(Object.prototype, { get: (_, key, asked) => Reflect.get(become(asked), key) });
Object.setPrototypeOf(LateSchema.prototype, anyOther);

/** Turns the object itself into the schema, as zod's constructors would: what they note of a schema is of that object. */
function become(late: LateSchema): zod.ZodType {
  const self = late as unknown as zod.ZodType;
  const schema = LateSchema.taken(late);
  if (schema === undefined) return self;
  const { constr, def, parent } = schema._zod;
  Object.setPrototypeOf(self, Object.getPrototypeOf(schema));
  // zod declares it as what `new` makes a schema with, which is all that others use.
  (constr as unknown as Constructor).init(self, def);
  for (const finish of self._zod.deferred ?? []) finish();
  self._zod.deferred = undefined;
  if (parent !== undefined) self._zod.parent = parent;
  const described = zod.globalRegistry.get(schema);
  if (described !== undefined) zod.globalRegistry.add(self, described);
  return self;
}

/** A schema that is made when it is first used; `make` must give the same whenever it is called. */
export const late = <Schema extends zod.ZodType>(make: () => Schema): Schema =>
  new LateSchema(make) as unknown as Schema;

/** The maker of schemas, whose schemas are made when they are first used. */
export const madeLate = <Maker extends (...args: never[]) => zod.ZodType>(maker: Maker): Maker =>
  ((...args: Parameters<Maker>) => late(() => maker(...args))) as Maker;
