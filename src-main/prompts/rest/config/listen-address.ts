/** Address to listen on. */
export interface ListenAddress {
  /** Empty: all interfaces. */
  readonly host: string;
  readonly port: number;
}

/** Parses an address as Go does: `:8080`, `127.0.0.1:8080`, `[::1]:8080`; `undefined` for anything else. */
export function listenAddress(text: string): ListenAddress | undefined {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]\s/]*)):(\d{1,5})$/.exec(text.trim()) ?? [];
  if (port === undefined || Number(port) > 65_535) return undefined;
  return { host: bracketed ?? plain ?? '', port: Number(port) };
}
