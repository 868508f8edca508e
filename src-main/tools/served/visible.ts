import { hiddenCharactersIn } from '#contract/hidden-characters';

/** The text without what does not show: what a model reads is what the person could see. */
export function visibleText(text: string): string {
  let result = '';
  let from = 0;
  for (const { index, length } of hiddenCharactersIn(text)) {
    result += text.slice(from, index);
    from = index + length;
  }
  return result + text.slice(from);
}

/** The schema with every text in it made visible. */
export function visibleSchema(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return visibleValue(schema) as Record<string, unknown>;
}

function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, visibleValue(entry)]));
}
