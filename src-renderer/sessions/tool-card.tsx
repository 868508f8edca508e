import type { ConversationItem } from '#contract';
import { focusReview } from '../state/review-focus.ts';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { CommandBlock } from './command-block.tsx';
import { TOOL_STATES } from './session-words.ts';
import { StateMark } from './state-mark.tsx';
import styles from './tool-card.module.css';
import { ToolDetails } from './tool-details.tsx';
import { argument, toolWords } from './tool-words.ts';

export type ToolItem = Extract<ConversationItem, { kind: 'tool' }>;

const ICONS: Readonly<Record<string, IconName>> = {
  execute_command: 'command',
  create_or_update_file: 'file',
  edit_file: 'file',
  read_file: 'eye',
  delete_file_or_dir: 'trash',
};

/** One tool call: what was asked for, what was decided, what ran and what came of it. */
export function ToolCard({ item, session }: { readonly item: ToolItem; readonly session: string }) {
  const { title, about } = toolWords(item.tool, item.sent);
  const command = item.command?.command ?? argument(item.ran ?? item.sent, 'command_line');
  const isCommand = item.tool === 'execute_command' && command !== undefined;
  return (
    <article
      className={styles.card}
      data-state={item.state}
      aria-label={about === undefined ? title : `${title} ${about}`}
    >
      <header className={styles.header}>
        <Icon name={ICONS[item.tool] ?? 'tool'} />
        <span className={styles.title}>{title}</span>
        {about === undefined ? undefined : (
          <code className={styles.about}>
            <VisibleText text={about} />
          </code>
        )}
        <span className={styles.state}>
          <StateMark {...TOOL_STATES[item.state]} />
        </span>
      </header>
      {isCommand ? <CommandBlock line={command} view={item.command} isRunning={item.state === 'running'} /> : undefined}
      {item.state === 'waiting' && item.question !== undefined ? <NeedsYou question={item.question} /> : undefined}
      {item.repairs.length === 0 ? undefined : (
        <ul className={styles.repairs} aria-label="Repairs">
          {item.repairs.map((repair) => (
            <li key={`${repair.rule} ${repair.text}`}>
              <Icon name="repair" /> Repaired: {repair.text}
            </li>
          ))}
        </ul>
      )}
      {item.decision === undefined ? undefined : (
        <p className={styles.decision}>
          <Icon name="shield" /> {item.decision}
        </p>
      )}
      <ChangedFiles changes={item.changes} session={session} />
      <ToolDetails item={item} />
    </article>
  );
}

function NeedsYou({ question }: { readonly question: string }) {
  return (
    <div className={styles.waiting}>
      <Icon name="attention" />
      <span className={styles.waitingText}>Waiting for your answer</span>
      <Button variant="primary" size="small" onClick={() => focusReview(question)}>
        Go to review
      </Button>
    </div>
  );
}
