import { randomUUID } from 'node:crypto';
import type { Notice } from '#contract';
import { LiveValue } from '#core/async/streams';

/** Notices for the person that belong to no session, until they are dismissed. */
export class Notices {
  readonly live = new LiveValue<readonly Notice[]>([]);

  /** Adds a notice, unless its text is shown already. Returns a function that takes it away again. */
  add(level: Notice['level'], title: string, text: string, { isOnce = false } = {}): () => void {
    const said = this.live.value.find((notice) => notice.title === title && notice.text === text);
    if (said) return () => this.dismiss(said.id);
    const id = randomUUID();
    const notice = { id, at: Date.now(), level, title, text, ...(isOnce && { isOnce }) };
    this.live.update((notices) => [...notices, notice]);
    return () => this.dismiss(id);
  }

  dismiss(id: string): void {
    this.live.update((notices) => notices.filter((notice) => notice.id !== id));
  }
}
