import { clearingStateNames } from '#/api/money/clearings.texts.ts'
import type { ClearingState } from '#/domain/money/clearing.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'

const tones = {
  found: 'gold',
  offered: 'gold',
  chosen: 'blue',
  approved: 'blue',
  done: 'green',
  refused: 'red',
  withdrawn: 'grey',
  expired: 'grey',
} as const

export function ClearingTag({ state }: { readonly state: ClearingState }) {
  const say = useText()
  return <StatusTag tone={tones[state]}>{say(clearingStateNames[state])}</StatusTag>
}
