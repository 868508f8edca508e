import {
  Complex,
  EMPTY,
  FunctionValue,
  type GoType,
  type TemplateFunction,
  type TemplateList,
  type TemplateMap,
  type TemplateValue,
  Uint8,
} from '../values.ts';

const GO_NAMES: Readonly<Record<GoType, string>> = {
  any: 'interface {}',
  string: 'string',
  int: 'int',
  float64: 'float64',
  bool: 'bool',
  list: '[]interface {}',
  map: 'map[string]interface {}',
};

export function goTypeName(type: GoType): string {
  return GO_NAMES[type];
}

export function isList(value: TemplateValue): value is TemplateList {
  return Array.isArray(value);
}

export function isMap(value: TemplateValue): value is TemplateMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8 || value instanceof Complex || value instanceof FunctionValue)
  );
}

function functionTypeName(fn: TemplateFunction): string {
  const names = (fn.parameters ?? ['any']).map(goTypeName);
  const isVariadic = fn.parameters === undefined || fn.isVariadic === true;
  const last = names.length - 1;
  if (isVariadic) names[last] = `...${names[last]}`;
  const result = goTypeName(fn.result ?? 'any');
  return `func(${names.join(', ')}) ${fn.canFail ? `(${result}, error)` : result}`;
}

function objectTypeName(value: object): string {
  if (Array.isArray(value)) return GO_NAMES.list;
  if (value instanceof Uint8) return 'uint8';
  if (value instanceof Complex) return 'complex128';
  return value instanceof FunctionValue ? functionTypeName(value.function) : GO_NAMES.map;
}

/** Name of a type as Go's `%T` prints it; both kinds of nil are `<nil>`. */
export function templateTypeName(value: TemplateValue): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'float64';
    case 'bigint':
      return 'int';
    case 'boolean':
      return 'bool';
    case 'object':
      return value === null ? '<nil>' : objectTypeName(value);
    default:
      return value === EMPTY ? 'string' : '<nil>';
  }
}

/** Name of the type of a reflect.Value in errors: a nil interface has its static type there. */
export function kindName(value: TemplateValue): string {
  return value === null ? GO_NAMES.any : templateTypeName(value);
}
