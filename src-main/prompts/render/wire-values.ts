import { Complex, EMPTY, type TemplateValue, Uint8 } from '#template';

/**
 * Values as they cross between threads: what structured cloning does not know is a Map, which no value of a template is.
 */
export function toWire(value: TemplateValue): unknown {
  if (value === EMPTY) return new Map([['kind', 'empty']]);
  if (value instanceof Uint8) return new Map<string, unknown>([...kind('byte'), ['value', value.value]]);
  if (value instanceof Complex) {
    return new Map<string, unknown>([...kind('complex'), ['real', value.real], ['imaginary', value.imaginary]]);
  }
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value === 'object' && value !== null)
    return mappedObject(value, (inner) => toWire(inner as TemplateValue));
  // A function is no value that a tool can take.
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

export function fromWire(value: unknown): TemplateValue {
  if (value instanceof Map) return special(value);
  if (Array.isArray(value)) return value.map(fromWire);
  if (typeof value === 'object' && value !== null) return mappedObject(value, fromWire) as TemplateValue;
  return value as TemplateValue;
}

function kind(name: string): [string, unknown][] {
  return [['kind', name]];
}

function special(value: ReadonlyMap<string, unknown>): TemplateValue {
  if (value.get('kind') === 'byte') return new Uint8(Number(value.get('value')));
  if (value.get('kind') === 'complex') return new Complex(Number(value.get('real')), Number(value.get('imaginary')));
  return EMPTY;
}

/** Copies members into an object without a prototype, so that a member called `__proto__` is an ordinary one. */
function mappedObject(object: object, change: (value: unknown) => unknown): object {
  const result = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(object)) result[name] = change(value);
  return result;
}
