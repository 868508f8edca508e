import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import type { Action } from '../../state/action-registry.ts';
import { useLayoutPieces } from '../../state/layout.tsx';
import { useNavigation } from '../../state/navigation.tsx';
import { useShownSession } from '../../state/shown-session.ts';
import { focusViewSoon } from '../../ui/view-focus.ts';

/** Past commands that are looked through, the newest first. */
const MAX_COMMANDS = 500;
const MAX_CHARACTERS = 200;

/**
 * Finds results for the palette in addition to actions: sessions by title, settings by name, and earlier commands,
 * which are put into the composer and not run.
 */
export function usePaletteFinds(isOpen: boolean): readonly Action[] {
  const { open } = useNavigation();
  const { sessions, shown } = useShownSession();
  const layout = useLayoutPieces();
  const commands = usePastCommands(isOpen);
  const settings = useSettingTitles(isOpen);
  const session = shown?.id;
  return useMemo(() => {
    const ofSessions = sessions.map(({ id, title }) => ({
      id: `session.${id}`,
      title,
      group: 'Go to a session',
      run: () => open('sessions', id),
    }));
    const ofSettings = settings.map(({ key, title, section }) => ({
      id: `setting.${key}`,
      title: `Setting: ${title}`,
      group: 'Settings',
      run: () => open('settings', section),
    }));
    const ofCommands = commands.map((line, at) => ({
      id: `command.${at}`,
      title: line,
      group: 'Past commands',
      run: () => {
        writeLine(layout, session ?? 'new', line);
        open('sessions');
        focusViewSoon('sessions');
      },
    }));
    return [...ofSessions, ...ofSettings, ...ofCommands];
  }, [sessions, settings, commands, session, layout, open]);
}

/** Puts a line into the field of Shell mode; below a message that is being written, which stays one. */
function writeLine(layout: ReturnType<typeof useLayoutPieces>, session: string, line: string): void {
  const [draft, mode] = [`shared.draft.${session}`, `sessions.mode.${session}`];
  const written = layout.get(draft);
  const isMessage = typeof written === 'string' && written.trim() !== '' && layout.get(mode) !== 'shell';
  if (!isMessage) layout.set(mode, 'shell');
  layout.set(draft, isMessage ? `${written}\n${line}` : line);
}

function usePastCommands(isOpen: boolean): readonly string[] {
  const api = useApi();
  const [lines, setLines] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const isShort = (line: string) => line.length <= MAX_CHARACTERS && !line.includes('\n');
    api.console.history({ mode: 'shell', limit: MAX_COMMANDS }, { signal: ending.signal }).then(
      (found) => !ending.signal.aborted && setLines([...new Set(found)].filter(isShort)),
      // Without them there is the rest.
      () => {},
    );
    return () => ending.abort();
  }, [api, isOpen]);
  return lines;
}

interface SettingTitle {
  readonly key: string;
  readonly title: string;
  readonly section: string;
}

/** Read from the schema, which is loaded when the palette is first opened. */
function useSettingTitles(isOpen: boolean): readonly SettingTitle[] {
  const [titles, setTitles] = useState<readonly SettingTitle[]>([]);
  const isLoaded = titles.length > 0;
  useEffect(() => {
    if (!isOpen || isLoaded) return;
    let isOver = false;
    import('../../settings/form/setting-fields.ts').then(
      ({ settingGroups }) => {
        const all = settingGroups().flatMap(({ id, fields }) =>
          fields.map(({ key, title }) => ({ key, title, section: id })),
        );
        if (!isOver) setTitles(all);
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [isOpen, isLoaded]);
  return titles;
}
