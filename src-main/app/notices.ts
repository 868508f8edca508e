import { randomUUID } from 'node:crypto';
import type { Notice } from '#contract';
import { LiveValue } from '#core/streams';

/** What the person should know that belongs to no session, until they dismiss it. */
export class Notices {
  readonly live = new LiveValue<readonly Notice[]>([]);

  /** The same text is not said twice at a time. */
  add(level: Notice['level'], title: string, text: string, { isOnce = false } = {}): void {
    if (this.live.value.some((notice) => notice.title === title && notice.text === text)) return;
    this.live.update((notices) => [
      ...notices,
      { id: randomUUID(), at: Date.now(), level, title, text, ...(isOnce && { isOnce }) },
    ]);
  }

  dismiss(id: string): void {
    this.live.update((notices) => notices.filter((notice) => notice.id !== id));
  }
}
