import { lineFields } from '#/api/money/lines.texts.ts'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Translate } from '#/web/kernel/i18n.ts'
import { decisionTexts } from './decision-texts.ts'
import { detailTexts } from './lifecycle-texts.ts'

type Detail = Readonly<Record<string, unknown>>

const countKeys = ['lines', 'changed', 'repaired', 'added', 'excluded', 'included', 'referred', 'asked', 'success', 'failed', 'returned', 'invalid'] as const
const textKeys = ['file', 'card', 'into', 'reason'] as const

function stateNamesOf(t: Translate, detail: Detail): string[] {
  const stateLabel = (state: unknown) => {
    const stateName = (batchStateNames as Readonly<Record<string, Text>>)[String(state ?? '')]
    return stateName ? t(stateName) : ''
  }
  const stateChange = [stateLabel(detail.from), stateLabel(detail.to)].filter(Boolean)
  return stateChange.length > 1 && stateChange[0] === stateChange[1] ? [] : stateChange.length ? [stateChange.join(' → ')] : []
}

/**
 * Returns the text of a batch's history entry: change of state, counts, file names and reasons. Technical fields are
 * left out.
 */
export function historyDetailText(t: Translate, detail: Detail): string {
  const countTexts = countKeys.flatMap((key) => {
    const count = detail[key]
    return typeof count === 'number' && (count > 0 || key === 'lines') ? [t(detailTexts[key], { count })] : []
  })
  const field = (lineFields as Readonly<Record<string, Text>>)[String(detail.field ?? '')]
  const freeTexts = textKeys.flatMap((key) => (typeof detail[key] === 'string' && detail[key] !== '' ? [detail[key]] : []))
  const seqTexts = Array.isArray(detail.seqs) ? [t(decisionTexts.seqs, { seqs: detail.seqs.join(', ') })] : []
  return [...stateNamesOf(t, detail), ...countTexts, ...seqTexts, ...(field ? [t(field)] : []), ...freeTexts].join(' · ')
}
