import { idKindLabels, idKindOf } from '#/domain/base/id-paper.ts'
import { dayOf } from '#/domain/base/period.ts'
import { importIssue } from '#/domain/onboarding/import.ts'
import { type OperatorCells, operatorCellKinds } from '#/domain/onboarding/import-cells.ts'
import { checkOperatorFormat, checkOperatorPerson, operatorDuplicates, particularsOfCells } from '#/domain/onboarding/operator-import.ts'
import type { Context } from '#/server/kernel/context.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import type { CheckedRow, ImportDefinition, ListRef, RowOutcome } from '#/server/onboarding/imports/kinds.ts'
import { ageLimitsOf } from '#/server/onboarding/imports/store-places.ts'
import type { CardOutcome } from '#/server/people/identity/public.ts'
import { importPeople, loadKnownPeople, type RegisteredPeople } from '#/server/people/operators/public.ts'

const emptyCells: OperatorCells = {
  name: '',
  idKind: '',
  idNumber: '',
  mobile: '',
  bankName: '',
  cardNo: '',
  yztype: '',
  entityName: '',
  entityCreditCode: '',
  sex: '',
  birth: '',
  nationality: '',
  idAddress: '',
  validFrom: '',
  validTo: '',
  remark: '',
}

interface ListedOperator {
  readonly seq: number
  readonly cells: OperatorCells
}

const operatorRows = (rows: readonly CheckedRow[]): ListedOperator[] => rows.map(({ seq, cells }) => ({ seq, cells: { ...emptyCells, ...cells } }))

function requireUnitPlace({ unitId, centreId }: ListRef): { unitId: number; centreId: number } {
  if (unitId === null || centreId === null) throw new Error('a list of operators without its unit')
  return { unitId, centreId }
}

function loadRegisteredPeople(ctx: Context, unitId: number, rows: readonly ListedOperator[]): Promise<RegisteredPeople> {
  const numbers = rows.map(({ cells }) => cells.idNumber).filter((each) => each !== '')
  return loadKnownPeople(
    ctx,
    unitId,
    numbers,
    rows.map(({ cells }) => cells.entityCreditCode).filter((each) => each !== ''),
  )
}

/** Returns the person of a checked row. */
function personOf(cells: OperatorCells) {
  const { name, idNumber, mobile, cardNo, bankName } = cells
  return { name, idKind: idKindOf(cells.idKind) ?? 'id_card', idNumber, mobile, cardNo, bankName, particulars: particularsOfCells(cells) }
}

const refusalIssue = (answer: CardOutcome) =>
  answer === 'name_mismatch' ? importIssue('E204', 'name', { problem: 'name' }) : importIssue('E204', 'cardNo', { problem: 'card' })

/** Import of operators of a unit: template T1. */
export const operatorsKind: ImportDefinition = {
  kind: 'operators',
  right: 'yz:edit',
  purpose: 'people_import',
  cellKinds: operatorCellKinds,
  nameCell: 'name',
  template: { id: 'T1', version: '2' },
  fileName: '经营者导入模板',
  sheetName: '经营者',
  chunkSize: 500,
  columns: [
    { cell: 'name', heading: '姓名', also: ['经营者姓名'], width: 12, required: true },
    { cell: 'idKind', heading: '证件类型', width: 16, required: true, choices: idKindLabels },
    { cell: 'idNumber', heading: '证件号码', also: ['证件号', '身份证号', '身份证号码', '身份证'], width: 22, required: true, hint: '文本格式' },
    { cell: 'mobile', heading: '手机号', also: ['手机号码', '手机', '实名手机', '联系电话'], width: 14, required: true },
    { cell: 'bankName', heading: '开户行', also: ['收款银行', '开户银行', '银行名称'], width: 18 },
    { cell: 'cardNo', heading: '银行卡号', also: ['收款账号', '银行账号', '卡号'], width: 24, required: true, hint: '16-19 位，文本格式' },
    { cell: 'yztype', heading: '经营者类型', width: 14, required: true, choices: ['自然人', '个体工商户', '个人独资企业'] },
    { cell: 'entityName', heading: '个体户名称', also: ['个体工商户名称'], width: 24 },
    { cell: 'entityCreditCode', heading: '信用代码', also: ['统一社会信用代码'], width: 22 },
    { cell: 'sex', heading: '性别', width: 8, choices: ['男', '女'] },
    { cell: 'birth', heading: '出生日期', also: ['出生年月日'], width: 14, hint: 'yyyy-MM-dd' },
    { cell: 'nationality', heading: '国籍(地区)', also: ['国籍', '国籍（地区）'], width: 16 },
    { cell: 'idAddress', heading: '证件地址', also: ['住址', '地址'], width: 30 },
    { cell: 'validFrom', heading: '证件有效期起', also: ['有效期起'], width: 16, hint: 'yyyy-MM-dd' },
    { cell: 'validTo', heading: '证件有效期止', also: ['有效期止', '证件有效期'], width: 16, hint: 'yyyy-MM-dd 或 长期' },
    { cell: 'remark', heading: '备注', width: 20, hint: '不超过 40 字' },
  ],

  explain: async () => [
    instructionSheet([
      ['模板版本', 'T1-2'],
      ['行数', '单个文件最多 5000 行'],
      ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
      ['证件号码、银行卡号', '请保持文本格式；科学计数法或末位变 0 的号码无法核验'],
      ['核验', '导入时逐人核验姓名、证件号码、手机号和银行卡四要素；未接入核验服务时由运营中心人工核验，核验前不能付款'],
      ['经营者类型', '自然人、个体工商户、个人独资企业；尚未登记的先按自然人建档，登记须本人逐一办理，不能批量导入'],
      [
        '性别、出生日期、国籍(地区)',
        '居民身份证可不填，以证件号码为准；其他证件必填（个税扣缴和涉税报送需要）。国籍(地区)填中文名称或两位字母代码，如 中国香港、新加坡、SG',
      ],
      ['手机号', '持居民身份证的填 11 位大陆手机号；其他证件可填境外号码，写作 + 国家或地区代码 + 号码，如 +85291234567'],
      ['税收居民身份', '持其他证件的人员，须由本人或运营中心声明为中国税收居民后才能付款'],
      ['签约', '导入后须由本人签署协议，签署前不能付款；可在经营者列表批量发起签约'],
      ['示例', '张三 | 居民身份证 | 110000199001010013 | 13800000001 | 工商银行 | 6220000000000000016 | 自然人'],
    ]),
  ],

  async check(ctx, place, listedRows) {
    const { unitId, centreId } = requireUnitPlace(place)
    const rows = operatorRows(listedRows)
    const people = await loadRegisteredPeople(ctx, unitId, rows)
    const { min: ageMin, max: ageMax } = await ageLimitsOf(ctx, centreId)
    const rules = { today: dayOf(ctx.now), ageMin, ageMax }
    const duplicatesBySeq = operatorDuplicates(rows)
    return new Map(
      await mapInSlices(rows, ({ seq, cells }) => {
        const owner = people.entityOwner(cells.entityCreditCode, cells.idNumber)
        return [
          seq,
          [
            ...checkOperatorFormat(cells, rules.today),
            ...checkOperatorPerson(cells, people.person(cells.idNumber), owner, rules),
            ...(duplicatesBySeq.get(seq) ?? []),
          ],
        ] as const
      }),
    )
  },

  async questions(ctx, place, listedRows) {
    const rows = operatorRows(listedRows)
    const people = await loadRegisteredPeople(ctx, requireUnitPlace(place).unitId, rows)
    return new Map(
      rows.flatMap(({ seq, cells }) => {
        const question = people.question(personOf(cells))
        return question === null ? [] : [[seq, question] as const]
      }),
    )
  },

  async importRows(ctx, place, listedRows, answers) {
    const unitPlace = requireUnitPlace(place)
    const rows = operatorRows(listedRows)
    const people = await loadRegisteredPeople(ctx, unitPlace.unitId, rows)
    const outcomes = new Map<number, RowOutcome>()
    const acceptedRows: ListedOperator[] = []
    for (const row of rows) {
      const answer = answers.get(row.seq)?.answer
      if (answer !== undefined && answer !== 'match' && answer !== 'unverified') outcomes.set(row.seq, { issues: [refusalIssue(answer)] })
      else if (answer !== undefined || people.question(personOf(row.cells)) === null) acceptedRows.push(row)
    }
    const importedByIdNumber = await importPeople(
      ctx,
      unitPlace,
      acceptedRows.map(({ seq, cells }) => ({ ...personOf(cells), verifiedBy: answers.get(seq)?.by ?? '' })),
    )
    for (const { seq, cells } of acceptedRows) {
      const person = importedByIdNumber.get(cells.idNumber)
      if (person) outcomes.set(seq, { result: person.result, madeId: person.operatorId })
    }
    return outcomes
  },
}
