import './zod-without-eval.ts';
import { useEffect, useState } from 'react';
import { useNavigation } from '../state/navigation.tsx';
import { useSettingsState } from '../state/settings.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { About } from './about.tsx';
import { AppLog } from './app-log.tsx';
import { BrokenFile } from './broken-file.tsx';
import { SettingsFile } from './settings-file.tsx';
import { SettingsForm } from './settings-form.tsx';
import styles from './settings-view.module.css';

/** The settings as a form and as their file, the app log, and what this app is. */
export function SettingsView({ isVisible }: { readonly isVisible: boolean }) {
  const { view, target } = useNavigation();
  const state = useSettingsState();
  const [tab, setTab] = useState('form');
  const wanted = view === 'settings' ? target : undefined;
  useEffect(() => {
    if (wanted !== undefined) setTab(['file', 'log', 'about'].includes(wanted) ? wanted : 'form');
  }, [wanted]);
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
            content: <SettingsForm state={state} section={wanted} isVisible={isVisible && tab === 'form'} />,
          },
          { id: 'file', label: 'Settings file', content: <SettingsFile state={state} /> },
          { id: 'log', label: 'App log', content: <AppLog isVisible={isVisible && tab === 'log'} /> },
          { id: 'about', label: 'About', content: <About /> },
        ]}
      />
    </div>
  );
}
