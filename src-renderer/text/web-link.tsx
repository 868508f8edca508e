import type { MouseEvent, ReactNode } from 'react';
import { askAboutLink } from './link-question.tsx';
import { linkTarget, namesAnotherHost } from './link-target.ts';

export interface WebLinkProps {
  readonly href: string | undefined;
  /** Its visible text. */
  readonly words: string;
  readonly children: ReactNode;
}

/** A link of a model's text; one that does not say where it goes asks before it is opened. */
export function WebLink({ href, words, children }: WebLinkProps) {
  const target = href ? linkTarget(href) : undefined;
  if (target === undefined) return <span>{children}</span>;
  const isHidden = namesAnotherHost(words, target);
  const ask = (event: MouseEvent) => {
    if (!isHidden && target.warning === undefined) return;
    event.preventDefault();
    askAboutLink(target, isHidden ? 'It leads to a different host than its text says.' : 'Look at where it leads.');
  };
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer" onClick={ask} onAuxClick={ask}>
      {children}
    </a>
  );
}
