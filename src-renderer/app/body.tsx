import { useEffect, useRef } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { useLayout } from '../state/layout.tsx';
import styles from './body.module.css';
import { FirstSteps } from './first-steps.tsx';
import { Notices } from './notices.tsx';
import { ReviewSide } from './review-side.tsx';
import type { ReviewPanel } from './use-review-panel.ts';
import { ViewStack } from './view-stack.tsx';

const DEFAULT_REVIEW_WIDTH = '420px';

export interface BodyProps {
  readonly panel: ReviewPanel;
  readonly hasNoModel: boolean;
}

/** The centre and the review at its right, with the width the person gave it. */
export function Body({ panel, hasNoModel }: BodyProps) {
  const [width, setWidth] = useLayout<string>('review.width', DEFAULT_REVIEW_WIDTH);
  const review = usePanelRef();
  const { isOpen, isMaximised } = panel;
  const widthNow = useRef(width);
  widthNow.current = width;

  useEffect(() => {
    if (isOpen) review.current?.resize(widthNow.current);
    else review.current?.collapse();
  }, [isOpen, review]);

  const keepWidth = (layout: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    const share = layout.review ?? 0;
    if (isUserInteraction && share > 0) setWidth(`${share.toFixed(2)}%`);
    if (isUserInteraction && share === 0 && isOpen) panel.toggle();
  };

  return (
    <Group className={styles.body} onLayoutChanged={keepWidth} data-maximised={isMaximised ? '' : undefined}>
      <Panel id="centre" minSize={280}>
        <main className={styles.centre} inert={isMaximised}>
          <Notices />
          {hasNoModel ? <FirstSteps /> : undefined}
          <ViewStack />
        </main>
      </Panel>
      <Separator className={styles.separator} aria-label="Width of the review" hidden={!isOpen} disabled={!isOpen} />
      <Panel
        id="review"
        panelRef={review}
        className={styles.review}
        collapsible
        collapsedSize={0}
        defaultSize={isOpen ? width : 0}
        minSize={280}
        maxSize="75%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <ReviewSide panel={panel} />
      </Panel>
    </Group>
  );
}
