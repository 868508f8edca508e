import type { DoubtCause } from './doubt-sentences.ts';
import type { EffectSink } from './effect-sink.ts';
import type { EffectKind, Redirection, SimpleCommand, Word } from './model.ts';
import type { NodeScope, WalkFindings } from './scope.ts';
import type { Walk } from './walk.ts';

export interface FoundCommand {
  readonly part: SimpleCommand;
  /** Index into `parts`. */
  readonly index: number;
  readonly scope: NodeScope;
}

/** Name that opens again the file that a command reads from: what writes to it writes that file, whichever it is. */
export const STDIN = '/dev/stdin';

/** Notes what a part does among the walk's findings. */
export class EffectRecorder implements EffectSink {
  /** Whether the effects mean whole trees. */
  isRecursive = false;
  /** Common ending of the names that effects on whole trees mean, unless they mean all. */
  ending: string | undefined;
  /** Whether the program opens what it writes; others may rename a new file onto it. */
  opensTargets = false;
  readonly isFed: boolean;
  readonly #findings: WalkFindings;
  readonly #part: SimpleCommand;
  readonly #index: number;

  constructor(walk: Walk, { part, index, scope }: FoundCommand) {
    this.isFed = scope.isFed === true || part.redirections.some(isInput);
    this.#findings = walk.found;
    this.#part = part;
    this.#index = index;
  }

  effect(kind: EffectKind, target: string | undefined, word?: Word, ifFolder?: string): void {
    const { isRecursive, ending } = this;
    const effect = {
      kind,
      target: kind === 'write' && target === STDIN ? undefined : target,
      isRecursive,
      part: this.#index,
      word,
      ...(this.#isOfNode(kind, target, word) && { isOfNode: true }),
    };
    if (ifFolder !== undefined) this.#findings.effectsInFolders.push({ ...effect, ifFolder });
    else this.#findings.effects.push(ending === undefined ? effect : { ...effect, ending });
  }

  /** Whether a path of devices is not opened, but replaced, removed or given other rights. */
  #isOfNode(kind: EffectKind, target: string | undefined, word: Word | undefined): boolean {
    if ((kind !== 'write' && kind !== 'delete') || target?.startsWith('/dev/') !== true) return false;
    const isOpened = this.opensTargets || this.#part.redirections.some((one) => one.target === word);
    return kind === 'delete' || !isOpened;
  }

  doubt(cause: DoubtCause, word?: Word): void {
    this.#findings.doubt(word?.span ?? this.#part.span, cause);
  }
}

/** Whether a redirection gives a program something to read; from a device, such as the empty one, rg reads nothing. */
function isInput({ operator, target }: Redirection): boolean {
  return operator.startsWith('<') && operator !== '<&' && !target?.literal?.startsWith('/dev/');
}
