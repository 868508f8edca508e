import type { Api, Diff } from '#contract';
import { errorText, failureText } from '../../state/error-text.ts';

/** Pause in typing after which the proposed side is sent to have its hunks computed. */
const REVISE_AFTER_MS = 400;

/** State of one change. */
export interface DiffState {
  readonly diff: Diff | undefined;
  /** Text that the person typed and the host does not have yet; it takes precedence over whatever arrives. */
  readonly draft: string | undefined;
  readonly problem: string | undefined;
  /** The file as it was when it was first looked at, where it has changed since. */
  readonly originalBefore: string | undefined;
}

export const nothingLoaded: DiffState = {
  diff: undefined,
  draft: undefined,
  problem: undefined,
  originalBefore: undefined,
};

/** Text being typed, else the host's. */
export function proposedText({ draft, diff }: DiffState): string | undefined {
  return draft ?? diff?.proposed;
}

interface DiffEntry {
  state: DiffState;
  timer?: ReturnType<typeof setTimeout>;
  /** Revisions are sent one at a time, so that answers cannot overtake each other. */
  sending?: Promise<Diff | undefined>;
}

/**
 * Owns the diffs that are looked at and what was typed into them: a draft stays until the host has it, whatever else is
 * opened in the meantime.
 */
export class DiffStore {
  readonly #changes: Pick<Api['changes'], 'diff' | 'revise'>;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, DiffEntry>();
  /** Fetched before it is looked at. */
  #ahead: string | undefined;
  #looked: string | undefined;

  constructor(changes: Pick<Api['changes'], 'diff' | 'revise'>, onChange: () => void) {
    this.#changes = changes;
    this.#onChange = onChange;
  }

  get(id: string): DiffState {
    return this.#entries.get(id)?.state ?? nothingLoaded;
  }

  /** Fetches the diff as it is now, of all changes of the file from `since` on; a draft stays and is sent against it. */
  load(id: string, since?: string): void {
    this.#looked = id;
    this.#changes.diff({ id, ...(since !== undefined && { since }) }).then(
      (diff) => {
        this.#put(id, (before) => withAnswer(before, diff));
        if (this.get(id).draft !== undefined) void this.settle(id);
      },
      (error: unknown) => this.#put(id, (before) => ({ ...before, problem: errorText(error) })),
    );
  }

  /** Fetches a diff that is likely to be looked at next, so that it is there at once; of those only the last is held. */
  ahead(id: string): void {
    const before = this.#ahead;
    this.#ahead = id;
    if (before !== undefined && before !== id) this.#forget(before);
    if (this.#entries.has(id)) return;
    this.#changes.diff({ id }).then(
      (diff) => {
        if (this.#ahead === id) this.#put(id, (known) => withAnswer(known, diff));
      },
      // It is asked for again when it is looked at, and said then.
      () => {},
    );
  }

  edit(id: string, proposed: string): void {
    this.#put(id, (before) => ({ ...before, draft: proposed }));
    const entry = this.#entry(id);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.settle(id), REVISE_AFTER_MS);
  }

  /** Sends what was typed at once; resolves with the diff as it is then, or with undefined if it was not taken. */
  async settle(id: string): Promise<Diff | undefined> {
    const entry = this.#entry(id);
    clearTimeout(entry.timer);
    const sending = (entry.sending ?? Promise.resolve(undefined)).then(() => this.#send(id));
    entry.sending = sending;
    return sending;
  }

  /** Another change is looked at: what was typed is sent, and forgotten only once it has arrived. */
  leave(id: string): void {
    if (this.#looked === id) this.#looked = undefined;
    void this.settle(id).then(() => this.#forget(id));
  }

  sendAll(): void {
    for (const [id, { state }] of this.#entries) if (state.draft !== undefined) void this.settle(id);
  }

  async #send(id: string): Promise<Diff | undefined> {
    const { draft, diff } = this.get(id);
    if (draft === undefined) return diff;
    if (draft === diff?.proposed) {
      this.#put(id, (before) => ({ ...before, draft: undefined }));
      return diff;
    }
    try {
      const answer = await this.#changes.revise({ id, proposed: draft });
      this.#put(id, (before) => withRevision(before, answer, draft));
      return answer;
    } catch (error) {
      const problem = `Your edit is kept here. ${failureText('It was not taken', error)}`;
      this.#put(id, (before) => ({ ...before, problem }));
      return undefined;
    }
  }

  #forget(id: string): void {
    if (id !== this.#ahead && id !== this.#looked && this.get(id).draft === undefined) this.#entries.delete(id);
  }

  #entry(id: string): DiffEntry {
    const known = this.#entries.get(id);
    if (known !== undefined) return known;
    const entry: DiffEntry = { state: nothingLoaded };
    this.#entries.set(id, entry);
    return entry;
  }

  #put(id: string, step: (before: DiffState) => DiffState): void {
    const entry = this.#entry(id);
    entry.state = step(entry.state);
    this.#onChange();
  }
}

function withAnswer(before: DiffState, diff: Diff): DiffState {
  const known = before.diff;
  // An answer that was overtaken by the one to a revision.
  if (known !== undefined && diff.revision < known.revision) return before;
  if (known?.revision === diff.revision && known.proposed === diff.proposed && known.original === diff.original) {
    return { ...before, problem: undefined };
  }
  const first = before.originalBefore ?? known?.original;
  const originalBefore = first === undefined || first === diff.original ? undefined : first;
  return { ...before, diff, originalBefore, problem: undefined };
}

/** The answer to what was typed; typing that went on in the meantime stays a draft. */
function withRevision(before: DiffState, diff: Diff, sent: string): DiffState {
  return { ...before, diff, draft: before.draft === sent ? undefined : before.draft, problem: undefined };
}
