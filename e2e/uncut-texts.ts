import { expect, type Page } from '@playwright/test'
import { expectFits, waitUntilSettled } from '#/e2e/readable.ts'

interface Faults {
  /** Texts that an element cuts off, without a title or a way to scroll to the rest. */
  readonly cut: readonly string[]
  /** Pairs of visible texts that overlap. */
  readonly overlapping: readonly string[]
}

/** Finds cut and overlapping texts among the visible texts. Pinned cells may cover others. */
const faults = `(() => {
  const styles = new Map()
  const styleOf = (element) => styles.get(element) ?? (styles.set(element, getComputedStyle(element)), styles.get(element))
  const isNamed = (element) => element.closest('[title]:not([title=""])') !== null
  const stuckOf = (element) => {
    for (let around = element; around; around = around.parentElement) if (styleOf(around).position === 'sticky') return around
    return null
  }
  const boxes = []
  const cut = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim()
    const parent = node.parentElement
    if (!text || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue
      const [x, y] = [box.left + Math.min(box.width, 8) / 2, box.top + box.height / 2]
      const hit = document.elementFromPoint(x, y)
      if (!hit || (hit !== parent && !parent.contains(hit) && !hit.contains(parent))) continue
      if (hit !== parent && hit.contains(parent) && styleOf(parent).pointerEvents !== 'none' && hit.closest('.k-overlay') !== parent.closest('.k-overlay')) continue
      let end = box.right
      for (let around = parent; around && around !== document.body; around = around.parentElement) {
        const { overflowX, display } = styleOf(around)
        if (display === 'inline' || overflowX === 'visible') continue
        if (overflowX === 'auto' || overflowX === 'scroll') break
        const edge = around.getBoundingClientRect()
        if (box.right <= edge.right + 1.5 && box.left >= edge.left - 1.5) continue
        if (edge.width > 2 && !isNamed(parent)) cut.push(text)
        end = edge.right
        break
      }
      boxes.push({ node, text, box: { left: box.left, right: Math.min(box.right, end), top: box.top, bottom: box.bottom }, stuck: stuckOf(parent) })
    }
  }
  const overlapping = []
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) {
      // A text with an ellipsis has two boxes.
      if (one.node === other.node || one.stuck !== other.stuck) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 3 && high > 5) overlapping.push(one.text + ' | ' + other.text)
    }
  return { cut: [...new Set(cut)], overlapping: [...new Set(overlapping)] }
})()`

/** Fails when a text is cut off or overlaps another, or when the page is wider than its window. */
export async function expectUncutTexts(page: Page, what: string): Promise<void> {
  await waitUntilSettled(page)
  await expectFits(page, what)
  expect(await page.evaluate<Faults>(faults), what).toEqual({ cut: [], overlapping: [] })
}
