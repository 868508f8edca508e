import { useRef, useState } from 'react';
import type { KeychainState, ProfilesState, ProfileView } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useKeptLive } from '../../state/use-kept-live.ts';
import { useLive } from '../../state/use-live.ts';
import { type ProfilesPlace, useShownProfilesPlace } from '../../state/use-profiles.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSectionInView } from '../use-section-in-view.ts';
import { useSettingsAction } from '../use-settings-action.ts';
import { KeychainCard } from './keychain-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { newDraft, type ProfileDraft, profileDraft } from './profile-draft.ts';
import { ProfileFile } from './profile-file.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileServers } from './profile-servers.tsx';
import styles from './profiles-pane.module.css';

export interface ProfilesPaneProps {
  readonly isVisible: boolean;
  /** The part to bring into view, such as `keychain`. */
  readonly section: string | undefined;
  readonly asked: number;
}

/** A profile in its form, and the place whose profile it is, also when another session is shown meanwhile. */
interface EditedProfile {
  readonly draft: ProfileDraft;
  /** The profile as it was when its form was opened; absent for a new one. */
  readonly opened: ProfileView | undefined;
  readonly place: ProfilesPlace;
}

/** Pane with the profiles for chat, the storage of their keys, and the two files that define them. */
export function ProfilesPane(props: ProfilesPaneProps) {
  const place = useShownProfilesPlace();
  const keychain = useLive((api, signal) => api.keychain.changed(undefined, { signal }), []);
  const [editing, setEditing] = useState<EditedProfile | undefined>(undefined);
  const keys = keychain.status === 'ready' ? keychain.value : undefined;
  return (
    <>
      <ShownProfiles
        {...props}
        place={place}
        keys={keys}
        onEdit={(draft, opened) => setEditing({ draft, opened, place })}
      />
      {editing === undefined ? undefined : (
        <OpenedForm editing={editing} keychain={keys} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}

interface ShownProfilesProps extends ProfilesPaneProps {
  readonly place: ProfilesPlace;
  readonly keys: KeychainState | undefined;
  readonly onEdit: (draft: ProfileDraft, opened?: ProfileView) => void;
}

function ShownProfiles({ isVisible, section, asked, place, keys, onEdit }: ShownProfilesProps) {
  const live = useLive((api, signal) => api.profiles.changed(place, { signal }), [place]);
  // What is typed into your own file stays when another folder's profiles are fetched; nothing is done to those before.
  const profiles = useKeptLive(live);
  const container = useRef<HTMLDivElement>(null);
  useSectionInView(container, { section, asked, isShown: isVisible && profiles.status === 'ready' });
  if (profiles.status === 'loading') return <Spinner label="Loading profiles" />;
  if (profiles.status === 'failed') return <Banner level="error">{profiles.error.message}</Banner>;
  const state = profiles.value;
  return (
    <div ref={container} className={styles.pane} inert={live.status === 'loading'}>
      {state.startProblem === undefined ? undefined : (
        <Banner level="warning" title={state.isDemo ? 'Only the demo can answer yet.' : 'No profile can answer yet.'}>
          {state.startProblem}
        </Banner>
      )}
      <ProfileList
        // What was asked or tried of a profile is not of the one of the same name in another folder.
        key={place.workspace}
        state={state}
        onNew={() => onEdit(newDraft({ makeDefault: state.profiles.length === 0 }))}
        onEdit={(profile) => onEdit(profileDraft(profile), profile)}
      />
      <ProfileServers
        isVisible={isVisible}
        onUse={(draft) => onEdit({ ...draft, makeDefault: state.profiles.length === 0 })}
      />
      <Demo state={state} />
      {keys === undefined ? undefined : <KeychainCard state={keys} />}
      {state.files.map((file) => (
        <ProfileFile
          key={file.path}
          file={file}
          problems={state.problems.filter((one) => one.file === file.path)}
          warnings={state.warnings.filter((one) => one.file === file.path)}
        />
      ))}
    </div>
  );
}

interface OpenedFormProps {
  readonly editing: EditedProfile;
  readonly keychain: KeychainState | undefined;
  readonly onClose: () => void;
}

function OpenedForm({ editing: { draft, opened, place }, keychain, onClose }: OpenedFormProps) {
  const live = useLive((api, signal) => api.profiles.changed(place, { signal }), [place]);
  const isOpened = ({ scope, name }: ProfileView) => scope === draft.scope && name === draft.name;
  const profile = live.status === 'ready' ? live.value.profiles.find(isOpened) : opened;
  return (
    <ProfileForm
      initial={draft}
      isKnown={opened !== undefined}
      profile={profile}
      place={place}
      keychain={keychain}
      onClose={onClose}
    />
  );
}

interface ListProps {
  readonly state: ProfilesState;
  readonly onNew: () => void;
  readonly onEdit: (profile: ProfileView) => void;
}

function ProfileList({ state, onNew, onEdit }: ListProps) {
  return (
    <section className={styles.section} aria-label="Profiles" data-section="model">
      <div className={styles.row}>
        <h2 className={styles.heading}>Profiles</h2>
        <Button size="small" variant="primary" onClick={onNew}>
          New profile
        </Button>
      </div>
      {state.profiles.length === 0 ? (
        <EmptyState
          icon="model"
          title="No profile yet"
          text="A profile says which model answers, where, and with which key. Make one, use a server on this machine, or try the demo."
        />
      ) : undefined}
      <ul className={styles.list} aria-label="Profiles">
        {state.profiles.map((profile) => (
          <li key={`${profile.scope} ${profile.name}`}>
            <ProfileCard profile={profile} state={state} onEdit={() => onEdit(profile)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Demo({ state }: { readonly state: ProfilesState }) {
  const api = useApi();
  const doing = useSettingsAction();
  return (
    <section className={styles.section} aria-label="Demo" data-section="demo">
      <h2 className={styles.heading}>Demo</h2>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={state.isDemo}
          disabled={doing.isBusy}
          // biome-ignore lint/correctness/useHookAtTopLevel: a procedure of the host, no hook.
          onChange={(event) => void doing.run(() => api.profiles.useDemo({ on: event.target.checked }))}
        />
        Use the built-in demo: scripted, without account or network
      </label>
      <RefusalBanner doing={doing} />
    </section>
  );
}
