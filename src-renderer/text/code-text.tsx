import { memo, useEffect, useRef, useState } from 'react';
import type { CodeLines } from '../editor/colours/code-tokens.ts';
import './code-text.css';
import { VisibleText } from '../ui/visible-text.tsx';
import { LongText } from './long-text.tsx';

/** A longer text has no colours: it would be tokenized for too long, in characters. */
const MAX_COLOURED = 60_000;
/** Pause between two looks at a text that is being written, in milliseconds. */
const AGAIN_AFTER_MS = 100;

interface ColouredText {
  readonly text: string;
  readonly lines: CodeLines;
}

export interface CodeTextProps {
  readonly text: string;
  /** Language as a fence names it, such as `python` or `sh`. */
  readonly language: string | undefined;
  /** All of a long text is wanted, as when it is searched. */
  readonly isWhole?: boolean;
}

/**
 * Code in the colours of its language, once the tokenizer is loaded. What is written on keeps the colours that it has, and only the
 * end of it waits for its own: nothing flickers.
 */
export function CodeText({ text, language, isWhole = false }: CodeTextProps) {
  const coloured = useColours(text, language);
  if (coloured === undefined || !text.startsWith(coloured.text)) return <LongText text={text} isWhole={isWhole} />;
  const rest = text.slice(coloured.text.length);
  return (
    <>
      {coloured.lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own.
        <CodeLine key={at} line={line} isLast={at === coloured.lines.length - 1} />
      ))}
      {rest === '' ? undefined : <LongText text={rest} isWhole={isWhole} />}
    </>
  );
}

interface CodeLineProps {
  readonly line: CodeLines[number];
  readonly isLast: boolean;
}

const CodeLine = memo(function CodeLine({ line, isLast }: CodeLineProps) {
  return (
    <>
      {line.map(({ text, kind }, at) =>
        kind === undefined ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity of their own.
          <VisibleText key={at} text={text} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity of their own.
          <span key={at} data-token={kind}>
            <VisibleText text={text} />
          </span>
        ),
      )}
      {isLast ? undefined : '\n'}
    </>
  );
});

function useColours(text: string, language: string | undefined): ColouredText | undefined {
  const [coloured, setColoured] = useState<ColouredText | undefined>(undefined);
  // A fence that is being written names its language in pieces.
  const [unknown, setUnknown] = useState<string | undefined>(undefined);
  const isOver = useRef(false);
  const isBusy = useRef(false);
  useEffect(() => {
    isOver.current = false;
    return () => {
      isOver.current = true;
    };
  }, []);
  useEffect(() => {
    const isPlain =
      language === undefined || language === unknown || text.length > MAX_COLOURED || typeof Worker === 'undefined';
    if (isPlain || isBusy.current || coloured?.text === text) return;
    isBusy.current = true;
    const colour = async () => {
      if (coloured !== undefined) await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      const { coloursOf } = await import('../editor/colours/colour-code.ts');
      return await coloursOf(text, language);
    };
    void colour()
      // Code without colours is code all the same.
      .catch(() => undefined)
      .then((lines) => {
        isBusy.current = false;
        if (isOver.current) return;
        if (lines === undefined) setUnknown(language);
        else setColoured((before) => ({ text, lines: keepSame(before?.lines ?? [], lines) }));
      });
  }, [text, language, coloured, unknown]);
  return coloured;
}

/** The lines, those that are as they were as the same objects, so that they are not drawn again. */
function keepSame(before: CodeLines, lines: CodeLines): CodeLines {
  return lines.map((line, at) => {
    const last = before[at];
    const isSame =
      last?.length === line.length &&
      last.every(({ text, kind }, token) => text === line[token]?.text && kind === line[token]?.kind);
    return isSame ? last : line;
  });
}
