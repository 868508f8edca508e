import type { Diff } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/emitter';
import { restoreEndings } from './line-endings.ts';
import { compareSides, diffOf, MAX_SHOWN_BYTES, type Proposal } from './proposal.ts';

/** The changes that wait for a person, by their id. */
export class Proposals {
  readonly #open = new Map<string, Proposal>();
  readonly #changed = new Emitter<true>();

  readonly onChanged = this.#changed.subscribe;

  list(): readonly Proposal[] {
    return [...this.#open.values()];
  }

  get(id: string): Proposal | undefined {
    return this.#open.get(id);
  }

  /** Adds it, or puts it in the place of an earlier revision. */
  put(proposal: Proposal): void {
    this.#open.set(proposal.id, proposal);
    this.#changed.emit(true);
  }

  remove(id: string): void {
    if (this.#open.delete(id)) this.#changed.emit(true);
  }

  /**
   * Replaces the proposed side by what a person typed in an editor that knows only LF.
   *
   * @throws AppError NOT_FOUND when it no longer waits, INVALID_INPUT when it has no text to edit.
   */
  revise(id: string, typed: string): Diff {
    const proposal = this.#open.get(id);
    if (!proposal) throw new AppError('NOT_FOUND', 'This change no longer waits: it was answered or withdrawn');
    if (proposal.model.kind !== 'text') {
      throw new AppError('INVALID_INPUT', `This change cannot be edited. ${proposal.model.noText}`);
    }
    const { oldText, newText } = proposal.model;
    const text = restoreEndings(typed, newText, oldText);
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length > MAX_SHOWN_BYTES) {
      throw new AppError('LIMIT_EXCEEDED', `The text is ${bytes.length} bytes long, of at most ${MAX_SHOWN_BYTES}`);
    }
    if (text.includes('\0')) throw new AppError('INVALID_INPUT', 'The text contains a NUL character');
    const sides = text === newText ? proposal.model : compareSides(Buffer.from(oldText, 'utf8'), bytes);
    const revised = { ...proposal, revision: proposal.revision + 1, bytes, sides, isEdited: text !== newText };
    this.put(revised);
    return diffOf(revised);
  }
}
