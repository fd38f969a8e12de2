import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const schemes = ['light', 'dark'] as const
const standards = ['wcag2a', 'wcag2aa', 'wcag22aa']

const hasNoAnimations = "document.getAnimations().every((each) => each.playState !== 'running' || each.effect.getComputedTiming().endTime === Infinity)"

/**
 * Waits until nothing loads or moves, because fading elements do not have their final colours yet. Ignores the
 * skeletons that the gallery shows as examples.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator('.k-skeleton:not([data-picture] *)').filter({ visible: true })).toHaveCount(0)
  await expect.poll(() => page.evaluate(hasNoAnimations), { intervals: [50] }).toBe(true)
}

interface AxeFinding {
  readonly id: string
  readonly impact: string | null
  readonly places: readonly string[]
}

async function findAxeProblems(page: Page, scheme: (typeof schemes)[number], hasAllRules: boolean, selector?: string) {
  await page.emulateMedia({ colorScheme: scheme })
  // Server-rendered pages follow the system's colour scheme automatically.
  if ((await page.locator('#root').count()) > 0) await expect(page.locator('html[data-dark]')).toHaveCount(scheme === 'dark' ? 1 : 0)
  await waitUntilSettled(page)
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const rules = scheme === 'dark' ? ['color-contrast'] : hasAllRules ? null : standards
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: scheme === 'dark' ? 'rule' : 'tag', values: rules } }) }
  const violations = await page.evaluate<
    AxeFinding[]
  >(`axe.run(${selector ? JSON.stringify(selector) : 'document'}, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, places: nodes.map((node) => node.target.join(' ')) })))`)
  return violations.map(({ id, impact, places }) => ({ text: `${scheme}: ${id} ${places.join(', ')}`, impact }))
}

/** Fails on serious axe findings: all rules in light and colours in dark mode, or only the given scheme. */
export async function expectReadable(page: Page, what: string, only?: (typeof schemes)[number], selector?: string): Promise<void> {
  for (const scheme of only ? [only] : schemes) {
    const seriousFindings = (await findAxeProblems(page, scheme, false, selector)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(
      seriousFindings.map(({ text }) => text),
      what,
    ).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Fails on any axe finding, including best-practice advice. */
export async function expectNoAxeFindings(page: Page, what: string, selector?: string): Promise<void> {
  for (const scheme of schemes)
    expect(
      (await findAxeProblems(page, scheme, true, selector)).map(({ text }) => text),
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
