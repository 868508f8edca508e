import type { LedgerEventType } from '#contract';
import { AppError } from '#core/app-error';
import type { Ledger } from '#ledger';

/** The ledger, with a disk that is full whenever it is asked and an event of this type is to be written. */
export function fullDiskLedger(real: Ledger, isFull: (type: LedgerEventType) => boolean): Ledger {
  return {
    content: real.content,
    onAppended: real.onAppended,
    sessions: () => real.sessions(),
    session: async (id) => {
      const session = await real.session(id);
      return {
        session: id,
        read: (options) => session.read(options),
        lines: (options) => session.lines(options),
        checkAnchor: () => session.checkAnchor(),
        add: (...args) => {
          if (!isFull(args[0])) return session.add(...args);
          return { id: 'not-written', onDisk: Promise.reject(new AppError('UNAVAILABLE', 'The disk is full')) };
        },
        append: async (...args) => {
          if (isFull(args[0])) throw new AppError('UNAVAILABLE', 'The disk is full');
          return await session.append(...args);
        },
      };
    },
    remove: (id) => real.remove(id),
    restore: (id) => real.restore(id),
    trash: (id) => real.trash(id),
    erase: (id) => real.erase(id),
    [Symbol.asyncDispose]: () => real[Symbol.asyncDispose](),
  };
}
