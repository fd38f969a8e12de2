import { fitsCardNumber, issuerOf, knownBanks, type ReadField, settleNumber } from '#/domain/recognition.ts'
import { around, type Desk, readAgain, unproven } from '#/server/identity/desk.ts'
import { evened, greyOf, inverted } from '#/server/identity/light.ts'
import { partOf, plain, type Row, rowsOf } from '#/server/identity/sheet.ts'

// Where the number stands on most cards, should no row look like one.
const usualPlace = { left: 0.04, right: 0.96, top: 0.52, bottom: 0.72 }
const digitsOnly = '0123456789'

interface Side {
  readonly rows: readonly Row[]
  readonly isLight: boolean
  readonly desk: Desk
}

const digitsIn = (text: string) => text.replace(/\D/g, '')

function numberRowOf(rows: readonly Row[]): Row | null {
  const ranked = rows.map((row) => ({ row, count: digitsIn(row.text).length })).sort((a, b) => b.count - a.count)
  return ranked[0] && ranked[0].count >= 10 ? ranked[0].row : null
}

/** Dark letters on a light card, or light ones on a dark card: whichever shows more writing. */
async function bestSide(desk: Desk): Promise<Side> {
  const light = rowsOf(await desk.engine.lines(desk.card.luma, { tongue: 'chi_sim', layout: 'scattered' }))
  if (numberRowOf(light) && /银行/.test(light.map((row) => row.text).join(''))) return { rows: light, isLight: false, desk }
  const flipped = inverted(greyOf(desk.card.colour))
  const dark = { ...desk, card: { ...desk.card, luma: evened(flipped), ink: flipped } }
  const rows = rowsOf(await desk.engine.lines(dark.card.luma, { tongue: 'chi_sim', layout: 'scattered' }))
  const worth = (found: readonly Row[]) =>
    (numberRowOf(found) ? 20 : 0) + found.reduce((sum, row) => sum + row.words.filter((word) => word.confidence > 70).length, 0)
  return worth(rows) > worth(light) ? { rows, isLight: true, desk: dark } : { rows: light, isLight: false, desk }
}

function bankOf(rows: readonly Row[], number: ReadField): ReadField {
  const all = plain(rows.map((row) => row.text).join(''))
  const issuer = number.doubt === null ? issuerOf(number.value) : ''
  const printed = knownBanks.find((bank) => all.includes(bank)) ?? /[\u4e00-\u9fff]{2,8}银行/.exec(all)?.[0] ?? ''
  // The head of a proven number names the bank whatever was read on the card.
  if (issuer !== '') return { field: 'bank', value: issuer, confidence: 95, doubt: null }
  return unproven('bank', printed, 70)
}

/** Reads the face of a bank card that bears the number. */
export async function readBank(first: Desk): Promise<{ fields: ReadField[]; text: string }> {
  const { rows, desk } = await bestSide(first)
  const row = numberRowOf(rows)
  const box = row ? around(partOf(row, 0), 0.35, desk.card) : usualPlace
  const again = await readAgain(desk, { ...box, left: Math.min(box.left, usualPlace.left), right: Math.max(box.right, 0.9) }, digitsOnly)
  const settled = settleNumber([row?.text ?? '', ...again].map(digitsIn), fitsCardNumber)
  const number: ReadField = { field: 'cardNo', value: settled.value, confidence: settled.doubt === null ? 99 : 50, doubt: settled.doubt }
  const text = rows.map((each) => each.text).join('\n')
  const type = /信用卡|CREDIT|贷记/i.test(text) ? '信用卡' : /借记卡|储蓄卡|DEBIT/i.test(text) ? '借记卡' : ''
  return { fields: [number, bankOf(rows, number), unproven('cardType', type, 70)], text }
}
