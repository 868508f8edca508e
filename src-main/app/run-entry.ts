import type { CommandLineOptions } from './command-line.ts';
import { FLAGS_HELP } from './command-line.ts';
import { type Config, readConfig } from './config.ts';
import { StartError } from './start-error.ts';

/** Runs an entry with its config, or prints what was asked; a StartError is told on stderr without a stack. */
export async function runEntry(
  installFolder: string,
  main: (config: Config) => Promise<void>,
  options: CommandLineOptions & { readonly args?: readonly string[] } = {},
): Promise<void> {
  try {
    const config = readConfig(installFolder, options.args, options);
    if (config.command === 'version') process.stdout.write(`${config.version}\n`);
    else if (config.command === 'help') process.stdout.write(`Sigma Shell ${config.version}\n\n${FLAGS_HELP}\n`);
    else await main(config);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}
