import { z } from 'zod'
import { Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, Page, pageOf, upload, YuanText } from '#/api/operation.ts'
import { otherSaleStates, salesNoticeReasons } from '#/domain/money/other-sales.ts'

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const Reason = z.string().trim().min(2).max(200)

const OtherSale = z.object({
  id: Id,
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  centreName: z.string(),
  month: Month,
  version: z.int(),
  gross: MoneyOut,
  payers: z.string(),
  fileId: z.uuid().nullable(),
  isEntered: z.boolean(),
  reason: z.string(),
  state: z.enum(otherSaleStates),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  answer: z.string(),
  /** The reason why the caller cannot decide the declaration; empty when the caller can. */
  mayDecide: z.string(),
})

const filter = {
  states: z.array(z.enum(otherSaleStates)).max(4).optional(),
  month: Month.optional(),
  /** Only pending declarations that the caller may decide. */
  isForMe: z.boolean().optional(),
  keyword: z.string().trim().max(50).optional(),
}

const undeclaredFilter = { month: Month.optional(), keyword: filter.keyword }

/**
 * The declared sales of a month. `none` declares that there were none; otherwise amount, payers and evidence are
 * required.
 */
const declarationForm = {
  month: Month,
  none: z.boolean().default(false),
  amount: YuanText.optional(),
  payers: z.string().trim().max(200).default(''),
  file: upload().optional(),
}

/** 其他平台销售额: sales that people declare for other platforms, which count towards the monthly VAT threshold. */
export const othersales = {
  /**
   * Returns the caller's months, newest first, with payments here, declared sales, and whether a declaration is
   * requested.
   */
  own: {
    access: 'otherSales',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      /** The first day on which the policy counts declared sales; null while no policy does. */
      countsFrom: z.string().nullable(),
      months: z.array(z.object({ month: Month, paid: MoneyOut, isRequested: z.boolean(), sale: OtherSale.nullable() })),
    }),
  },
  /** Returns an operator's months that have a declaration or an unanswered request, for staff. */
  ofOperator: {
    access: 'otherSales',
    kind: 'read',
    input: z.object({ operatorId: Id }),
    output: z.object({
      countsFrom: z.string().nullable(),
      /** The person's answer at registration; null when the question was not asked. */
      sellsElsewhere: z.boolean().nullable(),
      months: z.array(z.object({ month: Month, paid: MoneyOut, isRequested: z.boolean(), sale: OtherSale.nullable() })),
    }),
  },
  /** Returns the people who have not declared the sales of a month although the centre requested it. */
  silent: {
    access: 'otherSales',
    kind: 'read',
    input: z.object({ ...undeclaredFilter, ...Page }),
    output: pageOf(z.object({ operatorId: Id, operatorName: z.string(), operatorCode: z.string(), centreName: z.string(), month: Month, askedReason: z.enum(salesNoticeReasons) })),
  },
  exportSilent: {
    access: 'otherSales',
    kind: 'read',
    log: { zh: '导出未申报人员', en: 'Export people who have not declared', es: 'Exportar personas sin declarar', ja: '未申告者の出力' },
    limit: 'export',
    input: z.object(undeclaredFilter),
    output: z.object({ fileId: z.uuid() }),
  },
  list: { access: 'otherSales', kind: 'read', input: z.object({ ...filter, ...LongListPaging }), output: longPageOf(OtherSale) },
  exportList: {
    access: 'otherSales',
    kind: 'read',
    log: { zh: '导出其他平台销售额', en: 'Export sales on other platforms', es: 'Exportar ventas en otras plataformas', ja: '他プラットフォーム売上の出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Declares the caller's sales of a month as the next version. */
  declare: {
    access: 'otherSales',
    kind: 'write',
    log: { zh: '申报其他平台销售额', en: 'Declare sales on other platforms', es: 'Declarar ventas en otras plataformas', ja: '他プラットフォーム売上の申告' },
    done: { zh: '已提交，由运营中心核对', en: 'Submitted; the centre checks it', es: 'Enviada; el centro la comprueba', ja: '提出しました。センターが確認します' },
    limit: 'upload',
    input: z.object(declarationForm),
    output: z.object({ id: Id }),
  },
  /** Enters the sales of an operator of the caller's centre, with evidence and a reason. */
  enter: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '代录其他平台销售额', en: 'Enter sales on other platforms', es: 'Introducir ventas en otras plataformas', ja: '他プラットフォーム売上の代行登録' },
    done: { zh: '已提交，须由另一人确认', en: 'Submitted; another person confirms it', es: 'Enviada; debe confirmarla otra persona', ja: '提出しました。別の担当者が確認します' },
    limit: 'upload',
    input: z.object({ ...declarationForm, operatorId: Id, reason: Reason }),
    output: z.object({ id: Id }),
  },
  /** Confirms or rejects a declaration that another person entered. `isClosed`: a centre has closed the month. */
  decide: {
    access: 'tax:check',
    kind: 'write',
    log: { zh: '核对其他平台销售额', en: 'Decide sales on other platforms', es: 'Resolver ventas en otras plataformas', ja: '他プラットフォーム売上の確認' },
    done: {
      zh: '{isClosed, select, true {已处理；该月已关账，如有差额，列入下一开放所属期} other {已处理}}',
      en: '{isClosed, select, true {Decided. The month is closed: the next open period shows any difference.} other {Decided}}',
      es: '{isClosed, select, true {Resuelta. El mes está cerrado: si hay diferencia, figura en el siguiente período abierto} other {Resuelta}}',
      ja: '{isClosed, select, true {処理しました。当月は締め済みのため、差額があれば次の期間に計上します} other {処理しました}}',
    },
    input: z.object({ otherSaleId: Id, isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: z.object({ isClosed: z.boolean() }),
  },
} as const satisfies Module
