import type { PromptProblem } from '#contract';
import { VisibleText } from '../ui/visible-text.tsx';
import type { LivePreview } from './use-preview.ts';
import styles from './workbench.module.css';

export interface FailureListProps {
  readonly preview: Pick<LivePreview, 'failure' | 'problems' | 'rendered' | 'again'>;
  readonly onGo: (message: number, line: number, column: number) => void;
}

/** Why it cannot be rendered as it is written, and where; and what is odd though it can. */
export function FailureList({ preview, onGo }: FailureListProps) {
  const { failure, problems, rendered } = preview;
  const shown = problemsOf(preview);
  const warnings = failure === undefined ? (rendered?.warnings ?? []) : [];
  const said = new Set(problems.map(({ message }) => message));
  const unsaid = warnings.filter((text) => !said.has(text));
  if (shown.length === 0 && unsaid.length === 0) return undefined;
  return (
    <ul className={styles.problems} aria-label="Problems" data-severity={failure === undefined ? 'warning' : 'error'}>
      {shown.map((problem) => (
        <li key={`${problem.in} ${problem.line} ${problem.column} ${problem.message}`}>
          {problem.line === undefined ? undefined : (
            <button type="button" onClick={() => onGo(problem.in ?? 0, problem.line ?? 1, problem.column ?? 1)}>
              {placeWords(problem)}
            </button>
          )}{' '}
          <VisibleText text={problem.message} />
        </li>
      ))}
      {failure?.reason === 'timeout' ? (
        <li>
          <button type="button" onClick={preview.again}>
            Render again
          </button>
        </li>
      ) : undefined}
      {unsaid.map((text) => (
        <li key={text}>
          <VisibleText text={text} />
        </li>
      ))}
    </ul>
  );
}

function problemsOf({ failure, problems }: FailureListProps['preview']): readonly PromptProblem[] {
  if (failure === undefined) return problems;
  const placed = failure.problems.length > 0 ? failure.problems : problems;
  return placed.length > 0 ? placed : [{ severity: 'error', message: failure.message }];
}

function placeWords({ in: message = 0, line, column }: PromptProblem): string {
  const where = `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return message === 0 ? `At ${where}:` : `In message ${message + 1}, ${where}:`;
}
