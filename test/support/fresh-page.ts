import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// A busy machine takes longer; what comes does not wait for it.
configure({ asyncUtilTimeout: 10_000 });

/** Tests share a page: what one left on it is not there for the next. */
beforeEach(() => {
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  sessionStorage.clear();
});

// The library's own clean-up is asked for by the first file of a worker alone: what stayed drawn would go on opening dialogs.
afterEach(cleanup);
