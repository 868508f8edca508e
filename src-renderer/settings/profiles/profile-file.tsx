import type { ProfileFile as File, ProfileProblem } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { useShownProfilesPlace } from '../../state/use-profiles.ts';
import { RefusalBanner } from '../file/refusal-banner.tsx';
import { YamlEditor } from '../file/yaml-editor.tsx';
import { useSettingsAction } from '../use-settings-action.ts';
import { folderOf } from './profile-card.tsx';
import styles from './profiles-pane.module.css';

export interface ProfileFileProps {
  readonly file: File;
  readonly problems: readonly ProfileProblem[];
  readonly warnings: readonly ProfileProblem[];
}

const TITLES = { global: 'Your profiles', local: 'Profiles of this folder' } as const;

/** One of the two files of profiles. */
export function ProfileFile({ file, problems, warnings }: ProfileFileProps) {
  const api = useApi();
  const place = useShownProfilesPlace();
  return (
    <YamlEditor
      title={TITLES[file.scope]}
      path={file.path}
      remark={file.exists ? undefined : <span className={styles.note}>not there yet; saving writes it</span>}
      yaml={file.yaml}
      placeholder={'profiles:\n  openai:\n    preset: openai\n'}
      problems={problems}
      warnings={warnings}
      onSave={(yaml) => api.profiles.saveYaml({ ...place, scope: file.scope, yaml })}
      note="A key that is blanked here keeps its value."
    >
      {file.scope === 'local' ? <Trust file={file} /> : undefined}
    </YamlEditor>
  );
}

/** Permission of a folder's file to use keys that are kept elsewhere. */
function Trust({ file }: { readonly file: File }) {
  const api = useApi();
  const doing = useSettingsAction();
  const set = (trusted: boolean) =>
    void doing.run(() => api.profiles.trustFolder({ path: folderOf(file.path), trusted }));
  return (
    <>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={file.isTrusted}
          disabled={doing.isBusy}
          onChange={(event) => set(event.target.checked)}
        />
        Trust this folder: its profiles may send your kept keys to servers of its own choosing
      </label>
      <RefusalBanner doing={doing} />
    </>
  );
}
