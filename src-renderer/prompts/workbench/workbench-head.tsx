import { useState } from 'react';
import type { PromptSummary } from '#contract';
import { actionOf } from '../../state/action-table.ts';
import { useActions, useKeyFor } from '../../state/actions.tsx';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { promptActions } from '../action-table.ts';
import type { PromptCommands } from '../browser/prompt-commands.tsx';
import type { Cases } from '../history/use-cases.ts';
import { SaveNameDialog } from './save-name-dialog.tsx';
import { SendPart } from './send-part.tsx';
import type { Workbench } from './use-workbench.ts';
import styles from './workbench.module.css';

export interface WorkbenchHeadProps {
  readonly bench: Workbench;
  readonly summary: PromptSummary;
  readonly isVisible: boolean;
  readonly cases: Cases;
  /** JSON text of the args; absent while it is none. */
  readonly args: string | undefined;
  readonly canSend: boolean;
  readonly onSend: (profile: string | undefined) => void;
  readonly onVersions: () => void;
  readonly onCaseSaved: () => void;
  readonly commands: PromptCommands;
}

const MOVED = 'The stored prompt has changed since you opened it.';

type HeadDialog = 'label' | 'case' | undefined;

/** Head of the workbench: the prompt's name, its state, and its actions. */
export function WorkbenchHead(props: WorkbenchHeadProps) {
  const { bench, summary, isVisible, cases, args, canSend, onSend, onVersions, onCaseSaved, commands } = props;
  const { isDraft, isBusy } = bench;
  const [asking, setAsking] = useState<HeadDialog>(undefined);
  const key = useKeyFor('prompts.save');
  const save = async (label?: string) => {
    const isSaved = await bench.save(label);
    if (isSaved) announce('Saved');
    return isSaved;
  };
  const saveCase = async (name: string) => {
    const isSaved = args !== undefined && (await cases.save(name, args));
    if (isSaved) announce('Saved as a case');
    onCaseSaved();
    return isSaved;
  };
  const canSave = isDraft && !isBusy;
  const isOwn = isVisible && summary.origin === 'direct';
  useActions([
    actionOf(promptActions, 'prompts.save', { enabled: isVisible, run: () => void (canSave && save()) }),
    actionOf(promptActions, 'prompts.versions', { enabled: isVisible, run: onVersions }),
    actionOf(promptActions, 'prompts.duplicate', { enabled: isVisible, run: () => commands.duplicate(summary) }),
    actionOf(promptActions, 'prompts.rename', { enabled: isOwn, run: () => commands.rename(summary) }),
    actionOf(promptActions, 'prompts.export', { enabled: isVisible, run: () => commands.exportFile(summary) }),
    actionOf(promptActions, 'prompts.delete', { enabled: isOwn, run: () => commands.remove(summary) }),
    actionOf(promptActions, 'prompts.case', {
      enabled: isVisible && args !== undefined,
      run: () => setAsking('case'),
    }),
  ]);
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{summary.id}</h2>
        {summary.origin === 'extension' ? (
          <Badge label="brought by an extension; saving makes one of your own">extension</Badge>
        ) : undefined}
        {isDraft ? <Badge tone="accent">not saved</Badge> : undefined}
        <span className={styles.gap} />
        {isDraft ? (
          <Button size="small" variant="ghost" onClick={bench.discard}>
            Discard
          </Button>
        ) : undefined}
        <span className={styles.pair}>
          <Button size="small" disabled={!canSave} title={key} onClick={() => void save()}>
            Save version
          </Button>
          <Menu
            trigger={<IconButton label="More of this prompt" icon="more" size="small" />}
            items={[
              { label: 'Save with a label…', disabled: !canSave, onSelect: () => setAsking('label') },
              'separator',
              ...commands.itemsOf(summary),
            ]}
          />
        </span>
        <Button size="small" onClick={onVersions}>
          Compare versions
        </Button>
        <Button size="small" disabled={args === undefined} onClick={() => setAsking('case')}>
          Save as case
        </Button>
        <SendPart isVisible={isVisible} canSend={canSend} onSend={onSend} />
      </header>
      <WorkbenchNotices bench={bench} onVersions={onVersions} />
      {asking === 'label' ? (
        <SaveNameDialog
          title="Save with a label"
          label="Label"
          action="Save version"
          save={save}
          problem={bench.problem ?? (bench.isMoved ? MOVED : undefined)}
          onClose={() => setAsking(undefined)}
        />
      ) : undefined}
      {asking === 'case' ? (
        <SaveNameDialog
          title="Save as case"
          label="Name of the case"
          action="Save"
          note="Keeps the arguments, the variables and what tools give now, with what is rendered of them."
          save={saveCase}
          problem={cases.problem}
          onClose={() => setAsking(undefined)}
        />
      ) : undefined}
    </>
  );
}

function WorkbenchNotices({ bench, onVersions }: Pick<WorkbenchHeadProps, 'bench' | 'onVersions'>) {
  const { problem, isMoved } = bench;
  return (
    <>
      {problem === undefined ? undefined : (
        <Banner level="error" onDismiss={bench.dismiss}>
          {problem}
        </Banner>
      )}
      {isMoved ? (
        <Banner
          level="warning"
          title={MOVED}
          actions={
            <>
              <Button size="small" onClick={onVersions}>
                Show both
              </Button>
              <Button size="small" onClick={bench.keepMine}>
                Keep mine
              </Button>
              <Button size="small" onClick={bench.discard}>
                Take the stored one
              </Button>
            </>
          }
        >
          Somebody else has written it meanwhile. What you typed is kept here.
        </Banner>
      ) : undefined}
    </>
  );
}
