import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, Page, pageOf, SumsOption, upload, Version } from '#/api/operation.ts'
import { authorisationStatuses, businessObstacles, generationBases, invoiceIssuers, thresholdStatuses } from '#/domain/taxation/business-invoice.ts'
import { invoiceApplicationStates, invoiceKinds } from '#/domain/taxation/invoice.ts'

const page = 'fpListGth'
const MonthText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const Reason = z.string().trim().min(2).max(200)

/** The sales of a business in a quarter, compared with the VAT threshold for small-scale taxpayers. */
const Quarter = z.object({
  /** The quarter, yyyy-Qn. */
  quarter: z.string(),
  /** Payments from all units at all centres, including tax. */
  paid: MoneyOut,
  /** Payments that were returned in the quarter, whenever they were made. */
  returned: MoneyOut,
  ratePpm: z.int(),
  /** Payments less returns, without tax. */
  sales: MoneyOut,
  threshold: MoneyOut,
  stand: z.enum(thresholdStatuses),
  policyVersion: z.string(),
  policyFrom: Day,
})

const filter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(invoiceApplicationStates)).max(8).optional(),
  issuer: z.enum(invoiceIssuers).optional(),
  kind: z.enum(invoiceKinds).optional(),
  from: Day.optional(),
  to: Day.optional(),
  unitId: Id.optional(),
  batchNo: z.string().trim().max(40).optional(),
}

const Row = z.object({
  id: Id,
  no: z.string(),
  centreName: z.string(),
  unitId: Id,
  unitName: z.string(),
  issuer: z.enum(invoiceIssuers),
  sellerName: z.string(),
  sellerNo: z.string(),
  operatorName: z.string(),
  titleName: z.string(),
  kind: z.enum(invoiceKinds),
  price: MoneyOut,
  tax: MoneyOut,
  amount: MoneyOut,
  batchCount: z.int(),
  /** The number of the invoice; empty until it is issued. */
  number: z.string(),
  issuedOn: Day.nullable(),
  state: z.enum(invoiceApplicationStates),
  reason: z.string(),
  redDue: MoneyOut,
  red: MoneyOut,
  appliedAt: Moment,
  /**
   * The sales of the business in the quarter in which the invoice was generated. Null for the centre's own invoices,
   * for general taxpayers, and for units, which see only their own part.
   */
  quarter: Quarter.nullable(),
  /** The state of the authorisation; null for the centre's own invoices and for units. */
  authorisation: z.enum(authorisationStatuses).nullable(),
  version: Version,
})

const place = { unitId: Id, centreId: Id }
const invoiceSelection = { ...place, basis: z.enum(generationBases), batchId: Id.optional(), month: MonthText.optional() }

const Authorisation = z.object({
  id: Id,
  from: Day,
  to: Day,
  /** The signed document, or the agreement that grants the authorisation. */
  fileId: z.uuid().nullable(),
  contractNo: z.string(),
  state: z.enum(['active', 'replaced', 'revoked']),
  reason: z.string(),
  byName: z.string(),
  at: Moment,
  endedBy: z.string(),
  endedAt: Moment.nullable(),
  version: Version,
})

/**
 * 个体户发票 (invoices of mode 1): each registered business invoices the unit for its payments, and the centre invoices its
 * service fee.
 */
export const businessinvoices = {
  figures: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.object({ free: MoneyOut, waiting: MoneyOut, waitingCount: z.int(), issued: MoneyOut, issuedCount: z.int(), redDue: MoneyOut, redDueCount: z.int() }),
  },
  list: {
    access: page,
    kind: 'read',
    input: z.object({ ...filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(Row).extend({ totals: z.object({ price: MoneyOut, tax: MoneyOut, amount: MoneyOut }).nullable() }),
  },
  exportList: {
    access: page,
    kind: 'read',
    log: { zh: '导出个体户发票', en: 'Export invoices of businesses', es: 'Exportar facturas de negocios', ja: '個人事業主の発票の出力' },
    limit: 'export',
    input: z.object(filter),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Returns the sales of the issuing business in the quarter of an invoice, and the state of its authorisation. */
  standing: {
    access: page,
    kind: 'read',
    input: z.object({ invoicingId: Id }),
    output: z.object({ quarter: Quarter.nullable(), authorisation: z.enum(authorisationStatuses).nullable() }),
  },
  /** Returns the units with payments of mode 1 that are not invoiced. */
  sources: {
    access: 'fp:issue',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ ...place, unitName: z.string(), centreName: z.string(), free: MoneyOut, count: z.int() })),
  },
  /** Returns the choices for generating a unit's invoices. */
  terms: {
    access: 'fp:issue',
    kind: 'read',
    input: z.object(place),
    output: z.object({
      kinds: z.array(z.enum(invoiceKinds)),
      categories: z.array(z.string()),
      titles: z.array(z.object({ id: Id, name: z.string(), taxNo: z.string(), isDefault: z.boolean(), isForSpecial: z.boolean() })),
      batches: z.array(z.object({ id: Id, no: z.string(), paidOn: Day.nullable(), free: MoneyOut })),
      months: z.array(z.object({ month: z.string(), free: MoneyOut })),
    }),
  },
  /** Previews the invoices of each business, or the reason why it gets none. */
  preview: {
    access: 'fp:issue',
    kind: 'read',
    input: z.object(invoiceSelection),
    output: z.object({
      businesses: z.array(
        z.object({
          entityId: Id,
          name: z.string(),
          creditCode: z.string(),
          operatorName: z.string(),
          count: z.int(),
          price: MoneyOut,
          tax: MoneyOut,
          amount: MoneyOut,
          ratePpm: z.int(),
          obstacle: z.enum(businessObstacles),
          quarter: Quarter.nullable(),
        }),
      ),
      /** The centre's invoices of its fee, one per VAT rate. */
      fees: z.array(z.object({ count: z.int(), price: MoneyOut, tax: MoneyOut, amount: MoneyOut, ratePpm: z.int() })),
    }),
  },
  generate: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '生成个体户发票', en: 'Generate invoices of businesses', es: 'Generar facturas de negocios', ja: '個人事業主の発票の作成' },
    done: { zh: '已生成 {made} 张，待审核', en: '{made, plural, one {# invoice} other {# invoices}} generated, to be reviewed', es: '{made, plural, one {# factura generada} other {# facturas generadas}}, por revisar', ja: '{made} 枚を作成しました。審査待ちです' },
    input: z.object({
      ...invoiceSelection,
      titleId: Id,
      kind: z.enum(invoiceKinds),
      feeKind: z.enum(invoiceKinds),
      category: z.string().trim().min(1).max(30),
      feeCategory: z.string().trim().min(1).max(30),
      remark: z.string().trim().max(200).default(''),
    }),
    output: z.object({ made: z.int(), amount: MoneyOut, skipped: z.array(z.object({ name: z.string(), obstacle: z.enum(businessObstacles), reason: z.string() })) }),
  },
  /** Uploads an invoice that the operator's own business issued. The XML must match the planned invoice. */
  upload: {
    access: 'fp:upload',
    kind: 'write',
    log: { zh: '上传自开发票', en: 'Upload an invoice of own business', es: 'Aportar la factura del propio negocio', ja: '自己発行の発票の提出' },
    done: { zh: '发票已核对一致并登记', en: 'The invoice matches and is registered', es: 'La factura coincide y queda registrada', ja: '内容が一致し、登録しました' },
    limit: 'upload',
    input: z.object({
      invoicingId: Id,
      version: Version,
      number: z
        .string()
        .trim()
        .regex(/^\d{20}$/, { error: 'invoice_number' }),
      issuedOn: Day,
      file: upload(),
      picture: upload().optional(),
    }),
    output: z.object({ id: Id }),
  },
  /** Returns the units with issued or planned invoices. */
  units: { access: page, kind: 'read', input: z.object({}), output: z.array(z.object({ unitId: Id, unitName: z.string() })) },
  /** Packs the files of a unit's invoices of one month into a ZIP. */
  packMonth: {
    access: page,
    kind: 'write',
    log: { zh: '打包单位月度发票', en: 'Create a ZIP of a month’s invoices', es: 'Empaquetar un mes de facturas', ja: '月次発票の一括取得' },
    limit: 'export',
    input: z.object({ unitId: Id, month: MonthText }),
    output: z.object({ taskId: Id, count: z.int() }),
  },
  authorisations: {
    access: page,
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).optional(), stand: z.enum(authorisationStatuses).optional(), ...Page }),
    output: pageOf(
      z.object({
        entityId: Id,
        name: z.string(),
        creditCode: z.string(),
        operatorName: z.string(),
        taxKind: z.enum(['small', 'general']).nullable(),
        canAuthorise: z.boolean(),
        stand: z.enum(authorisationStatuses),
        newest: Authorisation.nullable(),
        quarter: Quarter.nullable(),
      }),
    ),
  },
  /** Returns all authorisations of a business, and the agreements that can serve instead of a signed document. */
  authorisation: {
    access: page,
    kind: 'read',
    input: z.object({ entityId: Id }),
    output: z.object({ given: z.array(Authorisation), agreements: z.array(z.object({ id: Id, no: z.string(), from: Day, to: Day.nullable() })) }),
  },
  authorise: {
    access: 'fp:authorise',
    kind: 'write',
    log: { zh: '登记开票授权', en: 'Register an authorisation to issue', es: 'Registrar una autorización de emisión', ja: '発票発行委任の登録' },
    done: { zh: '开票授权已登记', en: 'Authorisation registered', es: 'Autorización registrada', ja: '委任を登録しました' },
    limit: 'upload',
    input: z.object({ entityId: Id, from: Day, to: Day, contractId: Id.optional(), file: upload().optional() }),
    output: z.object({ id: Id }),
  },
  revokeAuthorisation: {
    access: 'fp:authorise',
    kind: 'write',
    log: { zh: '撤销开票授权', en: 'Revoke an authorisation to issue', es: 'Revocar una autorización de emisión', ja: '発票発行委任の取消' },
    done: { zh: '开票授权已撤销', en: 'Authorisation revoked', es: 'Autorización revocada', ja: '委任を取り消しました' },
    input: z.object({ authorisationId: Id, version: Version, reason: Reason }),
    output: z.object({ id: Id }),
  },
} as const satisfies Module
