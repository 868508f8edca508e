import type { RenderResult, TemplateExecuteOptions, TemplateSet, TemplateSetOptions } from './api.ts';
import { TemplateProgram } from './execute/program.ts';
import { runProgram } from './execute/run-program.ts';
import type { CompileModes } from './execute/unit.ts';
import type { TemplateTree } from './nodes.ts';
import { addTrees, parseTemplate } from './parse-template.ts';
import { BUILTINS } from './values/index.ts';
import type { TemplateFunction, TemplateValue } from './values.ts';

const NO_FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map();

/** An empty set, whose templates may call the functions that are named, beside Go's own. */
export function createTemplateSet({ functions = [], onUnknown }: TemplateSetOptions = {}): TemplateSet {
  return new ParsedSet(new Set(functions), onUnknown);
}

const NONE: readonly string[] = [];

class ParsedSet implements TemplateSet {
  #trees: ReadonlyMap<string, TemplateTree> = new Map();
  #first: string | undefined;
  /** Programs indexed by how they are executed. */
  #programs: TemplateProgram[] = [];
  readonly #own: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #onUnknown: TemplateSetOptions['onUnknown'];

  constructor(functions: ReadonlySet<string>, onUnknown: TemplateSetOptions['onUnknown']) {
    this.#own = functions;
    this.#onUnknown = onUnknown;
    this.#known = new Set([...BUILTINS.keys(), ...functions]);
  }

  get trees(): ReadonlyMap<string, TemplateTree> {
    return this.#trees;
  }

  parse(name: string, text: string): void {
    this.#trees = addTrees(
      this.#trees,
      parseTemplate(name, text, { functions: this.#known, onUnknown: this.#onUnknown }),
    );
    this.#first ??= name;
    this.#programs = [];
  }

  execute(
    name: string,
    data: TemplateValue,
    options: TemplateExecuteOptions = {},
  ): RenderResult | Promise<RenderResult> {
    const functions = options.functions ?? NO_FUNCTIONS;
    const program = this.#program(options, functions);
    return runProgram(program, { name, set: this.#first ?? name, data, functions }, options);
  }

  #program(options: TemplateExecuteOptions, functions: ReadonlyMap<string, TemplateFunction>): TemplateProgram {
    const { missingKey = 'default', refusesMissing = false, spans = false } = options;
    const waiting = this.#waiting(functions);
    const known = this.#programs.find(({ modes }) => {
      return (
        modes.spans === spans &&
        modes.refusesMissing === refusesMissing &&
        modes.missingKey === missingKey &&
        haveSameNames(modes.waiting, waiting)
      );
    });
    if (known !== undefined) return known;
    const modes: CompileModes = { missingKey, refusesMissing, spans, waiting: new Set(waiting) };
    const program = new TemplateProgram(this.#trees, this.#own, modes);
    this.#programs.push(program);
    return program;
  }

  #waiting(functions: ReadonlyMap<string, TemplateFunction>): readonly string[] {
    if (this.#own.size === 0 || functions.size === 0) return NONE;
    return [...this.#own].filter((name) => functions.get(name)?.isAsync);
  }
}

function haveSameNames(set: ReadonlySet<string>, names: readonly string[]): boolean {
  return set.size === names.length && names.every((name) => set.has(name));
}
