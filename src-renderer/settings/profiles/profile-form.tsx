import { type FormEvent, useId, useState } from 'react';
import type { KeychainState } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useShownProfilesPlace } from '../../state/use-profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import { ConnectionOutcome, useProfileTest } from './connection-outcome.tsx';
import { KeyFields } from './key-fields.tsx';
import { keyFields, type ProfileDraft, profileFields, profileProblems, protocolOf, usualOf } from './profile-draft.ts';
import { ChatFields, PlaceFields, ServerFields } from './profile-fields.tsx';
import styles from './profiles-pane.module.css';

export interface ProfileFormProps {
  readonly initial: ProfileDraft;
  /** Whether it exists already, so that its name and its file are fixed. */
  readonly isKnown: boolean;
  readonly keychain: KeychainState | undefined;
  readonly onClose: () => void;
}

/** One profile: who answers, where, and with which key. What was typed stays until it is saved or the form is left. */
export function ProfileForm({ initial, isKnown, keychain, onClose }: ProfileFormProps) {
  const api = useApi();
  const place = useShownProfilesPlace();
  const id = useId();
  const [draft, setDraft] = useState(initial);
  const [isTried, setIsTried] = useState(false);
  const saving = useSettingsAction();
  const trial = useProfileTest();
  const problems = profileProblems(draft);
  const change = (next: Partial<ProfileDraft>) => setDraft((now) => ({ ...now, ...next }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    const { scope, name, makeDefault } = draft;
    const isSaved = await saving.run(() =>
      api.profiles.save({
        ...place,
        scope,
        name,
        fields: profileFields(draft),
        ...keyFields(draft, isKnown),
        ...(makeDefault && !(isKnown && initial.makeDefault) ? { makeDefault } : {}),
      }),
    );
    if (isSaved) onClose();
  };
  const test = () => {
    const usual = usualOf(draft);
    const protocol = protocolOf(draft);
    void trial.test({
      ...place,
      ...(protocol && { protocol }),
      baseUrl: draft.baseUrl.trim() || usual.baseUrl,
      model: draft.model.trim() || usual.model,
      ...(draft.key === '' ? {} : { key: draft.key }),
      ...(isKnown ? { profile: draft.name } : {}),
    });
  };
  return (
    <Dialog
      open
      size="large"
      title={isKnown ? `Profile ${draft.name}` : 'New profile'}
      onOpenChange={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" disabled={saving.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={id} className={styles.fields} onSubmit={(event) => void save(event)} noValidate>
        <RefusalBanner doing={saving} />
        <PlaceFields draft={draft} isKnown={isKnown} problems={isTried ? problems : {}} onChange={change} />
        <ServerFields
          draft={draft}
          problems={isTried || draft.baseUrl !== '' ? problems : {}}
          models={trial.models}
          onChange={change}
        />
        <KeyFields draft={draft} isKnown={isKnown} keychain={keychain} onChange={change} />
        <div className={styles.trial}>
          <Button disabled={trial.isTesting || problems.baseUrl !== undefined} onClick={test}>
            Test connection
          </Button>
          <ConnectionOutcome trial={trial} onChooseModel={(model) => change({ model })} />
        </div>
        <ChatFields draft={draft} problems={isTried ? problems : {}} onChange={change} />
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.makeDefault}
            disabled={initial.makeDefault}
            onChange={(event) => change({ makeDefault: event.target.checked })}
          />
          New sessions start with it
        </label>
      </form>
    </Dialog>
  );
}
