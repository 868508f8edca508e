import { useEffect, useState } from 'react';
import type { ProviderView } from '#contract';
import { actionOf } from '../state/action-table.ts';
import { useActions } from '../state/actions.tsx';
import { useLayoutPieces } from '../state/layout.tsx';
import { useNavigation } from '../state/navigation.tsx';
import { useLive } from '../state/use-live.ts';
import { useShownWorkspace } from '../state/workspaces.ts';
import { Banner } from '../ui/banner.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { providerActions } from './action-table.ts';
import { AttachDialog } from './attach-dialog.tsx';
import { type AttachDraft, attachKey, emptyDraft, forgetDraft } from './attach-draft.ts';
import { AttachedProviders } from './attached-providers.tsx';
import { NewToolDialog } from './new-tool-dialog.tsx';
import styles from './providers-view.module.css';
import { ServedTools } from './served-tools.tsx';
import { type Attachments, useAttaching } from './use-attaching.ts';

/** An input to attach; `instead` is the failed attempt that it came from. */
interface OpenAttach {
  readonly draft: AttachDraft;
  readonly instead?: number;
}

type OpenDialog = OpenAttach | 'new-tool' | undefined;

const NONE: readonly ProviderView[] = [];

/** Programs, Node packages and MCP servers whose tools models may call; and our own tools, served to others. */
export function ProvidersView() {
  const live = useLive((api, signal) => api.providers.changed(undefined, { signal }), []);
  const shown = useShownWorkspace();
  const [tab, setTab] = useState('attached');
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const pieces = useLayoutPieces();
  const attaching = useAttaching({
    chosen,
    workspace: shown?.path,
    onAttached: (id, draft, isAwaited) => {
      forgetDraft(pieces, draft);
      if (isAwaited) setChosen(id);
    },
  });
  const { open, setOpen, attach } = useOpenDialog(attaching);
  useTarget((target) => {
    setTab(target === 'served' ? 'served' : 'attached');
    if (target !== 'served') setChosen(target);
  });
  useProviderActions({ attach, onNewTool: () => setOpen('new-tool'), onServe: () => setTab('served') });
  if (live.status === 'loading') return <Spinner label="Loading providers" />;

  const workspace = shown?.path ?? '';
  const close = () => setOpen(undefined);
  return (
    <div className={styles.view}>
      {live.status === 'failed' ? <Banner level="error">{live.error.message}</Banner> : undefined}
      <Tabs
        label="Providers"
        value={tab}
        onChange={setTab}
        keepMounted
        tabs={[
          {
            id: 'attached',
            label: 'Attached',
            content: (
              <AttachedProviders
                providers={live.status === 'ready' ? live.value : NONE}
                chosen={chosen}
                onChoose={setChosen}
                attaching={attaching}
                onAttach={attach}
                onNewTool={() => setOpen('new-tool')}
                onEdit={({ id, draft }) => setOpen({ draft, instead: id })}
              />
            ),
          },
          { id: 'served', label: 'Our tools over MCP', content: <ServedTools /> },
        ]}
      />
      {open === 'new-tool' ? (
        <NewToolDialog
          workspace={workspace}
          onMade={(path) => setOpen({ draft: { ...emptyDraft, kind: 'js', path } })}
          onClose={close}
        />
      ) : undefined}
      {typeof open === 'object' ? (
        <AttachDialog
          key={`${open.draft.kind} ${open.draft.path}`}
          initial={open.draft}
          workspace={workspace}
          onAttach={async (draft, signal) => {
            await attaching.begin(draft, signal);
            if (open.instead !== undefined && !signal.aborted) attaching.drop(open.instead);
          }}
          onClose={close}
        />
      ) : undefined}
    </div>
  );
}

/** Keeps which dialog is open; one to attach begins with what was typed before a reload. */
function useOpenDialog(attaching: Attachments) {
  const pieces = useLayoutPieces();
  const [open, setOpen] = useState<OpenDialog>(undefined);
  const attach = (kind: AttachDraft['kind']) => {
    // What is under way is not asked for a second time.
    const isUnderWay = attaching.all.some(({ draft, problem }) => draft.kind === kind && problem === undefined);
    const kept = isUnderWay ? undefined : (pieces.get(attachKey(kind)) as AttachDraft | undefined);
    setOpen({ draft: { ...emptyDraft, kind, ...kept } });
  };
  return { open, setOpen, attach };
}

/** Follows navigation: a provider by its id, or `served`. */
function useTarget(onTarget: (target: string) => void): void {
  const { view, target, count } = useNavigation();
  const wanted = view === 'providers' ? target : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request counts, also one for the same.
  useEffect(() => {
    if (wanted !== undefined) onTarget(wanted);
  }, [wanted, count]);
}

interface ActionOptions {
  readonly attach: (kind: AttachDraft['kind']) => void;
  readonly onNewTool: () => void;
  readonly onServe: () => void;
}

function useProviderActions({ attach, onNewTool, onServe }: ActionOptions): void {
  const { open } = useNavigation();
  const action = (id: keyof typeof providerActions, work: () => void) =>
    actionOf(providerActions, id, {
      run: () => {
        open('providers');
        work();
      },
    });
  useActions([
    action('providers.attach-program', () => attach('program')),
    action('providers.attach-package', () => attach('js')),
    action('providers.add-mcp-server', () => attach('mcp')),
    action('providers.new-tool', onNewTool),
    action('providers.serve', onServe),
  ]);
}
