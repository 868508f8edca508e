import type { Settings } from '#contract';

type Values = Readonly<Record<string, unknown>>;

/**
 * Adds `model.key_origin` where a change would leave the key bound to no server, or to another than it was entered for:
 * a key set without one belongs to the server of the same change, and one that stays behind when the address changes to the
 * server it was beside. A whole `model` without a key leaves the key as it is: what the app shows of it has none.
 */
export function pinKeyOrigin(given: Values, present: Settings): Values {
  const { model, ...rest } = given;
  const isSection = typeof model === 'object' && model !== null && !Array.isArray(model);
  const section = isSection ? Object.entries(model).map(([name, value]) => [`model.${name}`, value]) : [];
  const values = isSection ? { ...rest, ...Object.fromEntries(section) } : given;

  if ('model.key_origin' in values) return values;
  if ('model.key' in values) {
    const address = values['model.base_url'] ?? present.model.base_url;
    const origin = values['model.key'] === undefined ? undefined : originOf(address);
    return { ...values, 'model.key_origin': origin };
  }
  const origin = leftBehindOrigin(present, values['model.base_url']);
  return origin === undefined ? values : { ...values, 'model.key_origin': origin };
}

/** The server that an unbound key was beside, when the address changes from under it. */
export function leftBehindOrigin({ model }: Settings, newAddress: unknown): string | undefined {
  const before = originOf(model.base_url);
  const isLeft = model.key !== undefined && model.key_origin === undefined;
  return isLeft && newAddress !== undefined && originOf(newAddress) !== before ? before : undefined;
}

function originOf(address: unknown): string | undefined {
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}
