import type { LedgerEvent } from '#contract';
import { SYSTEM_TEMPLATE } from './system-message.ts';

/**
 * Rendered text with which the model is asked next: that of the prompt behind the last message, else the system
 * message.
 */
export class SystemTextFold {
  #system: string | undefined;
  #prompt: string | undefined;

  get rendered(): { readonly rendered?: { readonly event: string } } {
    const event = this.#prompt ?? this.#system;
    return event === undefined ? {} : { rendered: { event } };
  }

  apply({ id, type, data }: LedgerEvent): void {
    if (type === 'prompt.rendered' && data.template === SYSTEM_TEMPLATE) this.#system = id;
    if (type === 'message.user') this.#prompt = data.rendered?.event;
  }
}
