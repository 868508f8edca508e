import {
  type ConstantCall,
  calledFunctions,
  constantCalls,
  numberValue,
  type TemplateSet,
  type TemplateValue,
} from '#template';
import { resolveVariablePath } from '../registry/context.ts';
import type { Execution } from './execution-model.ts';

interface TextCall extends ConstantCall {
  readonly template: string;
}

const found = new WeakMap<TemplateSet, readonly TextCall[]>();

/**
 * Starts all calls that are made in any case and whose arguments are known before, so that they run beside each other. Each
 * gives its value when the execution reaches it: the output is that of calling them in order.
 */
export function prefetchCalls(execution: Execution): void {
  const calls = callsIn(execution.compiled);
  if (calls.length === 0) return;
  for (const { name, template, offset, args } of calls) {
    const values = argumentValues(args, execution.data);
    if (values) execution.calls.prefetch(name, values, { template, offset });
  }
}

const callers = new WeakMap<TemplateSet, boolean>();

/** Whether any of the templates calls a tool. */
export function mayCall({ set, functions }: Execution['compiled']): boolean {
  if (!set || functions.length === 0) return false;
  const known = callers.get(set);
  if (known !== undefined) return known;
  const tools = new Set(functions);
  const calls = [...set.trees.values()].some((tree) => calledFunctions(tree).some(({ name }) => tools.has(name)));
  callers.set(set, calls);
  return calls;
}

function callsIn({ set, texts, functions }: Execution['compiled']): readonly TextCall[] {
  if (!set || functions.length === 0) return [];
  const known = found.get(set);
  if (known) return known;
  const tools = new Set(functions);
  const calls = texts.flatMap(({ name }) => {
    const tree = set.trees.get(name);
    const all = tree ? constantCalls(tree).filter((call) => tools.has(call.name)) : [];
    return all.map((call) => ({ ...call, template: tree?.source.name ?? name }));
  });
  found.set(set, calls);
  return calls;
}

/** Evaluates constant arguments; `undefined` if one of them is missing: its meaning is decided by the execution. */
function argumentValues(args: ConstantCall['args'], context: unknown): readonly TemplateValue[] | undefined {
  const values: TemplateValue[] = [];
  for (const arg of args) {
    if (arg.kind === 'constant') {
      values.push(constantValue(arg.node));
      continue;
    }
    const resolved = resolveVariablePath(context, arg.path);
    if (!resolved) return undefined;
    values.push(resolved.value as TemplateValue);
  }
  return values;
}

function constantValue(node: Extract<ConstantCall['args'][number], { kind: 'constant' }>['node']): TemplateValue {
  switch (node.kind) {
    case 'string':
      return node.text;
    case 'bool':
      return node.value;
    case 'number':
      return numberValue(node);
    default:
      return null;
  }
}
