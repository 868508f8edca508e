import type { LedgerEvent, LedgerEventData, Meter } from '#contract';
import { addToMeter, EMPTY_METER } from './meter.ts';

/** Cost of a session, and the amount that the person allowed beyond its cap. */
export class SpendingFold {
  #meter: Meter = EMPTY_METER;
  #allowed = 0;
  readonly #unchecked = new Set<string>();
  /** Whether a profile's replies came with their usage, at least once. */
  readonly #isMetered = new Map<string, boolean>();
  readonly #asked = new Map<string, SpendingQuestion>();

  get meter(): Meter {
    return this.#meter;
  }

  /** Spending allowed, in US dollars; above the cap if the person allowed it. */
  get allowed(): number {
    return this.#allowed;
  }

  /** Whether the person let this profile be asked although its cost is not known. */
  isAllowedUnchecked(profile: string): boolean {
    return this.#unchecked.has(profile);
  }

  /** Whether a profile has replied, and its server never said what a reply used. */
  isUnmetered(profile: string): boolean {
    return this.#isMetered.get(profile) === false;
  }

  apply(event: LedgerEvent): void {
    if (event.type === 'llm.replied') this.#onReplied(event.data);
    if (event.type === 'approval.asked' && event.data.subject.kind === 'spending') {
      this.#asked.set(event.data.question, readSpendingQuestion(event.data.subject));
    }
    if (event.type === 'approval.decided') this.#onDecided(event.data.question ?? '', event.data.verdict === 'allow');
  }

  #onReplied(reply: LedgerEventData<'llm.replied'>): void {
    const { profile, usage, error } = reply;
    this.#meter = addToMeter(this.#meter, reply);
    // One that broke off or was stopped says nothing of its server.
    if (profile === undefined || (usage === undefined && error !== undefined)) return;
    this.#isMetered.set(profile, usage !== undefined || this.#isMetered.get(profile) === true);
  }

  #onDecided(question: string, isAllowed: boolean): void {
    const asked = this.#asked.get(question);
    this.#asked.delete(question);
    if (!asked || !isAllowed) return;
    if (asked.unchecked !== undefined) this.#unchecked.add(asked.unchecked);
    else this.#allowed = Math.max(this.#allowed, asked.spent + asked.cap);
  }
}

interface SpendingQuestion {
  readonly spent: number;
  readonly cap: number;
  /** The profile whose cost is not known. */
  readonly unchecked: string | undefined;
}

function readSpendingQuestion({ spent, cap, unchecked }: Readonly<Record<string, unknown>>): SpendingQuestion {
  return {
    spent: Number(spent) || 0,
    cap: Number(cap) || 0,
    unchecked: typeof unchecked === 'string' ? unchecked : undefined,
  };
}
