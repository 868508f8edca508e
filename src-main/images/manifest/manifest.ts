/** A layer of an image: one folder in its root. */
export interface Layer {
  /** Lower case, with dashes: the name of its folder. */
  readonly uuid: string;
  /** The layer below it; absent at the bottom. */
  readonly parent?: string;
  readonly tag?: string;
  /** Members that this version does not know; they are written again. */
  readonly others: Readonly<Record<string, unknown>>;
}

/**
 * Content of an image's `manifest.json` after it was checked: parents exist, nothing is its own ancestor, tags differ.
 */
export interface Manifest {
  /** Layers in the order of the file. */
  readonly layers: ReadonlyMap<string, Layer>;
  /** The layer that opens if none is named. */
  readonly defaultLayer: string;
  readonly others: Readonly<Record<string, unknown>>;
}
