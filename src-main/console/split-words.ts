import { AppError } from '#core/app-error';
import { type ExpansionNames, expandStage } from './expand.ts';
import { parseShellLine } from './parse-line.ts';

/** The words of one command as it is typed in Shell mode. @throws AppError INVALID_INPUT for everything that is more than that */
export function splitWords(line: string, names: ExpansionNames): readonly string[] {
  const parsed = parseShellLine(line);
  if (parsed.kind === 'beyond') throw notOneCommand(`${parsed.operator} is not supported here`);
  const [stage, ...more] = parsed.stages;
  if (!stage || more.length > 0) throw notOneCommand('A pipeline cannot be used here');
  if (stage.assignments.length > 0) throw notOneCommand('Variables before a command cannot be used here');
  return expandStage(stage, names)?.words ?? [];
}

function notOneCommand(why: string): AppError {
  return new AppError('INVALID_INPUT', why, { where: 'the command', advice: 'Give one program and its arguments.' });
}
