import { tolerateClosedOutputs } from './closed-outputs.ts';
import { type CommandLineOptions, commandUsage } from './command-line.ts';
import { type Config, readConfig } from './config.ts';
import { StartError } from './start-error.ts';

export interface EntryOptions extends CommandLineOptions {
  readonly args?: readonly string[];
  /** Called with the message of a start that cannot be, where there may be no terminal to read it in. */
  readonly onRefused?: (message: string) => void;
}

/**
 * Runs an entry with its config, or only answers what was asked (`--version`, `--help`). A StartError is told on stderr
 * without a stack, and ends the process.
 */
export async function runEntry(
  installFolder: string,
  main: (config: Config) => Promise<void>,
  options: EntryOptions = {},
): Promise<'ran' | 'answered'> {
  tolerateClosedOutputs();
  try {
    const config = readConfig(installFolder, options.args, options);
    if (config.command === 'run') {
      if (config.readableKeys) warnOf(config.readableKeys);
      await main(config);
      return 'ran';
    }
    const { version } = config;
    process.stdout.write(
      config.command === 'version' ? `${version}\n` : `Sigma Shell ${version}\n\n${commandUsage(options)}\n`,
    );
    return 'answered';
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    options.onRefused?.(error.message);
    return process.exit(error.exitCode);
  }
}

function warnOf(names: readonly string[]): void {
  const message = `This system does not let ${names.join(' and ')} be taken out of what /proc shows: programs that are started can read it there.`;
  process.stderr.write(`${message} Keep the key in the key store instead.\n`);
}
