import type { KnownEffects } from '#contract';

type KnownEffect = KnownEffects['effects'][number];

export interface EffectGroup {
  readonly kind: KnownEffect['kind'];
  /** Verb such as `writes`. */
  readonly verb: string;
  /** The first of them; text of the command. */
  readonly targets: readonly { readonly text: string | undefined; readonly isOutside: boolean }[];
  /** Number of further ones. */
  readonly more: number;
}

const VERBS: Readonly<Record<KnownEffect['kind'], string>> = {
  delete: 'deletes',
  write: 'writes',
  send: 'sends to',
  run: 'runs code of',
  read: 'reads',
};

/** Words for targets that are known only at run time, by kind. */
export const UNKNOWN_TARGETS: Readonly<Record<KnownEffect['kind'], string>> = {
  delete: 'what is known only when it runs',
  write: 'what is known only when it runs',
  send: 'a place known only when it runs',
  run: 'a place known only when it runs',
  read: 'what is known only when it runs',
};

/** Whether the target is a file; a place to send to is evidently elsewhere. */
const isFileEffect = (kind: KnownEffect['kind']) => kind !== 'send' && kind !== 'run';

const MAX_TARGETS = 4;

/** The effects by kind, the gravest first, each target once. */
export function effectGroups({ effects }: KnownEffects): readonly EffectGroup[] {
  return (Object.keys(VERBS) as KnownEffect['kind'][]).flatMap((kind) => {
    const targets = new Map<string | undefined, boolean>();
    for (const one of effects) if (one.kind === kind) targets.set(one.target, one.isOutside && isFileEffect(kind));
    if (targets.size === 0) return [];
    const all = [...targets].map(([text, isOutside]) => ({ text, isOutside }));
    return [
      { kind, verb: VERBS[kind], targets: all.slice(0, MAX_TARGETS), more: Math.max(all.length - MAX_TARGETS, 0) },
    ];
  });
}
