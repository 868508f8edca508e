/** A file named in a message: where it is and how large, never what it holds. */
export interface MentionedFile {
  /** Mention as written, with its `@`. */
  readonly written: string;
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  /** Size in bytes; for files. */
  readonly size: number;
}

/** Describes the mentions to the model, after the message; `attached` are the paths of those sent as images. */
export function mentionsText(mentions: readonly MentionedFile[], attached: ReadonlySet<string>): string {
  const lines = mentions.map(({ written, path, kind, size }) => {
    const facts = kind === 'folder' ? 'folder' : `${size} bytes${attached.has(path) ? ', attached as an image' : ''}`;
    return `- ${written}: ${path} (${facts})`;
  });
  return mentions.length === 0 ? '' : ['Mentioned files (not read yet):', ...lines].join('\n');
}
