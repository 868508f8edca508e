import { KEYS_NOT_KEPT } from '../../state/removed-keys.ts';
import { Banner } from '../../ui/banner.tsx';
import type { YamlDraft } from './use-yaml-draft.ts';

/** Remarks on an unsaved text: that its file has changed, and that secrets in it did not outlive a reload. */
export function DraftBanners({ draft }: { readonly draft: YamlDraft }) {
  return (
    <>
      {draft.isStale ? (
        <Banner level="warning">The file has changed meanwhile; saving writes over that, discarding shows it.</Banner>
      ) : undefined}
      {draft.lacksSecrets ? <Banner level="warning">{KEYS_NOT_KEPT}</Banner> : undefined}
    </>
  );
}
