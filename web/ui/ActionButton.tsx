import { useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { useSettled } from './useSettled.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'loading' | 'onClick'> {
  /** Why it cannot be used now, as the tooltip; empty or absent when it can. */
  readonly reason?: string | null | undefined
  readonly isBusy?: boolean
  /** A promise keeps the button busy until it ends. */
  readonly onPress: () => unknown
}

/** A button that says why it cannot be used, shows that it is working, and cannot be pressed twice. */
export function ActionButton({ reason, isBusy = false, onPress, ...rest }: ActionButtonProps) {
  const [isWorking, setWorking] = useState(false)
  const settling = useSettled(reason ? null : onPress)
  const press = () => {
    const result = settling.press()
    if (!(result instanceof Promise)) return
    setWorking(true)
    // The call itself has said what went wrong.
    result.catch(() => undefined).finally(() => setWorking(false))
  }
  const button = <Button {...rest} disabled={Boolean(reason)} loading={isBusy || isWorking} onClick={press} />
  if (!reason) return button
  return (
    <Tooltip title={reason}>
      {/* A disabled button gets no focus: the wrapper does, so that the reason can be read by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <span role="group" tabIndex={0} className="k-inline" aria-label={reason}>
        {button}
      </span>
    </Tooltip>
  )
}
