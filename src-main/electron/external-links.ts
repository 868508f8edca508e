const MAX_LENGTH = 2048;

/**
 * The address to hand to the system's browser, normalised, or `undefined` for what must not leave the app: other schemes than
 * http, https and mailto,
 * user names (`https://bank.example@evil.example`), control characters and spaces, overlong addresses.
 */
export function externalAddress(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (text.length > MAX_LENGTH || /[\u0000-\u0020\u007f-\u009f]/.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'mailto:' && isToOne(url)) return url.href;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  return url.href;
}

/** Whether a letter has one recipient, and nothing but what a person reads before it is sent: some programs attach files by an address. */
function isToOne({ pathname, searchParams }: URL): boolean {
  const isPlain = [...searchParams.keys()].every((name) => /^(?:subject|body)$/i.test(name));
  return isPlain && /^[^\s@,]+@[^\s@,]+$/.test(decodeOrSame(pathname));
}

function decodeOrSame(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Whether `text` is the app's page, the only one a window may show. */
export function isOwnPage(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'app:' && url.host === 'sigma' && (url.pathname === '/' || url.pathname === '/index.html');
}
