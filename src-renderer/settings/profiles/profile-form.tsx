import { type FormEvent, useId, useState } from 'react';
import type { KeychainState, ProfileView } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { connectionOf, isOtherServer } from '../../connect/connection-draft.ts';
import { KeyFields, ServerFields } from '../../connect/connection-fields.tsx';
import { ConnectionTestRow } from '../../connect/connection-outcome.tsx';
import { useConnectionTest } from '../../connect/use-connection-test.ts';
import type { ProfilesPlace } from '../../state/use-profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import { ChangedInFile } from './changed-in-file.tsx';
import { KeyStorage } from './key-storage.tsx';
import { keyFields, type ProfileDraft, profileFields, profileProblems } from './profile-draft.ts';
import { ChatFields, PlaceFields } from './profile-fields.tsx';
import styles from './profiles-pane.module.css';
import { type EditedDraft, useProfileDraft } from './use-profile-draft.ts';

export interface ProfileFormProps {
  readonly initial: ProfileDraft;
  /** Whether it exists already, so that its name and its file are fixed. */
  readonly isKnown: boolean;
  /** The profile as its file has it now; absent if it is not there. */
  readonly profile: ProfileView | undefined;
  /** The place whose profile it is. */
  readonly place: ProfilesPlace;
  readonly keychain: KeychainState | undefined;
  readonly onClose: () => void;
}

/** One profile: who answers, where, and with which key. What was typed stays until it is saved or the form is left. */
export function ProfileForm({ initial, isKnown, profile, place, keychain, onClose }: ProfileFormProps) {
  const api = useApi();
  const id = useId();
  const edited = useProfileDraft(initial, isKnown, profile);
  const { draft } = edited;
  const [isTried, setIsTried] = useState(false);
  const saving = useSettingsAction();
  const problems = profileProblems(draft, isKnown);
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
        ...(isKnown ? {} : { isNew: true }),
        ...(makeDefault && !(isKnown && initial.makeDefault) ? { makeDefault } : {}),
      }),
    );
    if (isSaved) onClose();
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
        <ChangedInFile edited={edited} />
        <FormFields
          edited={edited}
          isKnown={isKnown}
          isTried={isTried}
          problems={problems}
          place={place}
          keychain={keychain}
        />
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={draft.makeDefault}
            disabled={initial.makeDefault}
            onChange={(event) => edited.change({ makeDefault: event.target.checked })}
          />
          New sessions start with it
        </label>
      </form>
    </Dialog>
  );
}

interface FormFieldsProps extends Pick<ProfileFormProps, 'isKnown' | 'place' | 'keychain'> {
  readonly edited: EditedDraft;
  /** Whether saving was tried, so that what is missing is said. */
  readonly isTried: boolean;
  readonly problems: ReturnType<typeof profileProblems>;
}

function FormFields({ edited, isKnown, isTried, problems, place, keychain }: FormFieldsProps) {
  const { draft } = edited;
  const trial = useConnectionTest();
  const change = (next: Partial<ProfileDraft>) => {
    if (isOtherServer(next)) trial.reset();
    edited.change(next);
  };
  const shown = isTried ? problems : {};
  const test = () => void trial.test({ ...place, ...connectionOf(draft), ...(isKnown ? { profile: draft.name } : {}) });
  return (
    <>
      <PlaceFields draft={draft} isKnown={isKnown} problems={shown} onChange={change} />
      <ServerFields
        draft={draft}
        problems={isTried || draft.baseUrl !== '' ? problems : {}}
        models={trial.result?.models ?? []}
        onChange={change}
      />
      <KeyFields
        draft={draft}
        problems={shown}
        placeholder={isKnown ? 'Unchanged' : 'Asked for when it is needed'}
        onChange={change}
      >
        <KeyStorage draft={draft} keychain={keychain} onChange={change} />
      </KeyFields>
      <ConnectionTestRow
        trial={trial}
        disabled={problems.baseUrl !== undefined}
        onTest={test}
        onChooseModel={(model) => change({ model })}
      />
      <ChatFields draft={draft} problems={shown} onChange={change} />
    </>
  );
}
