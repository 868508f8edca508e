import type { PromptLibrary } from './prompt-library.ts';

/** Says of a record that the store did not give, though it was there, why: it cannot be read now, or it was removed. */
export function missingText({ parts }: Pick<PromptLibrary, 'parts'>, name: string, key: string): string {
  const problem = parts.store.problems?.value.find((one) => one.key === key && one.severity === 'error');
  return problem ? `${name} cannot be read: ${problem.message}` : `${name} was removed meanwhile`;
}
