import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the output of `--help` and `--version`, without a build; undefined if neither is given. */
export function answerTo(args, root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (args.some((arg) => arg === '-h' || arg === '--help')) return `Sigma Shell ${version}\n\n${flagsHelp(root)}`;
  return args.some((arg) => arg === '-v' || arg === '--version') ? version : undefined;
}

/** Reads the help from the one file that contains it, because Node 20 cannot load TypeScript. */
function flagsHelp(root) {
  const source = readFileSync(join(root, 'src-main', 'app', 'start', 'command-line.ts'), 'utf8');
  return /FLAGS_HELP = `([^`]*)`/.exec(source)?.[1] ?? '';
}
