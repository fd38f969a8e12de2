import { filingLevelNames, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { formatYuan, negate } from '#/domain/base/money.ts'
import type { FilingState } from '#/domain/taxation/business-filing.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

/** A filing with its history. */
export type FilingDetail = OutputOf<typeof api.businessfilings.get>
export type FilingRow = OutputOf<typeof api.businessfilings.list>['rows'][number]

const tones: Readonly<Record<FilingState, StatusTone>> = {
  open: 'grey',
  closed: 'gold',
  declared: 'blue',
  correcting: 'red',
  paid: 'green',
  certified: 'green',
  archived: 'grey',
}

export function FilingTag({ state, isOutdated = false }: { readonly state: FilingState; readonly isOutdated?: boolean }) {
  const t = useText()
  return <StatusTag tone={isOutdated ? 'red' : tones[state]}>{`${t(filingStateNames[state])}${isOutdated ? ` · ${t(texts.outdated)}` : ''}`}</StatusTag>
}

/** A warning that the sales are near the VAT threshold or have reached it. Gold, because it is not a failure. */
export function LevelTag({ level }: { readonly level: FilingRow['level'] }) {
  const t = useText()
  return level === '' ? '—' : <StatusTag tone="gold">{t(filingLevelNames[level])}</StatusTag>
}

export function PaymentTag({ row }: { readonly row: Pick<FilingRow, 'state' | 'left' | 'total'> }) {
  const t = useText()
  if (row.state === 'open' || row.state === 'closed') return '—'
  if (row.left > 0) return <StatusTag tone="gold">{t(texts.unpaid, { left: formatYuan(row.left) })}</StatusTag>
  if (row.left < 0) return <StatusTag tone="gold">{t(texts.refund, { left: formatYuan(negate(row.left)) })}</StatusTag>
  return <StatusTag tone="green">{t(row.total === 0 ? texts.nothingDue : texts.settled)}</StatusTag>
}
