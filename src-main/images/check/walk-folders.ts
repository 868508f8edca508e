import { pathFromBytes, shownBytes } from '#core/files/path-bytes';
import type { Inode } from '../squashfs/inode.ts';
import { imageNamesIn, inodeAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import type { InodeReference } from '../squashfs/superblock.ts';
import type { ImageFindings } from './findings.ts';
import { type InodeJudge, inodeKey } from './judge-inodes.ts';
import type { ImageLimits } from './limits.ts';

/** Summary of what is below a folder: the number of names, the greatest depth, and whether some were left out. */
interface SubtreeSummary {
  entries: number;
  height: number;
  isCut: boolean;
}

/** A folder on the way from the root. */
interface FolderStep {
  readonly key: number;
  readonly name: string;
  /** Names in its path. */
  readonly depth: number;
  readonly below: SubtreeSummary;
  /** Folders in it that are still to be entered, the last first. */
  readonly folders: { readonly name: string; readonly inode: InodeReference }[];
}

interface WalkContext {
  readonly image: Squashfs;
  readonly findings: ImageFindings;
  readonly limits: ImageLimits;
  readonly judge: InodeJudge;
}

/** Names looked at between two chances for others to work. */
const BREATH = 2000;

/**
 * Walks all folders from the root. What is below a folder is known once it was entered, so that folders that hold each other a
 * thousandfold cost no time; what they declare counts each time.
 */
export class FolderWalk {
  readonly #given: WalkContext;
  readonly #way: FolderStep[] = [];
  readonly #onWay = new Set<number>();
  readonly #known = new Map<number, SubtreeSummary>();
  /** Folders from which something was left out for being too deep, by their depth. */
  readonly #cut = new Map<string, SubtreeSummary>();
  #entries = 0;
  #listed = 0;

  constructor(given: WalkContext) {
    this.#given = given;
  }

  /** @throws ImageError `table` */
  *run(root: Inode): Generator<void> {
    const { superblock } = this.#given.image;
    yield* this.#enter(root, { name: '', key: inodeKey(superblock.root), depth: 0 });
    for (let step = this.#way.at(-1); step && !this.#isOver; step = this.#way.at(-1)) {
      const next = step.folders.pop();
      if (next) yield* this.#goInto(step, next);
      else this.#leave(step);
    }
  }

  get #isOver(): boolean {
    return this.#entries > this.#given.limits.entries;
  }

  *#goInto(step: FolderStep, { name, inode: reference }: FolderStep['folders'][number]): Generator<void> {
    const { findings, limits, image } = this.#given;
    const key = inodeKey(reference);
    const depth = step.depth + 1;
    if (this.#onWay.has(key)) {
      findings.note('loop', `The folder ${this.#path(name)} holds itself`);
      return;
    }
    if (depth > limits.depth) {
      step.below.isCut = true;
      return;
    }
    const known = this.#knownBelow(key, depth);
    if (known) {
      this.#count(known.entries);
      add(step.below, known);
      return;
    }
    const inode = findings.within(() => inodeAt(image, reference));
    if (inode) yield* this.#enter(inode, { name, key, depth });
  }

  #knownBelow(key: number, depth: number): SubtreeSummary | undefined {
    const known = this.#known.get(key);
    if (known && depth + known.height <= this.#given.limits.depth) return known;
    return this.#cut.get(`${key}:${depth}`);
  }

  *#enter(inode: Inode, place: Pick<FolderStep, 'name' | 'key' | 'depth'>): Generator<void> {
    const step: FolderStep = { ...place, below: { entries: 0, height: 0, isCut: false }, folders: [] };
    this.#way.push(step);
    this.#onWay.add(step.key);
    try {
      yield* this.#list(inode, step);
    } catch (error) {
      this.#given.findings.noteError(error);
    }
    step.folders.reverse();
  }

  *#list(inode: Inode, step: FolderStep): Generator<void> {
    const { image, judge } = this.#given;
    const seen = new Set<string>();
    for (const { name, inode: reference } of imageNamesIn(image, inode)) {
      const text = name.toString('latin1');
      this.#judgeName(text, { step, isTwice: seen.has(text) });
      seen.add(text);
      step.below.entries++;
      step.below.height = 1;
      this.#count(1);
      if (this.#isOver) return;
      if (judge.judge(reference, () => this.#path(text))) step.folders.push({ name: text, inode: reference });
      if (++this.#listed % BREATH === 0) yield;
    }
  }

  #judgeName(name: string, { step, isTwice }: { readonly step: FolderStep; readonly isTwice: boolean }): void {
    const { findings, limits } = this.#given;
    if (isTwice) findings.note('duplicate-name', `${this.#path(name)} is there twice`);
    if (isBadName(name)) findings.note('name', `A name in ${this.#path()} is none: ${JSON.stringify(shownName(name))}`);
    if (step.depth >= limits.depth) {
      findings.note('depth', `The path ${this.#path(name)} has more than ${limits.depth} names`);
    }
  }

  #leave(step: FolderStep): void {
    this.#way.pop();
    this.#onWay.delete(step.key);
    if (step.below.isCut) this.#cut.set(`${step.key}:${step.depth}`, step.below);
    else this.#known.set(step.key, step.below);
    const parent = this.#way.at(-1);
    if (parent) add(parent.below, step.below);
  }

  #count(entries: number): void {
    this.#entries += entries;
    if (!this.#isOver) return;
    const { findings, limits } = this.#given;
    findings.note('entries', `The image has more than ${limits.entries} entries`);
  }

  /** Describes the current path for people. */
  #path(name?: string): string {
    const names = [...this.#way.map((step) => step.name), ...(name === undefined ? [] : [name])];
    return names.map(shownName).join('/') || '/';
  }
}

function add(below: SubtreeSummary, more: SubtreeSummary): void {
  below.entries += more.entries;
  below.height = Math.max(below.height, more.height + 1);
  below.isCut ||= more.isCut;
}

function isBadName(name: string): boolean {
  return name === '' || name === '.' || name === '..' || /[/\0]/.test(name);
}

function shownName(name: string): string {
  return shownBytes(pathFromBytes(Buffer.from(name, 'latin1')));
}
