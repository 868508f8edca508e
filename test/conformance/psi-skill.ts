import { readSkill } from '../../src-main/workspaces/layout/skill-file.ts';
import { type Case, comparing } from './compare-cases.ts';
import type { Suite } from './run-suite.ts';

interface Expected {
  readonly skill?: unknown;
  readonly problems?: readonly string[];
}

type Written = string | readonly (string | { readonly repeat: string; readonly times: number })[];

/** Skills and the classes of what is wrong with them; their order is free, and what a case does not name is not compared. */
export const psiSkill: Suite = (cases, say) =>
  answering(Array.isArray(cases) ? (cases as readonly Case[]).map(sorted) : cases, say);

const answering = comparing((input) => {
  const { folder, text } = input as { readonly folder: string; readonly text: Written };
  const { skill, problems } = readSkill(folder, written(text));
  return { skill: skill ?? null, problems: [...new Set(problems.map(({ kind }) => kind))].sort() };
});

/** Keeps only what a case has, because only that is compared. */
function sorted({ name, input, expected, recommended = expected }: Case): Case {
  const { problems, ...rest } = recommended as Expected;
  return { name, input, expected, recommended: { ...rest, ...(problems && { problems: [...problems].sort() }) } };
}

function written(text: Written): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join('');
}
