/** Functions that `page/main.ts` puts on the window, for scripts that Playwright runs there. */
declare const bench: import('./page/main.ts').BenchHooks;
