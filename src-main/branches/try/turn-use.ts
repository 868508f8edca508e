import type { AnyLedgerEvent, LedgerEvent, LedgerEventData, TurnProgress } from '#contract';
import { textStart } from '#contract/text-ends';
import { knownEvent } from '#ledger';

/** Usage and text of one turn so far, from the events of its session. */
export class TurnUse {
  #turn: string | undefined;
  /** Events that were recorded before the turn was known, which is told a little later. */
  #early: AnyLedgerEvent[] = [];
  tokens: number | undefined;
  /** Cost in US dollars, as far as known. */
  cost: number | undefined;
  /** The model of a reply whose cost is not known. */
  unknownCost: string | undefined;
  /** Model of a reply whose server did not say what it used. */
  unmetered: string | undefined;
  /** The last reply's text. */
  text = '';
  error: string | undefined;

  /** The turn, once it has begun. */
  get turn(): string | undefined {
    return this.#turn;
  }

  /** Begins the turn, with what was recorded of it before. @returns whether something about it changed */
  begin(turn: string): boolean {
    this.#turn = turn;
    const changed = this.#early.filter((event) => this.take(event));
    this.#early = [];
    return changed.length > 0;
  }

  /** @returns whether something about it changed */
  take(any: AnyLedgerEvent): boolean {
    if (any.type !== 'llm.replied' && any.type !== 'error.raised') return false;
    if (this.#turn === undefined) this.#early.push(any);
    if (this.#turn === undefined || any.turn !== this.#turn) return false;
    const event = knownEvent(any);
    if (event) this.#take(event);
    return event !== undefined;
  }

  /** Takes over what the whole turn came to, also of replies that were not heard. */
  end({ usage, cost }: Pick<Extract<TurnProgress, { kind: 'ended' }>, 'usage' | 'cost'>): void {
    if (usage === undefined) return;
    this.tokens = usage.total;
    this.cost = cost;
  }

  #take(event: LedgerEvent): void {
    if (event.type === 'error.raised') this.error = event.data.message;
    if (event.type === 'llm.replied') this.#takeReply(event.data);
  }

  #takeReply(reply: LedgerEventData<'llm.replied'>): void {
    const { purpose, text, usage, cost, error, model } = reply;
    if (purpose === undefined && text.trim() !== '') this.text = text;
    if (error) this.error = error.message;
    if (usage) this.tokens = (this.tokens ?? 0) + usage.total;
    if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
    else if (usage && usage.total > 0) this.unknownCost = model;
    // One that broke off or was stopped came to no usage.
    if (usage === undefined && error === undefined) this.unmetered = model;
  }
}

const MAX_LINES = 3;
const MAX_LINE = 400;

/** A reply's first lines. */
export function firstLines(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const told = lines
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
    .join('\n');
  return told.length > MAX_LINE ? `${textStart(told, MAX_LINE)}…` : told;
}
