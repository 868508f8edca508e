import { nodeSource } from '../node-text.ts';
import type { NumberNode, OperandNode } from '../nodes.ts';
import { goTypeName } from '../values/index.ts';
import { Complex, type GoType, type TemplateValue } from '../values.ts';

/** The value of a number where nothing says which kind is wanted; an integer beyond 64 bits has none. */
export function numberValue(node: NumberNode): TemplateValue {
  const { text, int, float, complex } = node;
  if (complex !== undefined) return new Complex(...complex);
  if (float !== undefined && !isHexadecimalInteger(text) && !text.startsWith("'") && /[.eEpP]/.test(text)) return float;
  return int;
}

function isHexadecimalInteger(text: string): boolean {
  return /^0[xX][^pP]+$/.test(text);
}

/** Word for the value that Go expects, by the type of the parameter. */
const WANTED: Readonly<Partial<Record<GoType, string>>> = {
  string: 'string',
  int: 'integer',
  float64: 'float',
  bool: 'bool',
};

/** A constant as an argument of that type, or why it is none; undefined for what is no constant, or where every kind will do. */
export function constantArgument(
  node: OperandNode,
  type: GoType,
): { readonly value: TemplateValue } | string | undefined {
  const constant = CONSTANTS.get(node.kind);
  if (type === 'any' || constant === undefined) return undefined;
  const value = constant(node, type);
  if (value !== undefined) return { value };
  if (node.kind !== 'nil') return constantProblem(node, type);
  return type === 'list' || type === 'map' ? { value: undefined } : `cannot assign nil to ${goTypeName(type)}`;
}

const CONSTANTS: ReadonlyMap<OperandNode['kind'], (node: OperandNode, type: GoType) => TemplateValue> = new Map([
  ['nil', () => undefined],
  ['bool', (node: OperandNode, type: GoType) => (node.kind === 'bool' && type === 'bool' ? node.value : undefined)],
  [
    'string',
    (node: OperandNode, type: GoType) => (node.kind === 'string' && type === 'string' ? node.text : undefined),
  ],
  ['number', numberOfType],
]);

function numberOfType(node: OperandNode, type: GoType): TemplateValue {
  if (node.kind !== 'number') return undefined;
  if (type === 'int') return node.int;
  return type === 'float64' ? node.float : undefined;
}

function constantProblem(node: OperandNode, type: GoType): string {
  const wanted = WANTED[type];
  if (wanted === undefined) return `can't handle ${nodeSource(node)} for arg of type ${goTypeName(type)}`;
  return `expected ${wanted}; found ${nodeSource(node)}`;
}
