import { beyondLimits, MAX_AT_ONCE } from './limits.ts';
import {
  type CommandNode,
  eachChild,
  type ParsedScript,
  parseBash,
  type SyntaxNode,
  type TreePipeline,
} from './parse-bash.ts';
import type { Member, Pipeline, Stage } from './pipeline-model.ts';
import { assignmentOf, isAssignment, isWord, redirectionOf, sourceText, wordOf } from './read-words.ts';
import { BeyondLimits, type NodeScope, WalkFindings } from './scope.ts';

/** Milliseconds for the look at one line. */
const LIMIT = 50;

/** The line as its pipelines; undefined if it holds no command, or is beyond the limits of the analysis. */
export function pipelineOf(line: string): Pipeline | undefined {
  if (beyondLimits(line, MAX_AT_ONCE) !== undefined) return undefined;
  try {
    return readPipeline(line);
  } catch (error) {
    if (error instanceof BeyondLimits || error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPipeline(line: string): Pipeline | undefined {
  const script = parseBash(line);
  const [statement] = script.commands;
  if (statement === undefined) return undefined;
  const scope: NodeScope = { source: line, fixed: undefined, places: [], wrappers: [], statement: 0, level: 0 };
  const clock = new WalkFindings(LIMIT);
  const inLine = survey(script, clock);
  const list = statement.command.type === 'AndOr' ? statement.command : undefined;
  const nodes = list ? list.commands : [statement.command];
  return {
    line,
    statements: script.commands.length,
    isBackground: statement.background === true,
    members: nodes.map((node) => memberOf(node as TreePipeline | CommandNode, scope, clock)),
    operators: list?.operators ?? [],
    hasHereDocument: inLine.types.has('HereDoc'),
    trailing: line.slice(statement.command.end).trim(),
    errors: inLine.errors,
  };
}

function memberOf(node: TreePipeline | CommandNode, scope: NodeScope, clock: WalkFindings): Member {
  const span = { start: node.pos, end: node.end };
  const text = sourceText(scope, node);
  if (node.type !== 'Pipeline') {
    return { span, text, isNegated: false, isTimed: false, stages: [stageOf(node, scope, clock)], pipes: [] };
  }
  return {
    span,
    text,
    // Twice is none to bash, but is left to bash.
    isNegated: node.prefixes.some(({ type }) => type === 'Negation'),
    isTimed: node.prefixes.some(({ type }) => type === 'Time'),
    stages: node.commands.map((command) => stageOf(command, scope, clock)),
    pipes: node.operators,
  };
}

function stageOf(node: CommandNode, scope: NodeScope, clock: WalkFindings): Stage {
  const { types } = survey(node, clock);
  const found = {
    span: { start: node.pos, end: node.end },
    text: sourceText(scope, node),
    hasSubstitution:
      types.has('CommandExpansion') || types.has('ProcessSubstitution') || types.has('ArithmeticCommandExpansion'),
  };
  if (node.type !== 'Command') return { ...found, isSimple: false, words: [], assignments: [], redirections: [] };
  const words = node.suffix.filter((one) => isWord(one) || isAssignment(one)).map((one) => wordOf(scope, one));
  return {
    ...found,
    isSimple: true,
    words: node.name ? [wordOf(scope, node.name), ...words] : words,
    assignments: node.prefix.filter(isAssignment).map((one) => assignmentOf(scope, one)),
    redirections: node.redirects.map((one) => redirectionOf(scope, one)),
  };
}

/** Types of the nodes below, and what the parser reported of the scripts among them. */
function survey(node: SyntaxNode | ParsedScript, clock: WalkFindings): { types: Set<string>; errors: string[] } {
  const types = new Set<string>();
  const errors: string[] = [];
  const visit = (one: SyntaxNode): void => {
    clock.look(one.end - one.pos);
    types.add(one.type);
    if (one.type === 'Script') errors.push(...(one.errors ?? []).map(({ message }) => message));
    eachChild(one, visit);
  };
  visit(node);
  return { types, errors };
}
