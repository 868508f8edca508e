import { type Document, isMap, isScalar } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { openYaml, setInYaml } from '#core/parsing/edit-yaml';

const HEADER = ` The settings of Sigma Shell. What is not named here has its default.
 Every setting is explained in the app, under Settings.`;

/** `appearance.theme` as a path. Names of actions have dots of their own, so `keys.view.changes` is two steps. */
export function settingPath(key: string): readonly string[] {
  const [first = '', ...rest] = key.split('.');
  return first === 'keys' && rest.length > 0 ? [first, rest.join('.')] : [first, ...rest];
}

/**
 * Sets a value in place, so that the comments around it stay. A map is merged entry by entry: what the new value does not have
 * is taken out. `undefined` takes the setting out.
 */
export function setInSettings(document: Document, path: readonly string[], value: unknown): void {
  openYaml(document, HEADER);
  if (!isPlainObject(value)) {
    setInYaml(document, path, value);
    return;
  }
  const present: unknown = document.getIn(path);
  if (!isMap(present)) {
    setInYaml(document, path, document.createNode(value));
    return;
  }
  const names = present.items.map(({ key }) => String(isScalar(key) ? key.value : key));
  for (const name of names) if (!Object.hasOwn(value, name)) setInYaml(document, [...path, name], undefined);
  for (const [name, entry] of Object.entries(value)) setInSettings(document, [...path, name], entry);
}
