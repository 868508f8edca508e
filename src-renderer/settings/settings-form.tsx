import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { SettingsState } from '#contract';
import { useActions } from '../state/actions.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/text-field.tsx';
import { KeyBindings } from './key-bindings.tsx';
import { ModelConnection } from './model-connection.tsx';
import { NotificationPermission } from './notification-permission.tsx';
import { type SettingField, type SettingGroup, settingGroups, settingValue } from './setting-fields.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-form.module.css';

/** These are set by connecting to a model, which tests them together. */
const SET_BY_CONNECTING = new Set(['model.provider', 'model.base_url', 'model.name', 'model.key', 'model.key_origin']);
const ORDER = ['model', 'appearance', 'terminal', 'limits', 'notifications', 'log'];

export interface SettingsFormProps {
  readonly state: SettingsState;
  /** The section to bring into view, such as `keys`. */
  readonly section: string | undefined;
  readonly isVisible: boolean;
}

export function SettingsForm({ state, section, isVisible }: SettingsFormProps) {
  const [search, setSearch] = useState('');
  const groups = useMemo(orderedGroups, []);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (section === undefined) return;
    const place = container.current?.querySelector(`[data-section="${CSS.escape(section)}"]`);
    place?.scrollIntoView?.({ block: 'start' });
  }, [section]);

  useActions([
    {
      id: 'settings.search',
      title: 'Find a setting',
      group: 'Settings',
      keys: 'Mod+F',
      enabled: isVisible,
      run: () => container.current?.querySelector('input')?.focus(),
    },
  ]);

  const isBroken = state.problems.length > 0;
  const shown = groups
    .map((group) => ({ ...group, fields: group.fields.filter((field) => matches(search, group, field)) }))
    .filter((group) => group.fields.length > 0);
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
      {shown.map((group) => (
        <Section key={group.id} id={group.id} title={group.title} extra={extraOf(group.id, state, search)}>
          {group.fields
            .filter(({ key }) => !SET_BY_CONNECTING.has(key))
            .map((field) => (
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
      {shown.length === 0 && !showsKeys ? (
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
  if (group === 'model') return <ModelConnection state={state} isDisabled={state.problems.length > 0} />;
  return group === 'notifications' && search === '' ? <NotificationPermission /> : undefined;
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
  return settingGroups().toSorted((one, other) => place(one) - place(other));
}

function place({ id }: SettingGroup): number {
  const index = ORDER.indexOf(id);
  return index === -1 ? ORDER.length : index;
}

function matches(search: string, group: SettingGroup, field: SettingField): boolean {
  return matchesWords(
    search,
    `${group.title} ${field.title} ${field.key} ${field.description} ${field.choices.join(' ')}`,
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
