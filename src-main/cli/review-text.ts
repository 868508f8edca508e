import type { ReviewedFile, WorkspaceReview } from '#contract';
import { withHiddenShown } from '#contract/hidden-characters';
import { ROLE_WORDS } from '#contract/review-roles';
import { printableText } from './printable-text.ts';

/** Formats a review for the terminal; invisible characters are written out. */
export function workspaceReviewText(review: WorkspaceReview): string {
  const { path, files, unlisted, changes, languages, wantsNetwork, isTrusted, hasNetwork, problem } = review;
  const runs = languages.length === 0 ? 'It has no code.' : `It runs ${languages.join(', ')}.`;
  const network = wantsNetwork
    ? 'Its code imports modules that use the network.'
    : 'It imports no module that is known to use the network.';
  const trust = isTrusted ? `It is trusted ${hasNetwork ? 'with' : 'without'} the network.` : 'It is not trusted.';
  const lines = [printableText(path), `${runs} ${network} ${trust}`, ...(problem === undefined ? [] : [problem]), ''];
  for (const { file, change, diff } of changes) {
    lines.push(`${change}: ${printableText(file)}`, ...(diff === undefined ? [] : [indent(diff)]));
  }
  for (const file of files) lines.push(...fileLines(file));
  if (unlisted > 0) lines.push(`… and ${unlisted} more files`);
  return `${lines.map(withHiddenShown).join('\n')}\n`;
}

function fileLines({ file, role, language, imports, hidden, firstLines }: ReviewedFile): string[] {
  const lines = [`${printableText(file)} (${[language, ROLE_WORDS[role]].filter(Boolean).join(', ')})`];
  if (imports.length > 0) lines.push(`    imports ${imports.join(', ')}`);
  if (hidden.length > 0) lines.push(`    WARNING: characters that do not show: ${hidden.join(', ')}`);
  if (firstLines !== undefined && role !== 'other') lines.push(indent(firstLines));
  return lines;
}

const indent = (text: string) => text.replaceAll(/^/gm, '    | ');
