import { useEffect, useRef } from 'react';
import { Group, type Layout, type LayoutChangedMeta, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { KeyRequests } from '../connect/key-requests.tsx';
import { useLayout } from '../state/layout.tsx';
import { useMedia } from '../ui/use-available-space.ts';
import styles from './body.module.css';
import { FirstSteps } from './first-steps.tsx';
import { Notices } from './news/notices.tsx';
import { ReviewSide } from './review/review-side.tsx';
import type { ReviewPanel } from './review/use-review-panel.ts';
import { ViewStack } from './views/view-stack.tsx';

const DEFAULT_REVIEW = { width: '420px', height: '45%' } as const;
/** Narrower than this the review lies below the views. */
const NARROW = '(max-width: 640px)';

export interface BodyProps {
  readonly panel: ReviewPanel;
  readonly hasNoModel: boolean;
}

/** The centre and the review at its right, with the width the person gave it. */
export function AppBody({ panel, hasNoModel }: BodyProps) {
  const isStacked = useMedia(NARROW);
  const dimension = isStacked ? 'height' : 'width';
  const [size, setSize] = useLayout<string>(`review.${dimension}`, DEFAULT_REVIEW[dimension]);
  const review = usePanelRef();
  const { isOpen, isMaximised } = panel;
  const sizeNow = useRef<string>(size);
  sizeNow.current = size;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other way round it has another size.
  useEffect(() => {
    if (isOpen) review.current?.resize(sizeNow.current);
    else review.current?.collapse();
  }, [isOpen, review, isStacked]);

  const keepSize = (layout: Layout, { isUserInteraction }: LayoutChangedMeta) => {
    const share = layout.review ?? 0;
    if (isUserInteraction && share > 0) setSize(`${share.toFixed(2)}%`);
    if (isUserInteraction && share === 0 && isOpen) panel.toggle();
  };

  return (
    <Group
      className={styles.body}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      onLayoutChanged={keepSize}
      data-maximised={isMaximised ? '' : undefined}
    >
      <Panel id="centre" minSize={isStacked ? 160 : 280}>
        <main className={styles.centre} inert={isMaximised}>
          <Notices />
          <KeyRequests />
          {hasNoModel ? <FirstSteps /> : undefined}
          <ViewStack />
        </main>
      </Panel>
      <Separator
        className={styles.separator}
        aria-label={isStacked ? 'Height of the review' : 'Width of the review'}
        hidden={!isOpen}
        disabled={!isOpen}
      />
      <Panel
        id="review"
        panelRef={review}
        className={styles.review}
        collapsible
        collapsedSize={0}
        defaultSize={isOpen ? size : 0}
        minSize={isStacked ? 140 : 280}
        maxSize="75%"
        groupResizeBehavior="preserve-pixel-size"
      >
        <ReviewSide panel={panel} />
      </Panel>
    </Group>
  );
}
