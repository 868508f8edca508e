import * as crypto from 'node:crypto';
import * as fs from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

// What the workspace's code does to these modules later does not reach what looks after it.
const { createHash } = crypto;
const { readFileSync } = fs;

/** A file is not imported or executed; the message names it, and is for person and model. */
export class UntrustedCodeError extends Error {
  override readonly name = 'UntrustedCodeError';
}

/** Update of the trusted code at a load; plain values, since it crosses to the thread that has the loader's hooks. */
export interface TrustUpdate {
  /** Hash of each file by its path relative to the workspace; absent: as before. */
  readonly trusted?: Readonly<Record<string, string>> | undefined;
  /** JavaScript of TypeScript files, by the hash of their bytes; null if they are none. */
  readonly compiled: Readonly<Record<string, string | null>>;
  /** Files whose import failed: it is tried again, with all that they import. Absolute paths. */
  readonly failed: readonly string[];
  /** Files that are known to be stale, and what imports them is as well. Absolute paths. */
  readonly stale: readonly string[];
}

/**
 * The files of a workspace that its code may be of: their hashes, which imports which, and the version of each in this process.
 * A file has a new version, hence a new URL, when it or anything that it imports changed.
 */
export class TrustedCode {
  readonly workspace: string;
  #trusted: ReadonlyMap<string, string> = new Map();
  #compiled: ReadonlyMap<string, string | null> = new Map();
  readonly #versions = new Map<string, number>();
  readonly #importers = new Map<string, Set<string>>();
  readonly #seen = new Map<string, string>();
  #generation = 0;

  constructor(workspace: string) {
    this.workspace = workspace;
  }

  isInside(path: string): boolean {
    return path.startsWith(this.workspace + sep);
  }

  /** Path relative to the workspace, `/` between names. */
  nameOf(path: string): string {
    return relative(this.workspace, path).split(sep).join('/');
  }

  /** @returns absolute paths of files that must be loaded again */
  update({ trusted, compiled, failed, stale: known }: TrustUpdate): string[] {
    if (trusted) this.#trusted = new Map(Object.entries(trusted));
    this.#compiled = new Map([...this.#compiled, ...Object.entries(compiled)]);
    this.#generation += 1;
    const changed = [...this.#seen].filter(([path, hash]) => this.#trusted.get(this.nameOf(path)) !== hash);
    const stale = new Set([...changed.map(([path]) => path), ...known]);
    for (const path of failed) this.#addImported(path, stale);
    this.#addImporters(stale);
    for (const path of stale) {
      this.#versions.set(path, this.#generation);
      this.#seen.delete(path);
    }
    return [...stale];
  }

  addImport(from: string, to: string): void {
    let importers = this.#importers.get(to);
    if (!importers) {
      importers = new Set();
      this.#importers.set(to, importers);
    }
    importers.add(from);
  }

  /** The URL by which this version of a file of the workspace is imported. */
  versioned(url: string): string {
    const version = this.#versions.get(fileURLToPath(url)) ?? 0;
    const [bare = url] = url.split('?');
    return version === 0 ? bare : `${bare}?version=${version}`;
  }

  /**
   * Reads a file of the workspace: exactly the bytes that were hashed.
   *
   * @throws UntrustedCodeError where they are not what was trusted, or the file lies outside of the workspace
   */
  read(path: string): Buffer {
    if (!this.isInside(path)) {
      throw new UntrustedCodeError(
        `${path} lies outside of the workspace, so trust does not bind it and it is not imported; put it into the workspace`,
      );
    }
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#seen.set(path, hash);
    this.#check(this.nameOf(path), hash);
    return bytes;
  }

  /** The JavaScript of a TypeScript file. @throws UntrustedCodeError as `read`; Error where it was not compiled */
  readCompiled(path: string): string {
    this.read(path);
    const code = this.#compiled.get(this.#seen.get(path) ?? '');
    if (typeof code === 'string') return code;
    if (code === null) throw new SyntaxError(`${this.nameOf(path)} is no TypeScript`);
    throw new Error(`${this.nameOf(path)} was not compiled: name its path as a literal where it is imported`);
  }

  #check(name: string, hash: string): void {
    const trusted = this.#trusted.get(name);
    if (trusted === hash) return;
    const why = trusted === undefined ? 'it is not part of what was trusted' : 'it is not what was trusted';
    throw new UntrustedCodeError(`${name} is not run: ${why}; review and trust the workspace anew`);
  }

  #addImporters(files: Set<string>): void {
    for (const path of files) {
      // A set that is walked while it grows is walked to its end.
      for (const importer of this.#importers.get(path) ?? []) files.add(importer);
    }
  }

  /** A module that could not be linked stays broken under its URL, and so do those that it imports. */
  #addImported(path: string, files: Set<string>): void {
    const own = new Set([path]);
    for (const one of own) {
      for (const [imported, importers] of this.#importers) if (importers.has(one)) own.add(imported);
    }
    for (const one of own) files.add(one);
  }
}
