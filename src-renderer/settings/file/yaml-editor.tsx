import { type ReactNode, useId, useRef } from 'react';
import type { SettingsProblem } from '#contract';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import styles from '../profiles/profiles-pane.module.css';
import { useSettingsAction } from '../use-settings-action.ts';
import { DraftBanners } from './draft-banners.tsx';
import { ProblemList } from './problem-list.tsx';
import { RefusalBanner } from './refusal-banner.tsx';
import { selectLine } from './select-line.ts';
import { useYamlDraft, yamlDraftKey } from './use-yaml-draft.ts';

export interface YamlEditorProps {
  readonly title: string;
  readonly path: string;
  /** Remark beside the path. */
  readonly remark?: ReactNode;
  readonly yaml: string;
  readonly placeholder: string;
  readonly problems: readonly SettingsProblem[];
  readonly warnings?: readonly SettingsProblem[];
  readonly onSave: (yaml: string) => Promise<unknown>;
  /** Content between the heading and the text. */
  readonly children?: ReactNode;
  /** Note beside the buttons. */
  readonly note: string;
}

/**
 * A file as its YAML: comments stay, and so does what was typed when it cannot be saved, or the file changes in the
 * meantime.
 */
export function YamlEditor(props: YamlEditorProps) {
  const { title, path, remark, yaml, placeholder, problems, warnings = [], onSave, children, note } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const doing = useSettingsAction();
  const draft = useYamlDraft(yaml, yamlDraftKey(path));
  const { isChanged } = draft;
  const save = () => draft.save((text) => doing.run(() => onSave(text)));
  const discard = () => {
    draft.discard();
    doing.dismiss();
  };
  const goTo = (line: number) => selectLine(field.current, line);
  return (
    <section className={styles.section} aria-label={title}>
      <p className={styles.row}>
        <label htmlFor={id} className={styles.heading}>
          {title}
        </label>
        <code className={styles.note}>{path}</code>
        {remark}
      </p>
      {children}
      <YamlProblems level="error" title="Errors" problems={problems} goTo={goTo} />
      <YamlProblems level="warning" title="Unknown keys" problems={warnings} goTo={goTo} />
      <DraftBanners draft={draft} />
      <RefusalBanner doing={doing} onGoToLine={goTo} />
      <textarea
        ref={field}
        id={id}
        className={styles.yaml}
        rows={Math.min(Math.max(draft.text.split('\n').length + 1, 6), 24)}
        spellCheck={false}
        wrap="off"
        value={draft.text}
        placeholder={placeholder}
        onChange={(event) => draft.change(event.target.value)}
      />
      <div className={styles.row}>
        <Button size="small" variant="primary" disabled={!isChanged || doing.isBusy} onClick={() => void save()}>
          Save
        </Button>
        <Button size="small" disabled={!isChanged} onClick={discard}>
          Discard
        </Button>
        <span className={styles.note}>{note}</span>
      </div>
    </section>
  );
}

interface ProblemsProps {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly problems: readonly SettingsProblem[];
  readonly goTo: (line: number) => void;
}

function YamlProblems({ level, title, problems, goTo }: ProblemsProps) {
  if (problems.length === 0) return undefined;
  return (
    <Banner level={level} title={title}>
      <ProblemList problems={problems} onGoToLine={goTo} />
    </Banner>
  );
}
