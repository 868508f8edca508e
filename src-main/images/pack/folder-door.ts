import { closeSync, constants, lstatSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { pathFromBytes, pathToBytes } from '#core/files/path-bytes';

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants;
/** Character that Node puts in place of bytes that are no UTF-8. */
const UNREADABLE = '\ufffd';

/**
 * A folder that is held open, so that whoever replaces a folder by a link while it is read leads nowhere else: on Linux what is in
 * it is reached through `/proc/self/fd`, since Node has no `openat`. Elsewhere it is its path, and that race remains.
 */
export class FolderDoor implements Disposable {
  readonly #fd: number;
  readonly #path: string;

  /** @throws file system errors; a link is no folder */
  constructor(path: string) {
    this.#fd = openSync(pathToBytes(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    this.#path = process.platform === 'linux' ? `/proc/self/fd/${this.#fd}` : path;
  }

  /** The path of what is in it under a name. */
  at(name: string): string {
    return `${this.#path}/${name}`;
  }

  names(): string[] {
    const path = pathToBytes(this.#path);
    const names = readdirSync(path);
    // Only then a name may be no UTF-8. Names as bytes cost twice the time.
    if (!names.some((name) => name.includes(UNREADABLE))) return names;
    return readdirSync(path, { encoding: 'buffer' }).map(pathFromBytes);
  }

  look(name: string) {
    return lstatSync(pathToBytes(this.at(name)), { bigint: true });
  }

  targetOf(name: string): Buffer {
    return readlinkSync(pathToBytes(this.at(name)), { encoding: 'buffer' });
  }

  folder(name: string): FolderDoor {
    return new FolderDoor(this.at(name));
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}
