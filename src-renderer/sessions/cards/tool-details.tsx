import { textStart } from '#contract/text-ends';
import { ScrollBlock } from '../../ui/scroll-block.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { Fold } from '../find/fold.tsx';
import type { ToolItem } from '../items/tool-item.ts';
import styles from './tool-details.module.css';
import { readableJson } from './tool-words.ts';

/** The call to the letter: what the model sent, what ran in its place, what the model was told. */
export function ToolDetails({ item }: { readonly item: ToolItem }) {
  return (
    <Fold className={styles.details} title="Details of the call">
      {() => (
        <>
          <Raw title={`What the model sent to ${item.tool}`} text={readableJson(item.sent)} />
          {item.ran === undefined ? undefined : <Raw title="What ran instead" text={readableJson(item.ran)} />}
          {item.result === undefined ? undefined : <Raw title="What the model was told" text={item.result} />}
        </>
      )}
    </Fold>
  );
}

/** Characters shown of a very long text; the activity view has all of it. */
const MAX_SHOWN = 20_000;

function Raw({ title, text }: { readonly title: string; readonly text: string }) {
  const start = textStart(text, MAX_SHOWN);
  const left = text.length - start.length;
  return (
    <section className={styles.raw}>
      <h4 className={styles.title}>{title}</h4>
      <ScrollBlock className={styles.text} label={title}>
        <VisibleText text={start} />
        {left > 0 ? `\n… ${left.toLocaleString()} more characters are in Activity` : undefined}
      </ScrollBlock>
    </section>
  );
}
