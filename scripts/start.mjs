// npm start [-- --browser | --electron] [--no-open] [--port N] [-dir D]
// Installs and builds what is not there yet, then opens the app. Node's own modules only: it runs before npm ci.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? '', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Sigma Shell needs Node 20.19 or newer; this is ${process.versions.node}.\nGet a newer one at https://nodejs.org`,
  );
  process.exit(1);
}

const { install } = await import('./installed.mjs');
const { build, isBuilt } = await import('./build.mjs');
const { electronProgram, fetchElectron } = await import('./electron-program.mjs');
const { endWithSignals, whenOrphaned } = await import('./run-program.mjs');

const say = (line) => console.log(line);
const args = process.argv.slice(2);
const wants = (flag) => args.includes(flag);

const stopListening = endWithSignals();
const failed = (await install(root, say)) || (isBuilt(root) ? 0 : await build(root, say));
if (failed) process.exit(failed);
const electron = await chooseElectron();
stopListening();
if (electron) run(electron, [...rootFlags(), root, ...args]);
else run(process.execPath, [join(root, 'out', 'main', 'web.js'), ...args]);

/** Path of the Electron to open the window with; none where the browser target is asked for or has to do. */
async function chooseElectron() {
  if (wants('--electron')) {
    const program = (await fetchElectron(root, say)) ?? electronProgram(root);
    if (program) return program;
    console.error(
      'Electron is not here and cannot be fetched: npx install-electron says why.\nnpm start -- --browser needs none.',
    );
    process.exit(1);
  }
  const isQuestion = ['-v', '--version', '-h', '--help'].some(wants);
  if (isQuestion || wants('--browser') || wants('--no-open') || !hasDisplay()) return undefined;
  return fetchElectron(root, say);
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Chromium's sandbox refuses to run as root. */
function rootFlags() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** In the foreground until it ends, with its exit code. */
function run(file, programArgs) {
  const child = spawn(file, programArgs, { stdio: 'inherit' });
  child.once('error', (error) => {
    console.error(`${file} could not be started: ${error.message}`);
    process.exit(1);
  });
  // What a terminal sends (Ctrl+C, hang-up) reaches the child by itself: twice would end it without cleaning up.
  for (const signal of ['SIGINT', 'SIGHUP']) {
    process.on(signal, () => {
      if (!process.stdin.isTTY) child.kill(signal);
    });
  }
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  whenOrphaned(() => child.kill('SIGTERM'));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
