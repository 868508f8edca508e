import { EMPTY, FunctionError, type TemplateList, type TemplateMap, type TemplateValue, Uint8 } from '../values.ts';
import { byteLength, bytesOfText, sliceBytes } from './text.ts';
import { isList, isMap, kindName, templateTypeName } from './type-name.ts';

/** An index as Go checks it, which lets one pass that is equal to the length. */
function indexNumber(index: TemplateValue, length: number): number {
  if (typeof index === 'bigint') {
    if (index < 0n || index > BigInt(length)) throw new FunctionError(`index out of range: ${index}`);
    return Number(index);
  }
  if (index instanceof Uint8) {
    if (index.value > length) throw new FunctionError(`index out of range: ${index.value}`);
    return index.value;
  }
  if (index === undefined || index === null) throw new FunctionError('cannot index slice/array with nil');
  throw new FunctionError(`cannot index slice/array with type ${templateTypeName(index)}`);
}

function itemOf(list: TemplateList, index: TemplateValue): TemplateValue {
  const at = indexNumber(index, list.length);
  if (at === list.length) throw new FunctionError('reflect: slice index out of range');
  return list[at];
}

function byteOf(text: string, index: TemplateValue): Uint8 {
  const length = byteLength(text);
  const at = indexNumber(index, length);
  if (at === length) throw new FunctionError('reflect: string index out of range');
  // As many units as bytes: each is a byte, or stands for one by its lower half.
  return new Uint8(length === text.length ? text.charCodeAt(at) & 0xff : (bytesOfText(text)[at] ?? 0));
}

function mapEntry(map: TemplateMap, key: TemplateValue): TemplateValue {
  if (typeof key === 'string') return Object.hasOwn(map, key) ? map[key] : null;
  if (key === EMPTY) return mapEntry(map, '');
  if (key === undefined || key === null) throw new FunctionError('value is nil; should be of type string');
  throw new FunctionError(`value has type ${templateTypeName(key)}; should be string`);
}

function elementOf(item: TemplateValue, index: TemplateValue): TemplateValue {
  if (typeof item === 'string') return byteOf(item, index);
  if (item === undefined || item === null) throw new FunctionError('index of nil pointer');
  if (isList(item)) return itemOf(item, index);
  if (isMap(item)) return mapEntry(item, index);
  throw new FunctionError(`can't index item of type ${templateTypeName(item)}`);
}

/** Go's `index`. */
export function indexValue(args: readonly TemplateValue[]): TemplateValue {
  let item = args[0];
  if (item === undefined || item === null) throw new FunctionError('index of untyped nil');
  for (let at = 1; at < args.length; at++) {
    if (item === EMPTY) return EMPTY;
    item = elementOf(item, args[at]);
  }
  return item;
}

function itemLength(item: TemplateValue): number | undefined {
  if (typeof item === 'string') return byteLength(item);
  if (isList(item)) return item.length;
  return isMap(item) ? Object.keys(item).length : undefined;
}

/** Go's `len`. */
export function lengthValue(item: TemplateValue): bigint {
  if (item === EMPTY) return 0n;
  const length = itemLength(item);
  if (length !== undefined) return BigInt(length);
  if (item === undefined) throw new FunctionError('reflect: call of reflect.Value.Type on zero Value');
  throw new FunctionError(item === null ? 'len of nil pointer' : `len of type ${kindName(item)}`);
}

function checkSliceable(item: TemplateValue, count: number): asserts item is string | TemplateList {
  if (item === undefined || item === null) throw new FunctionError('slice of untyped nil');
  if (count > 3) throw new FunctionError(`too many slice indexes: ${count}`);
  if (typeof item === 'string' && count === 3) throw new FunctionError('cannot 3-index slice a string');
  if (typeof item !== 'string' && !isList(item)) {
    throw new FunctionError(`can't slice item of type ${templateTypeName(item)}`);
  }
}

/** Go's `slice`. Its lists have no room behind their end here: what is cut off is gone. */
export function sliceValue(args: readonly TemplateValue[]): TemplateValue {
  const item = args[0] === EMPTY ? '' : args[0];
  checkSliceable(item, args.length - 1);
  const length = typeof item === 'string' ? byteLength(item) : item.length;
  const bounds = args.slice(1).map((index) => indexNumber(index, length));
  const [start = 0, end = length, most = end] = bounds;
  if (start > end) throw new FunctionError(`invalid slice index: ${start} > ${end}`);
  if (end > most) throw new FunctionError(`invalid slice index: ${end} > ${most}`);
  return typeof item === 'string' ? sliceBytes(item, start, end) : item.slice(start, end);
}
