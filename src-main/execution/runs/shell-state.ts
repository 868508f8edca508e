import type { Readable } from 'node:stream';

/** State of the shell in which the filter would have run, after the members before the last. */
export interface FilterShellState {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isPipefail: boolean;
}

/** Size above which a report is not a shell's state, in bytes. */
const MAX_BYTES = 4_000_000;
const END = '\0SIGMA-STATE-END\0';

/**
 * Tells on descriptor 3 where the shell stands, its options and what it exports, and shuts that descriptor. It always goes
 * well, and what it does is neither traced nor printed.
 */
const TELL = `{ builtin printf '%s\\0' "$PWD" "$SHELLOPTS" "$BASHOPTS"; /usr/bin/env -0; builtin printf '${END.replaceAll('\0', '\\0')}'; builtin true; } >&3 2>/dev/null && { builtin exec 3>&-; } 2>/dev/null && `;

/** Puts into a line that it tells the state just before its last member runs: if it does. */
export function tellingState(text: string, lastMemberAt: number): string {
  return `${text.slice(0, lastMemberAt)}${TELL}${text.slice(lastMemberAt)}`;
}

/** Reads what `tellingState` tells. */
export class StateReader {
  #bytes: Buffer[] = [];
  #length = 0;

  readonly read = (side: Readable): void => {
    side.on('data', (chunk: Buffer) => {
      this.#length += chunk.length;
      if (this.#length <= MAX_BYTES) this.#bytes.push(chunk);
    });
  };

  /** State of the shell; `undefined` if the last member did not run. */
  get state(): FilterShellState | undefined {
    const text = Buffer.concat(this.#bytes).toString('utf8');
    const end = text.indexOf(END);
    if (end < 0) return undefined;
    const [cwd, options = '', bashOptions = '', ...variables] = text.slice(0, end).split('\0');
    if (!cwd) return undefined;
    const entries = variables.flatMap((one): [string, string][] => {
      const at = one.indexOf('=');
      return at > 0 && !one.startsWith('_=') ? [[one.slice(0, at), one.slice(at + 1)]] : [];
    });
    // A bash that finds these in its environment turns those options on.
    const environment = { ...Object.fromEntries(entries), SHELLOPTS: options, BASHOPTS: bashOptions };
    return { cwd, environment, isPipefail: options.split(':').includes('pipefail') };
  }
}
