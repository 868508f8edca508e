import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import type { CodeProps } from './code-types.ts';
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
    if (container.current === null) return;
    const { current: now } = latest;
    const opened = openedCode(container.current, { ...now, language }, () => latest.current);
    if (opened === undefined) return;
    controller.current = opened;
    now.onReady?.(opened);
    return () => {
      latest.current.onReady?.(undefined);
      controller.current = undefined;
      opened.dispose();
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
