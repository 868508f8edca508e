import { Banner } from '../../ui/banner.tsx';
import type { SettingsAction } from '../use-settings-action.ts';
import { ProblemList } from './problem-list.tsx';

export interface RefusalBannerProps {
  readonly doing: SettingsAction;
  /** Opens a line of the text that was refused. */
  readonly onGoToLine?: (line: number) => void;
}

/** Banner about what the host refused, and why. */
export function RefusalBanner({ doing: { refusal, dismiss }, onGoToLine }: RefusalBannerProps) {
  if (refusal === undefined) return undefined;
  return (
    <Banner level="error" title={refusal.text} onDismiss={dismiss}>
      {refusal.problems.length === 0 ? undefined : (
        <ProblemList problems={refusal.problems} {...(onGoToLine !== undefined && { onGoToLine })} />
      )}
    </Banner>
  );
}
