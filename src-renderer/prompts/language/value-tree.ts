import { isPlainObject } from '#contract/plain-object';
import { textStart } from '#contract/text-ends';
import type { TemplateContext, VariableView } from '../workbench/template-context.ts';

/** Node at a dotted name: a variable, a field of one, or a name that others begin with. */
export interface ValueNode {
  /** Dotted, from the root. */
  readonly path: string;
  readonly variable: VariableView | undefined;
  /** The value, as far as it is known. */
  readonly value: unknown;
  readonly description?: string | undefined;
  readonly fields: Map<string, ValueNode>;
}

/** Names that can be written after a dot. */
const NAME = /^[A-Za-z_]\w*$/;
/** Depth below which fields of a value are not offered. */
const MAX_DEPTH = 6;

/** Builds a tree of everything that a template may name. */
export function valueTree(context: TemplateContext): ValueNode {
  const root = node('', undefined, undefined);
  for (const variable of context.variables) {
    if (variable.source === 'args') continue;
    put(root, variable.id.split('.'), variable, knownValue(context, variable));
  }
  const args = node('args', undefined, parseJson(context.args));
  const properties = context.schema.properties;
  if (typeof properties === 'object' && properties !== null) {
    for (const [name, schema] of Object.entries(properties)) addArgument(args, name, schema);
  }
  growNode(args, 1);
  root.fields.set('args', args);
  return root;
}

function addArgument(args: ValueNode, name: string, schema: unknown): void {
  const { description, default: fallback } = (schema ?? {}) as { description?: unknown; default?: unknown };
  const given = isPlainObject(args.value) ? args.value[name] : undefined;
  const one: ValueNode = {
    ...node(`args.${name}`, undefined, given ?? fallback),
    description: typeof description === 'string' ? description : 'argument',
  };
  growNode(one, 2);
  args.fields.set(name, one);
}

function node(path: string, variable: VariableView | undefined, value: unknown): ValueNode {
  return { path, variable, value, fields: new Map() };
}

function put(root: ValueNode, segments: readonly string[], variable: VariableView, value: unknown): void {
  let parent = root;
  for (const [index, segment] of segments.entries()) {
    const path = segments.slice(0, index + 1).join('.');
    const isLast = index === segments.length - 1;
    const known = parent.fields.get(segment);
    const next = isLast
      ? { ...node(path, variable, value), fields: known?.fields ?? new Map() }
      : (known ?? node(path, undefined, undefined));
    parent.fields.set(segment, next);
    parent = next;
  }
  growNode(parent, segments.length);
}

/** Fields of the value itself. */
function growNode(at: ValueNode, depth: number): void {
  if (depth > MAX_DEPTH || !isPlainObject(at.value)) return;
  for (const [name, value] of Object.entries(at.value)) {
    if (!NAME.test(name) || at.fields.has(name)) continue;
    const field = node(`${at.path}.${name}`, undefined, value);
    at.fields.set(name, field);
    growNode(field, depth + 1);
  }
}

/** Returns the value as last rendered, else as much as the list shows of it. */
function knownValue({ rendered }: TemplateContext, { id, preview }: VariableView): unknown {
  const used = rendered?.variables.find((one) => one.id === id);
  return parseJson(used?.value ?? '') ?? parseJson(preview);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Finds the node at a dotted name, starting from a node. */
export function nodeAt(from: ValueNode | undefined, names: readonly string[]): ValueNode | undefined {
  return names.reduce<ValueNode | undefined>((now, name) => now?.fields.get(name), from);
}

/** Value of dot inside of `with` or `range` over a plain name: the value, or the first element of a list. */
export function elementOf(at: ValueNode | undefined, isRange: boolean): ValueNode | undefined {
  if (at === undefined || !isRange) return at;
  if (!Array.isArray(at.value)) return undefined;
  const element: ValueNode = { path: `${at.path}[0]`, variable: undefined, value: at.value[0], fields: new Map() };
  growNode(element, 1);
  return element;
}

/** The beginning of a value as JSON. */
export function previewOf({ variable, value }: Pick<ValueNode, 'variable' | 'value'>): string {
  if (value === undefined) return variable?.preview ?? '';
  const json = JSON.stringify(value);
  return json.length > 120 ? `${textStart(json, 118)}…` : json;
}
