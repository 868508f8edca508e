import { layerChain } from '../manifest/layers.ts';
import type { Layer } from '../manifest/manifest.ts';
import { ownerAt, type Squashfs } from '../squashfs/open-squashfs.ts';
import { describeXattrs } from './describe-entries.ts';
import { seenIn } from './layer-nodes.ts';
import type { OpenImage } from './open-image.ts';
import { type ImageEntry, walkFolder } from './walk-entries.ts';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Properties of the layers that decide how they can be mounted, the top one first. */
export interface OverlayFacts {
  /** UUIDs, the order in which overlay takes folders. */
  readonly layers: readonly string[];
  /** Every owner that an entry of these layers has; whiteouts have none. */
  readonly owners: readonly Owner[];
  /** The first entry that the kernel's overlay would show in another way than the layers mean; a sentence. */
  readonly kernel: string | undefined;
  /** The first entry that fuse-overlayfs would show in another way; a sentence. */
  readonly fuse: string | undefined;
  /**
   * The first entry that fuse-overlayfs could not let an ordinary user change: squashfuse shows attributes of `trusted` as of
   * `security` (0.1.105), and to copy such a one needs root.
   */
  readonly fuseAsUser: string | undefined;
}

/** Attributes of overlay that lead nowhere and hide nothing. */
const HARMLESS = /^(?:trusted|user)\.overlay\.(?:origin|impure|nlink|uuid|upper)$/;
const OF_KERNEL = /^trusted\.overlay\./;
const OF_USER = /^user\.overlay\./;
/** fuse-overlayfs takes owners, modes and deletions from these, too. */
const OF_FUSE = /^(?:user|security|trusted)\.(?:fuseoverlayfs|containers|overlay)\./;
const TRUSTED = 'trusted.';
const WHITEOUT_NAME = '.wh.';

/** Looks for what a layer could steer an overlay with, beyond deleted names and opaque folders. @throws ImageError */
export function overlayFacts(open: OpenImage, layer: Layer): OverlayFacts {
  const chain = layerChain(open.manifest, layer);
  const owners = new Map<string, Owner>();
  const doubts = new Doubts();
  for (const { uuid } of chain) {
    const folder = open.folders.get(uuid);
    if (!folder) continue;
    for (const entry of [folder, ...walkFolder(open.image, folder)]) {
      noteOwner(open.image, entry, owners);
      doubts.look(entry.path.subarray(uuid.length + 1), describeXattrs(open.image, entry.inode).xattrs ?? {});
    }
  }
  const { kernel, fuse } = doubts;
  const fuseAsUser = doubts.hasTrusted ? heldBack(open, layer) : undefined;
  return { layers: chain.map(({ uuid }) => uuid).reverse(), owners: [...owners.values()], kernel, fuse, fuseAsUser };
}

function noteOwner(image: Squashfs, { inode }: ImageEntry, owners: Map<string, Owner>): void {
  if (inode.kind === 'char') return;
  const owner = { uid: ownerAt(image, inode.uid), gid: ownerAt(image, inode.gid) };
  owners.set(`${owner.uid}:${owner.gid}`, owner);
}

function heldBack(open: OpenImage, layer: Layer): string | undefined {
  for (const [path, { source }] of seenIn(open, layer)) {
    const names = Object.keys(describeXattrs(open.image, source.inode).xattrs ?? {});
    if (names.some((name) => name.startsWith(TRUSTED))) {
      return `only root could change ${path} in it, because of an attribute that squashfuse shows wrongly`;
    }
  }
  return undefined;
}

class Doubts {
  kernel: string | undefined;
  fuse: string | undefined;
  hasTrusted = false;

  look(path: Buffer, xattrs: Readonly<Record<string, unknown>>): void {
    const name = path.subarray(path.lastIndexOf('/') + 1).toString('latin1');
    if (name.startsWith(WHITEOUT_NAME)) this.fuse ??= `its name would delete another one: ${path}`;
    for (const attribute of Object.keys(xattrs)) {
      const said = `the attribute ${attribute} of ${path.toString('utf8') || 'the layer'}`;
      if (steersKernel(attribute, xattrs)) this.kernel ??= said;
      if (steersFuse(attribute, xattrs)) this.fuse ??= said;
      this.hasTrusted ||= attribute.startsWith(TRUSTED);
    }
  }
}

type Attributes = Readonly<Record<string, unknown>>;

function isOpaqueMark(name: string, xattrs: Attributes): boolean {
  return /^(?:trusted|user)\.overlay\.opaque$/.test(name) && xattrs[name] === 'y';
}

function steersKernel(name: string, xattrs: Attributes): boolean {
  if (HARMLESS.test(name)) return false;
  if (OF_KERNEL.test(name)) return !isOpaqueMark(name, xattrs);
  // The kernel does not look at these: what they mean must be said by the others, too.
  return OF_USER.test(name) && xattrs['trusted.overlay.opaque'] !== 'y';
}

function steersFuse(name: string, xattrs: Attributes): boolean {
  return OF_FUSE.test(name) && !HARMLESS.test(name) && !isOpaqueMark(name, xattrs);
}
