/** Extended attributes and access control lists of what is restored. */
import { chmodSync } from 'node:fs';
import type { ContentHash } from '#contract';
import { messageOf } from '#core/app-error';
import type { ContentStore } from '../ports.ts';
import type { PathView } from './disk-view.ts';
import { ignoreFailure } from './ignore-failure.ts';
import { inReach, type OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { wantedAttributes } from './wanted-attributes.ts';

/** Access to attributes for which Node has no calls; one process for many files. Attributes are lines of text. */
export interface AttributePort {
  /** Reads the attributes of those files that have some; `undefined` if that is not possible. */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;
  /** Sets them. Answers why it could not, by path. */
  readonly write: (given: {
    readonly files: ReadonlyMap<string, string>;
    readonly mayHaveOthers: boolean;
  }) => Promise<ReadonlyMap<string, string>>;
  /** Gives a file what another has beside its bytes. Answers why it could not. */
  readonly copy: (from: string, to: string) => Promise<string | undefined>;
}

const OWNER_MAY_WRITE = 0o200;

export interface AttributeContext {
  readonly folders: OpenFolders;
  readonly content: ContentStore;
  readonly attributes?: AttributePort | undefined;
}

/** The views with the attributes of what is there, kept, where these can be read. */
export async function withAttributes(views: readonly PathView[], context: AttributeContext): Promise<PathView[]> {
  const present = views.filter((view) => view.present !== undefined);
  const known = new Map<PathView, PathView>();
  for (const piece of inReach(present, ({ path }) => path)) {
    for (const [view, seen] of await readPiece(piece, context)) known.set(view, seen);
  }
  return views.map((view) => known.get(view) ?? view);
}

async function readPiece(
  piece: readonly PathView[],
  { folders, content, attributes }: AttributeContext,
): Promise<[PathView, PathView][]> {
  const places = piece.map(({ path }) => folders.outsideAt(path));
  const found = await attributes?.read(places);
  if (!found) return [];
  return await Promise.all(
    piece.map(async (view, index): Promise<[PathView, PathView]> => {
      const lines = found.get(places[index] ?? '');
      const hash = lines === undefined ? undefined : await content.keep(Buffer.from(lines), { settle: 'later' });
      return [
        view,
        { ...view, knowsAttributes: true, ...(view.present && { present: { ...view.present, attributes: hash } }) },
      ];
    }),
  );
}

/** Gives new files, still under their temporary names, their attributes. Answers what could not be kept, as clauses by path. */
export function writeToStaged(works: readonly PathWork[], context: AttributeContext) {
  const staged = works.flatMap((work) => {
    const { temporary, goal } = work;
    const hash = wantedAttributes(goal, work.view);
    return temporary === undefined || hash === undefined || goal.wanted?.kind === 'directory'
      ? []
      : [{ work, at: temporary, hash }];
  });
  return writeAttributes(staged, false, context);
}

/** Gives what is in its place those attributes that it does not have yet; what else it has is removed. */
export function writeToPlaced(works: readonly PathWork[], context: AttributeContext) {
  const placed = works.flatMap((work) => {
    const { action, goal, view } = work;
    const hash = wantedAttributes(goal, view);
    const isFolderMade = action === 'make' && goal.wanted?.kind === 'directory' && hash !== undefined;
    const isSet =
      action === 'metadata' &&
      (view.knowsAttributes === true || hash !== undefined) &&
      hash !== view.present?.attributes;
    return isFolderMade || isSet ? [{ work, at: goal.path, hash }] : [];
  });
  return writeAttributes(placed, true, context);
}

interface AttributeWrite {
  readonly work: PathWork;
  readonly at: string;
  readonly hash: ContentHash | undefined;
}

async function writeAttributes(
  all: readonly AttributeWrite[],
  mayHaveOthers: boolean,
  context: AttributeContext,
): Promise<ReadonlyMap<string, string>> {
  const remarks = new Map<string, string>();
  for (const piece of inReach(all, ({ at }) => at)) {
    for (const [path, why] of await writePiece(piece, mayHaveOthers, context))
      remarks.set(path, attributesNotKept(why));
  }
  return remarks;
}

async function writePiece(
  piece: readonly AttributeWrite[],
  mayHaveOthers: boolean,
  { folders, content, attributes }: AttributeContext,
): Promise<Map<string, string>> {
  const failed = new Map<string, string>();
  const files = new Map<string, string>();
  const written = new Map<string, AttributeWrite>();
  for (const one of piece) {
    try {
      const place = folders.outsideAt(one.at);
      files.set(place, one.hash === undefined ? '' : content.readNow(one.hash).toString());
      written.set(place, one);
    } catch (error) {
      failed.set(one.work.goal.path, messageOf(error));
    }
  }
  // The owner of a write-protected file may change its permissions, and not its attributes.
  const locked = [...written.values()].filter(isLocked);
  const setMode = (add: number) => {
    for (const { at, work } of locked)
      ignoreFailure(() => chmodSync(folders.bytesAt(at), (work.goal.wanted?.mode ?? 0) | add));
  };
  setMode(OWNER_MAY_WRITE);
  for (const [place, why] of (await attributes?.write({ files, mayHaveOthers })) ?? []) {
    failed.set(written.get(place)?.work.goal.path ?? place, why);
  }
  setMode(0);
  return failed;
}

function isLocked({ work: { goal } }: AttributeWrite): boolean {
  const { kind, mode = 0 } = goal.wanted ?? {};
  return kind !== undefined && kind !== 'symlink' && (mode & OWNER_MAY_WRITE) === 0;
}

export function attributesNotKept(why: string): string {
  return `its extended attributes and access control list could not be kept: ${why}`;
}
