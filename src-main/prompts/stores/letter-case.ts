import { withoutCase } from './key-path.ts';

/** Spelling that is used for each path: case-insensitive file systems have one file for two keys. */
export class Spellings {
  readonly #taken = new Map<string, string>();

  /** `names` lead from the folder to a file or a folder in it. */
  add(names: readonly string[]): void {
    for (let depth = names.length; depth > 0; depth--) {
      const path = names.slice(0, depth).join('/');
      if (this.#taken.get(foldCase(path)) === path) return;
      this.#taken.set(foldCase(path), path);
    }
  }

  /** Spells names so that nothing else has them but for the case of letters. `extension` is the last name's. */
  apart(names: readonly string[], extension: string): readonly string[] {
    const result: string[] = [];
    names.forEach((name, index) => {
      const end = index === names.length - 1 ? extension : '';
      const path = [...result, name + end].join('/');
      const taken = this.#taken.get(foldCase(path));
      const spelled = taken === undefined || taken === path ? [name] : withoutCase(name);
      result.push(...spelled.slice(0, -1), `${spelled.at(-1)}${end}`);
    });
    return result;
  }
}

function foldCase(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
