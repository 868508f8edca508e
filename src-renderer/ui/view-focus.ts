import type { ViewId } from '../state/navigation.tsx';
import { giveFocus } from './give-focus.ts';

/** Selector of the element that gets the focus in a view: a control, or an element that contains one. */
const FIRST = '[data-first-focus]';
const CONTROL = 'textarea, [tabindex="0"]';

const viewElement = (view: ViewId) => document.querySelector<HTMLElement>(`[data-view="${view}"]:not([hidden])`);

/** Gives the focus to the place of a view where the next key does something; to the view itself where it names none. */
export function focusView(view: ViewId): void {
  giveFocus(
    () => firstIn(viewElement(view)),
    () => viewElement(view),
  );
}

function firstIn(view: HTMLElement | null): HTMLElement | null | undefined {
  const place = view?.querySelector<HTMLElement>(FIRST);
  return place?.matches(`${CONTROL}, input`) ? place : place?.querySelector<HTMLElement>(CONTROL);
}
