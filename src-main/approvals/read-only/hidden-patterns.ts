/**
 * Parts of such a line that are allowed: no hidden file, a hidden file known to hold nothing, or hidden files of plain
 * kinds.
 */
const SHOWN = [
  /^[\w-][\w.-]*$/,
  /^\.[\w-]+\.(example|sample|template|dist)$|^\.(gitkeep|gitignore|gitattributes|editorconfig|keep)$/,
  /^\*\.(tsx?|jsx?|[cm]js|json|md|txt|css|html|py|rs|go|java|c|h|toml|lock|svg|png)$/,
];

/** Whether a pattern lets hidden files be searched, too, beyond such as hold no credentials. */
export const mayShowHidden = (pattern: string): boolean =>
  !pattern
    .split('/')
    .filter((part) => part !== '')
    .every((part) => SHOWN.some((shown) => shown.test(part)));
