import { readIdNumber } from '#/domain/base/identity.ts'
import { trimmedEnd, truncateUnits } from '#/domain/base/text.ts'
import { dayFromParts, ethnicGroups, fitsIdNumber, type RecognisedField, type SettledValue, settleNumber } from '#/domain/people/recognition.ts'
import { type Box, whitenBox } from '#/server/people/identity/card.ts'
import type { Word } from '#/server/people/identity/engine.ts'
import { mostFrequent, type ReaderInput, rereadChineseLine, rereadLine, unverifiedField, withMargin } from '#/server/people/identity/reader-input.ts'
import { findLabel, type LabelPosition, rowsOf, type TextRow, textBetween, withoutStains } from '#/server/people/identity/sheet.ts'

const chinesePattern = /[\u4e00-\u9fff·]/g
const portraitArea: Box = { left: 0.635, top: 0.12, right: 1, bottom: 0.78 }
// The number's position on every card.
const numberArea: Box = { left: 0.3, top: 0.815, right: 0.88, bottom: 0.915 }
const maxValueLeft = 0.64

const digitByLookalike: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '0',
  I: '1',
  l: '1',
  '|': '1',
  i: '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  B: '8',
  x: 'X',
  '×': 'X',
  了: '7',
  一: '1',
}

function toDigits(text: string): string {
  return [...text].map((letter) => digitByLookalike[letter] ?? letter).join('')
}

interface NumberRow {
  readonly row: TextRow
  readonly text: string
  readonly box: Box
}

function numberRowOf(rows: readonly TextRow[], input: ReaderInput): NumberRow | null {
  for (const row of [...rows].reverse()) {
    const text = toDigits(row.text)
    const digits = /[\dX]{15,22}$/.exec(text) ?? /\d{15,17}[\dX]?/.exec(text)
    if (digits) return { row, text: digits[0], box: withMargin(textBetween(row, digits.index, digits.index + digits[0].length), 0.35, input.card) }
  }
  const label = findLabel(rows, /公民|身份号|号码/)
  if (!label) return null
  const name = textBetween(label.row, label.at, label.end)
  return {
    row: label.row,
    text: '',
    box: {
      left: input.isPlaced ? numberArea.left : name.right,
      right: input.isPlaced ? numberArea.right : 1,
      top: name.top - 0.02,
      bottom: name.bottom + 0.03,
    },
  }
}

async function readNumber(rows: readonly TextRow[], input: ReaderInput): Promise<SettledValue & { readonly row: TextRow | null }> {
  const numberRow = numberRowOf(rows, input)
  const box = numberRow?.box ?? (input.isPlaced ? numberArea : null)
  if (!box) return { value: '', doubt: 'unread', row: null }
  const rereadings = await rereadLine(input, box, '0123456789X')
  const readings = [numberRow?.text ?? '', ...rereadings].map((text) => (text.match(/\d{17}[\dX]/) ?? [text])[0] ?? '')
  return { ...settleNumber(readings, (text) => fitsIdNumber(text, input.today)), row: numberRow?.row ?? null }
}

const keepChinese = (text: string) => (text.match(chinesePattern) ?? []).join('')
const boxOf = (words: readonly Word[]) => ({
  left: Math.min(...words.map((word) => word.left)),
  right: Math.max(...words.map((word) => word.right)),
  top: Math.min(...words.map((word) => word.top)),
  bottom: Math.max(...words.map((word) => word.bottom)),
})

function nameOf(rows: readonly TextRow[]): RecognisedField {
  const label = findLabel(rows.slice(0, 6), /姓名?|^名/)
  const row = label?.row ?? rows.find((each) => each.middle < 0.26 && keepChinese(each.text).length >= 2 && !/样本|SPEC/.test(each.text))
  if (!row) return unverifiedField('name', '', 0)
  const leftEdge = label ? textBetween(row, label.at, label.end).right - 0.005 : 0.13
  const words = row.words.filter((word) => word.left >= leftEdge && word.left < maxValueLeft)
  if (words.length === 0) return unverifiedField('name', '', 0)
  const name = keepChinese(words.map((word) => word.text).join(''))
  return unverifiedField('name', truncateUnits(name, 30), Math.round(Math.min(...words.map((word) => word.confidence))))
}

function sexOf(rows: readonly TextRow[]): RecognisedField {
  const row = findLabel(rows, /性别?|民族?/)?.row ?? rows.find((each) => /^.{0,3}[男女]/.test(each.text))
  const sexMatch = row ? /[男女]/.exec(row.text) : null
  return sexMatch && row ? unverifiedField('sex', sexMatch[0], textBetween(row, sexMatch.index, sexMatch.index + 1).confidence) : unverifiedField('sex', '', 0)
}

const parseNation = (text: string) => ethnicGroups.filter((nation) => text.startsWith(nation)).sort((a, b) => b.length - a.length)[0] ?? ''

async function readNation(rows: readonly TextRow[], input: ReaderInput): Promise<RecognisedField> {
  const label = findLabel(rows, /民族|[民族](?=[^民族]{1,5}$)/)
  if (!label) return unverifiedField('nation', '', 0)
  const part = textBetween(label.row, label.end)
  const firstNation = parseNation(keepChinese(part.text))
  if (firstNation !== '' && part.confidence > 80) return unverifiedField('nation', firstNation, part.confidence)
  // A single character is hard to recognise, so its area is read again alone.
  const name = textBetween(label.row, label.at, label.end)
  const box = { left: name.right + 0.012, right: Math.min(name.right + 0.19, maxValueLeft), top: name.top - 0.025, bottom: name.bottom + 0.025 }
  const rereadings = (await rereadChineseLine(input, box)).map((text) => parseNation(keepChinese(text).replace(/^[民族]+/, '')))
  return unverifiedField('nation', mostFrequent([firstNation, ...rereadings]), part.confidence)
}

interface BirthReading {
  readonly field: RecognisedField
  readonly row: TextRow | null
}

function parseBirth(text: string): string | null {
  const match = /(\d{4})年(.{1,3}?)月(.{1,3}?)(?:有?日|$)/.exec(text)
  if (!match) return null
  const [month, day] = [match[2] ?? '', match[3] ?? ''].map((part) => toDigits(part).replace(/\D/g, ''))
  return dayFromParts(match[1] ?? '', month ?? '', day ?? '')
}

/**
 * Reads the printed birthday. If it differs from the birthday in the number, reads the row again and prefers a reading
 * that agrees with the number.
 */
async function readBirth(rows: readonly TextRow[], number: SettledValue, input: ReaderInput): Promise<BirthReading> {
  const row = rows.find((each) => /\d{4}年|年.{0,3}月/.test(each.text)) ?? findLabel(rows, /出生|^出|^生/)?.row ?? null
  if (!row) return { field: unverifiedField('birth', '', 0), row: null }
  const { confidence } = textBetween(row, 0)
  const firstBirth = parseBirth(row.text)
  const encodedBirth = number.doubt === null ? birthOfNumber(number.value) : null
  if (firstBirth !== null && (encodedBirth === null || encodedBirth === firstBirth)) return { field: unverifiedField('birth', firstBirth, confidence), row }
  const words = row.words.filter((word) => word.left < maxValueLeft)
  const rereadings = words.length === 0 ? [] : (await rereadChineseLine(input, withMargin(boxOf(words), 0.2, input.card))).map(parseBirth)
  const readings = [firstBirth, ...rereadings].filter((text) => text !== null)
  const value = encodedBirth !== null && rereadings.includes(encodedBirth) ? encodedBirth : mostFrequent(readings)
  return { field: value === '' ? { field: 'birth', value: '', confidence, doubt: 'date' } : unverifiedField('birth', value, confidence), row }
}

function birthOfNumber(value: string): string {
  const { birth } = readIdNumber(value)
  return `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`
}

function addressOf(rows: readonly TextRow[], birth: TextRow | null, number: TextRow | null): RecognisedField {
  const label: LabelPosition | null = findLabel(rows, /住址|^住|^址/)
  const top = label ? label.row.middle - 0.03 : birth ? birth.middle + 0.05 : null
  if (top === null) return unverifiedField('address', '', 0)
  const bottom = number ? number.middle - 0.04 : 0.82
  const leftEdge = label ? textBetween(label.row, label.at, label.end).right : 0.13
  let text = ''
  const confidences: number[] = []
  for (const row of rows.filter((each) => each.middle > top && each.middle < bottom)) {
    const words = row.words.filter(
      (word) => word.left > leftEdge - 0.012 && word.left < maxValueLeft - 0.03 && word.confidence > 35 && word.bottom - word.top < 0.12,
    )
    // Address lines start at the same edge; isolated text farther right is a stain.
    if (words.length === 0 || (words[0]?.left ?? 1) > leftEdge + 0.12) continue
    text += withoutStains(words.map((word) => word.text).join(''))
    confidences.push(...words.map((word) => word.confidence))
  }
  const address = trimmedEnd(text.replace(/^[^\u4e00-\u9fff]+/, ''), /[^\u4e00-\u9fff\dA-Za-z]/).replace(/([室号户])[一\-—.,，]+$/, '$1')
  return unverifiedField('address', truncateUnits(address, 200), confidences.length === 0 ? 0 : Math.round(Math.min(...confidences)))
}

/**
 * Verifies number, birthday and sex against each other, because the number contains the other two. Marks
 * contradictions.
 */
function crossCheckFields(
  number: SettledValue,
  birth: RecognisedField,
  sex: RecognisedField,
): [number: RecognisedField, birth: RecognisedField, sex: RecognisedField] {
  const field = (doubt: RecognisedField['doubt']): RecognisedField => ({ field: 'idNumber', value: number.value, confidence: doubt === null ? 99 : 50, doubt })
  if (number.doubt !== null) return [field(number.doubt), birth, sex]
  const idFacts = readIdNumber(number.value)
  const encodedBirth = birthOfNumber(number.value)
  const encodedSex = idFacts.sex === 'M' ? '男' : '女'
  const agreement = { birth: birth.value === encodedBirth, sex: sex.value === encodedSex }
  if ((birth.value !== '' && !agreement.birth) || (sex.value !== '' && !agreement.sex))
    return [field('contradiction'), agreement.birth ? birth : { ...birth, doubt: 'contradiction' }, agreement.sex ? sex : { ...sex, doubt: 'contradiction' }]
  if (!agreement.birth)
    return [field('unproven'), { ...birth, value: encodedBirth, doubt: 'unproven' }, sex.value === '' ? { ...sex, value: encodedSex, doubt: 'unproven' } : sex]
  return [field(null), { ...birth, doubt: null }, { ...sex, value: encodedSex, doubt: null }]
}

/** Reads the side with the portrait. */
export async function readFront(input: ReaderInput): Promise<{ fields: RecognisedField[]; text: string }> {
  const { card, engine, isPlaced } = input
  const picture = isPlaced ? whitenBox(card.luma, portraitArea) : card.luma
  const rows = rowsOf(await engine.lines(picture, { tongue: 'chi_sim', layout: 'scattered' }))
  const number = await readNumber(rows, input)
  const birth = await readBirth(rows, number, input)
  const [idNumber, birthField, sex] = crossCheckFields(number, birth.field, sexOf(rows))
  const address = addressOf(rows, birth.row, number.row)
  const fields = [nameOf(rows), sex, await readNation(rows, input), birthField, address, idNumber]
  return { fields, text: rows.map((row) => row.text).join('\n') }
}
