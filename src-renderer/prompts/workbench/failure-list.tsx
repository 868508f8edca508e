import type { PromptProblem } from '#contract';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { missingArgs } from './missing-args.ts';
import type { LivePreview } from './use-preview.ts';
import type { ArgsProblem } from './use-rendering.ts';
import styles from './workbench.module.css';

export interface FailureListProps {
  readonly preview: Pick<LivePreview, 'failure' | 'problems' | 'rendered' | 'again'>;
  /** Reason why the args are invalid: what is shown was rendered with earlier ones. */
  readonly argsProblem: ArgsProblem | undefined;
  readonly onGo: (message: number, line: number, column: number) => void;
  /** Opens the JSON of the args, where it is wrong. */
  readonly onGoToArgs: () => void;
  /** Opens the field of an argument. */
  readonly onFillIn: (name: string) => void;
}

/** List of reasons why the text cannot be rendered, with their places; and of oddities if it can. */
export function FailureList({ preview, argsProblem, onGo, onGoToArgs, onFillIn }: FailureListProps) {
  const { failure, problems, rendered } = preview;
  const missing = failure === undefined ? [] : missingArgs(failure);
  const shown = previewProblems(preview);
  const warnings = failure === undefined ? (rendered?.warnings ?? []) : [];
  const said = new Set(problems.map(({ message }) => message));
  const unsaid = warnings.filter((text) => !said.has(text));
  const isWrong = failure !== undefined || argsProblem !== undefined;
  if (!isWrong && shown.length === 0 && unsaid.length === 0) return undefined;
  return (
    <ul className={styles.problems} aria-label="Problems" data-severity={isWrong ? 'error' : 'warning'}>
      {argsProblem === undefined ? undefined : <BrokenArgs problem={argsProblem} onGo={onGoToArgs} />}
      {shown.map((problem) => (
        <li key={`${problem.in} ${problem.line} ${problem.column} ${problem.message}`}>
          {problem.line === undefined ? undefined : (
            <button type="button" onClick={() => onGo(problem.in ?? 0, problem.line ?? 1, problem.column ?? 1)}>
              {promptProblemPlace(problem)}
            </button>
          )}{' '}
          <VisibleText text={problem.message} />
        </li>
      ))}
      {missing.map((name) => (
        <li key={`missing ${name}`} className={styles.missing}>
          <span>
            The argument <b>{name}</b> is needed, and it is not given.
          </span>
          <Button size="small" onClick={() => onFillIn(name)}>
            Fill in {name}
          </Button>
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

function BrokenArgs({ problem, onGo }: { readonly problem: ArgsProblem; readonly onGo: () => void }) {
  const { place } = problem;
  return (
    <li>
      <button type="button" onClick={onGo}>
        {place === undefined ? 'In the arguments:' : `In the arguments, line ${place.line}, column ${place.column}:`}
      </button>{' '}
      <VisibleText text={place?.message ?? problem.problem} />
    </li>
  );
}

/** Missing arguments have lines of their own. */
function previewProblems({ failure, problems }: FailureListProps['preview']): readonly PromptProblem[] {
  if (failure === undefined) return problems;
  if (failure.reason === 'arguments' && failure.missing !== undefined) return problems;
  const placed = failure.problems.length > 0 ? failure.problems : problems;
  return placed.length > 0 ? placed : [{ severity: 'error', message: failure.message }];
}

function promptProblemPlace({ in: message = 0, line, column }: PromptProblem): string {
  const where = `line ${line}${column === undefined ? '' : `, column ${column}`}`;
  return message === 0 ? `At ${where}:` : `In message ${message + 1}, ${where}:`;
}
