import { isTaxCode } from '#/domain/agreements/order.ts'
import { orderLimits } from '#/domain/agreements/order-form.ts'
import { formatYuan, subtract } from '#/domain/base/money.ts'
import { importIssue } from '#/domain/onboarding/import.ts'
import { type OrderCells, orderCellKinds } from '#/domain/onboarding/import-cells.ts'
import { orderChoiceWords, orderDuplicates, orderSums, type ParsedOrder, readOrder } from '#/domain/onboarding/order-import.ts'
import { categoriesByCode, contractsByNumber, contractsInForce, createOrders, identicalOrders, type OrderContract } from '#/server/agreements/orders/public.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import type { WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { CheckedRow, ImportDefinition, ListOwner, ListRef, RowOutcome } from '#/server/onboarding/imports/kinds.ts'

const emptyCells = Object.fromEntries(Object.keys(orderCellKinds).map((cell) => [cell, ''])) as OrderCells
const orderRows = (rows: readonly CheckedRow[]) =>
  rows.map(({ seq, cells }): { seq: number; cells: OrderCells } => ({ seq, cells: { ...emptyCells, ...cells } }))

/**
 * Returns the uploader's scope, which limits the contracts that rows may name, even when another user views the list.
 */
function scopeOf({ unitId, centreId, mode }: ListOwner): Scope {
  return { all: unitId === null && centreId === null, centreIds: [], unitIds: unitId === null ? [] : [unitId], operatorId: null, centreId, mode }
}

interface ParsedOrderRow extends ParsedOrder {
  readonly seq: number
  readonly cells: OrderCells
  readonly contract: OrderContract | null
}

async function readOrders(ctx: Context, place: ListRef, listedRows: readonly CheckedRow[]): Promise<ParsedOrderRow[]> {
  const rows = orderRows(listedRows)
  const contracts = await contractsByNumber(
    ctx,
    scopeOf(place),
    rows.map(({ cells }) => cells.contractNo).filter((no) => no !== ''),
  )
  const namesByCode = await categoriesByCode(ctx, rows.map(({ cells }) => cells.category).filter(isTaxCode))
  const namesOfCode = (code: string) => namesByCode.get(code) ?? []
  return rows.map(({ seq, cells }) => {
    const contract = contracts.get(cells.contractNo) ?? null
    return { seq, cells, contract, ...readOrder(cells, { terms: contract?.terms ?? null, namesOfCode }) }
  })
}

/** Returns the existing orders that equal new rows, by row. */
async function identicalOrdersOf(ctx: Context, rows: readonly ParsedOrderRow[]): Promise<Map<number, string>> {
  const orderKeys = rows.flatMap(({ seq, form, contract }) =>
    form && contract ? [{ seq, likeness: { contract_id: contract.row.id, title: form.title, valid_from: form.from, valid_to: form.to } }] : [],
  )
  const existingOrders = await identicalOrders(
    ctx,
    orderKeys.map(({ likeness }) => likeness),
  )
  const keyOf = (of: (typeof orderKeys)[number]['likeness']) => [of.contract_id, of.title, of.valid_from, of.valid_to].join('\n')
  const byKey = new Map(existingOrders.map((order) => [keyOf(order), order.no]))
  return new Map(
    orderKeys.flatMap(({ seq, likeness }) => {
      const no = byKey.get(keyOf(likeness))
      return no === undefined ? [] : [[seq, no] as const]
    }),
  )
}

/** Lists the allowed values: each contract with its unit, days, remaining amount and categories. */
function choicesSheet(contracts: readonly OrderContract[]): WriteSheet {
  const remainingBudget = ({ terms }: OrderContract) => (terms.cap === null ? '不限' : formatYuan(subtract(terms.cap, terms.usedByOthers)))
  return {
    name: '可选值',
    columns: ['合同编号', '单位', '运营中心', '期限', '剩余额度', '可开票类目'].map((heading, at) => ({ heading, width: [24, 30, 24, 26, 18, 60][at] ?? 20 })),
    rows: contracts.map((contract) => {
      const { no, unit_name: unit, centre_name: centre } = contract.row
      return [no, unit, centre, `${contract.terms.from} 至 ${contract.terms.to}`, remainingBudget(contract), contract.terms.categories.join('、')]
    }),
  }
}

/**
 * Import of orders: template T12, with the fields of the order form. Each order needs a contract in force and starts as
 * a draft.
 */
export const ordersKind: ImportDefinition = {
  kind: 'orders',
  right: 'orders:make',
  purpose: 'order_import',
  cellKinds: orderCellKinds,
  nameCell: 'title',
  template: { id: 'T12', version: '1' },
  fileName: '订单导入模板',
  sheetName: '订单',
  chunkSize: 250,
  columns: [
    { cell: 'title', heading: '标题', also: ['订单标题', '订单名称'], width: 30, required: true, hint: `2-${orderLimits.title} 个字符` },
    { cell: 'contractNo', heading: '合同编号', also: ['合同号', '合同'], width: 24, required: true },
    { cell: 'orderKind', heading: '订单类型', also: ['类型'], width: 12, choices: orderChoiceWords.orderKind },
    { cell: 'category', heading: '开票类目', also: ['类目', '税收分类编码'], width: 24, required: true, hint: '名称，或 19 位税收分类编码' },
    { cell: 'description', heading: '服务内容', also: ['服务描述'], width: 50, required: true, hint: '不少于 30 个字符' },
    { cell: 'criteria', heading: '验收标准', width: 40, required: true },
    { cell: 'priceMode', heading: '计价方式', also: ['计价'], width: 12, choices: orderChoiceWords.priceMode },
    { cell: 'unitPrice', heading: '单价', also: ['最低单价'], width: 14, hint: '元，最多两位小数；区间计价填最低单价' },
    { cell: 'highestPrice', heading: '最高单价', width: 14, hint: '仅区间计价' },
    { cell: 'quantity', heading: '数量', width: 12, hint: '整数' },
    { cell: 'budget', heading: '预算', also: ['预算金额'], width: 16, hint: '元；固定计价可留空' },
    { cell: 'from', heading: '开始日', also: ['开始日期', '服务开始日'], width: 14, required: true, hint: 'yyyy-MM-dd' },
    { cell: 'to', heading: '结束日', also: ['结束日期', '服务结束日'], width: 14, required: true, hint: 'yyyy-MM-dd' },
    { cell: 'province', heading: '省份', also: ['服务省份'], width: 14 },
    { cell: 'place', heading: '服务地点', also: ['地点'], width: 30 },
    { cell: 'wanted', heading: '需求人数', also: ['需人数', '人数'], width: 10, hint: '0 或留空为不限' },
    {
      cell: 'sourcePlatform',
      heading: '来源平台',
      also: ['来源平台名称', '互联网平台名称', '收入来源的互联网平台名称'],
      width: 18,
      hint: '单位自有平台的名称；留空为本平台',
    },
  ],

  async explain(ctx) {
    const instructions = instructionSheet([
      ['模板版本', 'T12-1'],
      ['行数', '单个文件最多 1000 行；每行一个订单，导入后为草稿，逐个发布后才能指派和付款'],
      ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
      ['合同编号', '生效中的单位服务合同或总包合同，见“可选值”表；单位、运营中心和结算模式随合同'],
      ['订单类型', '任务订单（默认）：须填计价；框架订单：按期执行，计价可留空，由业务清单确定'],
      ['开票类目', '合同约定的可开票类目，填名称或 19 位税收分类编码'],
      ['服务内容', '不少于 30 个字符，写明做什么、按什么交付；计量单位也写在这里'],
      ['计价', '固定（默认）：预算 = 数量 × 单价，可留空；区间：预算在数量 × 最低单价与数量 × 最高单价之间；计件：预算不低于数量 × 单价'],
      ['服务期间', '须在合同期限之内'],
      ['来源平台', '选填：单位自己运营平台时填平台名称，付款名单即可填写收款人在该平台的昵称和用户编号'],
      [
        '示例',
        '十一月直播专场 | （合同编号） | 任务订单 | 软件服务 | 为直播间提供……（不少于 30 个字符） | 甲方签字确认 | 固定 | 500.00 |  | 20 |  | 2026-11-01 | 2026-11-30',
      ],
    ])
    return [instructions, choicesSheet(await contractsInForce(ctx))]
  },

  async check(ctx, place, listedRows) {
    const rows = await readOrders(ctx, place, listedRows)
    const duplicatesBySeq = orderDuplicates(rows)
    const terms = new Map(rows.map(({ cells, contract }) => [cells.contractNo, contract?.terms ?? null]))
    const sums = orderSums(
      rows.map(({ seq, cells, form }) => ({ seq, contractNo: cells.contractNo, form })),
      (no) => terms.get(no) ?? null,
    )
    const identicalBySeq = await identicalOrdersOf(ctx, rows)
    return new Map(
      rows.map(({ seq, issues }) => {
        const no = identicalBySeq.get(seq)
        return [
          seq,
          [...issues, ...(duplicatesBySeq.get(seq) ?? []), ...(sums.get(seq) ?? []), ...(no === undefined ? [] : [importIssue('W909', 'title', { no })])],
        ]
      }),
    )
  },

  questions: async () => new Map(),

  async importRows(ctx, place, listedRows) {
    const rows = await readOrders(ctx, place, listedRows)
    const outcomes = new Map<number, RowOutcome>(rows.map(({ seq, issues }) => [seq, { issues }]))
    const completeOrders = rows.flatMap(({ seq, form, contract }) => (form && contract ? [{ seq, form, contract }] : []))
    const ids = await createOrders(ctx, completeOrders)
    for (const [at, { seq }] of completeOrders.entries()) outcomes.set(seq, { result: 'created', madeId: ids[at] as number })
    return outcomes
  },
}
