import { useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { usePressAfterSettled } from './usePressAfterSettled.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'disabled' | 'loading' | 'onClick'> {
  /** Reason why the button is disabled, shown as a tooltip; empty or absent when it is enabled. */
  readonly reason?: string | null | undefined
  readonly isBusy?: boolean
  /** If it returns a promise, the button stays busy until the promise settles. */
  readonly onPress: () => unknown
}

/** A button that explains why it is disabled, shows that it is working and ignores a second press. */
export function ActionButton({ reason, isBusy = false, onPress, ...rest }: ActionButtonProps) {
  const [isWorking, setWorking] = useState(false)
  const guardedPress = usePressAfterSettled(reason ? null : onPress)
  const handlePress = () => {
    const result = guardedPress.press()
    if (!(result instanceof Promise)) return
    setWorking(true)
    // The failed call shows its own notice.
    result.catch(() => undefined).finally(() => setWorking(false))
  }
  const button = <Button {...rest} disabled={Boolean(reason)} loading={isBusy || isWorking} onClick={handlePress} />
  if (!reason) return button
  return (
    <Tooltip title={reason}>
      {/* A disabled button cannot have focus. The wrapper can, so keyboard users can read the reason. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form */}
      <span role="group" tabIndex={0} className="k-inline" aria-label={reason}>
        {button}
      </span>
    </Tooltip>
  )
}
