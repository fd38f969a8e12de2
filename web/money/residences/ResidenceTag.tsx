import { residenceStateNames } from '#/api/money/residences.texts.ts'
import type { ResidenceState } from '#/domain/money/residence.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'

const tones = { pending: 'gold', confirmed: 'green', rejected: 'red', replaced: 'grey' } as const

export function ResidenceTag({ state }: { readonly state: ResidenceState }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(residenceStateNames[state])}</StatusTag>
}
