import { type Document, isMap, isScalar, YAMLMap } from 'yaml';

const HEADER = ` The settings of Sigma Shell. What is not named here has its default.
 Every setting is explained in the app, under Settings.`;

/** `appearance.theme` as a path. Names of actions have dots of their own, so `keys.view.changes` is two steps. */
export function pathOf(key: string): readonly string[] {
  const [first = '', ...rest] = key.split('.');
  return first === 'keys' && rest.length > 0 ? [first, rest.join('.')] : [first, ...rest];
}

/**
 * Sets a value in place, so that the comments around it stay. A map is merged entry by entry: what the new value does not have
 * is taken out. `undefined` takes the setting out.
 */
export function setInDocument(document: Document, path: readonly string[], value: unknown): void {
  openDocument(document);
  if (value === undefined) {
    document.deleteIn(path);
    return;
  }
  openSections(document, path);
  const present = document.getIn(path);
  if (isPlainObject(value) && isMap(present)) mergeInto(document, path, { present, value });
  // A plain value keeps the comment beside the old one.
  else document.setIn(path, isPlainObject(value) ? document.createNode(value) : value);
}

function mergeInto(
  document: Document,
  path: readonly string[],
  { present, value }: { readonly present: YAMLMap; readonly value: Readonly<Record<string, unknown>> },
): void {
  for (const { key } of [...present.items]) {
    const name = isScalar(key) ? String(key.value) : String(key);
    if (!Object.hasOwn(value, name)) document.deleteIn([...path, name]);
  }
  for (const [name, entry] of Object.entries(value)) setInDocument(document, [...path, name], entry);
}

/** A document without any setting becomes an empty map; its comments stay at the top. */
function openDocument(document: Document): void {
  if (isMap(document.contents)) return;
  document.commentBefore ??= document.comment ?? HEADER;
  document.comment = null;
  document.contents = new YAMLMap(document.schema) as typeof document.contents;
}

/** The document's text in the line ending of the text it was read from. */
export function textOf(document: Document, original: string): string {
  const text = document.toString({ lineWidth: 0 });
  return original.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** Sections on the way that have no value yet become maps; a comment below an empty section stays with it. */
function openSections(document: Document, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const section = path.slice(0, depth);
    if (document.getIn(section) === null || document.getIn(section) === undefined) {
      const empty: unknown = document.getIn(section, true);
      const map = new YAMLMap(document.schema);
      if (typeof empty === 'object' && empty !== null && 'comment' in empty && typeof empty.comment === 'string') {
        map.commentBefore = empty.comment;
      }
      document.setIn(section, map);
    }
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
