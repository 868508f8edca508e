import { AppError } from '#core/app-error';

/** `fetch` through a proxy that speaks HTTP. undici is loaded at first use. @throws AppError INVALID_INPUT */
export async function proxiedFetch(proxy: string): Promise<typeof fetch> {
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('INVALID_INPUT', 'A proxy is an address such as http://proxy.example:3128', { where: 'proxy' });
  }
  const { ProxyAgent, fetch: fetchBy } = await import('undici');
  const dispatcher = new ProxyAgent(proxy);
  const fetchThere = (address: string, { signal, agent: _, ...init }: RequestInit & { agent?: unknown } = {}) =>
    fetchBy(address, { ...(init as object), dispatcher, ...(signal && { signal: nativeSignal(signal) }) });
  return fetchThere as unknown as typeof fetch;
}

/** grammY brings a class of its own for signals, which undici does not take. */
function nativeSignal(signal: AbortSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const own = new AbortController();
  const { aborted, addEventListener } = signal as AbortSignal;
  if (aborted) own.abort();
  else addEventListener.call(signal, 'abort', () => own.abort());
  return own.signal;
}
