import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { ProfileDraft } from './profile-draft.ts';
import type { EditedDraft } from './use-profile-draft.ts';

/** Names of the fields as the form has them. */
const FIELDS: Readonly<Record<keyof ProfileDraft, string>> = {
  scope: 'Written to',
  name: 'Name',
  preset: 'Preset',
  protocol: 'Protocol',
  baseUrl: 'Base URL',
  model: 'Model',
  key: 'API key',
  needsNoKey: 'This server needs no key',
  keyIn: 'The key is kept in',
  prompt: 'Prompt',
  concurrency: 'Requests at once',
  context: 'Context, in tokens',
  images: 'Images',
  makeDefault: 'New sessions start with it',
};

/** Notice that somebody else changed the profile while its form is open, and what saving does then. */
export function ChangedInFile({ edited: { inFile, conflicts, takeFile } }: { readonly edited: EditedDraft }) {
  if (inFile === 'as it was') return undefined;
  if (inFile === 'removed') {
    return <Banner level="warning">This profile was removed from its file. Saving writes it again.</Banner>;
  }
  if (conflicts.length === 0) {
    return <Banner level="info">The file changed. The fields show its new values.</Banner>;
  }
  return (
    <Banner
      level="warning"
      actions={
        <Button size="small" onClick={takeFile}>
          Use the file’s values
        </Button>
      }
    >
      The file changed, too: {conflicts.map((field) => FIELDS[field]).join(', ')}. Saving writes what you typed.
    </Banner>
  );
}
