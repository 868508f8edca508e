import type { MissingKey, PathTable, SpanPlace } from '../api.ts';
import type { ListNode, OperandNode, PipeNode, TemplateTree, TemplateTreeNode } from '../nodes.ts';
import type { Executor, Expression, OriginLookup } from './expression.ts';
import type { NodeSite } from './failure.ts';
import { dotOrigin } from './find-origin.ts';
import { FixedPaths, fixedOrigin } from './fixed-paths.ts';
import { ROOT } from './origins.ts';
import type { Run } from './run.ts';
import { VariableScope } from './scope.ts';

/** Modes that affect the compilation. */
export interface CompileModes {
  readonly missingKey: MissingKey;
  readonly refusesMissing: boolean;
  readonly spans: boolean;
  /** Functions that may give a promise. */
  readonly waiting: ReadonlySet<string>;
}

/** A tree, ready to run. */
export interface CompiledTree {
  readonly exec: Executor;
  /** Closures within closures, at most. */
  readonly height: number;
  /** Paths that the text itself tells, see `FixedPaths`. */
  readonly paths: PathTable;
}

/** Facts that a tree needs about the others, and about what it is compiled for. */
export interface CompileContext {
  readonly modes: CompileModes;
  /** Functions that are not built-in. */
  readonly functions: ReadonlySet<string>;
  readonly places: SpanPlace[];
  /** Compiled when it is first asked for, in the time of this execution. */
  body(name: string, run: Run): CompiledTree | undefined;
  /** A number for a place that calls a function, see `Recorder`. */
  nextCall(): number;
  /** Returns the key of this field in paths, see `PathTable`. */
  nameKey(name: string): number;
  readonly compilers: Compilers;
}

/** Parts contain each other: what compiles one reaches the others by these. */
interface Compilers {
  operand(unit: Unit, node: OperandNode): Expression;
  pipe(unit: Unit, node: PipeNode): Expression;
  list(unit: Unit, node: ListNode): Executor;
}

/** Facts about the dot of a body. */
interface Dot {
  readonly isInterface: boolean;
  readonly path: string | undefined;
  readonly origin: OriginLookup;
}

interface UnitStart {
  /** Known of dot from the text alone. */
  readonly dotPath: string | undefined;
  /** The execution that needs it. */
  readonly run: Run;
}

/** One tree while it is compiled. */
export class Unit {
  readonly tree: TemplateTree;
  readonly around: CompileContext;
  readonly scope: VariableScope;
  /** Dot is an element of a list or map: Go knows it as `interface {}`. */
  isDotInterface = false;
  /** Dot's path from the root as far as the text alone tells it. */
  dotPath: string | undefined;
  /** Origin of the dot. */
  dotOrigin: OriginLookup;
  /** Paths known before the tree is executed. */
  readonly paths = new FixedPaths();
  /** Whether the current place treats a missing field as nil instead of an error. */
  isInCondition = false;
  readonly #run: Run;
  #depth = 0;
  #height = 0;

  /** See `CompileContext`. */
  readonly nameKey = (name: string): number => this.around.nameKey(name);

  constructor(tree: TemplateTree, around: CompileContext, { dotPath, run }: UnitStart) {
    this.#run = run;
    this.tree = tree;
    this.around = around;
    this.dotPath = dotPath;
    // Only the root is where each execution begins.
    this.dotOrigin = dotPath === '' ? fixedOrigin(ROOT) : dotOrigin;
    this.scope = new VariableScope({ path: dotPath, origin: this.fixed('$', this.dotOrigin) });
  }

  get compilers(): Compilers {
    return this.around.compilers;
  }

  get height(): number {
    return this.#height;
  }

  /** Counts a node that is about to be compiled. @throws TemplateError when the time of this execution is over */
  begin(node: TemplateTreeNode): void {
    this.#run.spendOnCompiling(this.site(node));
  }

  site(node: TemplateTreeNode): NodeSite {
    return { tree: this.tree, node };
  }

  /** Fixed origin of a variable, if it is declared with a value of that origin and never assigned. */
  fixed(variable: string, origin: OriginLookup | undefined): OriginLookup | undefined {
    return origin?.fixed === undefined || this.tree.assigned.has(variable) ? undefined : origin;
  }

  /** Compiles a part that runs within another. */
  nested<Part>(compile: () => Part): Part {
    this.#depth += 1;
    this.#height = Math.max(this.#height, this.#depth);
    const part = compile();
    this.#depth -= 1;
    return part;
  }

  /** Compiles what stands in a condition: a missing field is nil there. */
  inCondition<Part>(compile: () => Part): Part {
    const { isInCondition } = this;
    this.isInCondition = true;
    const part = compile();
    this.isInCondition = isInCondition;
    return part;
  }

  /** Compiles a body with a dot of its own; variables that it declares end with it. */
  withDot<Part>(dot: Dot, compile: () => Part): Part {
    const { isDotInterface, dotPath, dotOrigin: origin } = this;
    this.isDotInterface = dot.isInterface;
    this.dotPath = dot.path;
    this.dotOrigin = dot.origin;
    const part = this.scope.within(compile);
    this.isDotInterface = isDotInterface;
    this.dotPath = dotPath;
    this.dotOrigin = origin;
    return part;
  }

  /** Number of a place that pieces of the output can be said to come from. */
  place(kind: SpanPlace['kind'], node: { readonly offset: number; readonly end: number }): number {
    return this.around.places.push({ kind, template: this.tree.source.name, offset: node.offset, end: node.end }) - 1;
  }
}
