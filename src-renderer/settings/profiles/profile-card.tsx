import { useEffect, useState } from 'react';
import type { ProfilesState, ProfileView } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { ConnectionOutcome } from '../../connect/connection-outcome.tsx';
import { useConnectionTest } from '../../connect/use-connection-test.ts';
import { useShownProfilesPlace } from '../../state/use-profiles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import styles from './profiles-pane.module.css';

const SCOPES = { global: 'your file', local: 'this folder’s file', environment: 'SIGMA_* variables' } as const;
/** Words for the source of the context size, from which on a conversation is compacted. */
const CONTEXTS: Readonly<Record<ProfileView['contextFrom'], { readonly words: string; readonly title: string }>> = {
  file: { words: '', title: 'Set in the profile' },
  preset: { words: '', title: 'Set by the preset' },
  server: { words: ' (told by the server)', title: 'What the server says the model takes, less room for the reply' },
  model: { words: ' (known of this model)', title: 'What models of this name take, less room for the reply' },
  default: { words: ' (assumed)', title: 'The server has not said how much the model takes; set it in the profile' },
};
const KEYS: Readonly<Record<ProfileView['key'], string>> = {
  none: 'no key needed',
  profile: 'key in the file or of the preset',
  environment: 'key from the environment',
  keychain: 'key in the keychain',
  typed: 'key for this run',
  missing: 'no key: it is asked for',
  withheld: 'key withheld: this folder is not trusted with it',
  elsewhere: 'the kept key is for another server: one for this is asked for',
};

export interface ProfileCardProps {
  readonly profile: ProfileView;
  readonly state: ProfilesState;
  readonly onEdit: () => void;
}

/** A profile as it will be used, and what can be done with it. */
export function ProfileCard({ profile, state, onEdit }: ProfileCardProps) {
  const {
    name,
    model,
    baseUrl,
    protocol,
    concurrency,
    context,
    contextFrom,
    images,
    scope,
    key,
    isDefault,
    isSelected,
    problem,
  } = profile;
  const place = useShownProfilesPlace();
  const trial = useConnectionTest();
  const { reset } = trial;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was tried is another connection then; a key may come with the test.
  useEffect(() => reset(), [protocol, baseUrl, model]);
  const file = state.files.find((one) => one.scope === scope);
  return (
    <article className={styles.card} aria-label={`Profile ${name}`}>
      <div className={styles.row}>
        <h3 className={styles.name}>{name}</h3>
        {isDefault ? <Badge tone="accent">default</Badge> : undefined}
        {isSelected ? <Badge tone="info">in new sessions</Badge> : undefined}
        <span className={styles.gap} />
        <ProfileActions
          profile={profile}
          path={file?.path ?? ''}
          onEdit={onEdit}
          onTest={() => void trial.test({ ...place, ...(protocol && { protocol }), baseUrl, model, profile: name })}
        />
      </div>
      <p className={styles.facts}>
        <span>
          <strong>{model === '' ? 'no model' : model}</strong> at {baseUrl}
        </span>
        <span>{KEYS[key]}</span>
        <span>from {SCOPES[scope]}</span>
        <span>{concurrency} at once</span>
        <span title={CONTEXTS[contextFrom].title}>
          {context.toLocaleString('en')} tokens of context{CONTEXTS[contextFrom].words}
        </span>
        {images === undefined ? undefined : <span>{images ? 'takes images' : 'takes no images'}</span>}
      </p>
      {problem === undefined ? undefined : <Banner level="error">It cannot be used: {problem}</Banner>}
      <ConnectionOutcome trial={trial} />
    </article>
  );
}

interface ActionsProps {
  readonly profile: ProfileView;
  /** Path of its file. */
  readonly path: string;
  readonly onEdit: () => void;
  readonly onTest: () => void;
}

function ProfileActions({ profile, path, onEdit, onTest }: ActionsProps) {
  const api = useApi();
  // One slow request would silently drop what is pressed next.
  const doing = useSettingsAction({ mayOverlap: true });
  const place = useShownProfilesPlace();
  const { name, scope, key, isDefault } = profile;
  const trust = () => void doing.run(() => api.profiles.trustFolder({ path: folderOf(path), trusted: true }));
  return (
    <>
      <Button size="small" aria-label={`Test connection of ${name}`} onClick={onTest}>
        Test connection
      </Button>
      {key === 'withheld' ? (
        <Button size="small" onClick={trust}>
          Trust this folder
        </Button>
      ) : undefined}
      {mayForget(profile) ? (
        <Button
          size="small"
          aria-label={`Forget the key of ${name}`}
          onClick={() => void doing.run(() => api.profiles.forgetKey({ name }))}
        >
          Forget the key
        </Button>
      ) : undefined}
      {scope === 'environment' ? undefined : (
        <>
          {isDefault ? undefined : (
            <Button
              size="small"
              aria-label={`Make ${name} the default`}
              onClick={() => void doing.run(() => api.profiles.setDefault({ ...place, scope, name }))}
            >
              Make default
            </Button>
          )}
          <Button size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <RemoveButton
            name={name}
            path={path}
            onRemove={() => void doing.run(() => api.profiles.remove({ ...place, scope, name }))}
          />
        </>
      )}
      <RefusalBanner doing={doing} />
    </>
  );
}

/** A local profile of another server has none of its own: what is kept under its name is the person's. */
function mayForget({ key, scope }: ProfileView): boolean {
  return key === 'keychain' || key === 'typed' || (key === 'elsewhere' && scope !== 'local');
}

interface RemoveButtonProps {
  readonly name: string;
  readonly path: string;
  readonly onRemove: () => void;
}

/** Asks first: what stands in the file beside the profile goes with it. */
function RemoveButton({ name, path, onRemove }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = () => {
    setIsAsking(false);
    onRemove();
  };
  return (
    <>
      <Button size="small" variant="danger" aria-label={`Remove ${name}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove the profile ${name}?`}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        confirm="Remove it"
        onConfirm={remove}
      >
        It is taken out of {path}, with the comments inside it. Its key in the keychain stays until it is forgotten.
      </ConfirmDialog>
    </>
  );
}

/** Folder of a file. */
export function folderOf(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '') || '/';
}
