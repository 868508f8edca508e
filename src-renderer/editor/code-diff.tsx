import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import { keepAriaLabel } from './keep-aria-label.ts';
import { editor } from './monaco.ts';
import { prepareMonaco } from './prepare-monaco.ts';

export interface CodeDiffProps {
  /** Name of what is compared, such as `Template`. */
  readonly label: string;
  readonly left: string;
  readonly right: string;
  readonly language: string;
  readonly fontSize: number;
  readonly onFailed: (error: unknown) => void;
}

/** Two texts beside each other, to be read. */
export function CodeDiff({ label, left, right, language, fontSize, onFailed }: CodeDiffProps) {
  const container = useRef<HTMLDivElement>(null);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    if (container.current === null) return;
    try {
      return openDiff(container.current, { label, left, right, language, fontSize });
    } catch (error) {
      failed.current(error);
      return undefined;
    }
  }, [label, left, right, language, fontSize]);
  return <div ref={container} className={styles.fills} />;
}

function openDiff(container: HTMLElement, { label, left, right, language, fontSize }: Omit<CodeDiffProps, 'onFailed'>) {
  prepareMonaco();
  const view = editor.createDiffEditor(container, {
    ...OPTIONS,
    fontSize,
  });
  const models = { original: editor.createModel(left, language), modified: editor.createModel(right, language) };
  view.setModel(models);
  const names = [
    keepAriaLabel(view.getOriginalEditor(), `${label} at the left`),
    keepAriaLabel(view.getModifiedEditor(), `${label} at the right`),
  ];
  return () => {
    for (const name of names) name.dispose();
    view.dispose();
    models.original.dispose();
    models.modified.dispose();
  };
}

const OPTIONS: editor.IStandaloneDiffEditorConstructionOptions = {
  automaticLayout: true,
  readOnly: true,
  originalEditable: false,
  wordWrap: 'on',
  diffWordWrap: 'on',
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  renderOverviewRuler: false,
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  ignoreTrimWhitespace: false,
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: 560,
  hideUnchangedRegions: { enabled: true, contextLineCount: 3, minimumLineCount: 6 },
  folding: false,
  stickyScroll: { enabled: false },
  lineNumbersMinChars: 3,
  fixedOverflowWidgets: true,
  tabFocusMode: true,
  renderControlCharacters: true,
  links: false,
  occurrencesHighlight: 'off',
};
