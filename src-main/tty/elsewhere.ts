import type { Api } from '#contract';

/** Name of the place of the same host's page, for a console that has none of its own. */
export async function elsewhereOf({ app }: Pick<Api, 'app'>): Promise<string | undefined> {
  const { target } = await app.info();
  return target === 'console' ? undefined : ELSEWHERE[target];
}

const ELSEWHERE = { electron: 'in the window of Sigma Shell', browser: 'on the page of Sigma Shell' } as const;
