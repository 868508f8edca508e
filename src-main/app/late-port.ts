/** A port to a feature that is created after those that use it. */
export class LatePort<T extends object> {
  readonly #name: string;
  #feature: T | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** Connects the port, once; returns the feature. */
  bind<Feature extends T>(feature: Feature): Feature {
    if (this.#feature !== undefined) throw new Error(`The port to ${this.#name} is bound already`);
    this.#feature = feature;
    return feature;
  }

  /** Returns the feature. @throws if it is not created yet */
  readonly get = (): T => {
    if (this.#feature === undefined) throw new Error(`${this.#name} was used before it was created`);
    return this.#feature;
  };
}
