const controls = 'button, a[href], label, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"]'
const MAX_PRESS_MOVE_PX = 4

/**
 * Assigns a press to the control on which it began. The browser assigns a click to the element under the pointer at the
 * release, so content that loads in between could lose the press. As usual, leaving the control cancels the press.
 */
export function recoverPresses(): void {
  let pressStart: { readonly control: HTMLElement; readonly x: number; readonly y: number } | null = null
  addEventListener(
    'pointerdown',
    ({ button, clientX: x, clientY: y, target }) => {
      const control = button === 0 && target instanceof Element ? target.closest<HTMLElement>(controls) : null
      pressStart = control && { control, x, y }
    },
    { capture: true },
  )
  addEventListener(
    'click',
    (event) => {
      if (!event.isTrusted || event.detail === 0 || !pressStart) return
      const { control, x, y } = pressStart
      pressStart = null
      if (control.contains(event.target as Node) || Math.hypot(event.clientX - x, event.clientY - y) > MAX_PRESS_MOVE_PX) return
      const { left, right, top, bottom } = control.getBoundingClientRect()
      // A menu opened over the control, which has not moved.
      if (x >= left && x <= right && y >= top && y <= bottom) return
      event.preventDefault()
      event.stopImmediatePropagation()
      control.click()
    },
    { capture: true },
  )
}
