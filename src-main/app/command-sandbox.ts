import type { Sandbox } from '#execution';
import { hiddenPlaces } from '#process/hidden-places';
import { probeSandbox, type SandboxState, sandboxed } from '#process/sandbox';

export interface CommandSandbox {
  /** Whether one works here, and why not. */
  readonly state: () => Promise<SandboxState>;
  /** For commands that may read a workspace and nothing that is hidden; `undefined` where none works. */
  readonly inWorkspace: (workspace: string) => Promise<Sandbox | undefined>;
}

/** The sandbox of commands: without credentials, other people's files and our own. */
export function commandSandbox(at: {
  readonly environment: Readonly<Record<string, string>>;
  readonly home: string;
  readonly dataFolder: string;
}): CommandSandbox {
  const state = () => probeSandbox(at.environment);
  return {
    state,
    inWorkspace: async (workspace) => {
      const { works, program } = await state();
      if (!works || program === undefined) return undefined;
      const hide = [...hiddenPlaces(at.home), at.dataFolder];
      return (what, cwd) => sandboxed(what, { program, cwd, workspace, hide });
    },
  };
}
