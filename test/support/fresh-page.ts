import { configure } from '@testing-library/react';
import { beforeEach } from 'vitest';

// A busy machine takes longer; what comes does not wait for it.
configure({ asyncUtilTimeout: 10_000 });

/** Tests share a page: what one left on it is not there for the next. */
beforeEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
});
