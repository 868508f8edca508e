import { app, Menu, type MenuItemConstructorOptions } from 'electron';

export interface MenuOptions {
  /** Makes the page run an action, by its id. */
  readonly runAction: (id: string) => void;
  readonly closeWindow: () => void;
  readonly reload: () => void;
}

type MenuItem = MenuItemConstructorOptions;

const VIEWS = ['Sessions', 'Terminals', 'Changes', 'Prompts', 'Workspaces', 'Schedules', 'Providers', 'Activity'];
const isMac = process.platform === 'darwin';

/** The application menu. Its keys are shown; the page itself handles them, since a focused terminal takes many of them. */
export function setApplicationMenu(options: MenuOptions): void {
  const action = (label: string, id: string, accelerator?: string): MenuItem => ({
    id,
    label,
    ...(accelerator && { accelerator, registerAccelerator: false }),
    click: () => options.runAction(id),
  });
  const settings = action('Settings…', 'settings.open', 'CmdOrCtrl+,');
  const about: MenuItem = { id: 'about', label: `About ${app.name}`, click: () => app.showAboutPanel() };
  const quit: MenuItem = { role: 'quit' };

  const appMenu: MenuItem = {
    label: app.name,
    submenu: [
      about,
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      quit,
    ],
  };
  const file: MenuItem = {
    label: 'File',
    submenu: [
      action('New session', 'sessions.new'),
      action('New terminal', 'terminal.new', 'CmdOrCtrl+Shift+T'),
      { type: 'separator' },
      ...(isMac ? [] : [settings, { type: 'separator' } satisfies MenuItem]),
      { id: 'close', label: 'Close window', ...(isMac && { accelerator: 'Cmd+W' }), click: options.closeWindow },
      ...(isMac ? [] : [quit]),
    ],
  };
  const edit: MenuItem = {
    label: 'Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  };
  const view: MenuItem = {
    label: 'View',
    submenu: [
      action('Command palette…', 'palette.open', 'CmdOrCtrl+Shift+P'),
      action('Show or hide the review', 'review.toggle', 'CmdOrCtrl+Alt+R'),
      { type: 'separator' },
      ...VIEWS.map((label, index) => action(label, `view.${label.toLowerCase()}`, `CmdOrCtrl+${index + 1}`)),
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      { type: 'separator' },
      { id: 'reload', label: 'Reload page', click: options.reload },
    ],
  };
  const keys = action('Keyboard help', 'keys.help', 'F1');
  const help: MenuItem = { role: 'help', label: 'Help', submenu: isMac ? [keys] : [keys, about] };
  Menu.setApplicationMenu(Menu.buildFromTemplate([...(isMac ? [appMenu] : []), file, edit, view, help]));
}
