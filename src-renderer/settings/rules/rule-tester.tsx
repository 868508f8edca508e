import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { Judgement, PermissionMode, RulesState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { EffectList, PartList } from '../../permissions/judgement-view.tsx';
import { PERMISSIONS } from '../../permissions/permission-words.ts';
import { NEW_RULE, trialOf } from '../../permissions/rule-draft.ts';
import { AccessField, ToolFields } from '../../permissions/rule-fields.tsx';
import { PART_VERDICTS, SANDBOXES, subjectWords, TIERS } from '../../permissions/rule-words.ts';
import { useLatestRequest } from '../../state/use-latest-request.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import parts from '../../ui/form-parts.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './rules-pane.module.css';

const TONES = { allow: 'success', ask: 'warning', deny: 'danger' } as const;
const EMPTY = { ...NEW_RULE, command: '' };

export interface RuleTesterProps {
  readonly state: RulesState;
  /** Absolute path of the workspace that it is tried in. */
  readonly workspace: string | undefined;
}

/** Form that tries a subject: would it be allowed, by which rule, which part? Nothing is run. */
export function RuleTester({ state, workspace }: RuleTesterProps) {
  const api = useApi();
  const doing = useSettingsAction({ mayOverlap: true });
  const [draft, setDraft] = useState(EMPTY);
  const [mode, setMode] = useState<PermissionMode>(state.mode);
  const [answer, setAnswer] = useState<TesterAnswer | undefined>(undefined);
  const rules = rulesKey(state, workspace);
  const trial = trialOf(draft);
  const here = workspace === undefined ? {} : { workspace };
  const latest = useLatestRequest();
  const forget = () => {
    latest.cancel();
    setAnswer(undefined);
  };
  const change = (next: Partial<typeof EMPTY>) => {
    setDraft((now) => ({ ...now, ...next }));
    forget();
  };
  const test = (event: FormEvent) => {
    event.preventDefault();
    if (trial === undefined) return;
    forget();
    const isLatest = latest.begin();
    void doing.run(async () => {
      try {
        const judgement = await api.rules.test({ ...here, trial, mode });
        if (isLatest()) setAnswer({ judgement, rules });
      } catch (error) {
        // A failure about what was typed before is none of this.
        if (isLatest()) throw error;
      }
    });
  };
  return (
    <section className={styles.section} aria-label="Would this be allowed?" data-section="tester">
      <h2 className={styles.heading}>Would this be allowed?</h2>
      <form className={styles.form} onSubmit={test}>
        <div className={styles.pair}>
          <SelectField
            label="What"
            value={draft.kind}
            choices={[
              { value: 'command', label: 'A command' },
              { value: 'file', label: 'A file' },
              { value: 'tool', label: 'A tool of a provider' },
            ]}
            onChange={(value) => change({ kind: value === 'file' || value === 'tool' ? value : 'command' })}
          />
          <SelectField
            label="In a session that is set to"
            value={mode}
            choices={PERMISSIONS.map(({ value, name }) => ({ value, label: name }))}
            onChange={(value) => {
              setMode(PERMISSIONS.find((one) => one.value === value)?.value ?? 'ask');
              forget();
            }}
          />
        </div>
        <SubjectForm draft={draft} change={change} />
        <Button type="submit" variant="primary" className={styles.start} disabled={trial === undefined}>
          Test
        </Button>
      </form>
      <RefusalBanner doing={doing} />
      {answer?.rules === rules ? <TestAnswer judgement={answer.judgement} state={state} /> : undefined}
      {answer !== undefined && answer.rules !== rules ? (
        <p className={styles.note} role="status">
          The rules have changed since this was tested, or are of another folder: test it again.
        </p>
      ) : undefined}
    </section>
  );
}

/** A judgement, and the rules that it was made by. */
interface TesterAnswer {
  readonly judgement: Judgement;
  readonly rules: string;
}

/** Text that differs where a judgement may. `folder` is that in which it is tried. */
function rulesKey({ workspace, user, problems, sandbox }: RulesState, folder: string | undefined): string {
  return JSON.stringify([folder, workspace, user, problems, sandbox]);
}

interface SubjectFormProps {
  readonly draft: typeof EMPTY;
  readonly change: (next: Partial<typeof EMPTY>) => void;
}

function SubjectForm({ draft, change }: SubjectFormProps) {
  if (draft.kind === 'tool') return <ToolFields draft={draft} change={change} problems={{}} />;
  if (draft.kind === 'file') {
    return (
      <div className={styles.pair}>
        <AccessField access={draft.access} onChange={(access) => change({ access })} />
        <TextField label="Path" value={draft.path} onChange={(event) => change({ path: event.target.value })} />
      </div>
    );
  }
  return <CommandField command={draft.command} onChange={(command) => change({ command })} />;
}

const MAX_ROWS = 8;

interface CommandFieldProps {
  readonly command: string;
  readonly onChange: (command: string) => void;
}

/** A command of any number of lines: without its line breaks another one would be judged. Enter tests it, Shift+Enter begins a line. */
function CommandField({ command, onChange }: CommandFieldProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className={parts.lines}>
      <label htmlFor={id}>Command</label>
      <textarea
        id={id}
        rows={Math.min(command.split('\n').length, MAX_ROWS)}
        spellCheck={false}
        placeholder="npm test 2>&1 | tail -20"
        value={command}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function TestAnswer({ judgement, state }: { readonly judgement: Judgement; readonly state: RulesState }) {
  const { verdict, tier, rule, why, effects, sandbox } = judgement;
  const kept = [...state.workspace, ...state.user].find(({ id }) => id === rule);
  return (
    <div className={styles.answer} role="status" aria-label="Answer">
      <p className={styles.verdict}>
        <Badge tone={TONES[verdict]}>{PART_VERDICTS[verdict]}</Badge>
        <span>
          <VisibleText text={why} />
        </span>
      </p>
      <p className={styles.note}>
        Decided by {TIERS[tier]}
        {kept === undefined ? '' : `: ${subjectWords(kept.subject, kept.verdict)}`}
        {verdict === 'allow' ? `. It runs ${SANDBOXES[sandbox]}` : ''}
      </p>
      <PartList label="Parts" parts={judgement.parts} />
      {effects === undefined ? undefined : <EffectList effects={effects} />}
    </div>
  );
}
