import { useEffect, useRef, useState } from 'react';
import type { Change } from '#contract';
import { useApi } from '../../api/api-context.tsx';
import { errorText } from '../../state/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Period of checking the file under review, in milliseconds. */
const LOOK_EVERY_MS = 2000;

/** Says at once that the file under review has moved on, and offers the change against it as it is now. */
export function MovedBanner({ change, isVisible }: { readonly change: Change; readonly isVisible: boolean }) {
  const api = useApi();
  const [isCurrent, setCurrent] = useState(true);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { id, shownPath } = change;
  const latest = useRef(id);
  latest.current = id;
  const isWatched = isVisible && change.state === 'proposed';

  useEffect(() => {
    setCurrent(true);
    setProblem(undefined);
    if (!isWatched) return;
    let isOver = false;
    const look = () =>
      api.changes.isCurrent({ id }).then(
        (answer) => isOver || setCurrent(answer),
        // Answered, withdrawn, or no connection: each is told elsewhere.
        () => {},
      );
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [api, id, isWatched]);

  if (isCurrent) return undefined;
  const renew = () => {
    setProblem(undefined);
    return api.changes.renew({ id }).then(
      () => latest.current === id && setCurrent(true),
      (error: unknown) => latest.current === id && setProblem(errorText(error)),
    );
  };
  return (
    <Banner
      level="warning"
      actions={
        <Button size="small" onClick={() => void renew()}>
          Show against the present file
        </Button>
      }
    >
      {problem ??
        `${shownPath} has changed on disk since this was proposed. Nothing of that will be overwritten unseen.`}
    </Banner>
  );
}
