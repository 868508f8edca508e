import { isPlainObject } from '#contract/plain-object';
import { ImageError } from '../image-error.ts';
import { layerUuid } from './layer-uuid.ts';
import type { Layer, Manifest } from './manifest.ts';
import { parseManifestJson } from './parse-json.ts';

type Members = Readonly<Record<string, unknown>>;

/** The manifest that a text holds. @throws ImageError that says what is wrong with it; in time linear in its length */
export function readManifest(text: string): Manifest {
  const root = parseManifestJson(text);
  if (!isPlainObject(root)) throw wrong('it is no JSON object');
  const { layers: written, default: chosen, ...others } = root;
  if (!isPlainObject(written)) throw wrong("it needs an object 'layers'");
  const layers = new Map<string, Layer>();
  for (const [key, value] of Object.entries(written)) {
    const layer = layerOf(key, value);
    if (layers.has(layer.uuid)) throw wrong(`the layer ${layer.uuid} stands there twice`);
    layers.set(layer.uuid, layer);
  }
  const defaultLayer = uuidOf(chosen, "'default'");
  if (!layers.has(defaultLayer)) throw wrong(`'default' names ${defaultLayer}, which is none of its layers`);
  refuseEqualTags(layers.values());
  refuseBadParents(layers);
  return { layers, defaultLayer, others };
}

function layerOf(key: string, value: unknown): Layer {
  const uuid = uuidOf(key, 'the name of a layer');
  if (!isPlainObject(value)) throw wrong(`the layer ${uuid} is no object`);
  const { parent, tag, ...others } = value;
  if (tag !== undefined && tag !== null && typeof tag !== 'string')
    throw wrong(`the tag of the layer ${uuid} is no text`);
  return {
    uuid,
    ...(hasMember(value, 'parent') && { parent: uuidOf(parent, `the parent of the layer ${uuid}`) }),
    ...(typeof tag === 'string' && { tag }),
    others,
  };
}

/** `null` is a member, too. */
function hasMember(value: Members, name: string): boolean {
  return Object.hasOwn(value, name);
}

function uuidOf(value: unknown, what: string): string {
  const uuid = typeof value === 'string' ? layerUuid(value) : undefined;
  if (uuid === undefined) throw wrong(`${what} is no UUID: ${shorten(JSON.stringify(value) ?? 'nothing')}`);
  return uuid;
}

function refuseEqualTags(layers: Iterable<Layer>): void {
  const owners = new Map<string, string>();
  for (const { uuid, tag } of layers) {
    if (tag === undefined) continue;
    const other = owners.get(tag);
    if (other !== undefined) throw wrong(`the tag ${shorten(JSON.stringify(tag))} is on ${other} and on ${uuid}`);
    owners.set(tag, uuid);
  }
}

function refuseBadParents(layers: ReadonlyMap<string, Layer>): void {
  /** Layers from which the bottom is reached. */
  const sound = new Set<string>();
  for (const first of layers.values()) {
    // A manifest names a parent before what stands on it, as a rule: then nothing need be followed.
    const below = parentOf(first, layers);
    if (!below || sound.has(below.uuid)) {
      sound.add(first.uuid);
      continue;
    }
    const way = new Set<string>();
    for (let at: Layer | undefined = first; at && !sound.has(at.uuid); at = parentOf(at, layers)) {
      if (way.has(at.uuid)) throw wrong(`the layer ${at.uuid} is its own ancestor`);
      way.add(at.uuid);
    }
    for (const uuid of way) sound.add(uuid);
  }
}

function parentOf({ uuid, parent }: Layer, layers: ReadonlyMap<string, Layer>): Layer | undefined {
  if (parent === undefined) return undefined;
  const found = layers.get(parent);
  if (!found) throw wrong(`the parent of the layer ${uuid}, ${parent}, is none of its layers`);
  return found;
}

function wrong(why: string): ImageError {
  return new ImageError('manifest', `The manifest of the image is not valid: ${why}`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
