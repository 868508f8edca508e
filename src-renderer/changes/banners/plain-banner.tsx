import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { EditorLoading } from '../monaco/editor-loading.tsx';

/** Says why the diff is a list though the editor was asked for, and leads to the editor once there is one. */
export function PlainBanner({ loading }: { readonly loading: EditorLoading }) {
  const { Editor, isPlain, problem, showEditor } = loading;
  if (!isPlain) return undefined;
  const isReady = Editor !== undefined;
  const isLate = !isReady && problem === undefined;
  return (
    <Banner
      level={isReady ? 'info' : 'warning'}
      actions={
        isLate ? undefined : (
          <Button size="small" onClick={showEditor}>
            {isReady ? 'Show in the editor' : 'Load the editor again'}
          </Button>
        )
      }
    >
      {isReady
        ? 'The editor is there now.'
        : isLate
          ? 'The editor is slow to load.'
          : `The editor could not be loaded: ${problem}.`}{' '}
      Until you switch, the change is a list of lines: everything can be decided here, but not typed into.
    </Banner>
  );
}
