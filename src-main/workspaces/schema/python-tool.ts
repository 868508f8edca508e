import type { ToolDeclaration } from '#tools';
import { readDocstring } from './docstring.ts';
import type { PythonParameter, PythonTool, TypeShape } from './python-signature.ts';

/** Types by the names that annotations have; everything else is a text (1.5 of the specification). */
const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  List: 'array',
  dict: 'object',
  Dict: 'object',
};

const jsonType = (name: string): string => (Object.hasOwn(TYPES, name) ? (TYPES[name] as string) : 'string');

/**
 * Declares a Python tool by its signature and docstring. A parameter without an annotation is left out. `isRich`: schemas say
 * more than types, as items, choices and defaults.
 */
export function pythonDeclaration(name: string, { doc, parameters }: PythonTool, isRich: boolean): ToolDeclaration {
  const { description, parameters: texts } = readDocstring(doc);
  const shown = parameters.filter(({ annotation }) => annotation !== undefined);
  const properties = shown.map((one) => {
    const schema = isRich ? richSchema(one) : { type: jsonType(one.annotation ?? '') };
    return [one.name, { ...schema, description: texts.get(one.name) || `Parameter ${one.name}` }];
  });
  const isRequired = (one: PythonParameter) => !one.hasDefault && !(isRich && one.kind.startsWith('VAR_'));
  const required = shown.filter(isRequired).map((one) => one.name);
  return { name, description, parameters: { type: 'object', properties: Object.fromEntries(properties), required } };
}

type Schema = Readonly<Record<string, unknown>>;

function richSchema({ shape, annotation = '', kind, hasDefault, default: value }: PythonParameter): Schema {
  const own = shape ? shapeSchema(shape) : { type: jsonType(annotation) };
  if (kind === 'VAR_POSITIONAL') return { type: 'array', items: own };
  if (kind === 'VAR_KEYWORD') return { type: 'object', additionalProperties: own };
  return hasDefault && value !== undefined ? { ...own, default: value } : own;
}

function shapeSchema({ name, of = [], choices }: TypeShape): Schema {
  if (choices) return { enum: [...choices] };
  if (name === 'Union') return unionOf(of);
  if (name === 'None') return { type: 'null' };
  if (name === 'Any' || name === 'object') return {};
  const [first, second] = of;
  if (LISTS.has(name)) return first ? { type: 'array', items: shapeSchema(first) } : { type: 'array' };
  const type = jsonType(name);
  if (type === 'object') return second ? { type, additionalProperties: shapeSchema(second) } : { type };
  return { type };
}

const LISTS: ReadonlySet<string> = new Set(['list', 'List', 'Sequence', 'Iterable', 'set', 'frozenset', 'tuple']);

/** A plain type that may be absent is nullable; all else is one of several. */
function unionOf(parts: readonly TypeShape[]): Schema {
  const schemas = parts.map(shapeSchema);
  const [first, ...others] = schemas.filter(({ type }) => type !== 'null');
  const isNullable = schemas.length > others.length + (first ? 1 : 0);
  if (first && others.length === 0 && isNullable) return nullable(first);
  return { anyOf: schemas };
}

function nullable(schema: Schema): Schema {
  if (Array.isArray(schema.enum)) return { enum: [...schema.enum, null] };
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
}
