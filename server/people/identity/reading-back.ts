import { truncateUnits } from '#/domain/base/text.ts'
import { dayFromParts, isCardPeriod, type RecognisedField } from '#/domain/people/recognition.ts'
import { type ReaderInput, rereadLine, unverifiedField, withMargin } from '#/server/people/identity/reader-input.ts'
import { findLabel, rowsOf, type TextRow, textBetween, withoutStains } from '#/server/people/identity/sheet.ts'

interface Period {
  readonly from: string
  readonly to: string
}

/** Parses the two days of `2015.03.02-2035.03.02` or `2015.03.02-长期`, tolerating misread separators. */
function parsePeriod(text: string): Period | null {
  const digits = text.replace(/[^\d长期]/g, '')
  const match = /(\d{4})(\d{2})(\d{2})(?:(\d{4})(\d{2})(\d{2})|.{0,60}[长期])/.exec(digits)
  if (!match) return null
  const from = dayFromParts(match[1] ?? '', match[2] ?? '', match[3] ?? '')
  const to = match[4] === undefined ? '长期' : dayFromParts(match[4], match[5] ?? '', match[6] ?? '')
  return from && to && to > from ? { from, to } : null
}

function readAuthority(rows: readonly TextRow[]): RecognisedField {
  const label = findLabel(rows, /签发机关|[签发]..?关|机关/)
  const row = label?.row ?? findLabel(rows, /公安/)?.row
  if (!row) return unverifiedField('authority', '', 0)
  const part = textBetween(row, label?.end ?? 0)
  const text = (withoutStains(part.text).match(/[\u4e00-\u9fff]/g) ?? []).join('')
  return unverifiedField('authority', truncateUnits(text, 60), part.confidence)
}

/**
 * Reads the period. The period is verified when the ends are exactly 5, 10 or 20 years apart, as on every card, or when
 * both readings agree.
 */
async function readPeriod(rows: readonly TextRow[], input: ReaderInput): Promise<RecognisedField[]> {
  const label = findLabel(rows, /有效期限?|效期|期限/)
  const row = label?.row ?? rows.find((each) => /\d{4}.?\d{2}.?\d{2}/.test(each.text))
  if (!row) return [unverifiedField('validFrom', '', 0), unverifiedField('validTo', '', 0)]
  const part = textBetween(row, label?.end ?? 0)
  const firstPeriod = parsePeriod(part.text)
  const isUnlimited = /[长期]/.test(part.text)
  const rereadings = await rereadLine(input, withMargin(part, 0.3, input.card), isUnlimited ? '0123456789.' : '0123456789.-')
  const rereadPeriods = rereadings.map((text) => parsePeriod(isUnlimited ? `${text.slice(0, 11)}长期` : text))
  const periods = [firstPeriod, ...rereadPeriods].filter((period) => period !== null)
  const validPeriods = periods.filter(({ from, to }) => isCardPeriod(from, to))
  const bestPeriod = validPeriods[0] ?? periods[0]
  if (!bestPeriod) {
    const doubt = /\d{4}/.test(part.text) ? 'date' : 'unread'
    return [
      { field: 'validFrom', value: '', confidence: 0, doubt },
      { field: 'validTo', value: '', confidence: 0, doubt },
    ]
  }
  const agreementCount = periods.filter(({ from, to }) => from === bestPeriod.from && to === bestPeriod.to).length
  const hasRival = validPeriods.some(({ from, to }) => from !== bestPeriod.from || to !== bestPeriod.to)
  // 长期 does not confirm the first day, so two readings must agree.
  const isProven = validPeriods.length > 0 && !hasRival && (bestPeriod.to !== '长期' || agreementCount >= 2)
  const doubt = isProven ? null : agreementCount >= 2 ? 'unproven' : 'disagree'
  return [
    { field: 'validFrom', value: bestPeriod.from, confidence: part.confidence, doubt },
    { field: 'validTo', value: bestPeriod.to, confidence: part.confidence, doubt },
  ]
}

/** Reads the side with the emblem. */
export async function readBack(input: ReaderInput): Promise<{ fields: RecognisedField[]; text: string }> {
  const rows = rowsOf(await input.engine.lines(input.card.luma, { tongue: 'chi_sim', layout: 'scattered' }))
  return { fields: [readAuthority(rows), ...(await readPeriod(rows, input))], text: rows.map((row) => row.text).join('\n') }
}
