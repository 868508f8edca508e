import { effectsOfPart } from '../decide/by-part.ts';
import type { Reason } from './finding.ts';
import { programOf } from './program-of.ts';
import type { Targets } from './targets.ts';

/** Of programs that read, naming one of our files is no write. */
const READERS =
  /^(cat|head|tail|less|more|ls|stat|file|wc|grep|egrep|fgrep|rg|diff|cmp|md5sum|sha1sum|sha256sum|test|\[|find|du|tree|echo|printf|jq|yq|sort|uniq|cut|tr|nl|basename|dirname|realpath|readlink|cd|pushd)$/;

/** Writing or deleting what decides what may be done here, or keeps what was done. */
export function ownFileWrite(index: number, targets: Targets): Reason | undefined {
  const part = targets.part(index);
  if (part === undefined || targets.ownFiles.length === 0) return undefined;
  const written = part.redirections
    .filter(({ operator }) => operator.includes('>'))
    .flatMap(({ target }) => (target === undefined ? [] : targets.paths(target, index)));
  const named = READERS.test(programOf(part) ?? '')
    ? []
    : part.words.slice(1).flatMap((word) => namedBy(targets.texts(word), index, targets));
  const effects = effectsOfPart(targets.analysis, index)
    .filter(({ kind, target }) => (kind === 'write' || kind === 'delete') && target !== undefined)
    .flatMap(({ target = '' }) => targets.resolve(target, index));
  if (written.length + named.length + effects.length === 0) return undefined;
  const hit = [...written, ...named, ...effects].find((path) => targets.ownFiles.some((own) => isOrHolds(own, path)));
  return hit === undefined
    ? undefined
    : { rule: 'files of Sigma Shell', why: `${hit} decides what may be done here, or keeps what was done` };
}

/** The word, and what follows `=` or an option's letter in it. */
function namedBy(texts: readonly string[], index: number, targets: Targets): string[] {
  return texts
    .flatMap((text) => [
      text,
      ...(text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : []),
      ...(text.startsWith('-') ? [text.slice(2)] : []),
    ])
    .filter((text) => text.includes('/') || text.includes('.'))
    .flatMap((text) => targets.resolve(text, index));
}

const isOrHolds = (own: string, path: string) =>
  path.startsWith(own) && (path.length === own.length || path[own.length] === '/');
