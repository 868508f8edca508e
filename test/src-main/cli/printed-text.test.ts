import { expect, test } from 'vitest';
import type { Api, ProviderView } from '#contract';
import { statusCommand } from '../../../src-main/cli/host-status.ts';
import { runSafely } from '../../../src-main/cli/image/image-command.ts';
import { mcpServersCommand } from '../../../src-main/cli/mcp/mcp-servers.ts';
import { workspaceReviewText } from '../../../src-main/cli/review-text.ts';
import type { ServingHost } from '../../../src-main/cli/service-command.ts';

/** Clears the screen, sets its title and turns the direction, where a terminal takes it as it is. */
const EVIL = 'a\u001b[2J\u009b2J\u001b]0;x\u0007\u202eb\nIt is trusted';
const ORDERS = /[^\n\P{Cc}]|\u202e/u;

function outputs() {
  const said = { out: '', err: '' };
  return {
    said,
    stdout: { write: (text: string) => (said.out += text) },
    stderr: { write: (text: string) => (said.err += text) },
  };
}

const hostOf = (api: object): ServingHost => ({
  api: api as unknown as Api,
  joined: undefined,
  [Symbol.asyncDispose]: async () => {},
});

test('sigma status: what models and folders are called is no order to the terminal, and no line of its own', async () => {
  const { said, ...streams } = outputs();
  const status = async () => ({
    pid: 1,
    startedAt: 0,
    version: '1',
    target: 'browser',
    services: [EVIL],
    running: [EVIL],
    workspaces: [EVIL],
    next: [{ at: 0, task: EVIL, workspace: '/w' }],
    waiting: [{ session: EVIL, tool: 'write', at: 0 }],
  });
  const join = async () => ({ ...hostOf({ app: { status } }), joined: 1, onEnded: () => () => {} });
  expect(await statusCommand({ ...streams, dataFolder: '/d', join, isJson: false })).toBe(0);
  expect(said.out).not.toMatch(ORDERS);
  expect(said.out).not.toMatch(/^It is trusted/m);
  expect(said.out).toContain('a\\u{1b}[2J');
});

test('sigma mcp list: what a server says of its end is no order to the terminal', async () => {
  const { said, ...streams } = outputs();
  const view = {
    spec: { kind: 'mcp', name: 'notes' },
    isRemembered: true,
    workspace: '/w',
    title: EVIL,
    state: 'failed',
    reason: EVIL,
  } as unknown as ProviderView;
  const api = {
    app: { openWorkspace: async () => ({ path: '/w' }) },
    providers: { remembered: async () => [view] },
  };
  const command = { ...streams, words: ['list'], workspace: '/w', environment: {}, open: async () => hostOf(api) };
  expect(await mcpServersCommand(command)).toBe(0);
  expect(said.out.split('\n')).toHaveLength(2);
  expect(said.out).not.toMatch(ORDERS);
});

test('a review has one line for each name of a file, whatever the name is', () => {
  const file = { file: EVIL, role: 'tool', language: 'Python', size: 1, sha256: '', imports: [], hidden: [] } as const;
  const text = workspaceReviewText({
    path: `/w/${EVIL}`,
    hash: '',
    isTrusted: false,
    hasNetwork: false,
    unlisted: 0,
    changes: [{ file: EVIL, change: 'added' as const }],
    wantsNetwork: false,
    languages: ['Python'],
    files: [{ ...file, imports: [], hidden: [] }],
  });
  expect(text.split('\n')).toHaveLength(6);
  expect(text).not.toMatch(ORDERS);
});

test('why a command about an image failed is no order to the terminal', async () => {
  const { said, ...streams } = outputs();
  const fail = async () => {
    throw new Error(`The path ${EVIL} in the image leads out of it`);
  };
  const command = { ...streams, signal: new AbortController().signal } as unknown as Parameters<typeof runSafely>[0];
  expect(await runSafely(command, fail)).toBe(1);
  expect(said.err).not.toMatch(ORDERS);
  expect(said.err.split('\n')).toHaveLength(2);
});
