import { NameStack } from '../name-stack.ts';
import type { OriginLookup } from './expression.ts';

/** A variable: where its value stands while the template runs. */
export interface TemplateVariable {
  readonly name: string;
  readonly slot: number;
  /** Declared in an operand of `and` or `or`, which may never be evaluated. */
  readonly isConditional: boolean;
  /** See `Expression.isInterface`. */
  isInterface: boolean;
  /** Its path from the root as far as the text alone tells it. */
  path: string | undefined;
  /** Origin of its value; absent if nothing is known beyond what the execution notes. */
  origin: OriginLookup | undefined;
}

/**
 * Variables as they are declared while a template runs: in Go a stack, searched by name from its top. What is on it at each
 * place can be told from the text, but for what operands of `and` and `or` declare.
 */
export class VariableScope {
  readonly #variables = new NameStack<TemplateVariable>();
  #slots = 1;
  #conditions = 0;

  /** @param root what is known of `$` */
  constructor(root: Pick<TemplateVariable, 'path' | 'origin'>) {
    this.#variables.push('$', { name: '$', slot: 0, isConditional: false, isInterface: false, ...root });
  }

  declare(name: string): TemplateVariable {
    const isConditional = this.#conditions > 0;
    const variable = { name, slot: this.#slots, isConditional, isInterface: false, path: undefined, origin: undefined };
    this.#slots += 1;
    this.#variables.push(name, variable);
    return variable;
  }

  /** The ones that were declared last, in order. */
  latest(count: number): readonly TemplateVariable[] {
    return this.#variables.latest(count);
  }

  /** The variables that may be meant, the likeliest first; the last of them is certain to be there, unless there is none. */
  find(name: string): readonly TemplateVariable[] {
    const all = this.#variables.of(name);
    const certain = all.findLastIndex(({ isConditional }) => !isConditional);
    return all.slice(Math.max(certain, 0)).reverse();
  }

  /** Compiles a part whose declarations end with it. */
  within<Part>(compile: () => Part): Part {
    const { length } = this.#variables;
    const part = compile();
    this.#variables.cut(length);
    return part;
  }

  /** Compiles what may not be evaluated, and gives the slots of what it declares. */
  conditional<Part>(compile: () => Part): { readonly part: Part; readonly slots: readonly number[] } {
    const first = this.#slots;
    this.#conditions += 1;
    const part = compile();
    this.#conditions -= 1;
    return { part, slots: Array.from({ length: this.#slots - first }, (_, at) => first + at) };
  }
}
