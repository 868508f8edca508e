import { AppError } from '#core/app-error';

/** An image has no more users and groups than 16 bits can number. */
const MAX_OWNERS = 65_535;

/** Users and groups, by the number that stands for them. */
export class OwnerWriter {
  readonly #numbers: Map<number, number>;

  /** @param owners those that have numbers already, from 0; each once */
  constructor(owners: readonly number[] = []) {
    this.#numbers = new Map(owners.map((owner, number) => [owner, number]));
  }

  get count(): number {
    return this.#numbers.size;
  }

  /** @throws AppError if there are too many */
  numberOf(owner: number): number {
    const known = this.#numbers.get(owner);
    if (known !== undefined) return known;
    if (this.#numbers.size >= MAX_OWNERS) {
      throw new AppError('LIMIT_EXCEEDED', `An image holds at most ${MAX_OWNERS} users and groups`);
    }
    this.#numbers.set(owner, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  records(): readonly Buffer[] {
    return [...this.#numbers.keys()].map((owner) => {
      const record = Buffer.alloc(4);
      record.writeUInt32LE(owner >>> 0);
      return record;
    });
  }
}
