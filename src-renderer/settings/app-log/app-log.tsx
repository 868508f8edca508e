import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { useAppInfo } from '../../state/app-info.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/format.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useToday } from '../../ui/use-today.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { choiceWords } from '../form/choice-words.ts';
import styles from './app-log.module.css';
import { type LogLevel, logLevels, parseLogLine } from './log-lines.ts';

const LINES = 1000;

/** The end of the app log, newest last. */
export function AppLog({ isVisible }: { readonly isVisible: boolean }) {
  useToday();
  const api = useApi();
  const info = useAppInfo();
  const [lines, setLines] = useState<readonly string[] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [least, setLeast] = useState<LogLevel>('debug');
  const refresh = useCallback(() => {
    setProblem(undefined);
    api.app.log({ lines: LINES }).then(setLines, (error: unknown) => setProblem(errorText(error)));
  }, [api]);
  useEffect(() => {
    if (isVisible) refresh();
  }, [isVisible, refresh]);

  const list = useNewestInView(lines);

  const shown = (lines ?? [])
    .map(parseLogLine)
    .filter(({ level }) => logLevels.indexOf(level) >= logLevels.indexOf(least));
  return (
    <section className={styles.log} aria-label="App log">
      <div className={styles.bar}>
        <SelectField
          label="Least level"
          isLabelHidden
          value={least}
          choices={logLevels.map((value) => ({
            value,
            label: value === 'error' ? 'Errors only' : `${choiceWords('log.level', value)} and above`,
          }))}
          onChange={(value) => setLeast(logLevels.find((level) => level === value) ?? 'debug')}
        />
        <Button onClick={refresh}>Refresh</Button>
        <code className={styles.path}>{info?.logFile}</code>
      </div>
      {problem === undefined ? undefined : <Banner level="error">{problem}</Banner>}
      <div
        ref={list}
        className={styles.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
        tabIndex={0}
        role="log"
        aria-label="Lines of the app log"
        aria-live="off"
      >
        {lines !== undefined && shown.length === 0 && problem === undefined ? (
          <p className={styles.none}>No lines of that level.</p>
        ) : undefined}
        {shown.map(({ at, level, event, fields }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are replaced as a whole.
          <p key={index} className={styles.line} data-level={level}>
            <time>{at === undefined ? '' : formatTime(at)}</time>
            <span className={styles.level}>{level}</span>
            <span className={styles.words}>
              <strong>
                <VisibleText text={event} />
              </strong>{' '}
              <VisibleText text={fields} />
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}

/** Brings the last of the lines into view when they have come. */
function useNewestInView(lines: readonly string[] | undefined): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last of them is the one that came last.
  useLayoutEffect(() => {
    // Newer browsers answer with a promise, which React would take for a cleanup.
    const showNewest = () => void list.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
    showNewest();
    // Lines that are drawn only now are higher than they were taken to be.
    const frame = requestAnimationFrame(showNewest);
    return () => cancelAnimationFrame(frame);
  }, [lines]);
  return list;
}
