import { useEffect, useRef } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { type TerminalTab, terminalsOf } from './layout-model.ts';
import { PaneTree } from './pane-tree.tsx';
import { TabBar } from './tab-bar.tsx';
import { TerminalPane } from './terminal-pane.tsx';
import { TerminalToolbar } from './terminal-toolbar.tsx';
import styles from './terminals-view.module.css';
import { useFocusAfter } from './use-focus-after.ts';
import { type TerminalsModel, useTerminalsModel } from './use-terminals-model.ts';

/** Tabs and splits of the host's shells. Without any, one is opened at once, so that a prompt is there. */
export function TerminalsView({ isVisible }: { readonly isVisible: boolean }) {
  const model = useTerminalsModel(isVisible);
  const { terminals, tab, focusActive } = model;
  const view = useRef<HTMLDivElement>(null);
  const focused = tab?.focused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another terminal, or the view shown again, moves the focus.
  useEffect(() => {
    if (isVisible && mayTakeFocus(view.current)) focusActive();
  }, [isVisible, focused, focusActive]);
  useFocusAfter(model.closing.closing !== undefined, focusActive);
  return (
    <div ref={view} className={styles.view}>
      <PaneHead model={model} />
      {terminals.problem === undefined ? undefined : (
        <Banner level="error" onDismiss={terminals.dismissProblem}>
          {terminals.problem}
        </Banner>
      )}
      <TerminalsBody model={model} />
      <CloseDialog closing={model.closing.closing} onAnswer={model.closing.answer} />
    </div>
  );
}

function panePlace({ root }: TerminalTab, terminal: string): string | undefined {
  const order = terminalsOf(root);
  return order.length > 1 ? `${order.indexOf(terminal) + 1} of ${order.length}` : undefined;
}

/**
 * Whether the view may take the focus: not from a tab, where arrow keys move on, and not from outside the view, where
 * the person is busy.
 */
function mayTakeFocus(view: HTMLElement | null): boolean {
  const present = document.activeElement;
  if (present === null || present.contains(view)) return true;
  return view?.contains(present) === true && !present.matches('[role="tab"]');
}

function PaneHead({ model }: { readonly model: TerminalsModel }) {
  const { terminals, layout, tab, byId, commands, renaming } = model;
  const pane = tab && model.paneCommands(tab.focused);
  return (
    <header className={styles.head}>
      <TabBar
        layout={layout}
        terminals={byId}
        renaming={renaming}
        onRenaming={model.setRenaming}
        onRename={model.rename}
        onActivate={model.activate}
        onEnter={model.focusActive}
        onClose={({ root }) => model.closing.close(terminalsOf(root))}
      />
      <TerminalToolbar
        shells={terminals.shells}
        hasTerminal={pane !== undefined}
        onNew={commands.open}
        onSplit={(direction) => pane?.split(direction)}
        onFind={() => pane?.find()}
        onClear={() => pane?.clear()}
        onClose={() => pane?.close()}
      />
    </header>
  );
}

function TerminalsBody({ model }: { readonly model: TerminalsModel }) {
  const { terminals, tab, byId, surfaces, finding, isOpening } = model;
  if (terminals.list.status === 'failed') {
    return <Banner level="error">{`The terminals cannot be listed: ${terminals.list.error.message}`}</Banner>;
  }
  if (terminals.list.status === 'loading' || (!tab && isOpening)) {
    return (
      <div className={styles.waiting}>
        <Spinner label="Opening a terminal" />
      </div>
    );
  }
  if (!tab) {
    return (
      <EmptyState
        icon="terminals"
        title="No terminal is open"
        text="A terminal runs your own shell, in the folder of the workspace."
        action={
          <Button variant="primary" onClick={() => model.commands.open()}>
            New terminal
          </Button>
        }
      />
    );
  }
  return (
    <div
      key={tab.id}
      className={styles.panel}
      data-split={tab.root.kind === 'split' ? '' : undefined}
      role="tabpanel"
      id={`terminal-panel-${tab.id}`}
      aria-labelledby={`terminal-tab-${tab.id}`}
    >
      <PaneTree
        node={tab.root}
        onResized={model.resize}
        pane={(id) => (
          <TerminalPane
            key={id}
            surface={surfaces.get(id)}
            terminal={byId.get(id)}
            place={panePlace(tab, id)}
            isFocused={tab.focused === id}
            isFinding={finding === id}
            commands={model.paneCommands(id)}
          />
        )}
      />
    </div>
  );
}
