import { useState } from 'react';
import type { PromptSummary } from '#contract';
import { Badge } from '../../ui/badge.tsx';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { walkByArrows } from '../../ui/walk-by-arrows.ts';
import styles from './browser-list.module.css';
import type { PromptCommands } from './prompt-commands.tsx';

export interface PromptListProps {
  readonly prompts: readonly PromptSummary[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  readonly itemsOf: PromptCommands['itemsOf'];
}

/** Every prompt of the store, with what is wrong with it. */
export function PromptList({ prompts, chosen, onChoose, itemsOf }: PromptListProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = prompts.filter(({ id, name, description = '' }) =>
    `${id} ${name} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <TextField
        className={styles.search}
        type="search"
        aria-label="Search prompts"
        placeholder="Search"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className={styles.list} aria-label="Prompts" onKeyDown={walkByArrows}>
        {shown.map((prompt) => (
          <li key={prompt.id}>
            <ContextMenu items={itemsOf(prompt)}>
              <button
                type="button"
                className={styles.row}
                aria-current={prompt.id === chosen || undefined}
                onClick={() => onChoose(prompt.id)}
              >
                <span className={styles.name}>{prompt.id}</span>
                <span className={styles.meta}>
                  {prompt.error === undefined ? undefined : (
                    <span className={styles.wrong}>
                      <Icon name="error" size={14} /> error
                      {prompt.error.line === undefined ? '' : ` at line ${prompt.error.line}`}
                    </span>
                  )}
                  {prompt.warnings.length === 0 ? undefined : (
                    <span className={styles.odd}>
                      <Icon name="warning" size={14} /> {plural(prompt.warnings.length, 'warning')}
                    </span>
                  )}
                  {prompt.origin === 'extension' ? <Badge>extension</Badge> : undefined}
                  {prompt.description === undefined ? undefined : (
                    <span className={styles.about}>{prompt.description}</span>
                  )}
                </span>
              </button>
            </ContextMenu>
          </li>
        ))}
      </ul>
      {shown.length === 0 && prompts.length > 0 ? <p className={styles.none}>No prompt has this name.</p> : undefined}
    </>
  );
}
