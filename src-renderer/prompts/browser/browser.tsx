import type { PromptsState } from '#contract';
import { Button, IconButton } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { StorePart, StorePlace } from '../store-place.ts';
import styles from './browser-list.module.css';
import type { PromptCommands } from './prompt-commands.tsx';
import { PromptList } from './prompt-list.tsx';
import { RecordList } from './record-list.tsx';
import { StoreFoot } from './store-foot.tsx';

export interface BrowserProps {
  readonly state: PromptsState;
  readonly place: StorePlace;
  readonly onGo: (part: StorePart, id?: string) => void;
  readonly onNew: () => void;
  readonly onRefresh: () => void;
  readonly commands: PromptCommands;
}

/** The left side: what is in the store, by kind, and where the store is. */
export function Browser({ state, place, onGo, onNew, onRefresh, commands }: BrowserProps) {
  const { part, id } = place;
  return (
    <div className={styles.browser}>
      <Tabs
        label="Parts of the prompt store"
        value={part === 'problems' || part === 'past' ? 'prompts' : part}
        onChange={(next) => onGo(next as StorePart)}
        tabs={[
          {
            id: 'prompts',
            label: 'Prompts',
            content: (
              <div className={styles.part}>
                <div className={styles.tools}>
                  <Button size="small" variant="primary" onClick={onNew}>
                    New prompt
                  </Button>
                  <span className={styles.gap} />
                  <IconButton label="Read the store again" icon="refresh" size="small" onClick={onRefresh} />
                </div>
                <PromptList
                  prompts={state.prompts}
                  chosen={part === 'prompts' ? id : undefined}
                  onChoose={(next) => onGo('prompts', next)}
                  itemsOf={commands.itemsOf}
                />
              </div>
            ),
          },
          ...(['variables', 'tools', 'extensions'] as const).map((kind) => ({
            id: kind,
            label: LABELS[kind],
            content: <RecordList kind={kind} state={state} chosen={id} onChoose={(next) => onGo(kind, next)} />,
          })),
        ]}
      />
      <StoreFoot state={state} onProblems={() => onGo('problems')} />
    </div>
  );
}

const LABELS = { variables: 'Variables', tools: 'Tools', extensions: 'Extensions' } as const;
