import { hiddenCharactersIn } from '#contract/hidden-characters';
import { frontMatterOf } from './front-matter.ts';
import { frontValues } from './front-values.ts';

/** Largest SKILL.md, in bytes of UTF-8. */
export const MAX_SKILL_BYTES = 1_048_576;
/** Longest description, in code points (Agent Skills standard). */
const MAX_DESCRIPTION = 1024;
const MAX_NAME = 64;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export type SkillProblemKind =
  | 'too-large'
  | 'no-front-matter'
  | 'bad-yaml'
  | 'no-name'
  | 'name-form'
  | 'name-folder'
  | 'no-description'
  | 'description-long'
  | 'hidden-characters';

export interface SkillProblem {
  readonly kind: SkillProblemKind;
  /** Line number, counted from 1. */
  readonly line?: number;
  /** A sentence: what is wrong, and what to do. */
  readonly message: string;
}

export interface ReadSkill {
  /** Name and description of the skill; `undefined` if it cannot be loaded. */
  readonly skill: { readonly name: string; readonly description: string } | undefined;
  readonly problems: readonly SkillProblem[];
}

/** Reads a SKILL.md by the Agent Skills standard; `folder` is the name of its folder. Whatever it is, the answer is a value. */
export function readSkill(folder: string, written: string): ReadSkill {
  if (Buffer.byteLength(written) > MAX_SKILL_BYTES)
    return not('too-large', 'It is larger than 1 MiB; move parts of it into other files');
  const text = written.startsWith('\ufeff') ? written.slice(1) : written;
  const front = frontMatterOf(text, { mayEndText: true });
  if (!front) {
    return not(
      'no-front-matter',
      'It does not begin with a block between two lines of three dashes; add one with name and description',
      1,
    );
  }
  const values = frontValues(front.block);
  const problems: SkillProblem[] = [];
  if (values.problem) {
    const { line, message } = values.problem;
    problems.push({
      kind: 'bad-yaml',
      line: front.line + line - 1,
      message: `Its metadata is no valid YAML: it ${lowerFirst(message)}`,
    });
  }
  const name = values.text('name');
  const description = values.text('description');
  problems.push(...nameProblems(name, folder), ...descriptionProblems(description));
  problems.push(...hiddenProblems([text, name ?? '', description ?? '']));
  const hasForm = name !== undefined && isName(name);
  if (description === undefined) return { skill: undefined, problems };
  return { skill: { name: hasForm ? name : folder, description: firstOf(description) }, problems };
}

function nameProblems(name: string | undefined, folder: string): SkillProblem[] {
  if (name === undefined) return [{ kind: 'no-name', message: `It has no name; add "name: ${folder}"` }];
  const problems: SkillProblem[] = [];
  if (!isName(name)) {
    const message = `Its name is not 1 to ${MAX_NAME} small letters, digits and single hyphens between them; its folder's name is used`;
    problems.push({ kind: 'name-form', message });
  }
  if (name !== folder)
    problems.push({
      kind: 'name-folder',
      message: `Its name is not that of its folder, "${folder}"; make them the same`,
    });
  return problems;
}

const isName = (name: string) => name.length <= MAX_NAME && NAME.test(name);

function descriptionProblems(description: string | undefined): SkillProblem[] {
  if (description === undefined) {
    return [
      { kind: 'no-description', message: 'It has no description, so models would not know when to use it; add one' },
    ];
  }
  if (firstOf(description) === description) return [];
  return [
    {
      kind: 'description-long',
      message: `Its description is longer than ${MAX_DESCRIPTION} characters; models are told its beginning`,
    },
  ];
}

/** The first characters, never half of one. */
function firstOf(description: string): string {
  if (description.length <= MAX_DESCRIPTION) return description;
  return [...description.slice(0, 2 * MAX_DESCRIPTION)].slice(0, MAX_DESCRIPTION).join('');
}

function hiddenProblems(texts: readonly string[]): SkillProblem[] {
  for (const text of texts) {
    const [first] = hiddenCharactersIn(text);
    if (!first) continue;
    const line = text === texts[0] ? text.slice(0, first.index).split('\n').length : undefined;
    const message = `It has characters that do not show (${first.code} ${first.name}); look at it closely`;
    return [{ kind: 'hidden-characters', message, ...(line !== undefined && { line }) }];
  }
  return [];
}

function not(kind: SkillProblemKind, message: string, line?: number): ReadSkill {
  return { skill: undefined, problems: [{ kind, message, ...(line !== undefined && { line }) }] };
}

const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);
