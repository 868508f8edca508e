import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCodeOf } from '#core/app-error';

export interface LinkPage {
  readonly path: string;
  /** Its address is spent. */
  readonly remove: () => void;
}

/**
 * Pages on disk that lead a browser to a one-time address. A command line can be read by everybody on the machine, these pages
 * by this person alone.
 */
export class LinkPages implements Disposable {
  readonly #folder: string;

  /** Takes over `open/` in the data folder, which only the host of it may. */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'open');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @throws file system errors (`ENOSPC`, `EACCES` …). */
  write(address: string): LinkPage {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#create(pageTo(address));
    return { path, remove: () => removeQuietly(path) };
  }

  [Symbol.dispose](): void {
    removeQuietly(this.#folder);
  }

  /** Chromium remembers an app window's place by the path of its first page, so that it is the same one where it can be. */
  #create(content: string): string {
    const usual = join(this.#folder, 'sigma-shell.html');
    try {
      writeFileSync(usual, content, { flag: 'wx', mode: 0o600 });
      return usual;
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
    const other = join(this.#folder, `sigma-shell-${randomBytes(8).toString('hex')}.html`);
    writeFileSync(other, content, { flag: 'wx', mode: 0o600 });
    return other;
  }
}

/** One that has to stay leads nowhere any more. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next host tries again.
  }
}

/** A page that goes on to `address` by itself, in its own place in the history; where a browser does not, by its link. */
export function pageTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0;url=${address}">
<title>Sigma Shell</title>
<p><a href="${address}">Open Sigma Shell</a></p>
</html>
`;
}
