import { editor } from './monaco.ts';
import { prepareMonaco } from './prepare-monaco.ts';

/** Languages whose definition is there; these two have none to fetch. */
const loaded = new Set(['plaintext', 'json']);

/**
 * Fetches the definition of a language, so that the first line that is typed is indented, too; `undefined` if it is there. A definition
 * that cannot be fetched leaves the text without colours and indentation.
 */
export function loadLanguage(id: string): Promise<void> | undefined {
  if (loaded.has(id)) return undefined;
  prepareMonaco();
  const keep = () => void loaded.add(id);
  return editor.colorize('', id, {}).then(keep, keep);
}
