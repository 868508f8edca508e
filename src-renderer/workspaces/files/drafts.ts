import type { LayoutStore } from '../../state/layout-store.ts';

/** A text as it is edited: what was read or saved last, and what stands in the editor. */
export interface FileDraft {
  readonly text: string;
  readonly saved: string;
  /** Hash of the file when it was read or saved; undefined once the file is gone. */
  readonly hash?: string | undefined;
}

/** An unsaved text as the layout keeps it. */
export type KeptText = Pick<FileDraft, 'text' | 'hash'>;

export type DraftStorage = Pick<LayoutStore, 'get' | 'set' | 'keys'>;

/** Drafts of files of workspaces: unsaved text outlives the tab and the view that show it, and with the layout the page. */
export class FileDrafts {
  readonly #all = new Map<string, FileDraft>();
  readonly #storage: DraftStorage;
  readonly #listeners = new Set<() => void>();

  constructor(storage: DraftStorage) {
    this.#storage = storage;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get(key: string): FileDraft | undefined {
    return this.#all.get(key);
  }

  /** Unsaved text that an earlier page left, until the file is read again. */
  left(key: string): KeptText | undefined {
    return this.#all.has(key) ? undefined : (this.#storage.get(key) as KeptText | undefined);
  }

  isDirty(key: string): boolean {
    const draft = this.#all.get(key);
    return draft === undefined ? this.left(key) !== undefined : draft.text !== draft.saved;
  }

  /** Files of a workspace with unsaved text, also those that are gone, relative to it. */
  unsaved(workspace: string): readonly string[] {
    const start = fileDraftKey(workspace, '');
    const keys = new Set([
      ...this.#storage.keys(start),
      ...[...this.#all.keys()].filter((key) => key.startsWith(start)),
    ]);
    return [...keys].filter((key) => this.isDirty(key)).map((key) => key.slice(start.length));
  }

  set(key: string, draft: FileDraft): void {
    this.#all.set(key, draft);
    this.#keep(key);
    this.#tell();
  }

  /** Forgets a text, typed or not. */
  delete(key: string): void {
    if (!this.#all.delete(key) && this.left(key) === undefined) return;
    this.#keep(key);
    this.#tell();
  }

  #keep(key: string): void {
    const draft = this.#all.get(key);
    const kept = draft && draft.text !== draft.saved ? { text: draft.text, hash: draft.hash } : undefined;
    if (kept !== undefined || this.#storage.get(key) !== undefined) this.#storage.set(key, kept);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Key of a file's draft, also in the layout. */
export const fileDraftKey = (workspace: string, file: string): string => `workspaces.file.${workspace} ${file}`;
