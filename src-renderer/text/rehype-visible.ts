import { boxText, visibleParts } from '../ui/hidden-characters.ts';
import styles from '../ui/visible-text.module.css';
import markdown from './markdown.module.css';

/** Part of an HTML tree's nodes that is used here: texts, elements, and HTML inside Markdown (`raw`). */
interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  children?: HastNode[];
}

/** A rehype plugin: HTML in Markdown becomes the text it is written as, and characters nobody would see become labelled boxes. */
export function rehypeVisible() {
  return (tree: HastNode): void => {
    tree.children = visibleChildren(tree);
  };
}

function visibleChildren({ type, tagName, children = [] }: HastNode): HastNode[] {
  // Elsewhere HTML stands within a line, also in an item of a list.
  const hasBlocks = type === 'root' || tagName === 'blockquote';
  return children.flatMap((child) => {
    const visible = withVisibleText(child);
    return hasBlocks && child.type === 'raw' ? [htmlBlock(visible)] : visible;
  });
}

function withVisibleText(node: HastNode): HastNode[] {
  if (node.type === 'text' || node.type === 'raw') return visibleNodes(node.value ?? '');
  return node.children === undefined ? [node] : [{ ...node, children: visibleChildren(node) }];
}

/** A block of HTML as a paragraph with its lines. */
function htmlBlock(children: HastNode[]): HastNode {
  return { type: 'element', tagName: 'p', properties: { className: [markdown.html ?? ''] }, children };
}

function visibleNodes(text: string): HastNode[] {
  return visibleParts(text).map((part) =>
    part.kind === 'text'
      ? { type: 'text', value: part.text }
      : {
          type: 'element',
          tagName: 'span',
          properties: {
            className: [styles.hidden ?? ''],
            role: 'img',
            ariaLabel: `${part.name}, ${part.code}`,
            title: part.name,
          },
          children: [{ type: 'text', value: boxText(part) }],
        },
  );
}
