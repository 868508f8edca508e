import { useRef } from 'react';
import { IconButton } from '../../ui/button.tsx';

/** Lets a person choose images for the next message. */
export function AttachButton({ onChoose }: { readonly onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach images" icon="image" size="small" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        aria-label="Images to attach"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.target.value = '';
        }}
      />
    </>
  );
}
