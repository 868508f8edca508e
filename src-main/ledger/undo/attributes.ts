/** Extended attributes and access control lists of what is restored. */
import type { ContentHash } from '#contract';
import { messageOf } from '#core/app-error';
import type { ContentStore } from '../ports.ts';
import type { PathView } from './disk-view.ts';
import type { OpenFolders } from './open-folders.ts';
import type { PathWork } from './path-work.ts';
import { wantedAttributes } from './wanted-attributes.ts';

/** What Node has no calls for; one process for many files. Attributes are lines of text. */
export interface AttributePort {
  /** Those of the files that have some; `undefined` where that cannot be told. */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, string> | undefined>;
  /** Sets them. Answers why it could not, by path. */
  readonly write: (given: {
    readonly files: ReadonlyMap<string, string>;
    readonly mayHaveOthers: boolean;
  }) => Promise<ReadonlyMap<string, string>>;
  /** Gives a file what another has beside its bytes. Answers why it could not. */
  readonly copy: (from: string, to: string) => Promise<string | undefined>;
}

export interface AttributeContext {
  readonly folders: OpenFolders;
  readonly content: ContentStore;
  readonly attributes?: AttributePort | undefined;
}

/** The views with the attributes of what is there, kept, where these can be read. */
export async function withAttributes(
  views: readonly PathView[],
  { folders, content, attributes }: AttributeContext,
): Promise<readonly PathView[]> {
  const present = views.filter((view) => view.present !== undefined);
  const places = new Map(present.map((view) => [view, folders.outsideAt(view.path)]));
  const found = present.length === 0 ? undefined : await attributes?.read([...places.values()]);
  if (!found) return views;
  return await Promise.all(
    views.map(async (view) => {
      if (!view.present) return view;
      const lines = found.get(places.get(view) ?? '');
      const hash = lines === undefined ? undefined : await content.keep(Buffer.from(lines), { settle: 'later' });
      return { ...view, knowsAttributes: true, present: { ...view.present, attributes: hash } };
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
  return write(staged, false, context);
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
  return write(placed, true, context);
}

interface ToWrite {
  readonly work: PathWork;
  readonly at: string;
  readonly hash: ContentHash | undefined;
}

async function write(
  all: readonly ToWrite[],
  mayHaveOthers: boolean,
  { folders, content, attributes }: AttributeContext,
): Promise<ReadonlyMap<string, string>> {
  const remarks = new Map<string, string>();
  if (!attributes || all.length === 0) return remarks;
  const files = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { work, at, hash } of all) {
    const { path } = work.goal;
    try {
      const place = folders.outsideAt(at);
      files.set(place, hash === undefined ? '' : content.readNow(hash).toString());
      paths.set(place, path);
    } catch (error) {
      remarks.set(path, notKept(messageOf(error)));
    }
  }
  for (const [place, why] of await attributes.write({ files, mayHaveOthers })) {
    remarks.set(paths.get(place) ?? place, notKept(why));
  }
  return remarks;
}

export function notKept(why: string): string {
  return `its extended attributes and access control list could not be kept: ${why}`;
}
