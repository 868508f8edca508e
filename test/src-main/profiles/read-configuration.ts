import { type Configuration, configure } from '../../../src-main/profiles/choose.ts';
import { parseConfigFile } from '../../../src-main/profiles/files/config-file.ts';

export interface Sources {
  readonly global: string | undefined;
  readonly local: string | undefined;
  readonly named: readonly string[];
}

/** The pure core, without files: parse → merge → choose → resolve. */
export function readConfiguration({ global, local, named }: Sources): Configuration {
  const reading = (text: string | undefined) =>
    text === undefined ? ({ state: 'missing' } as const) : ({ state: 'text', text } as const);
  return configure({
    global: parseConfigFile(reading(global), { path: '/home/me/.phishell.yaml', scope: 'global' }),
    local: parseConfigFile(reading(local), { path: '/home/me/project/.phishell.yaml', scope: 'local' }),
    named,
  });
}
