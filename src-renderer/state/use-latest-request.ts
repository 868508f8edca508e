import { useState } from 'react';

/** Requests of one kind, of which the newest alone may show its answer. */
export interface LatestRequest {
  /** Begins a request, which makes each earlier one old. Returns a test of whether it is still the newest. */
  readonly begin: () => () => boolean;
  /** Makes every request old, as when what was asked about is another thing now. */
  readonly cancel: () => void;
}

/** Tells the answer to the newest request from answers to older ones, which are put aside. The same object at each rendering. */
export function useLatestRequest(): LatestRequest {
  return useState(latestRequest)[0];
}

function latestRequest(): LatestRequest {
  let newest = 0;
  return {
    begin: () => {
      newest += 1;
      const mine = newest;
      return () => mine === newest;
    },
    cancel: () => {
      newest += 1;
    },
  };
}
