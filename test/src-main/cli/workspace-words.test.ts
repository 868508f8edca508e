import { expect, test } from 'vitest';
import type { Api } from '#contract';
import type { ServingHost } from '../../../src-main/cli/service-command.ts';
import { type WorkspaceCommand, workspaceCommand } from '../../../src-main/cli/workspace.ts';

/** Exit code of these words, what was said of them, and what was asked to be created. */
async function run(...words: readonly string[]) {
  const created: unknown[] = [];
  const create = async (wanted: { readonly path: string }) => {
    created.push(wanted);
    return wanted;
  };
  let said = '';
  const output = { write: (text: string) => (said += text) };
  const api = { workspaces: { create } } as unknown as Api;
  const command: WorkspaceCommand = {
    words,
    stdout: output,
    stderr: output,
    cwd: '/w',
    realPath: async (folder) => folder,
    open: async (): Promise<ServingHost> => ({ api, joined: undefined, [Symbol.asyncDispose]: async () => {} }),
  };
  return { exitCode: await workspaceCommand(command), said, created };
}

test.each([[['--template', 'coder']], [['--template=coder']], [['-template=coder']]])(
  'the template is taken from %j',
  async (flags) => {
    const { exitCode, created } = await run('create', 'agent', ...flags);
    expect([exitCode, created]).toEqual([0, [{ path: '/w/agent', template: 'coder' }]]);
  },
);

test.each([
  [['--template=none'], 'There is no template none'],
  [['--template='], 'There is no template'],
  [['--yes=false'], '--yes=false is not understood'],
])('%j is a wrong command line', async (flags, why) => {
  const { exitCode, said, created } = await run('create', 'agent', ...flags);
  expect([exitCode, created]).toEqual([2, []]);
  expect(said).toContain(why);
});
