import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { SettingsState } from '#contract';
import { actionOf } from '../../state/action-table.ts';
import { useActions } from '../../state/actions.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { settingsActions } from '../action-table.ts';
import { KeyBindings } from '../keys/key-bindings.tsx';
import { useSectionInView } from '../use-section-in-view.ts';
import { choiceWords } from './choice-words.ts';
import { NotificationAccess } from './notification-permission.tsx';
import { Prices } from './prices.tsx';
import { type SettingField, type SettingGroup, settingGroups, settingValue } from './setting-fields.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-form.module.css';

/** These have a page or a card of their own, which knows more about them. */
const SET_ELSEWHERE = new Set(['model', 'keychain']);
const PROFILE_WORDS =
  'profiles models connection server address base url api keys keychain.store where kept passphrase model.demo';
/** Words by which a section is found, for content other than plain values. */
const EXTRA_WORDS: Readonly<Record<string, string>> = {
  approvals: 'approvals rules allow deny tester sandbox permission',
  guard: 'guard guard.disabled_rules repairs counts',
  chat: 'chat prices chat.prices model tokens us dollars cost sent received',
  notifications: 'notifications permission browser system',
  retention: 'storage retention disk space remove sweep trash old',
  prompts: 'prompts engine rest api token password redis keychain',
};
const ORDER = [
  'appearance',
  'chat',
  'approvals',
  'box',
  'guard',
  'console',
  'terminal',
  'providers',
  'workspaces',
  'prompts',
  'limits',
  'record',
  'retention',
  'notifications',
  'log',
];

export interface SettingsFormProps {
  readonly state: SettingsState;
  /** The section to bring into view, such as `keys`. */
  readonly section: string | undefined;
  /** Rises each time a section is asked for. */
  readonly asked: number;
  readonly isVisible: boolean;
}

export function SettingsForm({ state, section, asked, isVisible }: SettingsFormProps) {
  const [search, setSearch] = useState('');
  const { open } = useNavigation();
  const groups = useMemo(orderedGroups, []);
  const container = useRef<HTMLDivElement>(null);
  useSectionInView(container, { section, asked, isShown: isVisible });

  useActions([
    actionOf(settingsActions, 'settings.search', {
      enabled: isVisible,
      run: () => container.current?.querySelector('input')?.focus(),
    }),
  ]);

  const isBroken = state.problems.length > 0;
  const shown = groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => matchesField(search, group, field)),
      extra: extraOf(group.id, state, search),
    }))
    .filter(({ fields, extra }) => fields.length > 0 || extra !== undefined);
  const showsProfiles = matchesWords(search, PROFILE_WORDS);
  const showsKeys = matchesWords(search, 'keys keyboard shortcuts bindings');
  return (
    <div ref={container} className={styles.form}>
      <TextField
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {showsProfiles ? (
        <div className={styles.elsewhere}>
          <span>Who answers, keys, and where keys are kept:</span>
          <Button size="small" onClick={() => open('settings', 'profiles')}>
            Profiles and keys
          </Button>
        </div>
      ) : undefined}
      {shown.map((group) => (
        <Section key={group.id} id={group.id} title={group.title} extra={group.extra}>
          {group.fields.map((field) => (
            <SettingRow
              key={field.key}
              field={field}
              value={settingValue(state.settings, field.key)}
              isDisabled={isBroken}
            />
          ))}
        </Section>
      ))}
      {showsKeys ? (
        <Section id="keys" title="Keys">
          <KeyBindings isDisabled={isBroken} />
        </Section>
      ) : undefined}
      {shown.length === 0 && !showsKeys && !showsProfiles ? (
        <EmptyState
          icon="search"
          title="No setting matches"
          text={`Nothing is called “${search}”. Try “theme” or “seconds”.`}
        />
      ) : undefined}
    </div>
  );
}

function extraOf(group: string, state: SettingsState, search: string): ReactNode {
  const words = EXTRA_WORDS[group];
  if (words === undefined || !matchesWords(search, words)) return undefined;
  if (group === 'notifications') return <NotificationAccess />;
  if (group === 'approvals')
    return <SettingsPage words="What runs without asking, and what never runs:" id="rules" name="Rules" />;
  if (group === 'prompts')
    return (
      <SettingsPage words="The REST API, its token, and the password of Redis:" id="prompts" name="Prompt engine" />
    );
  if (group === 'retention')
    return <SettingsPage words="What is kept on disk, and what can be removed:" id="storage" name="Storage" />;
  if (group === 'guard')
    return <SettingsPage words="Repairs by model, each with its switch:" id="repairs" name="Repairs" />;
  return <Prices prices={state.settings.chat.prices} isDisabled={state.problems.length > 0} />;
}

/** Leads to the page that knows more. */
function SettingsPage({ words, id, name }: { readonly words: string; readonly id: string; readonly name: string }) {
  const { open } = useNavigation();
  return (
    <div className={styles.elsewhere}>
      <span>{words}</span>
      <Button size="small" onClick={() => open('settings', id)}>
        {name}
      </Button>
    </div>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

function Section({ id, title, extra, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title} data-section={id}>
      <h2 className={styles.heading}>{title}</h2>
      {extra}
      <div className={styles.rows}>{children}</div>
    </section>
  );
}

function orderedGroups(): readonly SettingGroup[] {
  return settingGroups()
    .filter(({ id }) => !SET_ELSEWHERE.has(id))
    .toSorted((one, other) => groupOrder(one) - groupOrder(other));
}

function groupOrder({ id }: SettingGroup): number {
  const index = ORDER.indexOf(id);
  return index === -1 ? ORDER.length : index;
}

function matchesField(search: string, group: SettingGroup, field: SettingField): boolean {
  return matchesWords(
    search,
    `${group.title} ${field.title} ${field.key} ${field.description} ${field.choices.map((value) => choiceWords(field.key, value)).join(' ')}`,
  );
}

/** Every word of the search must occur. */
function matchesWords(search: string, text: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
