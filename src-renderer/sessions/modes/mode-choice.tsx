import type { ConsoleState } from '#contract';
import { type Mode, modeName, modeValue } from '../../state/modes.ts';
import type { ModeControl } from '../../state/use-mode.ts';
import { lastName } from '../../ui/last-name.ts';
import type { ShellModeState } from '../shell/use-console.ts';
import styles from './mode-choice.module.css';

export interface ModeChoiceProps {
  readonly modes: ModeControl;
  readonly console: Pick<ShellModeState, 'changeMode'>;
  /** Id of the session; `undefined` before there is one. */
  readonly session: string | undefined;
}

/** Shell and the profiles by name, as Tab on an empty line goes through them; then all other profiles, which become modes when chosen. */
export function ModeChoice({ modes, console, session }: ModeChoiceProps) {
  const { mode, all, others, choose } = modes;
  const problem = mode.kind === 'chat' ? mode.chat.problem : undefined;
  return (
    <select
      className={styles.mode}
      aria-label="Mode"
      title={problem ?? 'Tab on an empty line goes to the next mode'}
      data-problem={problem !== undefined || undefined}
      value={modeValue(mode)}
      onChange={({ target: { value } }) => {
        const other = others.find((one) => modeValue(one) === value);
        choose(value);
        if (session !== undefined && other?.kind === 'chat') console.changeMode(other.chat.name, true);
      }}
    >
      <ModeOptions modes={all} />
      {others.length === 0 ? undefined : (
        <optgroup label="Other profiles">
          <ModeOptions modes={others} />
        </optgroup>
      )}
    </select>
  );
}

function ModeOptions({ modes }: { readonly modes: readonly Mode[] }) {
  return modes.map((one) => (
    <option key={modeValue(one)} value={modeValue(one)}>
      {modeName(one)}
    </option>
  ));
}

export interface PromptProps {
  readonly modes: ModeControl;
  /** Folder of the session's shell; `undefined` before it has begun. */
  readonly shell: Pick<ConsoleState, 'promptName' | 'cwd'> | undefined;
  /** Path of the workspace, in which a shell begins. */
  readonly workspace: string | undefined;
}

/** Prompt as in a terminal, so that one sees what Enter will do: `src $`, or `openai >>>` with the folder dimmed. */
export function Prompt({ modes: { mode }, shell, workspace }: PromptProps) {
  const cwd = shell?.cwd ?? workspace;
  const place = shell?.promptName ?? (workspace && lastName(workspace));
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
