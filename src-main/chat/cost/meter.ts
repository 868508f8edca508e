import type { LedgerEventData, Meter } from '#contract';

/** US dollars for a million tokens; `model` may have `*` for any text. */
export interface ModelPrice {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /** Price of input that the service had in its cache; that of `input` if nothing is said. */
  readonly cached?: number | undefined;
}

type BilledReply = Pick<LedgerEventData<'llm.replied'>, 'finish' | 'usage' | 'cost'>;

export const EMPTY_METER: Meter = {
  usage: { prompt: 0, completion: 0, total: 0 },
  isUsageComplete: true,
  cost: 0,
  isCostComplete: true,
};

/** The meter after one more reply; a request that failed before anything came cost nothing. */
export function addToMeter(meter: Meter, { finish, usage, cost }: BilledReply): Meter {
  const isFree = usage === undefined && finish === 'failed';
  return {
    usage: {
      prompt: meter.usage.prompt + (usage?.prompt ?? 0),
      completion: meter.usage.completion + (usage?.completion ?? 0),
      total: meter.usage.total + (usage?.total ?? 0),
    },
    isUsageComplete: meter.isUsageComplete && (usage !== undefined || isFree),
    cost: meter.cost + (cost ?? 0),
    isCostComplete: meter.isCostComplete && (cost !== undefined || isFree),
  };
}

/** The price of the first of these model names that has one: its own, else that of the longest pattern it fits. */
export function priceOf(prices: readonly ModelPrice[], ...models: readonly string[]): ModelPrice | undefined {
  for (const name of models) {
    const fitting = prices.filter(({ model }) => fits(name, model));
    const best = fitting.sort((a, b) => b.model.length - a.model.length)[0];
    const own = fitting.find(({ model }) => model === name);
    if (own ?? best) return own ?? best;
  }
  return undefined;
}

/** Computes the cost in US dollars; undefined if price or usage are unknown. */
export function costOf(usage: Meter['usage'] | undefined, price: ModelPrice | undefined): number | undefined {
  if (usage === undefined) return undefined;
  if (usage.total === 0 && usage.prompt === 0 && usage.completion === 0) return 0;
  if (price === undefined) return undefined;
  // Part of the prompt, whatever a server says.
  const cached = Math.min(usage.cached ?? 0, usage.prompt);
  const input = (usage.prompt - cached) * price.input + cached * (price.cached ?? price.input);
  return (input + usage.completion * price.output) / 1_000_000;
}

/** Linear, whatever the pattern: each part between stars is looked for after the one before. */
function fits(name: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return name === pattern;
  const last = parts.at(-1) ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
