import { otherSaleStateNames } from '#/api/money/othersales.texts.ts'
import type { OtherSaleState } from '#/domain/money/other-sales.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'

const tones = { pending: 'gold', confirmed: 'green', rejected: 'red', replaced: 'grey' } as const

export function SaleTag({ state }: { readonly state: OtherSaleState }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(otherSaleStateNames[state])}</StatusTag>
}
