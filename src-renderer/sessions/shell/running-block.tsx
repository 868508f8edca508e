import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useHasElapsed } from '../../ui/use-has-elapsed.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { type ConsoleItem, isBuiltin, MAX_LIVE } from '../items/console-item.ts';
import { consoleState } from '../items/session-words.ts';
import { StateMark } from '../items/state-mark.tsx';
import { useConsoleCommands, useLiveBlocks } from './console-commands.ts';
import styles from './console-entry.module.css';
import type { LiveTerminal } from './live-terminal.tsx';

/** A program that ends sooner gets no terminal: its output is there at once. In milliseconds. */
const MOMENT_MS = 150;

/** A line that has not ended: its program's terminal, or why it is not drawn here. */
export function RunningBlock({ item }: { readonly item: ConsoleItem }) {
  const { interrupt, focusComposer, startedHere, mayTakeFocus } = useConsoleCommands();
  const { ids, show } = useLiveBlocks();
  const [isTall, setTall] = useState(false);
  const isDue = useHasElapsed(MOMENT_MS);
  const isDrawn = item.terminal !== undefined && ids.includes(item.id);
  return (
    <>
      {isDrawn && isDue ? (
        <TerminalWhenLoaded
          terminal={item.terminal ?? ''}
          line={item.line}
          takesFocus={() => startedHere.has(item.id) && mayTakeFocus()}
          isTall={isTall}
          onGoneWithFocus={focusComposer}
        />
      ) : undefined}
      {isDrawn ? undefined : <NotHere item={item} onShow={() => show(item.id)} />}
      <footer className={styles.foot}>
        <StateMark {...consoleState(item)} />
        <span className={styles.commands}>
          {isDrawn ? (
            <Button size="small" variant="ghost" aria-pressed={isTall} onClick={() => setTall(!isTall)}>
              <Icon name={isTall ? 'collapse' : 'expand'} /> Tall
            </Button>
          ) : undefined}
          <Button size="small" onClick={interrupt}>
            <Icon name="stop" /> Interrupt
          </Button>
        </span>
      </footer>
    </>
  );
}

const loadTerminal = () => import('./live-terminal.tsx');

/** The emulator, loaded with the first program that runs for longer than a moment. */
function TerminalWhenLoaded(props: ComponentProps<typeof LiveTerminal>) {
  const { loaded } = useLoaded(loadTerminal);
  if (loaded.status === 'failed') throw loaded.error;
  if (loaded.status === 'loading') return <Spinner label="Opening the terminal" />;
  return <loaded.value.LiveTerminal {...props} />;
}

function NotHere({ item, onShow }: { readonly item: ConsoleItem; readonly onShow: () => void }) {
  if (isBuiltin(item)) return undefined;
  if (item.terminal === undefined) {
    return (
      <p className={styles.note}>Its terminal is not in this window: it was started elsewhere, or has just ended.</p>
    );
  }
  return (
    <p className={styles.note}>
      It runs; its terminal is not drawn, since {MAX_LIVE} others are.{' '}
      <Button size="small" variant="ghost" onClick={onShow}>
        Show its terminal
      </Button>
    </p>
  );
}
