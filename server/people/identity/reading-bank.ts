import { fitsCardNumber, issuerBanks, issuerOf, type RecognisedField, settleNumber } from '#/domain/people/recognition.ts'
import type { Box } from '#/server/people/identity/card.ts'
import { evenLighting, hasBrightText, invertBrightness, toGrey } from '#/server/people/identity/light.ts'
import { type ReaderInput, rereadLine, unverifiedField, withMargin } from '#/server/people/identity/reader-input.ts'
import { rowsOf, type TextRow, textBetween, withoutStains } from '#/server/people/identity/sheet.ts'

// The number's position on most cards, used when no row looks like one.
const expectedArea = { left: 0.05, right: 0.95, top: 0.56, bottom: 0.69 }
const digitCharacters = '0123456789'

interface SideReading {
  readonly rows: readonly TextRow[]
  readonly input: ReaderInput
}

const digitsIn = (text: string) => text.replace(/\D/g, '')

function numberRowOf(rows: readonly TextRow[]): TextRow | null {
  const rankedRows = rows.map((row) => ({ row, count: digitsIn(row.text).length })).sort((a, b) => b.count - a.count)
  return rankedRows[0] && rankedRows[0].count >= 10 ? rankedRows[0].row : null
}

function invertedInput(input: ReaderInput): ReaderInput {
  const invertedLuma = evenLighting(invertBrightness(toGrey(input.card.colour, 'chalk')))
  return { ...input, card: { ...input.card, luma: invertedLuma, ink: evenLighting(invertBrightness(toGrey(input.card.colour))) } }
}

async function readSide(input: ReaderInput): Promise<SideReading> {
  return { input, rows: rowsOf(await input.engine.lines(input.card.luma, { tongue: 'chi_sim', layout: 'scattered' })) }
}

/** Reads dark letters on a light card or the reverse. Tries the other way when the first shows no number. */
async function readBestSide(input: ReaderInput): Promise<SideReading> {
  const hasLightLetters = hasBrightText(toGrey(input.card.colour))
  const first = await readSide(hasLightLetters ? invertedInput(input) : input)
  if (numberRowOf(first.rows)) return first
  const second = await readSide(hasLightLetters ? input : invertedInput(input))
  return numberRowOf(second.rows) ? second : first
}

function bankOf(rows: readonly TextRow[], number: RecognisedField): RecognisedField {
  const fullText = withoutStains(rows.map((row) => row.text).join(''))
  const issuer = number.doubt === null ? issuerOf(number.value) : ''
  const printedBank = issuerBanks.find((bank) => fullText.includes(bank)) ?? /[\u4e00-\u9fff]{2,8}银行/.exec(fullText)?.[0] ?? ''
  // The prefix of a verified number determines the bank, overriding the print.
  if (issuer !== '') return { field: 'bank', value: issuer, confidence: 95, doubt: null }
  return unverifiedField('bank', printedBank, 70)
}

/** Reads the side of a bank card that bears the number. */
export async function readBank(first: ReaderInput): Promise<{ fields: RecognisedField[]; text: string }> {
  const { rows, input } = await readBestSide(first)
  const row = numberRowOf(rows)
  // The number's position on this card, otherwise its usual position.
  const numberArea = row ? { ...withMargin(textBetween(row, 0), 0.3, input.card), left: expectedArea.left, right: expectedArea.right } : null
  const readings = [row?.text ?? '']
  const settle = () => settleNumber(readings.map(digitsIn), fitsCardNumber)
  const areasToRead: readonly (readonly [Box, number])[] = [
    ...(numberArea ? ([[numberArea, 72]] as const) : []),
    [expectedArea, 72],
    [numberArea ?? expectedArea, 48],
    [expectedArea, 96],
  ]
  for (const [box, height] of areasToRead) if (settle().doubt !== null) readings.push(...(await rereadLine(input, box, digitCharacters, height)))
  const settledNumber = settle()
  const numberField: RecognisedField = {
    field: 'cardNo',
    value: settledNumber.value,
    confidence: settledNumber.doubt === null ? 99 : 50,
    doubt: settledNumber.doubt,
  }
  const text = rows.map((each) => each.text).join('\n')
  const type = /信用卡|CREDIT|贷记/i.test(text) ? '信用卡' : /借记卡|储蓄卡|DEBIT/i.test(text) ? '借记卡' : ''
  return { fields: [numberField, bankOf(rows, numberField), unverifiedField('cardType', type, 70)], text }
}
