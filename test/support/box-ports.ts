import { commandSandbox } from '#app/commands/command-sandbox';
import { isSensitiveVariable } from '#approvals';
import { analyseSafely, definitionsIn } from '#shell-analysis';
import type { BoxPorts } from '../../src-main/shell-adapter/shells/process/shell-boxes.ts';

export const ENVIRONMENT = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' };

/** The boxes of the app, as shells of the adapter have them. */
export function boxPorts(home: string, dataFolder: string): BoxPorts {
  const { open, remove, state } = commandSandbox({ environment: ENVIRONMENT, home, dataFolder });
  const definitions = async (line: string) => definitionsIn(await analyseSafely(line));
  const whyNone = async () => {
    const { works, why } = await state();
    return works ? undefined : why;
  };
  return { open, remove, isRuling: isSensitiveVariable, definitions, whyNone };
}
