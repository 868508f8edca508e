import type { ConversationItem } from '#contract';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useRewinding } from './rewind-context.ts';

/** Menu of a message or a reply, besides copying: going back to it, or beginning another session from it. */
export function MessageMenu({ item, what }: { readonly item: ConversationItem; readonly what: 'message' | 'reply' }) {
  const { placeOf, rewind, fork } = useRewinding();
  const place = placeOf(item);
  if (place === undefined) return undefined;
  const items: MenuItem[] = [];
  if (place.before !== undefined) {
    items.push({ label: 'Rewind to here', icon: 'undo', onSelect: () => rewind(place, 'rewind') });
  }
  if (place.text !== undefined) {
    items.push({ label: 'Edit and resend', icon: 'edit', onSelect: () => rewind(place, 'edit') });
  }
  items.push({ label: 'Fork from here', icon: 'split-right', onSelect: () => fork(place) });
  return <Menu trigger={<IconButton label={`More for this ${what}`} icon="more" size="small" />} items={items} />;
}
