import { userEvent } from '@testing-library/user-event';
import type { AgentDetail, AgentWorkspace, OpenedFolder, ProviderCall, WorkspaceReview } from '#contract';
import { EditorLoaderProvider } from '../../../src-renderer/editor/editor-loader.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { NavigationProvider, useNavigation, type ViewNavigation } from '../../../src-renderer/state/navigation.tsx';
import { WorkspacesView } from '../../../src-renderer/workspaces/workspaces-view.tsx';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

export const PATH = '/srv/agent';

export const agent: AgentWorkspace = {
  path: PATH,
  name: 'agent',
  state: 'ready',
  hasNetwork: false,
  isOpen: true,
  tools: 1,
  skills: 1,
  schedules: 0,
  problems: 0,
  openedAt: 0,
};

export const detail: AgentDetail = {
  ...agent,
  toolList: [
    {
      name: 'words',
      file: 'tools/words.py',
      language: 'python',
      state: 'ready',
      description: 'Counts words',
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
      tokens: 20,
    },
  ],
  skillList: [{ name: 'tally', folder: 'tally', description: 'Tallies', tokens: { prompt: 5, text: 9 }, isOn: true }],
  taskList: [],
  problemList: [],
  version: 'v1',
  pids: [],
  offersOwnTools: false,
  hasRichSchemas: false,
};

export const review: WorkspaceReview = {
  path: PATH,
  hash: 'h1',
  isTrusted: false,
  hasNetwork: false,
  files: [
    {
      file: 'tools/words.py',
      role: 'tool',
      language: 'Python',
      size: 10,
      sha256: 'a',
      imports: ['socket'],
      firstLines: 'import socket',
      hidden: ['zero width space'],
    },
  ],
  unlisted: 2,
  changes: [],
  wantsNetwork: true,
  languages: ['Python'],
};

interface SentCall {
  readonly name: string;
  readonly input: unknown;
}

/** The files of a workspace as its host keeps them: what is written counts only where it was made of what is there. */
export class FakeFiles {
  readonly texts = new Map<string, string>();

  readonly readFile = async ({ file }: { readonly file: string }) => {
    const text = this.texts.get(file);
    if (text === undefined) throw failure('NOT_FOUND', `There is no ${file} in the workspace`);
    return { text, hash: `hash of ${text}` };
  };

  readonly writeFile = async (input: { readonly file: string; readonly text: string; readonly hash?: string }) => {
    const { file, text, hash } = input;
    const now = this.texts.get(file);
    const mine = now === undefined ? undefined : `hash of ${now}`;
    if (mine !== hash) throw failure('CONFLICT', `${file} was changed by somebody else meanwhile; nothing was written`);
    this.texts.set(file, text);
    return { hash: `hash of ${text}` };
  };
}

interface NavigationPlace {
  open?: ViewNavigation['open'];
}

function Navigation({ here }: { readonly here: NavigationPlace }) {
  here.open = useNavigation().open;
  return undefined;
}

/** The view on a host that the test feeds. */
export function showWorkspaces({
  workspaces = [agent],
  shown = detail,
  parts = {},
  schedules = {},
  images = {},
  layout = new LayoutStore(),
}: {
  readonly workspaces?: readonly AgentWorkspace[];
  readonly shown?: AgentDetail;
  readonly parts?: Record<string, unknown>;
  readonly schedules?: Record<string, unknown>;
  readonly images?: Record<string, unknown>;
  /** Layout that an earlier page left. */
  readonly layout?: LayoutStore;
} = {}) {
  const sent: SentCall[] = [];
  const files = new FakeFiles();
  const feeds = {
    list: new Feed(workspaces),
    detail: new Feed(shown),
    calls: new Feed<readonly ProviderCall[]>([]),
    stderr: new Feed({ text: '', droppedBytes: 0 }),
    opened: new Feed<readonly OpenedFolder[]>([]),
  };
  const noting = (name: string) => async (input: unknown) => void sent.push({ name, input });
  const api = apiOf({
    schedules,
    workspaceImages: { opened: feeds.opened.open, ...images },
    workspaces: {
      changed: feeds.list.open,
      detail: feeds.detail.open,
      calls: feeds.calls.open,
      stderr: feeds.stderr.open,
      readFile: files.readFile,
      writeFile: files.writeFile,
      files: async () => ({ files: [...files.texts.keys()].map((file) => ({ file, size: 1 })), isCut: false }),
      review: async () => review,
      looksLikeOne: async () => false,
      ...Object.fromEntries(
        ['trust', 'open', 'close', 'forget', 'restart', 'restrict'].map((name) => [name, noting(name)]),
      ),
      ...Object.fromEntries(['setSkill', 'setOptions', 'removeFile'].map((name) => [name, noting(name)])),
      ...parts,
    },
  });
  const navigation: NavigationPlace = {};
  renderPane(
    api,
    <LayoutProvider store={layout}>
      <NavigationProvider>
        <Navigation here={navigation} />
        <EditorLoaderProvider load={noEditor}>
          <WorkspacesView />
        </EditorLoaderProvider>
      </NavigationProvider>
    </LayoutProvider>,
  );
  const open: ViewNavigation['open'] = (...place) => navigation.open?.(...place);
  return { ...feeds, files, sent, open, user: userEvent.setup() };
}

/** Monaco needs a browser; its plain field does not. */
async function noEditor(): Promise<never> {
  throw new Error('No editor in this test');
}
