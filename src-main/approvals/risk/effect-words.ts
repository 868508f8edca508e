import type { Effect } from '#shell-analysis';

const KNOWN: Readonly<Record<Effect['kind'], (who: string, target: string) => string>> = {
  read: (who, target) => `${who} reads ${target}, outside the workspace`,
  write: (who, target) => `${who} writes ${target}, outside the workspace`,
  delete: (who, target) => `${who} deletes ${target}`,
  send: (who, target) => `${who} reaches ${target}`,
  run: (_, target) => `${target} is run, and what it does is not known`,
};

const UNKNOWN: Readonly<Record<Effect['kind'], (who: string) => string>> = {
  read: (who) => `${who} reads what is known only when it runs`,
  write: (who) => `${who} writes what is known only when it runs`,
  delete: (who) => `${who} deletes what is known only when it runs`,
  send: (who) => `${who} reaches another machine`,
  run: (who) => `${who} runs code that is known only when it runs`,
};

/** Describes an effect as a sentence about the program. */
export function effectWords(who: string, { kind, target }: Pick<Effect, 'kind' | 'target'>): string {
  return target === undefined ? UNKNOWN[kind](who) : KNOWN[kind](who, target);
}
