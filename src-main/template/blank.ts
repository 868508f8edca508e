import { isBlank } from './characters.ts';
import type { ListNode } from './nodes.ts';

/** Whether a template holds nothing but white space and comments. */
export function isBlankTree(root: ListNode): boolean {
  return root.nodes.every((node) => node.kind === 'text' && isBlank(node.text));
}
