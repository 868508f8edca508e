import { type Node, Node as Nodes, type Symbol as TsSymbol, type Type, TypeFlags, type TypeNode } from 'ts-morph';
import { documentationOf, tagOf } from './documentation.ts';
import { literalValues } from './literal-values.ts';
import { SchemaNames, schemaTypeName } from './schema-names.ts';
import { elementSource, firstArgument, indexSource } from './source-nodes.ts';

export type Schema = { [key: string]: unknown };

/** A type that JSON Schema, or a model's arguments, cannot express; the message names the place in it. */
export class UndescribableTypeError extends Error {
  override readonly name = 'UndescribableTypeError';
}

/** Depth beyond which a type is considered to grow with every step. */
const MAX_DEPTH = 50;
/** Types inside one parameter, each time it occurs. */
const MAX_TYPES = 10_000;

/** Types that stand for the values they bring, one or many. */
const AWAITED = new Set(['Promise', 'PromiseLike']);
const ITERATED = new Set([
  'Generator',
  'Iterator',
  'Iterable',
  'IterableIterator',
  'IteratorObject',
  'AsyncGenerator',
  'AsyncIterator',
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncIteratorObject',
]);
/** Objects that no JSON value is. */
const NO_JSON = new Set(['Date', 'Map', 'Set', 'WeakMap', 'WeakSet', 'RegExp', 'Error', 'Buffer', 'Uint8Array', 'URL']);

/** The schema of a function's parameter: an object, with `$defs` for the types that contain themselves. */
export function parameterSchema(type: Type, at: Node, source?: TypeNode): Schema {
  const rules = new SchemaRules(at);
  const bare = rules.bare(type);
  const noObject = new UndescribableTypeError(`its parameter must be an object, not ${bare.getText(at)}`);
  if (!isObjectType(bare)) throw noObject;
  const schema = rules.schemaOf(bare, source, 'parameter');
  const definitions = rules.definitions();
  const root = typeof schema.$ref === 'string' ? definitions[schema.$ref.slice('#/$defs/'.length)] : schema;
  // Promises and iterators stand for what they bring.
  if (root?.type !== 'object') throw noObject;
  return { ...root, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) };
}

function isObjectType(type: Type): boolean {
  if (type.isUnion() || type.isArray() || type.isReadonlyArray() || type.isTuple()) return false;
  if (type.isIntersection()) return type.getIntersectionTypes().every(isObjectType);
  return isObjectKeyword(type) || (type.isObject() && type.getCallSignatures().length === 0);
}

/** `object`, which has no properties of its own. */
const isObjectKeyword = (type: Type) => type.getFlags() === TypeFlags.NonPrimitive;

/** The table of types and their schemas, applied to one parameter. */
class SchemaRules {
  readonly #at: Node;
  readonly #naming = new SchemaNames<Schema>();
  #count = 0;

  constructor(at: Node) {
    this.#at = at;
  }

  definitions(): Record<string, Schema> {
    return this.#naming.definitions();
  }

  /**
   * Strips `undefined`, and replaces a type parameter by its constraint. A union with null stays, and is refused later.
   */
  bare(type: Type): Type {
    const solid = type.isTypeParameter() ? (type.getConstraint() ?? type) : type;
    if (!solid.isUnion() || !hasPart(solid, 'isUndefined') || hasPart(solid, 'isNull')) return solid;
    return solid.getNonNullableType();
  }

  schemaOf(declared: Type, source: TypeNode | undefined, path: string): Schema {
    const type = this.bare(declared);
    if (++this.#count > MAX_TYPES) throw new UndescribableTypeError(`it has more than ${MAX_TYPES} types in it`);
    return this.#simple(type, source) ?? this.#compound(type, source, path);
  }

  #simple(type: Type, source: TypeNode | undefined): Schema | undefined {
    if (type.isAny() || type.isUnknown()) return {};
    if (type.isBoolean()) return { type: 'boolean' };
    if (type.isString() || type.isTemplateLiteral()) return { type: 'string' };
    if (type.isNumber()) return { type: 'number' };
    if (type.isBooleanLiteral()) return { type: 'boolean', enum: [type.getText() === 'true'] };
    const values = literalValues(type, source);
    const kinds = new Set(values?.map((value) => typeof value));
    return values && kinds.size === 1 ? { type: [...kinds][0], enum: values } : undefined;
  }

  #compound(type: Type, source: TypeNode | undefined, path: string): Schema {
    if (type.isUnion()) throw this.#impossible(type, path, unionReason(type));
    const branded = type.isIntersection() ? type.getIntersectionTypes().find(isPrimitive) : undefined;
    if (branded) return this.schemaOf(branded, undefined, path);
    const name = type.getSymbol()?.getName() ?? '';
    const [argument] = type.getTypeArguments();
    if (AWAITED.has(name) && argument) return this.schemaOf(argument, firstArgument(source), path);
    if (!isObjectKeyword(type) && !type.isObject() && !type.isIntersection()) {
      throw this.#impossible(type, path, 'is no JSON value');
    }
    return this.#naming.enter(type.compilerType, schemaTypeName(type), (depth) => {
      if (depth > MAX_DEPTH) throw this.#impossible(type, path, `is nested deeper than ${MAX_DEPTH} levels`);
      if (ITERATED.has(name) && argument) return this.#list([argument], firstArgument(source), path);
      const elements = elementsOf(type);
      return elements ? this.#list(elements, elementSource(source), path) : this.#object(type, source, path);
    });
  }

  #list(elements: readonly Type[], source: TypeNode | undefined, path: string): Schema {
    const schemas = elements.map((element) => this.schemaOf(element, source, `${path}[]`));
    if (new Set(schemas.map((schema) => JSON.stringify(schema))).size > 1) {
      throw new UndescribableTypeError(`${path} is a tuple of different types`);
    }
    return { type: 'array', items: schemas[0] ?? {} };
  }

  #object(type: Type, source: TypeNode | undefined, path: string): Schema {
    const name = type.getSymbol()?.getName() ?? '';
    if (NO_JSON.has(name)) throw this.#impossible(type, path, 'is no JSON value');
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
      throw this.#impossible(type, path, 'is a function');
    }
    const index = type.getStringIndexType() ?? type.getNumberIndexType();
    const properties = type.getProperties().filter((property) => !property.getName().startsWith('__@'));
    if (properties.some(isPrivate)) throw this.#impossible(type, path, 'is a class with private members');
    const required = properties.filter((one) => !this.#isOptional(one)).map((one) => one.getName());
    return {
      type: 'object',
      ...((properties.length > 0 || (!index && !isObjectKeyword(type))) && {
        properties: Object.fromEntries(properties.map((one) => [one.getName(), this.#property(one, path)])),
      }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: this.schemaOf(index, indexSource(source), `${path}[key]`) }),
    };
  }

  #property(property: TsSymbol, path: string): Schema {
    const declaration = property.getValueDeclaration();
    const isTyped = Nodes.isPropertySignature(declaration) || Nodes.isPropertyDeclaration(declaration);
    const source = isTyped ? declaration.getTypeNode() : undefined;
    const schema = this.schemaOf(property.getTypeAtLocation(this.#at), source, `${path}.${property.getName()}`);
    const description = documentationOf(property, this.#at);
    const standard = parsedDefault(tagOf(property, 'default'));
    return { ...schema, ...(description && { description }), ...(standard && { default: standard.value }) };
  }

  #isOptional(property: TsSymbol): boolean {
    const type = property.getTypeAtLocation(this.#at);
    return property.isOptional() || type.isUndefined() || hasPart(type, 'isUndefined');
  }

  #impossible(type: Type, path: string, reason: string): UndescribableTypeError {
    return new UndescribableTypeError(`${path} (${type.getText(this.#at).slice(0, 200)}) ${reason}`);
  }
}

const hasPart = (type: Type, is: 'isUndefined' | 'isNull') =>
  type.isUnion() && type.getUnionTypes().some((part) => part[is]());

const isPrivate = (property: TsSymbol) =>
  property.getDeclarations().some((one) => {
    if (!Nodes.isPropertyDeclaration(one) && !Nodes.isParameterDeclaration(one)) return false;
    return one.hasModifier('private') || one.hasModifier('protected') || Nodes.isPrivateIdentifier(one.getNameNode());
  });

const isPrimitive = (type: Type) =>
  type.isString() || type.isNumber() || type.isBoolean() || type.getLiteralValue() !== undefined;

function unionReason(type: Type): string {
  if (hasPart(type, 'isNull')) return 'is a union with null; leave the property out instead (?)';
  const hasObjects = type.getUnionTypes().some((part) => part.isObject());
  return hasObjects ? 'is a union with objects' : 'is a union of different kinds of values';
}

/** Element types of an array or a tuple; undefined for anything else. */
function elementsOf(type: Type): readonly Type[] | undefined {
  if (type.isTuple()) return type.getTupleElements();
  const element = type.isArray() || type.isReadonlyArray() ? type.getArrayElementType() : undefined;
  return element && [element];
}

/** Value of `@default`, if it is JSON. */
function parsedDefault(text: string | undefined): { readonly value: unknown } | undefined {
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
