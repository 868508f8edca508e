import { useId, useRef, useState } from 'react';
import type { SettingsProblem, SettingsState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorProblems, errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DraftBanners } from './draft-banners.tsx';
import { ProblemList } from './problem-list.tsx';
import { selectLine } from './select-line.ts';
import styles from './settings-file.module.css';
import { useYamlDraft, yamlDraftKey } from './use-yaml-draft.ts';

/**
 * The YAML itself, in a plain editor. What is typed stays when it cannot be saved, and when the file changes in the
 * meantime.
 */
export function SettingsFile({ state }: { readonly state: SettingsState }) {
  const api = useApi();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const draft = useYamlDraft(state.yaml, yamlDraftKey(state.file));
  const { isChanged } = draft;
  const [refusal, setRefusal] = useState<{ readonly text: string; readonly problems: readonly SettingsProblem[] }>();

  const save = async (yaml: string) => {
    setRefusal(undefined);
    try {
      await api.settings.saveYaml({ yaml });
      return true;
    } catch (error) {
      setRefusal({ text: errorText(error), problems: errorProblems(error) });
      return false;
    }
  };
  const discard = () => {
    draft.discard();
    setRefusal(undefined);
  };
  const goToLine = (line: number) => selectLine(field.current, line);
  const problems = refusal?.problems ?? (isChanged ? [] : state.problems);
  return (
    <div className={styles.file}>
      <p className={styles.path}>
        <label htmlFor={id}>Settings file</label>
        <code>{state.file}</code>
      </p>
      <DraftBanners draft={draft} />
      {refusal === undefined ? undefined : <Banner level="error">{refusal.text}</Banner>}
      {problems.length === 0 ? undefined : <ProblemList problems={problems} onGoToLine={goToLine} />}
      <textarea
        ref={field}
        id={id}
        className={styles.text}
        spellCheck={false}
        wrap="off"
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
      />
      <div className={styles.buttons}>
        <Button variant="primary" disabled={!isChanged} onClick={() => void draft.save(save)}>
          Save
        </Button>
        <Button disabled={!isChanged} onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
