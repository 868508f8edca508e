import { useEffect, useState } from 'react';
import { FindBar } from '../ui/find-bar.tsx';
import type { FindInTerminal, FindResults } from '../xterm/find-in-terminal.ts';
import { useObserved } from '../xterm/use-observed.ts';

export interface TerminalFindBarProps {
  readonly find: FindInTerminal;
  /** Initial text, such as the selected word. */
  readonly initial: string;
  readonly onClose: () => void;
}

/** Find in a terminal's screen and scrollback, as one types. */
export function TerminalFindBar({ find, initial, onClose }: TerminalFindBarProps) {
  const [text, setText] = useState(initial);
  const results = useObserved(find.results);
  const [begun] = useState(initial);
  useEffect(() => {
    if (begun !== '') find.next(begun, true);
    return () => find.end();
  }, [find, begun]);
  const change = (value: string) => {
    setText(value);
    find.next(value, true);
  };
  return (
    <FindBar
      label="Find in terminal"
      text={text}
      onText={change}
      count={resultCountWords(results)}
      onStep={(by) => (by === 1 ? find.next(text) : find.previous(text))}
      onClose={onClose}
    />
  );
}

function resultCountWords(results: FindResults | undefined): string {
  if (!results) return '';
  if (results.count === 0) return 'No match';
  return results.at > 0 ? `${results.at} of ${results.count}` : `${results.count}+`;
}
