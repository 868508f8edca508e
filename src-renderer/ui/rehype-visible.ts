import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import { boxText, visibleParts } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/** A rehype plugin: HTML in Markdown becomes the text it is written as, and characters nobody would see become labelled boxes. */
export function rehypeVisible() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap(visible);
  };
}

function visible<Node extends RootContent | ElementContent>(node: Node): (Node | Element | Text)[] {
  if (node.type === 'text' || node.type === 'raw') return pieces(String(node.value));
  if (node.type === 'element') return [{ ...node, children: node.children.flatMap(visible) }];
  return [node];
}

function pieces(text: string): (Element | Text)[] {
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
