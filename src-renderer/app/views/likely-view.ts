import { type ViewId, viewIds } from '../../state/navigation.tsx';
import { views } from './views.ts';

/** Key under which the shown view is remembered, so that its code is there when the host has said which one it is. */
const REMEMBERED = 'sigma.view';

/** Begins to load the view that was shown last. Whoever shows it tells if that fails. */
export function loadLikelyView(entries = views): void {
  const likely = rememberedView() ?? 'terminals';
  entries
    .find(({ id }) => id === likely)
    ?.load()
    .catch(() => {});
}

export function rememberView(view: ViewId): void {
  try {
    localStorage.setItem(REMEMBERED, view);
  } catch {
    // Storage may be switched off; then it is loaded a little later.
  }
}

function rememberedView(): ViewId | undefined {
  try {
    const kept = localStorage.getItem(REMEMBERED);
    return viewIds.find((id) => id === kept);
  } catch {
    return undefined;
  }
}
