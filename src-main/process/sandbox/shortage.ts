import { systemCodeOf } from '#core/app-error';

/** Error codes of a process, or a system, that has no descriptors or memory left. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

/** Answers that something is absent; a shortage says nothing of that. @throws the error of a shortage */
export function absentUnlessShort(error: unknown): undefined {
  if (SHORTAGES.has(systemCodeOf(error) ?? '')) throw error;
}
