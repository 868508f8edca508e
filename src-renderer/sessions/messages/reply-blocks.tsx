import { memo, useMemo, useState } from 'react';
import { Markdown } from '../../text/markdown.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { useIsFinding } from '../find/find-context.ts';
import { CodeBlock } from './code-block.tsx';
import { blocksWithin, fencedCode, splitMarkdown } from './markdown-blocks.ts';
import { useGradually } from './use-gradually.ts';

/** Characters of a reply that are drawn until more is requested: beyond that, the page as a whole gets slow. */
const SHOWN = 1_000_000;

/** The text of a reply in its blocks, drawn little by little; of one of megabytes the beginning, and more when it is asked for. */
export function ReplyBlocks({ text }: { readonly text: string }) {
  const isFinding = useIsFinding();
  const [asked, setAsked] = useState(SHOWN);
  const all = useMemo(() => splitMarkdown(text), [text]);
  const blocks = useMemo(() => (isFinding ? all : blocksWithin(all, asked)), [all, asked, isFinding]);
  const drawn = useGradually(blocks);
  return (
    <>
      {blocks.slice(0, drawn).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
        <Block key={index} text={block} isFinding={isFinding} />
      ))}
      {blocks.length === all.length ? undefined : (
        <Button size="small" onClick={() => setAsked(asked + SHOWN)}>
          Show more ({formatBytes(asked)} of {formatBytes(text.length)})
        </Button>
      )}
    </>
  );
}

interface BlockProps {
  readonly text: string;
  readonly isFinding: boolean;
}

const Block = memo(function Block({ text, isFinding }: BlockProps) {
  const code = fencedCode(text);
  return code === undefined ? <Markdown text={text} isWhole={isFinding} /> : <CodeBlock code={code} />;
});
