import { truncateUnits } from '#/domain/base/text.ts'
import { dayFromParts, fitsCreditCode, type RecognisedField, settleNumber } from '#/domain/people/recognition.ts'
import { type ReaderInput, rereadLine, unverifiedField, withMargin } from '#/server/people/identity/reader-input.ts'
import { rowsOf, type TextPart, type TextRow, textBetween, withoutStains } from '#/server/people/identity/sheet.ts'

const codeCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
// Other labels of a licence; each ends the value before it.
const labelPattern =
  /统一社会信用代码|名称|类型|法定代表人|投资人|负责人|经营者|经营范围|注册资本|组成形式|成立日期|注册日期|营业期限|经营场所|主要经营场所|营业场所|[住佳任往][所斩]|登记机关/g

interface LabelledValue {
  readonly label: string
  readonly part: TextPart
  readonly row: TextRow
  /** The start of the next column. */
  readonly until: number
}

// Gaps within a value are narrower than the gap between columns.
const columnGap = 0.07

/** Counts the row's characters from here up to a gap as wide as between columns. */
function lengthUpToGap(row: TextRow, from: number): number {
  let at = 0
  let right: number | null = null
  for (const word of row.words) {
    const end = at + word.text.length
    if (end > from) {
      if (right !== null && word.left - right > columnGap) return at
      right = word.right
    }
    at = end
  }
  return row.text.length
}

/** Returns every label with the value after it in its row. */
function valuesOf(rows: readonly TextRow[]): LabelledValue[] {
  return rows.flatMap((row) => {
    const labelMatches = [...row.text.matchAll(labelPattern)]
    return labelMatches.map((label, at): LabelledValue => {
      const end = label.index + label[0].length
      const next = labelMatches[at + 1]
      const part = textBetween(row, end, Math.min(next?.index ?? row.text.length, lengthUpToGap(row, end)))
      return { label: label[0], part, row, until: next ? textBetween(row, next.index, next.index + 1).left : 1 }
    })
  })
}

/** Appends the following lines of a value: in its column, close together, up to another label. */
function appendFollowingLines(value: LabelledValue, rows: readonly TextRow[], limit: number): string {
  let text = withoutStains(value.part.text)
  let lastRow = value.row
  for (const row of rows.filter((each) => each.middle > value.row.middle)) {
    if (row.middle - lastRow.middle > 2.4 * value.row.height || limit-- <= 0) break
    const words = row.words.filter((word) => word.left > value.part.left - 0.02 && word.right < value.until + 0.01)
    if (words.length === 0) continue
    const columnText = words.map((word) => word.text).join('')
    if (new RegExp(labelPattern.source).test(columnText) || (words[0]?.left ?? 1) > value.part.left + 0.08) break
    // A label to the left of the value ends it too.
    if (row.words.some((word) => word.right < value.part.left && word.left > value.part.left - 0.12 && /[\u4e00-\u9fff]/.test(word.text))) break
    text += withoutStains(columnText)
    lastRow = row
  }
  return text
}

// Name endings of companies and businesses. 公司 is matched greedily: a company name may contain other endings.
const companyNamePatterns = [
  /[\u4e00-\u9fff（）()]{4,40}公司/,
  /[\u4e00-\u9fff（）()]{4,40}?(?:合作社|工作室|经营部|服务部|事务所|企业|中心|商行|商店|超市|饭店|厂|店|部)/,
]

/** Finds a name without its label: the first row below the title that looks like one. */
function readUnlabelledName(rows: readonly TextRow[]): RecognisedField {
  for (const row of rows.filter((each) => each.middle > 0.3)) {
    const text = withoutStains(row.text).replace(/^[名称各祢]+/, '')
    const nameMatch = companyNamePatterns.map((end) => end.exec(text)).find((each) => each !== null)
    if (nameMatch && !/^有限责任公司/.test(nameMatch[0])) return unverifiedField('name', nameMatch[0], textBetween(row, 0).confidence)
  }
  return unverifiedField('name', '', 0)
}

function readTextField(
  field: RecognisedField['field'],
  values: readonly LabelledValue[],
  rows: readonly TextRow[],
  requested: RegExp,
  limit: number,
): RecognisedField {
  const value = values.find((each) => requested.test(each.label) && withoutStains(each.part.text).length > 1)
  if (!value) return field === 'name' ? readUnlabelledName(rows) : unverifiedField(field, '', 0)
  const text = appendFollowingLines(value, rows, limit)
    .replace(/;/g, '；')
    .replace(/,/g, '，')
    .replace(/:/g, '：')
    .replace(/^[^\u4e00-\u9fff（(A-Za-z\d]+/, '')
  return unverifiedField(field, truncateUnits(text, 1000), value.part.confidence)
}

async function readCreditCode(rows: readonly TextRow[], input: ReaderInput): Promise<RecognisedField> {
  const candidates = rows.flatMap((row) => [...row.text.matchAll(/[0-9A-Z]{15,20}/g)].map((match) => ({ row, found: match })))
  const bestCandidate = candidates.sort((a, b) => Math.abs(a.found[0].length - 18) - Math.abs(b.found[0].length - 18))[0]
  if (!bestCandidate) return unverifiedField('creditCode', '', 0)
  const part = textBetween(bestCandidate.row, bestCandidate.found.index, bestCandidate.found.index + bestCandidate.found[0].length)
  const rereadings = await rereadLine(input, withMargin(part, 0.35, input.card), codeCharacters)
  // The code's alphabet omits I, O, Z, S and V, so they are misread lookalikes.
  const replaceLookalikes = (text: string) => text.replace(/O/g, '0').replace(/I/g, '1').replace(/Z/g, '2').replace(/S/g, '5').replace(/V/g, 'Y')
  const settledCode = settleNumber([bestCandidate.found[0], ...rereadings].map(replaceLookalikes), fitsCreditCode)
  return { field: 'creditCode', value: settledCode.value, confidence: settledCode.doubt === null ? 99 : 50, doubt: settledCode.doubt }
}

function foundingDateOf(values: readonly LabelledValue[]): RecognisedField {
  const value = values.find(({ label }) => /成立日期|注册日期/.test(label))
  const match = /(\d{4})年(\d{1,2})月(\d{1,2})/.exec(withoutStains(value?.part.text ?? ''))
  const day = match ? dayFromParts(match[1] ?? '', match[2] ?? '', match[3] ?? '') : null
  if (day) return unverifiedField('founded', day, value?.part.confidence ?? 0)
  return { field: 'founded', value: '', confidence: 0, doubt: value ? 'date' : 'unread' }
}

/** Reads a business licence in portrait or landscape format. */
export async function readLicence(input: ReaderInput): Promise<{ fields: RecognisedField[]; text: string }> {
  const rows = rowsOf(await input.engine.lines(input.card.luma, { tongue: 'chi_sim', layout: 'scattered' }))
  const values = valuesOf(rows)
  const fields = [
    readTextField('name', values, rows, /名称/, 2),
    await readCreditCode(rows, input),
    readTextField('legal', values, rows, /法定代表人|投资人|负责人|经营者/, 0),
    readTextField('address', values, rows, /所|场所/, 2),
    readTextField('scope', values, rows, /经营范围/, 12),
    foundingDateOf(values),
  ]
  return { fields, text: rows.map((row) => row.text).join('\n') }
}
