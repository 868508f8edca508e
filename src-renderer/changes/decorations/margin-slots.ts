import { editor, Range } from '../../editor/monaco.ts';
import styles from './line-toggles.module.css';

/** A place in the margin of one side, beside a line; Monaco draws one widget for each. */
interface MarginSlot {
  readonly side: editor.ICodeEditor;
  readonly widget: editor.IGlyphMarginWidget;
  readonly node: HTMLElement;
}

export interface MarginSlots {
  /** Puts a button beside a line of a side. */
  add(side: editor.ICodeEditor, line: number, button: HTMLElement): void;
  remove(button: HTMLElement): void;
}

/** Room for buttons in the margins of the editors. */
export function marginSlots(): MarginSlots {
  const slots = new Map<string, MarginSlot>();
  const keyOf = (side: editor.ICodeEditor, line: number) => `${side.getId()} ${line}`;
  return {
    add: (side, line, button) => {
      const key = keyOf(side, line);
      const slot = slots.get(key) ?? openSlot(side, line);
      slots.set(key, slot);
      slot.node.append(button);
    },
    remove: (button) => {
      const node = button.parentElement;
      button.remove();
      if (node === null || node.childElementCount > 0) return;
      for (const [key, slot] of slots) {
        if (slot.node !== node) continue;
        slot.side.removeGlyphMarginWidget(slot.widget);
        slots.delete(key);
      }
    },
  };
}

function openSlot(side: editor.ICodeEditor, line: number): MarginSlot {
  const node = document.createElement('div');
  node.className = styles.place ?? '';
  const widget: editor.IGlyphMarginWidget = {
    getId: () => `sigma.slot ${side.getId()} ${line}`,
    getDomNode: () => node,
    getPosition: () => ({ lane: editor.GlyphMarginLane.Center, zIndex: 5, range: new Range(line, 1, line, 1) }),
  };
  side.addGlyphMarginWidget(widget);
  return { side, widget, node };
}
