import { type CSSProperties, memo } from 'react';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import type { StyledLine, StyledRun } from './ansi.ts';
import styles from './output-lines.module.css';
import type { SgrColour, TextStyle } from './sgr.ts';

/** Lines drawn as one element each would be too many for very long output: they are grouped, and groups out of sight are not laid out. */
const GROUP = 200;

/** Program output as text nodes in spans; colours are palette classes or made from numbers. */
export const OutputLines = memo(function OutputLines({ lines }: { readonly lines: readonly StyledLine[] }) {
  const groups = Array.from({ length: Math.ceil(lines.length / GROUP) }, (_, index) =>
    lines.slice(index * GROUP, (index + 1) * GROUP),
  );
  return (
    <ScrollBlock className={styles.output} label="Output">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own.
        <span key={index} className={styles.group}>
          {group.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own.
            <OutputLine key={at} line={line} />
          ))}
        </span>
      ))}
    </ScrollBlock>
  );
});

function OutputLine({ line }: { readonly line: StyledLine }) {
  return (
    <>
      {line.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity of their own.
        <Run key={index} run={run} />
      ))}
      {'\n'}
    </>
  );
}

function Run({ run: { text, style } }: { readonly run: StyledRun }) {
  const classes = classesOf(style);
  const colours = coloursOf(style);
  if (classes === '' && colours === undefined) return text;
  return (
    <span className={classes} style={colours}>
      {text}
    </span>
  );
}

function classesOf(style: TextStyle): string {
  const { foreground, background } = drawnColours(style);
  const names = [
    style.isBold && 'bold',
    style.isDim && 'dim',
    style.isItalic && 'italic',
    style.isUnderlined && 'underlined',
    style.isStruck && 'struck',
    style.isInverse && 'inverse',
    foreground && 'index' in foreground && `fg${foreground.index}`,
    background && 'index' in background && `bg${background.index}`,
  ];
  return names.flatMap((name) => (name ? [styles[name] ?? ''] : [])).join(' ');
}

function coloursOf(style: TextStyle): CSSProperties | undefined {
  const { foreground, background } = drawnColours(style);
  const color = foreground && 'css' in foreground ? foreground.css : undefined;
  const backgroundColor = background && 'css' in background ? background.css : undefined;
  if (color === undefined && backgroundColor === undefined) return undefined;
  // A program cannot know the theme: its own colours are drawn towards the text's, so that they can be read on any.
  return { ...(color && { color: `color-mix(in srgb, ${color} 60%, var(--text))` }), backgroundColor };
}

function drawnColours({
  isInverse,
  foreground,
  background,
}: TextStyle): Record<'foreground' | 'background', SgrColour | undefined> {
  return isInverse ? { foreground: background, background: foreground } : { foreground, background };
}
