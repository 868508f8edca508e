import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The contrast of the colours is held by `tokens.test.ts`; measuring it on the page takes half of the time, which the long run has. */
const SKIPPED = process.env.SIGMA_TEST_LONG === '1' ? [] : ['color-contrast'];

/** axe finds nothing serious or critical in what the page shows, once what fades in is there. */
export async function expectNothingSerious(page: Page, where: string): Promise<void> {
  expect(await seriousProblems(page), where).toEqual([]);
}

async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    // What plays in a view that is not drawn stands still.
    const isDrawn = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility();
    const isOnce = ({ effect }: Animation) => effect?.getComputedTiming().iterations === 1;
    // What follows how far something is scrolled has no end.
    const isTimed = ({ timeline }: Animation) => timeline === document.timeline;
    const passing = document.getAnimations().filter((one) => isTimed(one) && isOnce(one) && isDrawn(one));
    await Promise.allSettled(passing.map((one) => one.finished));
  });
  // In legacy mode axe opens no second page to put frames together: the app has none. What passes is not listed.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .disableRules(SKIPPED)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}
