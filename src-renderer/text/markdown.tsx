import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CopyButton } from '../ui/copy-button.tsx';
import { CodeText } from './code-text.tsx';
import { Formula } from './formula.tsx';
import { remarkFormulas } from './formula-syntax.ts';
import { LongText } from './long-text.tsx';
import styles from './markdown.module.css';
import { isParseable } from './markdown-guard.ts';
import { rehypeVisible } from './rehype-visible.ts';
import { WebLink } from './web-link.tsx';

export interface MarkdownProps {
  readonly text: string;
  /** All of a long text is wanted, as when it is searched. */
  readonly isWhole?: boolean;
}

/** A model's Markdown: no HTML, nothing loaded from anywhere, links only to http, https and mailto. */
export const Markdown = memo(function Markdown({ text, isWhole = false }: MarkdownProps) {
  if (!isParseable(text)) {
    return (
      <div className={styles.plain}>
        <LongText text={text} isWhole={isWhole} />
      </div>
    );
  }
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        components={components}
        urlTransform={webAddress}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

const remarkPlugins = [remarkGfm, remarkFormulas];
const rehypePlugins = [rehypeVisible];

const components: Components = {
  a: ({ node, href, children }) => (
    <WebLink href={href} words={nodeText(node)}>
      {children}
    </WebLink>
  ),
  img: ({ src, alt }) => (
    <WebLink href={typeof src === 'string' ? src : undefined} words={alt ?? ''}>
      {imageLabel(alt)}
    </WebLink>
  ),
  input: ({ type, checked }) => (
    <input type={type} checked={checked === true} aria-label={checked === true ? 'Done' : 'To do'} disabled />
  ),
  pre: ({ node, children }) => (
    <div className={styles.code}>
      <pre>{fenceLanguage(node) === undefined ? children : <FencedCode node={node} />}</pre>
      <span className={styles.copy}>
        <CopyButton label="Copy code" text={nodeText(node)} />
      </span>
    </div>
  ),
  span: ({ node, className, ...rest }) => {
    const { dataFormula, dataTex } = node?.properties ?? {};
    if (typeof dataTex !== 'string') return <span className={className} {...rest} />;
    return <Formula tex={dataTex} source={nodeText(node)} isDisplay={dataFormula === 'display'} />;
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard.
    <section className={styles.table} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
};

/** The language that a fence names, which stands as a class on the code in it. */
function fenceLanguage(node: TextNode | undefined): string | undefined {
  const [code] = node?.children ?? [];
  const names = code?.properties?.className;
  const name = Array.isArray(names) ? names.find((one) => String(one).startsWith('language-')) : undefined;
  return name === undefined ? undefined : String(name).slice('language-'.length);
}

function FencedCode({ node }: { readonly node: TextNode | undefined }) {
  return (
    <code>
      <CodeText text={nodeText(node)} language={fenceLanguage(node)} isWhole />
    </code>
  );
}

function webAddress(url: string): string {
  return /^(https?:\/\/|mailto:)/i.test(url) ? url : '';
}

const imageLabel = (alt: string | undefined) => (alt ? `Image: ${alt}` : 'Image');

interface TextNode {
  readonly value?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly TextNode[];
}

function nodeText(node: TextNode | undefined): string {
  if (node === undefined) return '';
  return typeof node.value === 'string' ? node.value : (node.children ?? []).map(nodeText).join('');
}
