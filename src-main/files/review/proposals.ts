import type { Diff } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import type { TextComparer } from '../diff/compare-texts.ts';
import { restoreEndings } from '../diff/line-endings.ts';
import { compareSides, MAX_SHOWN_BYTES, type ProposedChange, proposalDiff } from './proposal.ts';

/** Way to compare a proposal with the present file, and to compute it again. */
export interface Renewal {
  isCurrent(): Promise<boolean>;
  renew(): Promise<void>;
}

/** The changes that wait for a person, by their id. */
export class ProposedChanges {
  readonly #open = new Map<string, ProposedChange>();
  readonly #renewals = new Map<string, Renewal>();
  readonly #changed = new Emitter<true>();

  readonly #comparer: TextComparer;

  readonly onChanged = this.#changed.subscribe;

  constructor(comparer: TextComparer) {
    this.#comparer = comparer;
  }

  list(): readonly ProposedChange[] {
    return [...this.#open.values()];
  }

  get(id: string): ProposedChange | undefined {
    return this.#open.get(id);
  }

  /** Adds it, or puts it in the place of an earlier revision. */
  put(proposal: ProposedChange): void {
    this.#open.set(proposal.id, proposal);
    this.#changed.emit(true);
  }

  /** Sets the renewal, kept until the proposal is removed. */
  setRenewal(id: string, renewal: Renewal): void {
    this.#renewals.set(id, renewal);
  }

  /** @throws AppError NOT_FOUND if it no longer waits. */
  renewal(id: string): Renewal {
    const renewal = this.#renewals.get(id);
    if (!renewal) throw new AppError('NOT_FOUND', 'This change no longer waits: it was answered or withdrawn');
    return renewal;
  }

  remove(id: string): void {
    this.#renewals.delete(id);
    if (this.#open.delete(id)) this.#changed.emit(true);
  }

  /**
   * Replaces the proposed side by what a person typed in an editor that knows only LF.
   *
   * @throws AppError NOT_FOUND if it no longer waits, INVALID_INPUT if it has no text to edit, CONFLICT if it was
   *   revised elsewhere in the meantime.
   */
  async revise(id: string, typed: string): Promise<Diff> {
    const proposal = this.#waiting(id);
    if (proposal.model.kind !== 'text') {
      throw new AppError('INVALID_INPUT', `This change cannot be edited. ${proposal.model.noText}`);
    }
    const { oldText, newText } = proposal.model;
    const text = restoreEndings(typed, newText, oldText);
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length > MAX_SHOWN_BYTES) {
      throw new AppError(
        'LIMIT_EXCEEDED',
        `The text is ${bytes.length} bytes long; at most ${MAX_SHOWN_BYTES} are allowed`,
      );
    }
    if (text.includes('\0')) throw new AppError('INVALID_INPUT', 'The text contains a NUL character');
    const isEdited = text !== newText;
    const oldBytes = Buffer.from(oldText, 'utf8');
    const sides = isEdited ? await compareSides(oldBytes, bytes, this.#comparer) : proposal.model;
    if (sides.kind !== 'text') throw new AppError('LIMIT_EXCEEDED', sides.noText);
    if (this.#waiting(id) !== proposal) {
      throw new AppError('CONFLICT', `The change of ${proposal.target.shownPath} has been revised meanwhile`, {
        advice: 'Look at it again, then edit.',
      });
    }
    const revised = { ...proposal, revision: proposal.revision + 1, bytes, sides, isEdited };
    this.put(revised);
    return proposalDiff(revised);
  }

  #waiting(id: string): ProposedChange {
    const proposal = this.#open.get(id);
    if (!proposal) throw new AppError('NOT_FOUND', 'This change no longer waits: it was answered or withdrawn');
    return proposal;
  }
}
