import type { ProviderView } from '#contract';
import { useApi } from '../api/api-context.tsx';
import type { AsyncAction } from '../state/use-async-action.ts';
import { PlainDiff } from '../text/plain-diff.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import styles from './provider-detail.module.css';

/** Notice that the tools differ from those that were approved: no model is offered them until the person has seen how. */
export function ChangedTools({ provider, doing }: { readonly provider: ProviderView; readonly doing: AsyncAction }) {
  const api = useApi();
  const { id, difference = '', hash } = provider;
  const approve = () => doing.run(() => api.providers.approveTools({ id, ...(hash === undefined ? {} : { hash }) }));
  return (
    <>
      <Banner
        level="warning"
        title="Its tools have changed since you approved them."
        actions={
          <Button size="small" variant="primary" disabled={doing.isBusy} onClick={approve}>
            Approve these tools
          </Button>
        }
      >
        No model is offered them until you approve them. This is what has changed:
      </Banner>
      <div className={styles.difference}>
        <PlainDiff label="Difference of the tools" text={difference} />
      </div>
    </>
  );
}
