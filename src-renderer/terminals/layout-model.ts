/** Arrangement of terminals: tabs, each a tree of splits whose leaves are terminals. */
export type PaneNode =
  | { readonly kind: 'pane'; readonly terminal: string }
  | {
      readonly kind: 'split';
      readonly id: string;
      readonly direction: SplitDirection;
      readonly children: readonly PaneNode[];
      /** Percent of each child; equal shares when absent. */
      readonly sizes?: readonly number[];
    };

/** `right` puts the new pane beside, `down` below. */
export type SplitDirection = 'right' | 'down';

export interface TerminalTab {
  readonly id: string;
  readonly root: PaneNode;
  /** The pane that had the focus last. */
  readonly focused: string;
}

export interface TerminalLayout {
  readonly tabs: readonly TerminalTab[];
  readonly active: string | undefined;
}

export const EMPTY_LAYOUT: TerminalLayout = { tabs: [], active: undefined };

export function terminalsOf(node: PaneNode): readonly string[] {
  return node.kind === 'pane' ? [node.terminal] : node.children.flatMap(terminalsOf);
}

export function activeTab(layout: TerminalLayout): TerminalTab | undefined {
  return layout.tabs.find(({ id }) => id === layout.active) ?? layout.tabs[0];
}

/** A tab of its own for the terminal, shown at once. */
export function addTab(layout: TerminalLayout, terminal: string): TerminalLayout {
  const tab: TerminalTab = { id: terminal, root: { kind: 'pane', terminal }, focused: terminal };
  return { tabs: [...layout.tabs, tab], active: tab.id };
}

export function activateTerminal(layout: TerminalLayout, tab: string): TerminalLayout {
  return layout.active === tab ? layout : { ...layout, active: tab };
}

/** Puts `added` beside or below `beside` and gives it the focus. */
export function splitPane(
  layout: TerminalLayout,
  beside: string,
  { added, direction }: { readonly added: string; readonly direction: SplitDirection },
): TerminalLayout {
  const tab = layout.tabs.find(({ root }) => terminalsOf(root).includes(beside));
  if (!tab) return addTab(layout, added);
  const root = insertBeside(tab.root, beside, { added, direction });
  return { ...replaceTab(layout, { ...tab, root, focused: added }), active: tab.id };
}

export function focusPane(layout: TerminalLayout, terminal: string): TerminalLayout {
  const tab = layout.tabs.find(({ root }) => terminalsOf(root).includes(terminal));
  if (!tab || (tab.focused === terminal && layout.active === tab.id)) return layout;
  return { ...replaceTab(layout, { ...tab, focused: terminal }), active: tab.id };
}

export function resizeSplit(layout: TerminalLayout, splitId: string, sizes: readonly number[]): TerminalLayout {
  return { ...layout, tabs: layout.tabs.map((tab) => ({ ...tab, root: withSizes(tab.root, splitId, sizes) })) };
}

/** The layout without the terminal; the tab beside takes the place of one that is empty. */
export function removeTerminal(layout: TerminalLayout, terminal: string): TerminalLayout {
  const at = layout.tabs.findIndex(({ root }) => terminalsOf(root).includes(terminal));
  const tab = layout.tabs[at];
  if (!tab) return layout;
  const order = terminalsOf(tab.root);
  const root = withoutTerminal(tab.root, terminal);
  if (!root) {
    const tabs = layout.tabs.filter((one) => one !== tab);
    const next = layout.active === tab.id ? (tabs[at] ?? tabs[at - 1])?.id : layout.active;
    return { tabs, active: next };
  }
  const left = terminalsOf(root);
  const neighbour = left[Math.min(order.indexOf(terminal), left.length - 1)] ?? tab.focused;
  return replaceTab(layout, { ...tab, root, focused: tab.focused === terminal ? neighbour : tab.focused });
}

/** Fits a kept layout to the existing terminals: closed ones are removed, and those without a place get a tab. */
export function reconcileLayout(layout: TerminalLayout, terminals: readonly string[]): TerminalLayout {
  const known = layout.tabs.flatMap(({ root }) => terminalsOf(root));
  const gone = known.filter((id) => !terminals.includes(id));
  const added = terminals.filter((id) => !known.includes(id));
  if (gone.length === 0 && added.length === 0) return layout;
  const kept = gone.reduce(removeTerminal, layout);
  const all = added.reduce(addTab, kept);
  // A terminal that somebody else opened does not take the place of the one that is shown.
  return { ...all, active: kept.active ?? all.active };
}

/** Whether a kept value has the shape of a layout: it may come from another version. */
export function isLayout(value: unknown): value is TerminalLayout {
  if (typeof value !== 'object' || value === null || !('tabs' in value) || !Array.isArray(value.tabs)) return false;
  return value.tabs.every((tab) => typeof tab?.id === 'string' && typeof tab.focused === 'string' && isNode(tab.root));
}

/** The terminal `steps` on from the focused one, in reading order, round and round. */
export function neighbourPane(tab: TerminalTab, steps: number): string {
  const order = terminalsOf(tab.root);
  const at = order.indexOf(tab.focused);
  return order[(at + steps + order.length) % order.length] ?? tab.focused;
}

function isNode(value: unknown): value is PaneNode {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'pane') return 'terminal' in value && typeof value.terminal === 'string';
  return value.kind === 'split' && 'children' in value && Array.isArray(value.children) && value.children.every(isNode);
}

function replaceTab(layout: TerminalLayout, tab: TerminalTab): TerminalLayout {
  return { ...layout, tabs: layout.tabs.map((one) => (one.id === tab.id ? tab : one)) };
}

function insertBeside(
  node: PaneNode,
  beside: string,
  place: { readonly added: string; readonly direction: SplitDirection },
): PaneNode {
  const added: PaneNode = { kind: 'pane', terminal: place.added };
  if (node.kind === 'pane') {
    if (node.terminal !== beside) return node;
    return { kind: 'split', id: `split-${place.added}`, direction: place.direction, children: [node, added] };
  }
  const at = node.children.findIndex((child) => child.kind === 'pane' && child.terminal === beside);
  if (at >= 0 && node.direction === place.direction) {
    const { sizes: _, ...rest } = node;
    return { ...rest, children: node.children.toSpliced(at + 1, 0, added) };
  }
  return { ...node, children: node.children.map((child) => insertBeside(child, beside, place)) };
}

function withoutTerminal(node: PaneNode, terminal: string): PaneNode | undefined {
  if (node.kind === 'pane') return node.terminal === terminal ? undefined : node;
  const children = node.children
    .map((child) => withoutTerminal(child, terminal))
    .filter((child) => child !== undefined);
  if (children.length <= 1) return children[0];
  const { sizes, ...rest } = node;
  const isSame = children.length === node.children.length;
  return { ...rest, children, ...(sizes && isSame ? { sizes } : {}) };
}

function withSizes(node: PaneNode, splitId: string, sizes: readonly number[]): PaneNode {
  if (node.kind === 'pane') return node;
  if (node.id === splitId) return { ...node, sizes };
  return { ...node, children: node.children.map((child) => withSizes(child, splitId, sizes)) };
}
