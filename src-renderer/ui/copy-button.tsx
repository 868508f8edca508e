import { useEffect, useState } from 'react';
import { announce } from './announce.ts';
import { IconButton } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1500;

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | undefined>(undefined);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const isCopied = await copyText(text);
    setOutcome(isCopied ? 'copied' : 'failed');
    announce(isCopied ? 'Copied' : 'It could not be copied');
  };
  const icon = outcome === 'copied' ? 'check' : outcome === 'failed' ? 'error' : 'copy';
  return <IconButton label={label} icon={icon} size="small" onClick={() => void copy()} />;
}
