import type { Analysis, Effect } from '#shell-analysis';
import { effectsOfPart } from '../decide/by-part.ts';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';

/** Programs that may write a link that leads elsewhere. */
const LINK_MAKERS = new Set('ln cp mv tar rsync unzip install cpio'.split(' '));

/** Each is held against all that the line writes. */
const MAX_MAKERS = 30;

/** Yields the reasons why a line may write elsewhere than it says: behind a link that the line itself creates. */
export function* linkReasons(facts: CommandFacts): Generator<string, void> {
  const { analysis } = facts;
  const makers = analysis.parts.flatMap((part, index) => (LINK_MAKERS.has(nameOf(part)) ? index : []));
  if (makers.length > MAX_MAKERS) {
    yield 'It makes more links and copies than are followed';
    return;
  }
  for (const index of makers) {
    const part = analysis.parts[index];
    if (part && nameOf(part) === 'ln' && !isNear(part.words.slice(1).map(({ literal }) => literal))) {
      yield 'It makes a link that may lead out of the workspace';
    }
    const other = writesOf(analysis).find(
      (effect) => effect.part !== index && !isOver(effect.part, index, analysis) && mayLieIn(effect, index, facts),
    );
    if (other) yield `${other.target ?? 'What it writes'} may lie behind a link that the line makes`;
  }
}

const IN_ORDER = new Set(['and-or', 'group', 'subshell', 'negation', 'condition']);

/** Whether a part has surely ended before another one begins: the link was not there then. */
export function isOver(index: number, maker: number, { parts }: Analysis): boolean {
  const [part, other] = [parts[index], parts[maker]];
  if (index >= maker || part === undefined || other === undefined || part.wrappers.length > 0) return false;
  return [part, other].every(({ places }) => places.every((place) => IN_ORDER.has(place)));
}

const nameOf = ({ program }: { readonly program: string | undefined }) => program?.replace(/^.*\//, '') ?? '';

const isNear = (words: readonly (string | undefined)[]): boolean =>
  words.every((word) => word !== undefined && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(word));

const writesOf = ({ effects }: Analysis): readonly Effect[] =>
  effects.filter(({ kind }) => kind === 'write' || kind === 'delete');

/** Whether an effect may be about what another part makes. */
function mayLieIn(effect: Effect, maker: number, facts: CommandFacts): boolean {
  return mayMeet(effect, maker, facts, (place, path) => isWithin(place, path));
}

/** Whether an effect may be about what another part makes, or about a folder with that in it. */
export function mayReach(effect: Effect, maker: number, facts: CommandFacts): boolean {
  const meets = (place: string, path: string) => isWithin(place, path) || (effect.isRecursive && isWithin(path, place));
  return mayMeet(effect, maker, facts, meets);
}

function mayMeet(
  effect: Effect,
  maker: number,
  facts: CommandFacts,
  meets: (place: string, path: string) => boolean,
): boolean {
  const paths = effectPaths(effect, facts);
  if (paths === undefined) return true;
  return effectsOfPart(facts.analysis, maker)
    .filter(({ kind }) => kind === 'write')
    .some((made) => {
      const places = effectPaths(made, facts);
      return places === undefined || places.some((place) => paths.some((path) => meets(place, path)));
    });
}
