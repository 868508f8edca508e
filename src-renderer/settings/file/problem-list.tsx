import type { SettingsProblem } from '#contract';
import { Button } from '../../ui/button.tsx';
import styles from './problem-list.module.css';

export interface ProblemListProps {
  readonly problems: readonly SettingsProblem[];
  readonly onGoToLine?: (line: number) => void;
}

/** List of the problems of a settings file, each with its line. */
export function ProblemList({ problems, onGoToLine }: ProblemListProps) {
  return (
    <ul className={styles.problems} aria-label="Problems">
      {problems.map(({ path, line, message }) => (
        <li key={`${line}:${path}:${message}`}>
          {line === undefined ? undefined : onGoToLine === undefined ? (
            <span className={styles.line}>Line {line}</span>
          ) : (
            <Button size="small" variant="ghost" onClick={() => onGoToLine(line)}>
              Line {line}
            </Button>
          )}
          {path === '' ? undefined : <code>{path}</code>}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
