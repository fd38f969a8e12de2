import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, Page, pageOf, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { assignmentStates, type OrderStep, orderKinds, orderPaperKinds, orderStates, orderSteps, priceModes } from '#/domain/agreements/order.ts'
import { orderLimits } from '#/domain/agreements/order-form.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { batchStates } from '#/domain/money/batch.ts'

/** The reason why the caller cannot do this, in the caller's language; empty when the caller can. */
const DenialReason = z.string()
const limitedText = (limit: number) => z.string().trim().max(limit)
const Reason = z.string().trim().min(2).max(200)
const Period = z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/)
const Kind = z.enum(orderKinds)
const PriceMode = z.enum(priceModes)

const Row = z.object({
  id: Id,
  no: z.string(),
  kind: Kind,
  title: z.string(),
  category: z.string(),
  mode: Mode,
  centreId: Id,
  centreName: z.string(),
  unitId: Id,
  unitName: z.string(),
  /** The contract, the budget, and the settled and pending amounts; null for operators, who may not see them. */
  contract: z.object({ id: Id, no: z.string() }).nullable(),
  budget: MoneyOut.nullable(),
  settled: MoneyOut.nullable(),
  underway: MoneyOut.nullable(),
  price: z.object({ mode: PriceMode, price: MoneyOut, highest: MoneyOut.nullable(), quantity: z.int() }).nullable(),
  wanted: z.int(),
  taken: z.int(),
  papers: z.int(),
  batches: z.int(),
  from: Day,
  to: Day,
  state: z.enum(orderStates),
  isPaused: z.boolean(),
  reason: z.string(),
  salesman: z.string(),
  /** The state of the calling operator's own assignment; null for other callers. */
  own: z.enum(assignmentStates).nullable(),
  createdAt: Moment,
  version: Version,
})

const Detail = Row.extend({
  description: z.string(),
  criteria: z.string(),
  /** The unit's own platform on which people work; empty for our platform. */
  sourcePlatform: z.string(),
  province: z.string(),
  provinceName: z.string(),
  place: z.string(),
  createdBy: z.string(),
  publishedAt: Moment.nullable(),
  endedAt: Moment.nullable(),
  /** The cap of the contract and the amount that other orders use; null without a cap, and for operators. */
  room: z.object({ cap: MoneyOut, used: MoneyOut }).nullable(),
  may: z.object({ edit: DenialReason, adjust: DenialReason, assign: DenialReason, answer: DenialReason, deliverable: DenialReason, list: DenialReason, acceptance: DenialReason, ...(Object.fromEntries(orderSteps.map((step) => [step, DenialReason])) as Record<OrderStep, typeof DenialReason>) }),
})

const filter = {
  keyword: limitedText(50).optional(),
  states: z
    .array(z.enum([...orderStates, 'paused']))
    .max(9)
    .optional(),
  kind: Kind.optional(),
  category: limitedText(30).optional(),
  mode: Mode.optional(),
  unitId: Id.optional(),
  contractId: Id.optional(),
  salesmanId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Only orders that await the answer of the calling operator. */
  isOffered: z.boolean().optional(),
}

const Form = {
  contractId: Id,
  kind: Kind,
  title: limitedText(orderLimits.title),
  category: limitedText(orderLimits.category),
  description: limitedText(orderLimits.description),
  /** The price of a framework order is optional. Prices are in yuan, as typed. */
  price: z.object({ mode: PriceMode, price: limitedText(20), highest: limitedText(20).default(''), quantity: z.int().min(1).max(orderLimits.quantity) }).optional(),
  budget: YuanText,
  from: Day,
  to: Day,
  province: limitedText(12).default(''),
  place: limitedText(orderLimits.place).default(''),
  wanted: z.int().min(0).max(orderLimits.wanted).default(0),
  criteria: limitedText(orderLimits.criteria),
  sourcePlatform: limitedText(sourceLimits.platform).default(''),
}

const Paper = z.object({
  id: Id,
  kind: z.enum(orderPaperKinds),
  no: z.string(),
  period: z.string(),
  amount: MoneyOut.nullable(),
  note: z.string(),
  explanation: z.string(),
  fileId: z.uuid(),
  name: z.string(),
  size: z.int(),
  by: z.string(),
  at: Moment,
  /** Other orders that have the same file or a similar picture (W404). */
  alsoIn: z.array(z.string()),
  removed: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  mayRemove: DenialReason,
})

const Category = z.object({
  id: Id,
  name: z.string(),
  shortName: z.string(),
  taxCode: z.string(),
  note: z.string(),
  source: z.string(),
  isActive: z.boolean(),
  orders: z.int(),
  changedBy: z.string(),
  changedAt: Moment,
  version: Version,
})

const target = { id: Id, version: Version }

/** Orders (订单管理): work that a unit orders under a contract. Each batch pays for one order. */
export const orders = {
  list: {
    access: 'ordersListms',
    kind: 'read',
    input: z.object({ ...filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(Row).extend({ totals: z.object({ budget: MoneyOut, settled: MoneyOut, underway: MoneyOut }).nullable() }),
  },
  get: { access: 'ordersListms', kind: 'read', input: z.object({ id: Id }), output: Detail },
  export: { access: 'ordersListms', kind: 'read', log: { zh: '导出订单', en: 'Export orders', es: 'Exportar pedidos', ja: '注文一覧の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
  /** Returns the contracts in effect under which an order can be made, with their remaining amounts. */
  contracts: {
    access: 'orders:make',
    kind: 'read',
    input: z.object({
      keyword: limitedText(50).default(''),
      id: Id.optional(),
      /** Only contracts without orders. */
      isUnordered: z.boolean().optional(),
    }),
    output: z.array(
      z.object({
        id: Id,
        no: z.string(),
        name: z.string(),
        unitId: Id,
        unitName: z.string(),
        centreName: z.string(),
        mode: Mode,
        from: Day,
        to: Day,
        room: z.object({ cap: MoneyOut, used: MoneyOut }).nullable(),
        /** The agreed invoice categories. An order must use one of them. */
        categories: z.array(z.string()),
        orders: z.int(),
      }),
    ),
  },
  create: { access: 'orders:make', kind: 'write', log: { zh: '新增订单', en: 'Create an order', es: 'Crear un pedido', ja: '注文の作成' }, done: successMessages.saved, input: z.object(Form), output: Detail },
  update: { access: 'orders:make', kind: 'write', log: { zh: '修改订单', en: 'Edit an order', es: 'Editar un pedido', ja: '注文の編集' }, done: successMessages.saved, input: z.object({ ...target, ...Form }), output: Detail },
  /** Changes the budget or last day of a published order. */
  adjust: {
    access: 'orders:make',
    kind: 'write',
    log: { zh: '调整订单预算与期限', en: 'Adjust an order’s budget and period', es: 'Ajustar presupuesto y plazo de un pedido', ja: '注文の予算・期間の調整' },
    done: successMessages.saved,
    input: z.object({ ...target, budget: YuanText, to: Day, reason: Reason }),
    output: Detail,
  },
  /** Moves an order to another state. Some moves require a reason. */
  move: {
    access: ['orders:make', 'orders:check'],
    kind: 'write',
    log: { zh: '变更订单状态', en: 'Change an order’s status', es: 'Cambiar el estado de un pedido', ja: '注文状態の変更' },
    done: successMessages.done,
    input: z.object({ ...target, move: z.enum(orderSteps), reason: limitedText(200).default('') }),
    output: Detail,
  },
  /** Returns the operators assigned to an order, and their answers. */
  people: {
    access: 'ordersListms',
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ operatorId: Id, name: z.string(), code: z.string(), state: z.enum(assignmentStates), assignedBy: z.string(), assignedAt: Moment, answeredAt: Moment.nullable(), reason: z.string() })),
  },
  assign: {
    access: 'orders:make',
    kind: 'write',
    log: { zh: '指派经营者', en: 'Assign operators', es: 'Asignar operadores', ja: '事業者の割当' },
    done: { zh: '已通知经营者', en: 'Operators were notified', es: 'Se avisó a los operadores', ja: '事業者に通知しました' },
    input: z.object({ ...target, operatorIds: z.array(Id).min(1).max(50) }),
    output: Detail,
  },
  withdraw: {
    access: 'orders:make',
    kind: 'write',
    log: { zh: '撤回指派', en: 'Withdraw an assignment', es: 'Retirar una asignación', ja: '割当の取消' },
    done: successMessages.done,
    input: z.object({ ...target, operatorId: Id, reason: Reason }),
    output: Detail,
  },
  /** Accepts or declines an order as an operator. */
  answer: {
    access: 'ordersListms',
    kind: 'write',
    log: { zh: '接单或谢绝', en: 'Accept or decline an order', es: 'Aceptar o rechazar un pedido', ja: '注文の受諾・辞退' },
    done: successMessages.done,
    input: z.object({ ...target, accept: z.boolean(), reason: limitedText(200).default('') }),
    output: Detail,
  },
  papers: { access: 'ordersListms', kind: 'read', input: z.object({ id: Id, ...Page }), output: pageOf(Paper) },
  /** Adds a deliverable, a list of services, or an acceptance sheet. */
  addPaper: {
    access: 'ordersListms',
    kind: 'write',
    log: { zh: '上传订单材料', en: 'Add an order document', es: 'Añadir un documento al pedido', ja: '注文書類の追加' },
    done: { zh: '已上传', en: 'Uploaded', es: 'Subido', ja: 'アップロードしました' },
    limit: 'upload',
    input: z.object({ ...target, kind: z.enum(orderPaperKinds), file: upload(), period: Period.optional(), amount: YuanText.optional(), note: limitedText(200).default(''), explanation: limitedText(200).default('') }),
    output: Detail,
  },
  removePaper: {
    access: 'ordersListms',
    kind: 'write',
    log: { zh: '移除订单材料', en: 'Remove an order document', es: 'Quitar un documento del pedido', ja: '注文書類の削除' },
    done: successMessages.done,
    input: z.object({ ...target, orderPaperId: Id, reason: Reason }),
    output: Detail,
  },
  batches: {
    access: 'ordersListms',
    kind: 'read',
    input: z.object({ id: Id, ...Page }),
    output: pageOf(z.object({ id: Id, no: z.string(), state: z.enum(batchStates), lines: z.int(), gross: MoneyOut, createdAt: Moment, path: z.string() })),
  },
  /** Returns the invoice categories by name. Orders, terms and centres choose from them. */
  categories: {
    access: 'session',
    kind: 'read',
    input: z.object({ keyword: limitedText(30).default(''), isActive: z.boolean().optional(), ...Page }),
    output: pageOf(Category),
  },
  addCategory: {
    access: 'category:edit',
    kind: 'write',
    log: { zh: '新增开票类目', en: 'Create an invoice category', es: 'Crear una categoría de factura', ja: '発票品目の追加' },
    done: successMessages.saved,
    input: z.object({ name: limitedText(30).min(2), shortName: limitedText(30).default(''), taxCode: limitedText(19), note: limitedText(200).default('') }),
    output: Category,
  },
  changeCategory: {
    access: 'category:edit',
    kind: 'write',
    log: { zh: '修改开票类目', en: 'Change an invoice category', es: 'Modificar una categoría de factura', ja: '発票品目の変更' },
    done: successMessages.saved,
    input: z.object({ ...target, shortName: limitedText(30), taxCode: limitedText(19), note: limitedText(200), isActive: z.boolean() }),
    output: Category,
  },
} as const satisfies Module
