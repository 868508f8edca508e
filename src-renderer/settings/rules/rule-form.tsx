import { type FormEvent, useId, useState } from 'react';
import type { Rehearsal, RuleSubject } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { RehearsalView } from '../../permissions/rehearsal-view.tsx';
import { type RuleDraft, subjectOf } from '../../permissions/rule-draft.ts';
import { SubjectFields } from '../../permissions/rule-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './rules-pane.module.css';

export interface RuleFormProps {
  readonly initial: RuleDraft;
  /** Absolute path of the workspace whose rules these are. */
  readonly workspace: string | undefined;
  readonly onClose: () => void;
}

interface RehearsedRule {
  readonly subject: string;
  readonly rehearsal: Rehearsal;
}

/** One rule. What allows is rehearsed on the past before it can be saved. */
export function RuleForm({ initial, workspace, onClose }: RuleFormProps) {
  const api = useApi();
  const id = useId();
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const [rehearsed, setRehearsed] = useState<RehearsedRule | undefined>(undefined);
  const doing = useSettingsAction();
  const here = workspace === undefined ? {} : { workspace };
  const { subject, problems } = subjectOf(draft);
  const shownProblems = isTried ? problems : {};
  const change = (next: Partial<RuleDraft>) => setDraft((now) => ({ ...now, ...next }));
  const isRehearsed =
    draft.verdict === 'deny' || (subject !== undefined && rehearsed?.subject === JSON.stringify(subject));

  const save = async (about: RuleSubject) => {
    const { scope, verdict, note, id: known } = draft;
    const rule = { verdict, subject: about, ...(note.trim() !== '' && { note: note.trim() }) };
    const isSaved = await doing.run(async () => {
      await api.rules.save({ ...here, scope, rule: { ...rule, ...(known !== undefined && { id: known }) } });
      // In its other place it is a rule of its own; the old one goes once the new one stands.
      if (known !== undefined && scope !== initial.scope) {
        await api.rules.remove({ ...here, scope: initial.scope, id: known });
      }
    });
    if (isSaved) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (subject === undefined) return;
    if (isRehearsed) void save(subject);
    else void doing.run(async () => setRehearsed(await rehearsalOf(subject)));
  };
  const rehearsalOf = async (about: RuleSubject) => ({
    subject: JSON.stringify(about),
    rehearsal: await api.rules.rehearse({ ...here, subject: about }),
  });
  return (
    <Dialog
      open
      size="large"
      title={initial.id === undefined ? 'New rule' : 'Change the rule'}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" disabled={doing.isBusy}>
            {isRehearsed ? 'Save the rule' : 'Rehearse on the past'}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={submit} noValidate>
        <RuleFormHead draft={draft} change={change} />
        <SubjectFields draft={draft} change={change} problems={shownProblems} />
        <TextField
          label="Why"
          hint="For you, when you read it later; may be empty."
          maxLength={1000}
          value={draft.note}
          onChange={(event) => change({ note: event.target.value })}
        />
        <RefusalBanner doing={doing} />
        {draft.verdict === 'allow' && isRehearsed && rehearsed !== undefined ? (
          <section className={styles.rehearsal} aria-label="Rehearsal">
            <RehearsalView rehearsal={rehearsed.rehearsal} />
          </section>
        ) : undefined}
      </form>
    </Dialog>
  );
}

interface HeadProps {
  readonly draft: RuleDraft;
  readonly change: (next: Partial<RuleDraft>) => void;
}

function RuleFormHead({ draft, change }: HeadProps) {
  return (
    <div className={styles.pair}>
      <SelectField
        label="Verdict"
        value={draft.verdict}
        choices={[
          { value: 'allow', label: 'Allow without asking' },
          { value: 'deny', label: 'Deny always' },
        ]}
        onChange={(value) => change({ verdict: value === 'deny' ? 'deny' : 'allow' })}
      />
      <SelectField
        label="Where"
        value={draft.scope}
        choices={[
          { value: 'workspace', label: 'This workspace' },
          { value: 'user', label: 'Everywhere' },
        ]}
        onChange={(value) => change({ scope: value === 'user' ? 'user' : 'workspace' })}
      />
      <SelectField
        label="About"
        value={draft.kind}
        choices={[
          { value: 'command', label: 'Commands' },
          { value: 'file', label: 'Files' },
          { value: 'tool', label: 'A tool of a provider' },
        ]}
        onChange={(value) => change({ kind: value === 'file' || value === 'tool' ? value : 'command' })}
      />
    </div>
  );
}
