import type { ViewId } from '../state/navigation.tsx';
import { type FocusPlace, giveFocus, giveFocusSoon } from './give-focus.ts';

/** Selector of the element that gets the focus in a view: a control, or an element that contains one. */
const FIRST = '[data-first-focus]';
const CONTROL = 'textarea, [tabindex="0"]';

const viewElement = (view: ViewId) => document.querySelector<HTMLElement>(`[data-view="${view}"]:not([hidden])`);

/** Gives the focus to the place of a view where the next key does something; to the view itself where it names none. */
export function focusView(view: ViewId): void {
  giveFocus(...placesIn(view));
}

/** Does the same once a view that opens now has been drawn, unless the person goes elsewhere before. */
export function focusViewSoon(view: ViewId): void {
  giveFocusSoon(...placesIn(view));
}

const placesIn = (view: ViewId): readonly FocusPlace[] => [() => firstIn(viewElement(view)), () => viewElement(view)];

function firstIn(view: HTMLElement | null): HTMLElement | null | undefined {
  const place = view?.querySelector<HTMLElement>(FIRST);
  return place?.matches(`${CONTROL}, input`) ? place : place?.querySelector<HTMLElement>(CONTROL);
}
