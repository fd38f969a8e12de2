import { settlementMode } from '#/domain/base/codes.ts'
import { idKindLabels } from '#/domain/base/id-paper.ts'
import { dayOf, monthOf, yearAndMonthOf } from '#/domain/base/period.ts'
import { initialWithholding } from '#/domain/money/tax-income.ts'
import { type ImportIssue, importIssue } from '#/domain/onboarding/import.ts'
import { type IncomeCells, incomeCellKinds } from '#/domain/onboarding/import-cells.ts'
import { checkIncome, incomeDuplicates, incomeExcesses, incomeSums, readIncome } from '#/domain/onboarding/income-import.ts'
import type { Context } from '#/server/kernel/context.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { addEarlierMonths, earlierObstacles, lockPeople, personMonths, policyInForce } from '#/server/money/tax/public.ts'
import type { CheckedRow, ImportCells, ImportDefinition, ListRef, RowOutcome } from '#/server/onboarding/imports/kinds.ts'
import { findPayingCentre } from '#/server/onboarding/imports/store-places.ts'
import { findPayees } from '#/server/people/operators/public.ts'

const emptyCells = Object.fromEntries(Object.keys(incomeCellKinds).map((cell) => [cell, ''])) as IncomeCells
const withAllCells = (cells: ImportCells): IncomeCells => ({ ...emptyCells, ...cells })
const incomeRows = (rows: readonly CheckedRow[]) => rows.map(({ seq, cells }) => ({ seq, cells: withAllCells(cells) }))

function requirePayerId({ centreId }: ListRef): number {
  if (centreId === null) throw new Error('earlier income without its payer')
  return centreId
}

function loadPayees(ctx: Context, place: ListRef, rows: readonly CheckedRow[]) {
  return findPayees(
    ctx,
    requirePayerId(place),
    rows.map(({ cells }) => cells.idNumber ?? '').filter((each) => each !== ''),
  )
}

/** Returns warnings about rows with more withheld tax than their income and the person's earlier months explain. */
async function excessIssues(
  ctx: Context,
  centreId: number,
  rows: ReturnType<typeof incomeRows>,
  people: ReadonlyMap<string, { readonly id: number }>,
): Promise<Map<number, ImportIssue[]>> {
  const policy = await policyInForce(ctx, dayOf(ctx.now))
  if (policy === null) return new Map()
  const month = monthOf(ctx.now)
  const operatorIds = [...people.values()].map(({ id }) => id)
  const known = await personMonths(ctx, { centreId, mode: settlementMode.generalContract, operatorIds, month }, policy)
  const before = (idNumber: string) => known.get(people.get(idNumber)?.id ?? 0)?.personMonth.withholding ?? initialWithholding(yearAndMonthOf(month).year)
  return incomeExcesses(rows, before, policy)
}

/** Import of earlier income from an older system: template T13, one row per person and month. */
export const incomeKind: ImportDefinition = {
  kind: 'income',
  right: 'opening:edit',
  confirms: 'opening:check',
  purpose: 'people_import',
  cellKinds: incomeCellKinds,
  nameCell: 'name',
  template: { id: 'T13', version: '1' },
  fileName: '前期收入导入模板',
  sheetName: '前期收入',
  chunkSize: 500,
  columns: [
    { cell: 'name', heading: '姓名', also: ['经营者姓名', '纳税人姓名'], width: 12, required: true },
    { cell: 'idKind', heading: '证件类型', also: ['证照类型'], width: 12, required: true, choices: idKindLabels },
    { cell: 'idNumber', heading: '证件号码', also: ['证件号', '身份证号', '证照号码'], width: 22, required: true, hint: '18 位，文本格式' },
    { cell: 'incomeMonth', heading: '所属月份', also: ['税款所属期', '月份'], width: 12, required: true, hint: '如 2026-01' },
    { cell: 'payerCode', heading: '扣缴义务人信用代码', also: ['扣缴单位信用代码', '扣缴义务人识别号'], width: 22 },
    { cell: 'gross', heading: '收入额', also: ['本期收入', '收入额（含税）'], width: 14, required: true, hint: '元，含增值税' },
    { cell: 'vat', heading: '已扣增值税', width: 14 },
    { cell: 'city', heading: '已扣城建税', width: 14 },
    { cell: 'education', heading: '已扣教育费附加', width: 16 },
    { cell: 'localEducation', heading: '已扣地方教育附加', width: 18 },
    { cell: 'withheld', heading: '已扣个人所得税', also: ['已预扣预缴税额', '已扣缴税额'], width: 16, required: true, hint: '没有填 0' },
    { cell: 'remark', heading: '备注', width: 20, hint: '不超过 40 字' },
  ],

  explain: async () => [
    instructionSheet([
      ['模板版本', 'T13-1'],
      ['行数', '单个文件最多 5000 行；每人每月一行，同月多次付款请合计'],
      ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
      ['范围', '本扣缴义务人（运营中心）本年度按自然人付款并累计预扣的月份；登记为个体户的收入由其自行申报，不填'],
      ['经营者', '须已在本中心建档，按证件号码对应；没有的请先导入经营者'],
      ['已在本系统付款的月份', '自首次付款的月份起以本系统为准，不能填入'],
      ['生效', '一人编制，另一人确认后计入'],
      ['金额', '单位元，最多两位小数，不得为负；税额合计不得高于收入额'],
      ['示例', '张三 | 居民身份证 | 110000199001010013 | 2026-01 |  | 10000.00 | 0 | 0 | 0 | 0 | 90.00'],
    ]),
  ],

  sums: (rows) => incomeSums(rows.map(withAllCells)),

  async lockDependencies(ctx, place, rows) {
    const people = await loadPayees(ctx, place, rows)
    await lockPeople(
      ctx,
      [...people.values()].map((each) => each.id).sort((a, b) => a - b),
    )
  },

  async check(ctx, place, listedRows) {
    const centreId = requirePayerId(place)
    const month = monthOf(ctx.now)
    const centre = await findPayingCentre(ctx, centreId)
    const people = await loadPayees(ctx, place, listedRows)
    const obstacles = await earlierObstacles(
      ctx,
      { centreId, year: yearAndMonthOf(month).year },
      [...people.values()].map((each) => each.id),
    )
    const rules = { month, payerCode: centre?.credit_code ?? '', closed: obstacles.closed }
    const rows = incomeRows(listedRows)
    const duplicatesBySeq = incomeDuplicates(rows)
    const excessesBySeq = await excessIssues(ctx, centreId, rows, people)
    return new Map(
      await mapInSlices(rows, ({ seq, cells }) => {
        const person = people.get(cells.idNumber)
        const payee = person && { name: person.name, firstPaid: obstacles.firstPaid(person.id), isThere: (each: string) => obstacles.isThere(person.id, each) }
        return [seq, [...checkIncome(cells, payee ?? null, rules), ...(duplicatesBySeq.get(seq) ?? []), ...(excessesBySeq.get(seq) ?? [])]] as const
      }),
    )
  },

  questions: async () => new Map(),

  async importRows(ctx, place, rows) {
    const people = await loadPayees(ctx, place, rows)
    const outcomes = new Map<number, RowOutcome>()
    const months = incomeRows(rows).flatMap(({ seq, cells }) => {
      const [person, row] = [people.get(cells.idNumber), readIncome(cells)]
      if (!person || !row) {
        outcomes.set(seq, { issues: [importIssue('E803', 'idNumber')] })
        return []
      }
      outcomes.set(seq, { result: 'counted', madeId: person.id })
      return [{ operatorId: person.id, ...row }]
    })
    await addEarlierMonths(ctx, { centreId: requirePayerId(place), sheetId: place.sheetId }, months)
    return outcomes
  },
}
