import { join } from 'node:path';
import { FLAGS_HELP } from '#app/command-line';
import { runEntry } from '#app/run-entry';

// From src-main/cli as from out/main the app's own folder is two levels up.
const installFolder = join(import.meta.dirname, '..', '..');

const HELP = `sigma: Sigma Shell from the command line

Usage: sigma <command> [options]

Commands
  start [options]   serve the app on this machine and open it in a window

Options of start
${FLAGS_HELP}
`;

/** What each command does with the arguments after its name. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<unknown>>> = {
  start: async (args) => {
    const { runWeb } = await import('#web');
    await runEntry(installFolder, runWeb, { args });
  },
  '--version': (args) => runEntry(installFolder, async () => {}, { args: ['--version', ...args] }),
  '--help': async () => void process.stdout.write(HELP),
};

const SHORT: Readonly<Record<string, string>> = { '-v': '--version', '-h': '--help', help: '--help' };

async function main([name = '--help', ...args]: readonly string[]): Promise<void> {
  const command = COMMANDS[SHORT[name] ?? name];
  if (command) {
    await command(args);
    return;
  }
  process.stderr.write(`sigma: there is no command '${name}'\n\n${HELP}`);
  process.exitCode = 2;
}

void main(process.argv.slice(2));
