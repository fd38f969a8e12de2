import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { confirm } from './confirm.ts'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'children'> {
  /** The label, also the title of the confirmation and of its main button. */
  readonly children: string
  /** The effect of the button in one sentence. */
  readonly effect: string
}

/** A button for actions that stop, pay, book, send or delete, with a confirmation that states the effect. */
export function ConfirmButton({ children, effect, onPress, ...rest }: ConfirmButtonProps) {
  const askConfirmation = () => confirm({ title: children, content: <p>{effect}</p>, okText: children, isDangerous: rest.danger ?? false, onOk: onPress })
  return (
    <ActionButton {...rest} onPress={askConfirmation}>
      {children}
    </ActionButton>
  )
}
