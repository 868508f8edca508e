import { useEffect, useState } from 'react';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useSettingsState } from '../state/settings.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { About } from './about.tsx';
import { settingsActions } from './action-table.ts';
import { AdapterPane } from './adapter/adapter-pane.tsx';
import { AppLog } from './app-log/app-log.tsx';
import { BrokenFile } from './file/broken-file.tsx';
import { SettingsFile } from './file/settings-file.tsx';
import { SettingsForm } from './form/settings-form.tsx';
import { ProfilesPane } from './profiles/profiles-pane.tsx';
import { PromptsPane } from './prompts-pane.tsx';
import { RepairsPane } from './rules/repairs-pane.tsx';
import { RulesPane } from './rules/rules-pane.tsx';
import styles from './settings-view.module.css';
import { StoragePane } from './storage/storage-pane.tsx';

/** The settings as a form and as their file, the app log, and what this app is. */
export function SettingsView({ isVisible }: { readonly isVisible: boolean }) {
  const { view, target, count, open } = useNavigation();
  const state = useSettingsState();
  const [tab, setTab] = useState('form');
  useActions([actionOf(settingsActions, 'settings.adapter', { run: () => open('settings', 'adapter') })]);
  const wanted = view === 'settings' ? target : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same section.
  useEffect(() => {
    if (wanted !== undefined) setTab(tabOf(wanted));
  }, [wanted, count]);
  return (
    <div className={styles.view}>
      {state.problems.length === 0 ? undefined : <BrokenFile state={state} onShow={() => setTab('file')} />}
      {state.kept === undefined ? undefined : (
        <p className={styles.kept}>A copy of the broken file is kept at {state.kept}</p>
      )}
      <Tabs
        label="Settings"
        keepMounted
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'form',
            label: 'Settings',
            content: (
              <SettingsForm state={state} section={wanted} asked={count} isVisible={isVisible && tab === 'form'} />
            ),
          },
          {
            id: 'profiles',
            label: 'Profiles and keys',
            content: <ProfilesPane section={wanted} asked={count} isVisible={isVisible && tab === 'profiles'} />,
          },
          {
            id: 'rules',
            label: 'Rules',
            content: <RulesPane section={wanted} asked={count} isVisible={isVisible && tab === 'rules'} />,
          },
          { id: 'adapter', label: 'Shell Adapter', content: <AdapterPane /> },
          // The engine is started when somebody looks at it.
          {
            id: 'prompts',
            label: 'Prompt engine',
            content: tab === 'prompts' ? <PromptsPane state={state} /> : undefined,
          },
          { id: 'repairs', label: 'Repairs', content: <RepairsPane /> },
          // Measured anew whenever somebody looks.
          { id: 'storage', label: 'Storage', content: tab === 'storage' ? <StoragePane /> : undefined },
          { id: 'file', label: 'Settings file', content: <SettingsFile state={state} /> },
          { id: 'log', label: 'App log', content: <AppLog isVisible={isVisible && tab === 'log'} /> },
          { id: 'about', label: 'About', content: <About /> },
        ]}
      />
    </div>
  );
}

/** Parts of the page of profiles; `model` is what other views call it. */
const OF_PROFILES = ['profiles', 'model', 'keychain', 'demo'];

/** Parts of the page of rules. */
const OF_RULES = ['rules', 'tester', 'built-in'];

function tabOf(wanted: string): string {
  if (OF_PROFILES.includes(wanted)) return 'profiles';
  if (OF_RULES.includes(wanted)) return 'rules';
  return ['adapter', 'prompts', 'file', 'log', 'about', 'repairs', 'storage'].includes(wanted) ? wanted : 'form';
}
