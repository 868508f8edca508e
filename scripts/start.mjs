// npm start [-- --browser | --electron] [--no-open] [--port N] [-dir D]
// Installs and builds what is not there yet, then opens the app. Node's own modules only: it runs before npm ci.
import { join } from 'node:path';

const root = join(import.meta.dirname ?? '', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Sigma Shell needs Node 20.19 or newer; this is ${process.versions.node}.\nGet a newer one at https://nodejs.org`,
  );
  process.exit(1);
}

const { answerTo } = await import('./answer.mjs');
const { install } = await import('./installed.mjs');
const { build, isBuilt } = await import('./build.mjs');
const { electronProgram, fetchElectron } = await import('./electron-program.mjs');
const { endWithSignals } = await import('./run-program.mjs');
const { runApp } = await import('./run-app.mjs');
const { takeKeys } = await import('./hand-over-keys.mjs');

// What is installed and built must not see them.
const keys = takeKeys();

// Whoever reads this may go (`| head -1`, a closed terminal); that ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const say = (line) => console.log(line);
const args = process.argv.slice(2);
const wants = (flag) => args.includes(flag);

const answer = answerTo(args, root);
if (answer === undefined) process.exit(await start());
console.log(answer);

async function start() {
  const stopListening = endWithSignals();
  const failed = (await install(root, say)) || (isBuilt(root) ? 0 : await build(root, say));
  if (failed) return failed;
  const electron = await chooseElectron();
  stopListening();
  if (electron === 'missing') {
    console.error(
      'Electron is not here and cannot be fetched: npx install-electron says why.\nnpm start -- --browser needs none.',
    );
    return 1;
  }
  if (electron !== undefined) {
    const { exitCode, failure } = await runApp(electron, [...rootFlags(), root, ...args], { readsErrors: true, keys });
    if (failure === undefined) return exitCode;
    console.error(`Electron cannot start here: ${failure}`);
    if (wants('--electron')) return exitCode || 1;
    say('A browser takes its place');
  }
  const { exitCode, failure } = await runApp(process.execPath, [join(root, 'out', 'main', 'web.js'), ...args], {
    keys,
  });
  if (failure !== undefined) console.error(`The app cannot be started: ${failure}`);
  return exitCode;
}

/** Path of the Electron to open the window with; none if the browser target is asked for or has to do. */
async function chooseElectron() {
  if (wants('--electron')) return (await fetchElectron(root, say)) ?? electronProgram(root) ?? 'missing';
  if (wants('--browser') || wants('--no-open') || !hasDisplay()) return undefined;
  return fetchElectron(root, say);
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Chromium's sandbox refuses to run as root. */
function rootFlags() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
