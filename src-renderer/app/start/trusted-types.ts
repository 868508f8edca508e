interface PolicyFactory {
  createPolicy(name: string, rules: { readonly createScriptURL: (text: string) => string }): unknown;
}

/**
 * The page's policy requires trusted types: no text becomes markup or script. Workers are the one exception, by address,
 * and only from where the page itself comes. Browsers without trusted types need nothing.
 */
export function allowOwnWorkers(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', { createScriptURL: (text) => ownAddress(text, location.href) });
}

/** @throws TypeError for an address from elsewhere */
export function ownAddress(text: string, page: string): string {
  const [asked, own] = [new URL(text, page), new URL(page)];
  if (asked.protocol === own.protocol && asked.host === own.host) return asked.href;
  throw new TypeError(`Scripts come from ${own.host} only, not from ${text}`);
}
