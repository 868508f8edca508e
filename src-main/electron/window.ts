import { join } from 'node:path';
import { BrowserWindow, ipcMain, screen, session, shell, type WebContents } from 'electron';
import type { App } from '#app/create-app';
import { externalAddress, isOwnPage } from './external-links.ts';
import { RpcChannel } from './rpc-channel.ts';
import { isReachable, loadWindowState, saveWindowState } from './window-state.ts';

export interface MainWindowOptions {
  readonly app: App;
  readonly installFolder: string;
  readonly dataFolder: string;
  readonly title: string;
}

export interface MainWindow {
  readonly window: BrowserWindow;
  /** Resolves when the way the window was left is on disk. */
  readonly kept: () => Promise<void>;
}

const FIRST_SIZE = { width: 1280, height: 840 };
/** Reloads of a page that died, before it is left alone, and the time after which they are forgotten. */
const MAX_RELOADS = 3;
const RELOADS_FORGOTTEN_MS = 60_000;

/** The app's window on `app://sigma/index.html`, with the contract on its IPC. */
export function openMainWindow(options: MainWindowOptions): MainWindow {
  const { app } = options;
  const stateFile = join(options.dataFolder, 'window.json');
  const state = loadWindowState(stateFile);
  const screens = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...FIRST_SIZE,
    ...(state && isReachable(state.bounds, screens) ? state.bounds : {}),
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: options.title,
    icon: join(options.installFolder, 'resources', 'icons', 'icon.png'),
    webPreferences: {
      preload: join(options.installFolder, 'out', 'preload', 'index.js'),
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    },
  });
  if (state?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  let kept: Promise<void> = Promise.resolve();
  window.on('close', () => {
    const now = { bounds: window.getNormalBounds?.() ?? window.getBounds(), isMaximized: window.isMaximized() };
    kept = saveWindowState(stateFile, now).catch((error: unknown) => app.log.warn('window.not-kept', { error }));
  });
  connectPage(window, app);
  void window.loadURL('app://sigma/index.html');
  return { window, kept: () => kept };
}

/** The one registrar of IPC: each load of the page is a new connection, and each message is checked. */
function connectPage(window: BrowserWindow, app: App): void {
  const { webContents } = window;
  const channel = new RpcChannel(app, {
    contents: webContents,
    mainFrame: () => webContents.mainFrame,
    send: (message) => {
      if (!window.isDestroyed()) webContents.send('rpc', message);
    },
  });
  ipcMain.on('rpc', (event, message: unknown) => channel.receive(event, message));
  webContents.on('did-navigate', () => {
    if (isOwnPage(webContents.getURL())) channel.connect();
  });
  window.on('closed', () => channel.disconnect());

  let reloads = 0;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    channel.disconnect();
    app.log.error('window.page-gone', { reason, exitCode });
    if (reason === 'clean-exit' || reloads >= MAX_RELOADS) return;
    reloads += 1;
    setTimeout(() => {
      reloads -= 1;
    }, RELOADS_FORGOTTEN_MS).unref();
    webContents.reload();
  });
}

/** Prevents every page of this app from opening windows, leaving, embedding other pages, and using devices. */
export function confine(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    const address = externalAddress(url);
    if (address !== undefined) void shell.openExternal(address);
    return { action: 'deny' };
  });
  const stay = (event: { preventDefault(): void }, url: string) => {
    if (!isOwnPage(url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Denies pages all permissions but to put text on the clipboard, which Copy needs. */
export function denyPermissions(): void {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write';
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)));
  defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
  defaultSession.setDevicePermissionHandler?.(() => false);
  defaultSession.setDisplayMediaRequestHandler?.((_request, answer) => answer({}));
}
