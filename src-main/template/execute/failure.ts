import { nodeSource } from '../node-text.ts';
import type { TemplateTree, TemplateTreeNode } from '../nodes.ts';
import { positionOf } from '../positions.ts';
import { TemplateError, type TemplateErrorOptions } from '../template-error.ts';
import { quote } from '../values/index.ts';

/** A node that errors can name, and the template it is executed in. */
export interface NodeSite {
  readonly tree: TemplateTree;
  readonly node: TemplateTreeNode;
}

/** Details of the execution that an error ends. */
export interface FailedRun {
  /** Text written so far. */
  readonly out: string;
  /** The node that Go would name after `and` or `or`. */
  readonly operand: NodeSite | undefined;
  readonly depth: number;
  readonly limits: { readonly maxOutput: number };
}

type Details = Partial<Pick<TemplateErrorOptions, 'class' | 'limit' | 'missing' | 'cause'>>;

/** An error as Go words it: where, in which template, at which node. */
export function execError(run: FailedRun, site: NodeSite, detail: string, more: Details = {}): TemplateError {
  const { tree, node } = site;
  const { line, column } = positionOf(tree.source.text, node.offset);
  const context = nodeSource(node);
  const place = `${tree.source.name}:${line}:${column}`;
  return new TemplateError(`template: ${place}: executing ${quote(tree.name)} at <${context}>: ${detail}`, {
    class: 'exec',
    template: tree.source.name,
    line,
    column,
    offset: node.offset,
    endOffset: node.end,
    executing: tree.name,
    context,
    detail,
    partial: run.out,
    ...more,
  });
}

/** Throws an error of the execution. `site` is absent if `and` or `or` chose it while running. */
export function fail(run: FailedRun, site: NodeSite | undefined, detail: string, more?: Details): never {
  const at = site ?? run.operand;
  if (at === undefined) throw new Error(`No operand was evaluated before: ${detail}`);
  throw execError(run, at, detail, more);
}

type Limit = NonNullable<TemplateErrorOptions['limit']>;

/** Error that says which limit of ours was reached while a node was executed. */
export function limitError(run: FailedRun, site: NodeSite, limit: Limit): TemplateError {
  const { maxOutput } = run.limits;
  const details: Readonly<Record<Limit, string>> = {
    time: 'it takes too long; a loop or a value may be larger than meant',
    output: `more than ${maxOutput} characters; a loop or a value may be larger than meant`,
    aborted: 'stopped, since nobody waits for it any more',
    depth: `exceeded maximum template depth (${run.depth})`,
  };
  // Too deep is an error of Go's, too; the other limits are ours alone.
  return execError(run, site, details[limit], { class: limit === 'depth' ? 'exec' : 'limit', limit });
}
