import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { app, type BrowserWindow, dialog, Notification, protocol, shell, utilityProcess } from 'electron';
import { type App, createApp } from '#app/create-app';
import { answerSecondStart } from '#app/start/answer-second-start';
import { argumentsForCli, programArguments } from '#app/start/command-line';
import type { Config } from '#app/start/config';
import { endOnce } from '#app/start/end-once';
import { becomeHost, type HostLock } from '#app/start/host-lock';
import { JoinedConsoles } from '#app/start/joined-consoles';
import { loadLateCode } from '#app/start/load-late-code';
import { openElsewhere } from '#app/start/open-elsewhere';
import { runEntry } from '#app/start/run-entry';
import { tableOfFiles } from '#app/start/static-files';
import { messageOf } from '#core/app-error';
import { CleanupStack } from '#core/async/cleanup-stack';
import { boxedByMachine } from '#process/boxed-node';
import { decideOnClose, oneAtATime } from './closing.ts';
import { setApplicationMenu } from './menu.ts';
import { createPageProtocol } from './page-protocol.ts';
import { startNodeUtility } from './utility-program.ts';
import { confine, denyPermissions, openMainWindow } from './window.ts';

/** Longest time from the release of a host's lock to the end of its process, in milliseconds. */
const ENDING_MS = 5000;

const installFolder = join(import.meta.dirname, '..', '..');

const args = programArguments(process.argv, app);
const cliArguments = argumentsForCli(args);
/** Starter of Node processes; usable only once the app is ready. */
const startNode = boxedByMachine(
  startNodeUtility((module, given, options) => utilityProcess.fork(module, given, options)),
);
void (cliArguments ? runWithoutWindow(cliArguments) : runInWindow());

/** `sigma …` of an installed app: the same commands as under Node, and no window, dock or display. */
async function runWithoutWindow(commandAndArgs: readonly string[]): Promise<void> {
  app.dock?.hide();
  const { runCli } = await import('#cli');
  const outcome = await runCli(installFolder, commandAndArgs, async (options) => {
    await app.whenReady();
    return await startNode(options);
  });
  if (outcome === 'answered') app.exit(Number(process.exitCode ?? 0));
}

async function runInWindow(): Promise<void> {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
  const onRefused = (message: string) => dialog.showErrorBox('Sigma Shell cannot start', message);
  try {
    // Electron's and Chromium's own switches stand among ours.
    const outcome = await runEntry(installFolder, runDesktop, { args, overlooksUnknown: true, onRefused });
    if (outcome === 'answered') app.exit(0);
  } catch (error) {
    onRefused(messageOf(error));
    app.exit(1);
  }
}

/** The desktop window until it is closed, or the window of the host that already runs. */
async function runDesktop(config: Config): Promise<void> {
  app.setPath('userData', join(config.dataFolder, 'electron'));
  const lock = await becomeHost(config.dataFolder, config.workspace);
  if (lock.kind === 'second' || !(await isOnlyInstance())) {
    if (lock.kind === 'second') await openElsewhere(config, lock.opened, openInBrowser);
    app.exit(0);
    return;
  }
  await app.whenReady();
  const cleanup = new CleanupStack();
  cleanup.use(lock);
  let end: (exitCode?: number) => void = () => {};
  let hide: () => void = () => {};
  const platform = { target: 'electron', startNode, quit: () => end(), closeWindow: () => hide() } as const;
  const sigma = cleanup.use(await createApp(config, platform));
  end = endOnce({
    dispose: () => {
      lock.stopAnswering();
      app.removeAllListeners('second-instance');
      return cleanup[Symbol.asyncDispose]();
    },
    onCrash: (error) => sigma.fatal('app.crashed', error),
    onStray: (error) => sigma.log.error('app.rejection', { error }),
    exit: (exitCode) => app.exit(exitCode),
  });
  protocol.handle('app', createPageProtocol(tableOfFiles(join(installFolder, 'out', 'renderer'))));
  denyPermissions();
  app.on('web-contents-created', (_event, contents) => confine(contents));

  const { dataFolder } = config;
  const { window, kept } = openMainWindow({ app: sigma, installFolder, dataFolder, title: app.name });
  cleanup.add(kept);
  hide = () => window.hide();
  confine(window.webContents);
  describeApp(config);
  setApplicationMenu({
    runAction: sigma.runAction,
    closeWindow: () => window.close(),
    reload: () => window.webContents.reload(),
  });
  lock.onJoin(cleanup.use(new JoinedConsoles(sigma)).accept);
  openAgain(lock, sigma, window);
  endWithWindow(window, sigma, end);
  cleanup.add(announceQuestions(sigma, window));
  loadLateCode(sigma.log);
}

/** Takes Electron's own lock, which a host that has just ended holds a moment longer than that of the data folder. */
async function isOnlyInstance(): Promise<boolean> {
  const giveUpAt = performance.now() + ENDING_MS;
  while (!app.requestSingleInstanceLock()) {
    if (performance.now() > giveUpAt) return false;
    await delay(100);
  }
  return true;
}

/** Opens the page of a host without a window in the system's browser. */
async function openInBrowser(page: string): Promise<void> {
  await app.whenReady();
  await shell.openExternal(pathToFileURL(page).href);
}

function describeApp(config: Config): void {
  app.setAboutPanelOptions({
    applicationName: app.name,
    applicationVersion: config.version,
    copyright: 'MIT licence',
    credits: 'Nothing an agent does is hidden, and nothing it did is lost.',
  });
}

/** A second start, by whichever way it makes itself known, brings the window to the front. */
function openAgain(lock: HostLock, sigma: App, window: BrowserWindow): void {
  const toFront = () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on('second-instance', toFront);
  lock.onSecondStart((folder) => {
    toFront();
    return answerSecondStart(sigma, folder);
  });
}

/** Closing the window ends the host, or leaves it in the background; the person is asked where that matters. */
function endWithWindow(window: BrowserWindow, sigma: App, end: (exitCode?: number) => void): void {
  const decide = oneAtATime(
    () =>
      decideOnClose(sigma, async (question) => {
        const { response } = await dialog.showMessageBox(window, {
          ...question,
          type: 'question',
          defaultId: question.cancelId,
        });
        return response;
      }),
    (error) => sigma.log.error('window.closing-undecided', { error }),
  );
  const askAndEnd = async (): Promise<void> => {
    const outcome = await decide();
    if (outcome === undefined || outcome === 'cancel') return;
    window.hide();
    if (outcome === 'end') end();
  };
  window.on('close', (event) => {
    event.preventDefault();
    void askAndEnd();
  });
  window.on('closed', () => end());
}

/** Tells the system when a question comes while the window is not in front; returns the remover. */
function announceQuestions({ waiting, log, notifiesApprovals }: App, window: BrowserWindow): () => void {
  let known = new Set<string>();
  return waiting.onChanged((questions) => {
    const fresh = questions.filter(({ id }) => !known.has(id));
    known = new Set(questions.map(({ id }) => id));
    const [first] = fresh;
    if (!first || window.isFocused() || !notifiesApprovals() || !Notification.isSupported()) return;
    const notification = new Notification({
      title: fresh.length === 1 ? 'Something waits for you' : `${fresh.length} things wait for you`,
      body: `${first.sessionTitle}: ${first.tool}`,
    });
    notification.on('click', () => {
      window.show();
      window.focus();
    });
    notification.show();
    log.debug('window.notified', { questions: fresh.length });
  });
}
