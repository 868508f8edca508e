import { SYSTEM_PYTHON } from '#process/system-program';
import { MountError } from '../mount-error.ts';
import type { MountPorts } from '../mount-ports.ts';
import { helperWord, parseHelperAnswer } from './helper-answer.ts';
import { HELPER_PATH } from './helper-file.ts';

/** Meaning of the helper's codes for the caller. */
const REASONS = { busy: 'busy', unsaved: 'unsaved', unknown: 'unknown' } as const;

/**
 * Calls the helper as root, after the system asked for a password.
 *
 * @throws MountError with its message: `cancelled` if the person dismissed the question
 */
export async function callHelper(
  ports: MountPorts,
  request: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const done = await ports.elevate(`${SYSTEM_PYTHON} -I ${ports.helperPath ?? HELPER_PATH} ${helperWord(request)}`);
  if (done.kind === 'dismissed') throw new MountError('cancelled', done.message);
  if (done.kind !== 'ran') throw new MountError('helper', done.message);
  const answer = parseHelperAnswer(done.stdout);
  if (answer?.ok) return answer.members;
  if (!answer)
    throw new MountError('helper', `The helper gave no answer: ${done.stderr.trim() || 'it printed nothing'}`);
  const reason = Object.hasOwn(REASONS, answer.code) ? REASONS[answer.code as keyof typeof REASONS] : 'helper';
  throw new MountError(reason, answer.message);
}
