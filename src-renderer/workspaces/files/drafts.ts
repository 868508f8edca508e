/** A text as it is edited: what was read or saved last, and what stands in the editor. */
export interface FileDraft {
  readonly text: string;
  readonly saved: string;
  /** Hash of the file when it was read or saved. */
  readonly hash: string;
}

/** Drafts in this page, by file: unsaved text outlives the tab and the view that show it. */
class FileDrafts {
  readonly #all = new Map<string, FileDraft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get(key: string): FileDraft | undefined {
    return this.#all.get(key);
  }

  isDirty(key: string): boolean {
    const draft = this.#all.get(key);
    return draft !== undefined && draft.text !== draft.saved;
  }

  set(key: string, draft: FileDraft): void {
    this.#all.set(key, draft);
    this.#tell();
  }

  /** Forgets a text, typed or not. */
  delete(key: string): void {
    if (this.#all.delete(key)) this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const drafts = new FileDrafts();

export const fileDraftKey = (workspace: string, file: string): string => `${workspace}\0${file}`;
