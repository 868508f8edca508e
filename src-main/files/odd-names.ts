/** Names that mean another file elsewhere: on another system, to a shell, or to somebody who reads them. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { suspiciousCharactersIn } from '#contract/hidden-characters';

const ODDITIES: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /[. ]$/, why: 'ends with a dot or a blank, which Windows drops' },
  { name: /^\s/, why: 'begins with a blank' },
  {
    name: /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[\d¹²³])(\..*)?$/i,
    why: 'is the name of a device on Windows',
  },
  { name: /^[a-z]:/i, why: 'is a drive on Windows' },
  { name: /:/, why: 'names a hidden stream of a file on Windows' },
  { name: /\\/, why: 'has a backslash, which parts folders on Windows' },
  { name: /^[^.~]{1,6}~\d(\.[^.]{0,3})?$/, why: 'looks like the short name Windows gives another file' },
  { name: /^~./, why: 'begins with "~", which a shell takes for a home folder' },
  { name: /^\$(\w|\{|\()/, why: 'begins with "$", which a shell takes for a variable' },
  { name: /%(2e|2f|5c|00)/i, why: 'has letters written in percent, as in a URL' },
];

/**
 * Explains why a path below the workspace asks whatever the rules: one of its names is odd. `undefined` for ordinary
 * ones.
 */
export function oddName(workspace: string, path: string): string | undefined {
  for (const name of relative(workspace, path).split(sep)) {
    if (name === '..' || name === '') continue;
    const odd = ODDITIES.find((oddity) => oddity.name.test(name));
    if (odd) return `The name ${JSON.stringify(name)} ${odd.why}`;
    const [hidden] = suspiciousCharactersIn(name);
    if (hidden) return `The name ${JSON.stringify(name)} holds a ${hidden.name} (${hidden.code})`;
  }
  return undefined;
}

/** Finds, for a path that does not exist, a sibling that differs only in case or in the encoding of accents. */
export async function findNameTwin({ path, existing }: { readonly path: string; readonly existing: string }) {
  if (path === existing) return undefined;
  let missing = path;
  while (dirname(missing) !== existing && dirname(missing) !== missing) missing = dirname(missing);
  const wanted = withoutCase(basename(missing));
  const names = await readdir(existing).catch(() => []);
  const twin = names.find((name) => name !== basename(missing) && withoutCase(name) === wanted);
  return twin === undefined
    ? undefined
    : `There is ${JSON.stringify(twin)} beside it, which many systems take for the same name`;
}

function withoutCase(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}
