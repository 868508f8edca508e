import { takeKeyVariables } from '#app/start/key-variables';
import { AI_HELP, readAiCommand } from './ai-flags.ts';

/** `sigma ai openai|anthropic`: serves until Ctrl+C or SIGTERM. */
export async function runAiEntry(args: readonly string[]): Promise<void> {
  const { keys } = takeKeyVariables(process.env);
  const environment = { ...process.env, ...keys };
  const read = readAiCommand(args, environment);
  if ('problem' in read) {
    process.stderr.write(`${read.problem}.\n\n${AI_HELP}\n`);
    process.exit(2);
  }
  const { serveAi } = await import('./ai.ts');
  const { stdout, stderr } = process;
  process.exit(await serveAi({ command: read.command, environment, stdout, stderr }));
}
