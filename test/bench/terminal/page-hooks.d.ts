/** What `page/main.ts` puts on the window, for functions that Playwright runs there. */
declare const bench: import('./page/main.ts').BenchHooks;
