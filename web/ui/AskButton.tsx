import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { confirm } from './confirm.ts'

interface AskButtonProps extends Omit<ComponentProps<typeof ActionButton>, 'children'> {
  /** The button's own words, which title the question and its answer too. */
  readonly children: string
  /** The effect of the button, in one sentence. */
  readonly effect: string
}

/** A button that says its effect and asks before it stops, pays, books, sends or deletes something. */
export function AskButton({ children, effect, onPress, ...rest }: AskButtonProps) {
  const ask = () => confirm({ title: children, content: <p>{effect}</p>, okText: children, isDangerous: rest.danger ?? false, onOk: onPress })
  return (
    <ActionButton {...rest} onPress={ask}>
      {children}
    </ActionButton>
  )
}
