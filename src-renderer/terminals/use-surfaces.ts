import { useEffect, useMemo, useRef } from 'react';
import { useApi, useConnection } from '../api/api-context.tsx';
import { announce } from '../ui/announce.ts';
import { useSurfaceOptions } from '../xterm/use-surface-options.ts';
import { Surfaces } from './surfaces.ts';

export interface UseSurfacesOptions {
  readonly tabMovesFocus: boolean;
  readonly onFocus: (terminal: string) => void;
}

/** The drawn terminals of the view, kept up to date with settings and connection. */
export function useSurfaces({ tabMovesFocus, onFocus }: UseSurfacesOptions): Surfaces {
  const api = useApi();
  const connection = useConnection();
  const options = useSurfaceOptions(tabMovesFocus);
  const latest = useRef({ onFocus, options, connection });
  latest.current = { onFocus, options, connection };

  const surfaces = useMemo(
    () =>
      new Surfaces(api.terminals, latest.current, {
        onFocus: (terminal) => latest.current.onFocus(terminal),
        onUnsure: () => announce('The connection broke while you typed: the last keys may not have arrived.'),
      }),
    [api],
  );
  useEffect(() => surfaces.setConnection(connection), [surfaces, connection]);
  useEffect(() => surfaces.setOptions(options), [surfaces, options]);
  useEffect(() => () => surfaces[Symbol.dispose](), [surfaces]);
  return surfaces;
}
