import { openingStateNames } from '#/api/onboarding/moving.texts.ts'
import type { OpeningState } from '#/domain/onboarding/opening.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

/** A sheet of opening balances with its rows. */
export type OpeningDetail = OutputOf<typeof api.moving.get>

const tones: Readonly<Record<OpeningState, StatusTone>> = {
  draft: 'red',
  prepared: 'gold',
  booked: 'green',
  undoing: 'gold',
  undone: 'grey',
  cancelled: 'grey',
}

export function OpeningTag({ state }: { readonly state: OpeningState }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(openingStateNames[state])}</StatusTag>
}
