import { useNavigation } from '../../state/navigation.tsx';
import type { ModeControl } from '../../state/use-mode.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { ShellModeState } from '../shell/use-console.ts';

export interface ModeMenuProps {
  readonly modes: ModeControl;
  readonly console: ShellModeState;
}

/** Menu of the profiles that Tab cycles through in this session. */
export function ModeMenu({ modes: { all, profiles }, console }: ModeMenuProps) {
  const { open } = useNavigation();
  const chosen = new Set(all.flatMap((mode) => (mode.kind === 'chat' ? (mode.chat.profile ?? []) : [])));
  const entries = [...new Set([...profiles, ...chosen])].map((name): MenuItem => {
    const isChecked = chosen.has(name);
    return { label: name, isChecked, onSelect: () => console.changeMode(name, !isChecked) };
  });
  const settings = { label: 'Profiles and keys…', onSelect: () => open('settings', 'profiles') };
  return (
    <Menu
      align="start"
      trigger={<IconButton label="Modes of this session" icon="more" size="small" />}
      items={entries.length === 0 ? [settings] : [...entries, 'separator', settings]}
    />
  );
}
