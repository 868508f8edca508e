import { Complex, EMPTY, FunctionValue, type TemplateMap, type TemplateValue, Uint8 } from '../values.ts';

function hasKeys(map: TemplateMap): boolean {
  for (const key in map) if (Object.hasOwn(map, key)) return true;
  return false;
}

function isTrueObject(value: object): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Uint8) return value.value !== 0;
  if (value instanceof Complex) return value.real !== 0 || value.imaginary !== 0;
  return value instanceof FunctionValue || hasKeys(value as TemplateMap);
}

/** Whether a value is true, so that `if` takes its first branch: not for the zero of a kind, nor for what is empty. */
export function isTrue(value: TemplateValue): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
    case 'object':
      return value !== null && isTrueObject(value);
    default:
      return value !== EMPTY && value !== undefined;
  }
}
