import type { AnyLedgerEvent, LedgerEventData, LedgerEventType } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';

/** Records of workspaces, as features write them. */
interface WrittenRecords {
  /** @throws AppError UNAVAILABLE */
  append<T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>): Promise<AnyLedgerEvent>;
  readonly onAppended: Subscribe<AnyLedgerEvent>;
}

/**
 * Events that happened and could not be recorded, as on a full disk. They are written when something else of the ledger
 * could be, and before what is appended here after them.
 */
export class OwedEvents implements WrittenRecords, AsyncDisposable {
  readonly onAppended: WrittenRecords['onAppended'];
  readonly #records: WrittenRecords;
  readonly #unsubscribe: () => void;
  #owed: (() => Promise<unknown>)[] = [];
  #writing: Promise<void> | undefined;

  constructor(records: WrittenRecords) {
    this.#records = records;
    this.onAppended = records.onAppended;
    this.#unsubscribe = records.onAppended(() => void this.writeOwed());
  }

  async append<T extends LedgerEventType>(
    workspace: string,
    type: T,
    data: LedgerEventData<T>,
  ): Promise<AnyLedgerEvent> {
    await this.writeOwed();
    return await this.#records.append(workspace, type, data);
  }

  owe<T extends LedgerEventType>(workspace: string, type: T, data: LedgerEventData<T>): void {
    this.#owed.push(() => this.#records.append(workspace, type, data));
  }

  /** Writes what is owed, in its order; what cannot be written stays owed. Never throws. */
  writeOwed(): Promise<void> {
    if (this.#owed.length === 0) return Promise.resolve();
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Tries once more to write what is owed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.writeOwed();
    this.#unsubscribe();
  }

  async #writeAll(): Promise<void> {
    for (const write of [...this.#owed]) {
      const isWritten = await write().then(
        () => true,
        () => false,
      );
      if (isWritten) this.#owed = this.#owed.filter((one) => one !== write);
    }
  }
}

/** Line of an end that is not on the record. */
export function unrecordedLine(line: string, error: unknown): string {
  return `${line}${line === '' ? '' : ' '}(This end is not on the record yet: ${messageOf(error)})`;
}
