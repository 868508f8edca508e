import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AgentDetail, WorkspaceReview } from '#contract';
import { failure } from '../../support/pane.tsx';
import { agent, detail, PATH, review, showWorkspaces } from './show-workspaces.tsx';

const panel = async () => within(await screen.findByRole('region', { name: 'What will run' }));
const restricted: AgentDetail = { ...detail, state: 'restricted' };

describe('the list', () => {
  test('says of each how far it is, also by words', async () => {
    const others = (['restricted', 'changed', 'starting', 'failed', 'gone'] as const).map((state) => ({
      ...agent,
      state,
      path: `/work/${state}`,
      name: state,
    }));
    const closed = { ...agent, path: '/work/closed', name: 'closed', isOpen: false };
    const lost = { ...closed, state: 'gone' as const, path: '/srv/lost', name: 'lost' };
    const wrong = { ...agent, path: '/work/wrong', name: 'wrong', problems: 2 };
    showWorkspaces({ workspaces: [agent, ...others, closed, lost, wrong] });
    const rows = within(await screen.findByRole('list', { name: 'Workspaces' })).getAllByRole('button');
    const words = ['Ready', 'Restricted', 'Changed', 'Starting', 'Failed', 'Gone', 'Closed', 'Gone', '2 problems'];
    expect(rows.map((row, at) => row.textContent?.includes(words[at] ?? '?'))).toEqual(words.map(() => true));
    // What a closed one has is not known.
    expect(rows.map((row) => row.textContent?.includes('1 tool'))).toEqual(words.map((_, at) => at !== 6 && at !== 7));
  });

  test('a closed one whose folder is gone says so, and cannot be packed', async () => {
    const reason = 'Its folder is gone';
    showWorkspaces({ workspaces: [{ ...agent, isOpen: false, state: 'gone', reason }] });
    expect(await screen.findByText(reason)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pack' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Forget' })).toBeDefined();
  });

  test('the arrow keys move through it', async () => {
    const { user } = showWorkspaces({ workspaces: [agent, { ...agent, path: '/work/other', name: 'other' }] });
    const rows = within(await screen.findByRole('list', { name: 'Workspaces' })).getAllByRole('button');
    act(() => rows[0]?.focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rows[1]);
  });

  test('the one on the screen stays there when another is opened, which comes before it', async () => {
    const { list } = showWorkspaces({ workspaces: [{ ...agent, state: 'restricted' }] });
    await screen.findByRole('heading', { name: 'agent' });
    await act(async () => list.push([{ ...agent, path: '/srv/other', name: 'other' }, agent]));
    await screen.findByRole('button', { name: /^other/ });
    expect(screen.getByRole('heading', { name: 'agent' })).toBeTruthy();
  });

  test('without one it says what an agent is, and how to make one', async () => {
    const { user } = showWorkspaces({ workspaces: [] });
    await user.click(await screen.findByRole('button', { name: 'Make one from a template' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New workspace' }));
    const template = dialog.getByRole('combobox', { name: 'Begin with', description: /two skills, a schedule/ });
    await user.selectOptions(template, 'Bash only');
    expect(dialog.getByRole('combobox', { description: 'One tool that runs commands' })).toBe(template);
  });
});

describe('what will run', () => {
  test('names languages, network, imports and hidden characters, and how many files are not listed', async () => {
    showWorkspaces({ shown: restricted });
    const shown = await panel();
    expect(await shown.findByText(/It runs Python\./)).toBeDefined();
    expect(shown.getByText('Its code imports modules that use the network.')).toBeDefined();
    expect(shown.getByText('has characters that do not show: zero width space')).toBeDefined();
    expect(shown.getByText('2 more files are bound, too.')).toBeDefined();
  });

  test.each([
    ['Trust', false],
    ['Trust with network', true],
  ])('%s binds what was read', async (name, network) => {
    const { detail: feed, sent, user } = showWorkspaces({ shown: restricted });
    const shown = await panel();
    await shown.findByText(/It runs Python\./);
    await user.click(shown.getByRole('button', { name }));
    await waitFor(() => expect(sent).toEqual([{ name: 'trust', input: { path: PATH, hash: 'h1', network } }]));
    // The panel goes with the button that had the focus.
    act(() => feed.push(detail));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Tools (1)' })));
  });

  test('a folder that changes while it is read cannot be trusted until it was read again', async () => {
    let now: WorkspaceReview = review;
    const { detail: feed, sent, user } = showWorkspaces({ shown: restricted, parts: { review: async () => now } });
    const shown = await panel();
    await shown.findByText(/It runs Python\./);
    now = { ...review, hash: 'h2', languages: ['Python', 'JavaScript'] };
    act(() => feed.push({ ...restricted, version: 'v2' }));
    await shown.findByText('The folder was changed while you read this.');
    // What is read is not exchanged under the person's eyes.
    expect(shown.getByText(/It runs Python\./)).toBeDefined();
    expect(shown.getByRole('button', { name: 'Trust' })).toHaveProperty('disabled', true);
    await user.click(shown.getByRole('button', { name: 'Read it again' }));
    expect(await shown.findByText(/It runs Python, JavaScript\./)).toBeDefined();
    await user.click(shown.getByRole('button', { name: 'Trust' }));
    await waitFor(() => expect(sent.at(-1)?.input).toMatchObject({ hash: 'h2' }));
  });

  test('a trust that comes too late says so and shows what is there', async () => {
    let now: WorkspaceReview = review;
    const trust = async () => {
      now = { ...review, hash: 'h2', languages: ['TypeScript'] };
      throw failure('CONFLICT', 'The folder is not what was reviewed any more');
    };
    const { user } = showWorkspaces({ shown: restricted, parts: { review: async () => now, trust } });
    const shown = await panel();
    await shown.findByText(/It runs Python\./);
    await user.click(shown.getByRole('button', { name: 'Trust' }));
    expect(await shown.findByText(/The folder is not what was reviewed/)).toBeDefined();
    expect(await shown.findByText(/It runs TypeScript\./)).toBeDefined();
  });

  test('of one that was trusted the difference is shown', async () => {
    const diff = '@@ -1 +1 @@\n-old\n+new\n';
    const changes = [{ file: 'tools/words.py', change: 'changed' as const, diff }];
    showWorkspaces({ shown: { ...detail, state: 'changed' }, parts: { review: async () => ({ ...review, changes }) } });
    const shown = await panel();
    expect((await shown.findByRole('group', { name: 'Diff of tools/words.py' })).textContent).toContain('+new');
    expect(shown.getByRole('heading', { name: 'It has changed since you trusted it' })).toBeDefined();
  });

  test('one that cannot be read or trusted says why', async () => {
    const problem = 'It has more than 10,000 files, so it cannot be trusted whole';
    showWorkspaces({ shown: restricted, parts: { review: async () => ({ ...review, problem }) } });
    const shown = await panel();
    expect(await shown.findByText(problem)).toBeDefined();
    expect(shown.getByRole('button', { name: 'Trust' })).toHaveProperty('disabled', true);
  });

  test('kept restricted, it can be read again later', async () => {
    const { user } = showWorkspaces({ shown: restricted });
    await user.click((await panel()).getByRole('button', { name: 'Keep restricted' }));
    expect(screen.getByText(/without its tools/)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'What will run' })));
    await user.click(screen.getByRole('button', { name: 'What will run' }));
    expect(await panel()).toBeDefined();
  });
});

describe('the parts of one', () => {
  test('a tool that needs a module has the button that installs it', async () => {
    const [tool] = detail.toolList;
    const sent: unknown[] = [];
    if (!tool) throw new Error('no tool');
    const missing = { ...tool, state: 'needs-module' as const, missingModule: 'aiohttp' };
    const { user } = showWorkspaces({
      shown: { ...detail, toolList: [missing] },
      parts: { install: async (input: unknown) => void sent.push(input) },
    });
    await user.click(await screen.findByRole('button', { name: 'Install aiohttp for words' }));
    expect(sent).toEqual([{ path: PATH, module: 'aiohttp' }]);
  });

  test('without Python it says what to install, and looks again when that was done', async () => {
    const noPython = 'No Python was found. Install Python 3.8 or newer.';
    const { sent, user } = showWorkspaces({ shown: { ...detail, noPython } });
    expect(await screen.findByText(noPython)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose a Python' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'restart', input: { path: PATH } }]));
  });

  test('a new tool is opened for editing', async () => {
    const fresh = { name: 'hello', file: 'tools/hello.py', language: 'python' as const, state: 'listed' as const };
    const shown = showWorkspaces({
      parts: {
        newTool: async () => {
          shown.files.texts.set(fresh.file, 'async def tool(): ...');
          shown.detail.push({
            ...detail,
            version: 'v2',
            toolList: [...detail.toolList, { ...fresh, description: '' }],
          });
          return { file: fresh.file };
        },
      },
    });
    await shown.user.type(await screen.findByRole('textbox', { name: 'Name of a new tool' }), 'hello');
    await shown.user.click(screen.getByRole('button', { name: 'New Python tool' }));
    expect(await screen.findByRole('textbox', { name: 'Text of tools/hello.py' })).toBeDefined();
  });

  test('skills are switched one by one', async () => {
    const { sent, user } = showWorkspaces();
    await user.click(await screen.findByRole('tab', { name: /^Skills/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Tell models of tally' }));
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'setSkill', input: { path: PATH, folder: 'tally', on: false } }]),
    );
  });

  test('the system prompt is made anew with each version, and says whose words it is', async () => {
    let text = 'first';
    const { detail: feed, user } = showWorkspaces({
      shown: { ...detail, systemFile: 'systems/system.py', agentsFile: 'AGENTS.md' },
      parts: {
        systemPrompt: async () => ({
          pieces: [{ origin: 'workspace', file: 'systems/system.py', text, tokens: 3 }],
          problem: { file: 'AGENTS.md', message: 'It is empty' },
        }),
      },
    });
    await user.click(await screen.findByRole('tab', { name: 'System prompt' }));
    expect((await screen.findByRole('group', { name: 'Prompt of systems/system.py' })).textContent).toBe('first');
    expect(screen.getByText('AGENTS.md: It is empty')).toBeDefined();
    // A file without words can be edited all the same.
    expect(screen.getByRole('button', { name: 'Edit AGENTS.md' })).toBeDefined();
    text = 'second';
    act(() => feed.push({ ...detail, version: 'v2' }));
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Prompt of systems/system.py' }).textContent).toBe('second'),
    );
  });

  test('last calls and diagnostics are those of its hosts', async () => {
    const { calls, stderr, user } = showWorkspaces();
    calls.push([{ at: 0, tool: 'words', arguments: '{}', content: '3', outcome: 'done', durationMs: 4 }]);
    stderr.push({ text: 'Traceback', droppedBytes: 0 });
    await user.click(await screen.findByRole('tab', { name: 'Last calls' }));
    expect(await screen.findByRole('list', { name: 'Last calls' })).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Diagnostics' }));
    expect((await screen.findByRole('log', { name: 'Diagnostics of agent' })).textContent).toContain('Traceback');
  });
});
