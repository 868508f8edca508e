import { InMemoryFileSystemHost, ModuleKind, ModuleResolutionKind, Project, ScriptTarget } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { describeFunctions } from '../../../src-main/js-host/functions.ts';

/** One project for all: reading the compiler's own declarations takes most of a second. */
const project = new Project({
  fileSystem: new InMemoryFileSystemHost(),
  compilerOptions: {
    strict: true,
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
  },
});
let files = 0;

function described(declarations: string) {
  files += 1;
  return describeFunctions(project.createSourceFile(`/package-${files}/index.d.ts`, declarations));
}

/** The schema of `p` in `f({ p })`. */
function propertySchema(type: string, more = '') {
  const { functions, problems } = described(`${more}\nexport declare function f(a: { p: ${type} }): void;`);
  expect(problems).toEqual([]);
  const { properties, $defs } = functions.map(({ parameters }) => parameters)[0] as {
    properties: { p: unknown };
    $defs?: unknown;
  };
  return $defs === undefined ? properties.p : { schema: properties.p, $defs };
}

describe('a type becomes the schema of its row', () => {
  test.each([
    ['string', { type: 'string' }],
    ['number', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['true', { type: 'boolean', enum: [true] }],
    ['`a-$' + '{string}`', { type: 'string' }],
    ["'b' | 'a' | 'c'", { type: 'string', enum: ['b', 'a', 'c'] }],
    ['3 | 1 | 2', { type: 'number', enum: [3, 1, 2] }],
    ["'only'", { type: 'string', enum: ['only'] }],
    ['string | undefined', { type: 'string' }],
    ['boolean | undefined', { type: 'boolean' }],
    ["'x' | 'b' | undefined", { type: 'string', enum: ['x', 'b'] }],
    ['string[]', { type: 'array', items: { type: 'string' } }],
    ['readonly number[]', { type: 'array', items: { type: 'number' } }],
    ['Array<"d" | "c">', { type: 'array', items: { type: 'string', enum: ['d', 'c'] } }],
    ['[number, number]', { type: 'array', items: { type: 'number' } }],
    ['[first: string, ...rest: string[]]', { type: 'array', items: { type: 'string' } }],
    ['Generator<string>', { type: 'array', items: { type: 'string' } }],
    ['AsyncGenerator<number, void, unknown>', { type: 'array', items: { type: 'number' } }],
    ['Iterator<boolean>', { type: 'array', items: { type: 'boolean' } }],
    ['{ a: string; b?: number }', objectOf({ a: { type: 'string' }, b: { type: 'number' } }, ['a'])],
    ['{ a: string | undefined }', objectOf({ a: { type: 'string' } })],
    ['Partial<{ a: string }>', objectOf({ a: { type: 'string' } })],
    ['{ a: string } & { b: string }', objectOf({ a: { type: 'string' }, b: { type: 'string' } }, ['a', 'b'])],
    ['string & { readonly brand: 1 }', { type: 'string' }],
    ['Record<string, number>', { type: 'object', additionalProperties: { type: 'number' } }],
    ['Record<string, "z" | "y">', { type: 'object', additionalProperties: { type: 'string', enum: ['z', 'y'] } }],
    [
      '{ [key: string]: string[] }',
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    ],
    ['Record<"k", string>', objectOf({ k: { type: 'string' } }, ['k'])],
    ['object', { type: 'object' }],
    ['{}', { type: 'object', properties: {} }],
    ['any', {}],
    ['unknown', {}],
    ['Promise<string>', { type: 'string' }],
    ['Promise<{ a: "q" | "p" }>', objectOf({ a: { type: 'string', enum: ['q', 'p'] } }, ['a'])],
  ])('%s', (type, schema) => {
    expect(propertySchema(type)).toEqual(schema);
  });

  test('an enumeration, in the order of its source, by name, by alias and by member', () => {
    const more = `export declare enum Level { High = 'high', Low = 'low', Middle = 'middle' }
      export declare enum Bits { Two = 2, One = 1 }
      declare enum Single { Only = 'only' }
      type Chosen = Level.Low | Level.High;
      type Ordered = 'w' | 'e' | 'n';
      type Before = 'e' | 'n' | 'w';`;
    expect(propertySchema('Level', more)).toEqual({ type: 'string', enum: ['high', 'low', 'middle'] });
    expect(propertySchema('Level | undefined', more)).toEqual({ type: 'string', enum: ['high', 'low', 'middle'] });
    expect(propertySchema('Bits', more)).toEqual({ type: 'number', enum: [2, 1] });
    expect(propertySchema('Single', more)).toEqual({ type: 'string', enum: ['only'] });
    expect(propertySchema('Chosen', more)).toEqual({ type: 'string', enum: ['low', 'high'] });
    expect(propertySchema('Ordered', more)).toEqual({ type: 'string', enum: ['w', 'e', 'n'] });
    expect(propertySchema('Ordered[]', more)).toEqual({
      type: 'array',
      items: { type: 'string', enum: ['w', 'e', 'n'] },
    });
  });

  test('a type that contains itself, under its name in $defs; a second one of that name with a number', () => {
    const more = `interface Node { value: string; children: Node[] }
      declare namespace other { interface Node { next?: Node } }`;
    expect(propertySchema('{ one: Node; two: other.Node }', more)).toEqual({
      schema: objectOf({ one: { $ref: '#/$defs/Node' }, two: { $ref: '#/$defs/Node2' } }, ['one', 'two']),
      $defs: {
        Node: objectOf({ value: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, [
          'value',
          'children',
        ]),
        Node2: objectOf({ next: { $ref: '#/$defs/Node2' } }),
      },
    });
  });

  test('a parameter that contains itself is an object that refers to its definition', () => {
    const { functions } = described('interface Tree { left?: Tree }\nexport declare function f(tree: Tree): void;');
    const tree = objectOf({ left: { $ref: '#/$defs/Tree' } });
    expect(functions[0]?.parameters).toEqual({ ...tree, $defs: { Tree: tree } });
  });
});

describe('a type that no argument can have is refused, by its place', () => {
  test.each([
    ['string | number', 'different kinds'],
    ['"a" | 1', 'different kinds'],
    ['string | null', 'union with null'],
    ['null', 'no JSON value'],
    ['{ a: 1 } | { b: 2 }', 'union with objects'],
    ['string | { b: 2 }', 'union with objects'],
    ['bigint', 'no JSON value'],
    ['symbol', 'no JSON value'],
    ['() => void', 'is a function'],
    ['Date', 'no JSON value'],
    ['Map<string, string>', 'no JSON value'],
    ['[string, number]', 'tuple of different types'],
    ['{ deep: { deeper: bigint }[] }', 'parameter.p.deep[].deeper (bigint)'],
    ['Own', 'is a class with private members'],
    ['Shut', 'is a class with private members'],
    ['Given', 'is a class with private members'],
  ])('%s', (type, reason) => {
    const { functions, problems } = described(`declare class Own { #private; name: string }
      declare class Shut { private secret; name: string }
      declare class Given { protected token: string; name: string }
      export declare function save(a: { p: ${type} }): void;`);
    expect(functions).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(reason)]);
    expect(problems[0]).toMatch(/^save: parameter\.p/);
  });

  test.each(['Promise<string>', 'Iterable<string>', 'AsyncGenerator<{ a: string }>', 'string[]', 'string'])(
    'a parameter that is no object: %s',
    (type) => {
      const { functions, problems } = described(`export declare function save(a: ${type}): void;`);
      expect(functions).toEqual([]);
      expect(problems).toEqual([expect.stringMatching(/^save: its parameter must be an object, not /)]);
    },
  );

  test('a class with public properties alone is an object, also with names that look private', () => {
    const more = "declare class Plain { readonly '#a': string; b?: number; static c: string }";
    expect(propertySchema('Plain', more)).toEqual(
      objectOf({ '#a': { type: 'string' }, b: { type: 'number' } }, ['#a']),
    );
  });

  test('a type that grows with every step ends with an error', () => {
    const { problems } = described('interface G<T> { g: G<T[]> }\nexport declare function f(a: G<string>): void;');
    expect(problems).toEqual([expect.stringContaining('nested deeper than 50')]);
  });

  test('a type with too many types in it ends with an error', () => {
    const pairs = Array.from({ length: 16 }, (_, n) => `interface T${n + 1} { a: T${n}; b: T${n} }`).join('\n');
    const { problems } = described(`interface T0 { x: 1 }\n${pairs}\nexport declare function f(a: T16): void;`);
    expect(problems).toEqual([expect.stringContaining('more than 10000')]);
  });
});

describe('which functions of a module become tools', () => {
  test('declarations, constants, aliases, re-exports and the default; nothing else', () => {
    project.createSourceFile(
      '/shared/inner.d.ts',
      'export declare function inner(): void; export declare function left(): void;',
    );
    const { functions } = described(`
      export declare function plain(): string;
      export declare const arrow: (options: { a: string }) => Promise<void>;
      declare function hidden(): void;
      export { hidden as shown };
      export { inner } from '../shared/inner';
      export * from '../shared/inner';
      export default function other(): void;
      export declare const number: 1;
      export declare class Box { open(): void }
      export interface Shape { a: string }`);
    expect(functions.map(({ name }) => name).sort()).toEqual(['arrow', 'default', 'inner', 'left', 'plain', 'shown']);
  });

  test('a function without a parameter takes an empty object', () => {
    expect(described('export declare function f(): void;').functions[0]?.parameters).toEqual(objectOf({}));
  });

  test('an optional parameter, and one that extends a type, are taken for it', () => {
    const { functions } = described(`export declare function f(a?: { b?: string }): void;
      export declare function g<T extends { c?: number }>(a: T): T;`);
    expect(functions.map(({ parameters }) => parameters)).toEqual([
      objectOf({ b: { type: 'string' } }),
      objectOf({ c: { type: 'number' } }),
    ]);
  });

  test('of overloads the one with most parameters, if there is one', () => {
    const { functions, problems } = described(`export declare function one(): void;
      export declare function one(a: { x: string }): void;
      export declare function two(a: { x: string }): void;
      export declare function two(a: { y: string }): void;`);
    expect(functions).toMatchObject([{ name: 'one', parameters: objectOf({ x: { type: 'string' } }, ['x']) }]);
    expect(problems).toEqual([expect.stringMatching(/^two: .*overloads/)]);
  });

  test.each([
    ['(a: { x: string }, b: string)', 'more than one parameter'],
    ['(a: string)', 'must be an object, not string'],
    ['(a: string[])', 'must be an object'],
    ['(a: { x: 1 } | { y: 1 })', 'must be an object'],
    ['(a: any)', 'must be an object'],
    ['(a: () => void)', 'must be an object'],
    ['(...a: { x: string }[])', 'rest parameter'],
  ])('%s is refused', (parameters, reason) => {
    expect(described(`export declare function f${parameters}: void;`).problems).toEqual([
      expect.stringContaining(reason),
    ]);
  });

  test('a name that no tool may have is refused', () => {
    expect(described('export declare function $f(): void;').problems).toEqual([expect.stringContaining('its name')]);
  });

  test('all functions that cannot be described are listed', () => {
    const { functions, problems } = described(`export declare function a(p: string): void;
      export declare function b(): void; export declare function c(p: { x: bigint }): void;`);
    expect(functions.map(({ name }) => name)).toEqual(['b']);
    expect(problems).toHaveLength(2);
  });
});

describe('what JSDoc says', () => {
  test('goes to the tool, the parameter and its properties, newlines and defaults included', () => {
    const { functions } = described(`
      interface Place {
        /** Name of the city. */
        city: string;
        /**
         * How many days.
         * @default 3
         */
        days?: number;
      }
      /**
       * Tells the weather.
       * In two lines.
       * @param place where to look
       */
      export declare function weather(place: Place): Promise<string>;
      /** Tells it again. @param place where, once more */
      export declare const again: (place: Place) => string;`);
    const properties = {
      city: { type: 'string', description: 'Name of the city.' },
      days: { type: 'number', description: 'How many days.', default: 3 },
    };
    expect(functions).toEqual([
      {
        name: 'weather',
        description: 'Tells the weather.\nIn two lines.',
        parameters: { ...objectOf(properties, ['city']), description: 'where to look' },
      },
      {
        name: 'again',
        description: 'Tells it again.',
        parameters: { ...objectOf(properties, ['city']), description: 'where, once more' },
      },
    ]);
  });
});

function objectOf(properties: Record<string, unknown>, required?: readonly string[]) {
  return { type: 'object', properties, ...(required && { required }) };
}
