import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import type { CodeProps } from './code-types.ts';
import { loadLanguage } from './load-language.ts';
import { type CodeController, openCode } from './open-code.ts';

const NONE: readonly never[] = [];

export interface CodeEditorProps extends CodeProps {
  /** Called if it could not be created. */
  readonly onFailed: (error: unknown) => void;
}

/** A text in Monaco. */
export function CodeEditor(props: CodeEditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const controller = useRef<CodeController>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { text, language, problems = NONE, marks = NONE, context, fontSize, isReadOnly, label, maxLines } = props;

  useEffect(() => {
    let isOver = false;
    const open = () => {
      if (isOver || container.current === null) return;
      const { current: now } = latest;
      const opened = openedCode(container.current, { ...now, language }, () => latest.current);
      if (opened === undefined) return;
      controller.current = opened;
      opened.setProblems(now.problems ?? NONE);
      opened.setMarks(now.marks ?? NONE);
      now.onReady?.(opened);
    };
    const loading = loadLanguage(language);
    if (loading === undefined) open();
    else void loading.then(open);
    return () => {
      isOver = true;
      if (controller.current === undefined) return;
      latest.current.onReady?.(undefined);
      controller.current.dispose();
      controller.current = undefined;
    };
  }, [language]);

  useEffect(() => controller.current?.setText(text), [text]);
  useEffect(() => controller.current?.setProblems(problems), [problems]);
  useEffect(() => controller.current?.setMarks(marks), [marks]);
  useEffect(() => controller.current?.setContext(context), [context]);
  useEffect(
    () => controller.current?.setLook({ fontSize, label, ...(isReadOnly === undefined ? {} : { isReadOnly }) }),
    [fontSize, isReadOnly, label],
  );
  return <div ref={container} className={maxLines === undefined ? styles.fills : styles.grows} />;
}

function openedCode(container: HTMLElement, props: CodeEditorProps, latest: () => CodeEditorProps) {
  try {
    return openCode(container, props, latest);
  } catch (error) {
    props.onFailed(error);
    return undefined;
  }
}
