import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const schemes = ['light', 'dark'] as const
const standards = ['wcag2a', 'wcag2aa', 'wcag22aa']

const isStill = "document.getAnimations().every((each) => each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"

/** Resolves when nothing is being loaded or moved any more: what fades is not yet in its own colours. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('.ant-skeleton, .ant-spin-spinning').filter({ visible: true })).toHaveCount(0)
  await expect.poll(() => page.evaluate(isStill), { intervals: [50] }).toBe(true)
}

async function findings(page: Page, scheme: (typeof schemes)[number], hasAllRules: boolean, within?: string) {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html[data-dark]')).toHaveCount(scheme === 'dark' ? 1 : 0)
  await settled(page)
  // The page has no frames of foreign origin: axe need not open a page of its own to put results together.
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  if (within) builder.include(within)
  if (scheme === 'dark') builder.withRules(['color-contrast'])
  else if (!hasAllRules) builder.withTags(standards)
  const { violations } = await builder.analyze()
  return violations.map(({ id, impact, nodes }) => ({ text: `${scheme}: ${id} ${nodes.map((node) => node.target.join(' ')).join(', ')}`, impact }))
}

/** Fails unless axe finds nothing serious on what is shown: its rules in light, and the colours once more in dark. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  for (const scheme of schemes) {
    const serious = (await findings(page, scheme, false)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(
      serious.map(({ text }) => text),
      what,
    ).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Fails unless axe finds nothing at all, its advice on good practice included. */
export async function expectFaultless(page: Page, what: string, within?: string): Promise<void> {
  for (const scheme of schemes)
    expect(
      (await findings(page, scheme, true, within)).map(({ text }) => text),
      what,
    ).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Fails when the page is wider than its window. */
export async function expectFits(page: Page, what: string): Promise<void> {
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth'), { message: what, intervals: [50] })
    .toBeLessThanOrEqual(1)
}
