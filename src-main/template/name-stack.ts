interface NamedValue<Value> {
  readonly name: string;
  readonly value: Value;
}

/** Values by name as they are declared, one on the other, as Go's stack of variables: the latest of a name is found without a search. */
export class NameStack<Value> {
  readonly #all: NamedValue<Value>[] = [];
  readonly #byName = new Map<string, Value[]>();

  get length(): number {
    return this.#all.length;
  }

  push(name: string, value: Value): void {
    this.#all.push({ name, value });
    const same = this.#byName.get(name);
    if (same) same.push(value);
    else this.#byName.set(name, [value]);
  }

  /** Takes away what stands above so many. */
  cut(length: number): void {
    while (this.#all.length > length) this.#byName.get(this.#all.pop()?.name ?? '')?.pop();
  }

  /** All of a name, the latest last. */
  of(name: string): readonly Value[] {
    return this.#byName.get(name) ?? [];
  }

  last(name: string): Value | undefined {
    return this.of(name).at(-1);
  }

  /** The ones that were pushed last, in order. */
  latest(count: number): readonly Value[] {
    return count === 0 ? [] : this.#all.slice(-count).map(({ value }) => value);
  }
}
