import styles from './mode-choice.module.css';
import { modeName, modeValue } from './modes.ts';
import type { Modes } from './use-mode.ts';

/** Shell and the profiles by name, as Tab on an empty line goes through them. */
export function ModeChoice({ modes }: { readonly modes: Modes }) {
  const { mode, all, choose } = modes;
  const problem = mode.kind === 'chat' ? mode.chat.problem : undefined;
  return (
    <select
      className={styles.mode}
      aria-label="Mode"
      title={problem ?? 'Tab on an empty line goes to the next mode'}
      data-problem={problem !== undefined || undefined}
      value={modeValue(mode)}
      onChange={(event) => choose(event.target.value)}
    >
      {all.map((one) => (
        <option key={modeValue(one)} value={modeValue(one)}>
          {modeName(one)}
        </option>
      ))}
    </select>
  );
}

export interface PromptProps {
  readonly modes: Modes;
  /** Last component of the folder, where it is known. */
  readonly place: string | undefined;
  readonly cwd: string | undefined;
}

/** As in a terminal, so that one sees what Enter will do: `src $`, or `openai >>>` with the folder dimmed. */
export function Prompt({ modes: { mode }, place, cwd }: PromptProps) {
  if (mode.kind === 'shell') {
    return (
      <span className={styles.prompt} data-mode="shell" title={cwd}>
        {place === undefined ? undefined : <span className={styles.name}>{place}</span>} $
      </span>
    );
  }
  return (
    <span className={styles.prompt} data-mode="chat" title={cwd}>
      <span className={styles.name}>{mode.chat.name}</span> &gt;&gt;&gt;
      {place === undefined ? undefined : (
        <span className={styles.folder}>{place.endsWith('/') ? place : `${place}/`}</span>
      )}
    </span>
  );
}
