import { useEffect } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CompressOutlined, ExpandOutlined } from '#/web/ui/icons.ts'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { isMaximised } from './maximised.ts'
import { texts } from './texts.ts'

/** Returns whether Escape first closes something smaller: an overlay, a menu, or the candidates of an input method. */
const isKeyTaken = (event: KeyboardEvent) =>
  event.defaultPrevented || event.isComposing || document.querySelector('.k-layer, .s-lock, [popover="auto"]:popover-open') !== null

/** Enlarges the page to fill the window below the tab bar. The same button or Escape restores it. */
export function MaximiseButton() {
  const t = useText()
  const isOn = useSignal(isMaximised)
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isKeyTaken(event)) isMaximised.set(false)
    }
    // Listens in the capture phase, because an open menu is then still open and handles the key itself.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [isOn])
  return (
    <Tooltip title={t(isOn ? texts.restorePage : texts.maximise)}>
      <Button
        type="text"
        className="s-maximise"
        icon={<Icon of={isOn ? CompressOutlined : ExpandOutlined} />}
        aria-label={t(texts.maximise)}
        aria-pressed={isOn}
        onClick={() => isMaximised.set(!isOn)}
      />
    </Tooltip>
  )
}
