import { type Document, isMap, YAMLMap } from 'yaml';
import { pathInDocument } from './yaml-text.ts';

/** Sets a plain value in place, so that the comments around it stay. `undefined` takes the key out. */
export function setInYaml(document: Document, path: readonly string[], value: unknown): void {
  if (value === undefined) {
    const present = pathInDocument(document, path);
    if (document.hasIn(present)) document.deleteIn(present);
    return;
  }
  openSections(document, path);
  document.setIn(pathInDocument(document, path), value);
}

/** Makes a document editable: one without any key becomes an empty map; its comments stay at the top, if there are none `header` does. */
export function openYaml(document: Document, header: string): void {
  if (isMap(document.contents)) return;
  document.commentBefore ??= document.comment ?? header;
  document.comment = null;
  document.contents = new YAMLMap(document.schema) as typeof document.contents;
}

/** The document's text in the line ending of the text it was read from. */
export function yamlOf(document: Document, original: string): string {
  const text = document.toString({ lineWidth: 0 });
  return original.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** Sections on the way that have no value yet become maps; a comment below an empty section stays with it. */
function openSections(document: Document, path: readonly string[]): void {
  for (let depth = 1; depth < path.length; depth++) {
    const section = pathInDocument(document, path.slice(0, depth));
    const present: unknown = document.getIn(section);
    if (present !== null && present !== undefined) continue;
    const empty: unknown = document.getIn(section, true);
    const map = new YAMLMap(document.schema);
    if (typeof empty === 'object' && empty !== null && 'comment' in empty && typeof empty.comment === 'string') {
      map.commentBefore = empty.comment;
    }
    document.setIn(section, map);
  }
}
