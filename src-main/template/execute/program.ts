import type { SpanPlace } from '../api.ts';
import type { TemplateTree } from '../nodes.ts';
import { nameKey } from '../path-table.ts';
import { compileOperand } from './operand.ts';
import { compilePipe } from './pipeline.ts';
import type { Run } from './run.ts';
import { compileList } from './statement.ts';
import { type CompileContext, type CompiledTree, type CompileModes, Unit } from './unit.ts';

const COMPILERS = { operand: compileOperand, pipe: compilePipe, list: compileList };

/** The templates of a set, compiled for one way of executing them; each when it is first called. */
export class TemplateProgram implements CompileContext {
  readonly modes: CompileModes;
  readonly functions: ReadonlySet<string>;
  readonly places: SpanPlace[] = [];
  readonly names: string[] = [];
  readonly #nameKeys = new Map<string, number>();
  readonly compilers = COMPILERS;
  readonly #trees: ReadonlyMap<string, TemplateTree>;
  readonly #entries = new Map<string, CompiledTree>();
  readonly #bodies = new Map<string, CompiledTree>();
  #calls = 0;

  constructor(trees: ReadonlyMap<string, TemplateTree>, functions: ReadonlySet<string>, modes: CompileModes) {
    this.#trees = trees;
    this.functions = functions;
    this.modes = modes;
  }

  tree(name: string): TemplateTree | undefined {
    return this.#trees.get(name);
  }

  /** A template as the one that is executed: its dot is the root. */
  entry(tree: TemplateTree, run: Run): CompiledTree {
    const known = this.#entries.get(tree.name);
    if (known !== undefined) return known;
    const body = this.#compiled(tree, '', run);
    this.#entries.set(tree.name, body);
    return body;
  }

  /** A template as one that others call. */
  body(name: string, run: Run): CompiledTree | undefined {
    const known = this.#bodies.get(name);
    const tree = known ? undefined : this.#trees.get(name);
    if (tree === undefined) return known;
    const body = this.#compiled(tree, undefined, run);
    this.#bodies.set(name, body);
    return body;
  }

  #compiled(tree: TemplateTree, dotPath: string | undefined, run: Run): CompiledTree {
    const unit = new Unit(tree, this, { dotPath, run });
    const exec = compileList(unit, tree.root);
    return { exec, height: unit.height, paths: { entries: unit.paths.entries, names: this.names, keys: [] } };
  }

  nameKey(name: string): number {
    const known = this.#nameKeys.get(name);
    if (known !== undefined) return known;
    const key = nameKey(this.names.push(name) - 1);
    this.#nameKeys.set(name, key);
    return key;
  }

  nextCall(): number {
    this.#calls += 1;
    return this.#calls - 1;
  }
}
