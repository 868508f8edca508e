import { nodeSource } from '../node-text.ts';
import type { ChainNode, FieldNode, OperandNode, VariableNode } from '../nodes.ts';
import { joinPath } from '../path-table.ts';
import type { TemplateValue } from '../values.ts';
import { compileCall } from './call.ts';
import { numberValue } from './constant.ts';
import { type Expression, factsOf, immediateExpression, mappedExpression, type OriginLookup } from './expression.ts';
import { fail, type NodeSite } from './failure.ts';
import { compileFields } from './field.ts';
import { originOfFields } from './find-origin.ts';
import type { Unit } from './unit.ts';
import { readVariable, variableOrigin } from './variable.ts';

/** An operand where nothing says which kind is wanted; nil is undefined. */
export function compileOperand(unit: Unit, node: OperandNode): Expression {
  unit.begin(node);
  switch (node.kind) {
    case 'dot':
      return dot(unit, unit.site(node));
    case 'nil':
      return constant(undefined, unit.site(node));
    case 'bool':
      return constant(node.value, unit.site(node));
    case 'string':
      return constant(node.text, unit.site(node));
    case 'number': {
      const site = unit.site(node);
      const value = numberValue(node);
      return value === undefined ? failing(site, `${node.text} overflows int`) : constant(value, site);
    }
    case 'field':
      return compileField(unit, node, false);
    case 'variable':
      return compileVariable(unit, node, false);
    case 'identifier':
      return compileCall(unit, { name: node, args: [], before: undefined, whole: node });
    case 'chain':
      return compileChain(unit, node, false);
    case 'pipe':
      return unit.nested(() => unit.compilers.pipe(unit, node));
  }
}

export function failing(site: NodeSite | undefined, detail: string): Expression {
  return { ...factsOf(site), waits: false, evaluate: (run) => fail(run, site, detail) };
}

export function constant(value: TemplateValue, site: NodeSite): Expression {
  return { ...factsOf(site), waits: false, evaluate: () => value };
}

function dot(unit: Unit, site: NodeSite): Expression {
  const facts = { isInterface: unit.isDotInterface, origin: originIfTraced(unit, unit.dotOrigin), path: unit.dotPath };
  return { ...factsOf(site, facts), waits: false, evaluate: (_run, value) => value };
}

function originIfTraced(unit: Unit, origin: OriginLookup | undefined): OriginLookup | undefined {
  return unit.around.modes.spans ? origin : undefined;
}

export function compileField(unit: Unit, node: FieldNode, hasArguments: boolean): Expression {
  const site = unit.site(node);
  const { names } = node;
  const start = { isInterface: unit.isDotInterface, path: unit.dotPath };
  const { path, origin } = below(unit, { names, path: unit.dotPath, origin: unit.dotOrigin });
  const facts = { last: site, isInterface: true, origin, path, calls: false };
  return immediateExpression(facts, compileFields(unit, { names, site, hasArguments, start }));
}

/** Path and origin of fields of something. */
function below(
  unit: Unit,
  of: {
    readonly names: readonly string[];
    readonly path: string | undefined;
    readonly origin: OriginLookup | undefined;
  },
): { path: string | undefined; origin: OriginLookup | undefined } {
  const { names, path, origin } = of;
  const isTraced = unit.around.modes.spans && origin !== undefined;
  return {
    path: path === undefined ? undefined : joinPath(path, names.join('.')),
    origin: isTraced ? originOfFields(origin, { names, nameKey: unit.nameKey, paths: unit.paths }) : undefined,
  };
}

export function compileVariable(unit: Unit, node: VariableNode, hasArguments: boolean): Expression {
  const site = unit.site(node);
  const [name, ...names] = node.names;
  const variables = unit.scope.find(name);
  const read = readVariable(name, variables, site);
  const [variable] = variables;
  const origin = variableOrigin(variables);
  const path = variable?.isConditional ? undefined : variable?.path;
  if (names.length === 0) {
    const facts = { isInterface: variable?.isInterface ?? false, origin: originIfTraced(unit, origin), path };
    return { ...factsOf(site, facts), waits: false, evaluate: read };
  }
  const start = { isInterface: variable?.isInterface ?? false, path };
  const access = compileFields(unit, { names, site, hasArguments, start });
  return {
    ...factsOf(site, { isInterface: true, ...below(unit, { names, path, origin }) }),
    waits: false,
    evaluate: (run, value) => access(run, read(run, value)),
  };
}

export function compileChain(unit: Unit, node: ChainNode, hasArguments: boolean): Expression {
  const { names } = node;
  if (node.node.kind === 'nil') {
    return failing(unit.site(node), `indirection through explicit nil in ${nodeSource(node)}`);
  }
  const inner = compileOperand(unit, node.node);
  const start = { isInterface: inner.isInterface, path: inner.path };
  const access = compileFields(unit, { names, site: inner.last, hasArguments, start });
  const facts = {
    isInterface: true,
    calls: inner.calls,
    ...below(unit, { names, path: inner.path, origin: inner.origin }),
  };
  return mappedExpression(inner, access, factsOf(inner.last, facts));
}
