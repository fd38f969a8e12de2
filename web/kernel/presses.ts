const controls = 'button, a[href], label, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]'
const STILL_PX = 4

/**
 * Counts a press for the control on which it began. The browser gives a click to what is under the pointer at the
 * release, so a press was lost when content that had just loaded moved the control in between. A pointer that left the
 * control cancels the press, as usual.
 */
export function recoverPresses(): void {
  let began: { readonly control: HTMLElement; readonly x: number; readonly y: number } | null = null
  addEventListener(
    'pointerdown',
    ({ button, clientX: x, clientY: y, target }) => {
      const control = button === 0 && target instanceof Element ? target.closest<HTMLElement>(controls) : null
      began = control && { control, x, y }
    },
    { capture: true },
  )
  addEventListener(
    'click',
    (event) => {
      if (!event.isTrusted || event.detail === 0 || !began) return
      const { control, x, y } = began
      began = null
      if (control.contains(event.target as Node) || Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) return
      const { left, right, top, bottom } = control.getBoundingClientRect()
      // A menu that opened over the control did not move it.
      if (x >= left && x <= right && y >= top && y <= bottom) return
      event.preventDefault()
      event.stopImmediatePropagation()
      control.click()
    },
    { capture: true },
  )
}
