import type { TerminalOutput } from '#contract';
import { Attachment } from './attachment.ts';
import type { TerminalScreen } from './screen.ts';

/** Everyone who reads one terminal. Each gets a replay of the screen, and then exactly what came after it. */
export class Readers {
  readonly #attachments = new Set<Attachment>();
  readonly #screen: TerminalScreen;
  readonly #onLoadChanged: () => void;

  constructor(screen: TerminalScreen, onLoadChanged: () => void) {
    this.#screen = screen;
    this.#onLoadChanged = onLoadChanged;
  }

  /** Whether anyone is there to answer what a program asks its terminal. */
  get areLive(): boolean {
    return [...this.#attachments].some((attachment) => attachment.isLive);
  }

  /** Characters that the slowest reader has not drawn. */
  get unacknowledged(): number {
    return Math.max(0, ...[...this.#attachments].map((attachment) => attachment.unacknowledged));
  }

  /** `last` follows the replay. All output so far must have gone to the screen. */
  attach(deliver: (output: TerminalOutput) => void, last?: TerminalOutput): () => void {
    const attachment = new Attachment(deliver);
    this.#attachments.add(attachment);
    this.#replay(attachment);
    if (last) attachment.send(last);
    return () => {
      this.#attachments.delete(attachment);
      this.#onLoadChanged();
    };
  }

  send(output: TerminalOutput): void {
    for (const attachment of this.#attachments) attachment.send(output);
  }

  /** Makes all readers begin again from what the screen shows. */
  replayAll(): void {
    for (const attachment of this.#attachments) {
      attachment.awaitReplay();
      this.#replay(attachment);
    }
  }

  /** Acknowledges characters; for a reader who has left, or of output before a replay, it has no effect. */
  acknowledge(id: string, characters: number): void {
    for (const attachment of this.#attachments) if (attachment.id === id) attachment.acknowledge(characters);
    this.#onLoadChanged();
  }

  clear(): void {
    this.#attachments.clear();
  }

  #replay(attachment: Attachment): void {
    const { id } = attachment;
    this.#screen.snapshot((text, size) => {
      // Another replay may have been asked for meanwhile; that one holds all of this.
      if (attachment.id !== id || !this.#attachments.has(attachment)) return;
      attachment.replay(text, size);
      this.#onLoadChanged();
    });
  }
}
