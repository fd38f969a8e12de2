import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload, Version, YuanText } from '#/api/operation.ts'
import { declarationMethods, filingActions, filingFaults, filingKinds, filingStates, filingSteps, filingTaxes } from '#/domain/taxation/business-filing.ts'

const Kind = z.enum(filingKinds)
/** The period: yyyy-Qn for VAT and income tax, yyyy for annual filings. */
const Period = z.string().regex(/^20\d{2}(-Q[1-4])?$/)
const Reason = z.string().trim().min(2).max(200)
const Serial = z.string().trim().min(4).max(40)
const SignedYuan = z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, { error: 'amount' })
const Level = z.enum(['', 'near', 'reached'])
const Way = z.enum(declarationMethods)

const Taxes = z.object({ vat: MoneyOut, surcharge: MoneyOut, iit: MoneyOut })

const Figures = z.object({
  edition: z.int(),
  policyVersion: z.string(),
  payments: z.int(),
  gross: MoneyOut,
  other: MoneyOut,
  /** Returned payments that earlier quarters could not deduct (earlier editions, income tax): zero or negative, in fen. */
  carried: MoneyOut,
  /** The part of `gross` that returns payments from earlier quarters, as a positive amount in fen. */
  returned: MoneyOut,
  /** Exempt sales of earlier quarters that special invoices of this one tax, less red letters, in fen. */
  lateSpecial: MoneyOut,
  /** VAT of returns, in fen: positive if earlier red letters gave it back already, negative if it is overpaid. */
  returnVat: MoneyOut,
  /** VAT overpaid in earlier quarters, and the part of it that remains after this one, in fen. */
  creditBefore: MoneyOut,
  creditAfter: MoneyOut,
  invoiced: MoneyOut,
  special: MoneyOut,
  /** The parts of `invoiced` and `special` that were issued on this platform, less red letters, in fen. */
  issued: MoneyOut,
  issuedSpecial: MoneyOut,
  /** The invoices issued elsewhere as entered, in fen. Those above the sales do not count in `invoiced` and `special`. */
  enteredInvoiced: MoneyOut,
  enteredSpecial: MoneyOut,
  cost: MoneyOut.nullable(),
  sales: MoneyOut,
  exempt: MoneyOut,
  taxable: MoneyOut,
  vatPpm: z.int(),
  vat: MoneyOut,
  city: MoneyOut,
  education: MoneyOut,
  localEducation: MoneyOut,
  income: MoneyOut,
  basis: z.enum(['', 'receipts', 'profit', 'books']),
  levyPpm: z.int(),
  levySource: z.string(),
  isConfirmed: z.boolean(),
  before: MoneyOut,
  iit: MoneyOut,
  /** The tax collected in advance with payments of the period. */
  advance: MoneyOut,
  level: Level,
  reason: z.string(),
  at: Moment,
  byName: z.string(),
})

const Filing = z.object({
  id: Id,
  kind: Kind,
  period: z.string(),
  centreName: z.string(),
  entityId: Id,
  name: z.string(),
  creditCode: z.string(),
  operatorId: Id,
  operatorName: z.string(),
  state: z.enum(filingStates),
  edition: z.int(),
  taxKind: z.enum(['small', 'general']),
  basis: Figures.shape.basis,
  isConfirmed: z.boolean(),
  /**
   * Whether the filing must be reopened or corrected, because after its closing sales or tax changed (income tax), or the
   * VAT overpaid in earlier quarters or an invoice (VAT).
   */
  isOutdated: z.boolean(),
  /** The overpaid VAT that no later filing deducts, in fen. Null without any. */
  unusedCredit: MoneyOut.nullable(),
  income: MoneyOut,
  exempt: MoneyOut,
  vat: MoneyOut,
  surcharge: MoneyOut,
  iit: MoneyOut,
  total: MoneyOut,
  paid: MoneyOut,
  left: MoneyOut,
  /** Whether there are no sales, so that a zero declaration is due. */
  isZero: z.boolean(),
  /** The way of declaring; null before the filing is declared. */
  way: Way.nullable(),
  level: Level,
  /** The day on which the business was deregistered, if within the period. Its filing can be closed from then on. */
  clearedOn: Day.nullable(),
  dueOn: Day,
  daysLeft: z.int().nullable(),
  certificateId: z.uuid().nullable(),
  version: Version,
})

const Detail = Filing.extend({
  figures: Figures,
  /** All editions, oldest first; the last one equals `figures`. */
  editions: z.array(Figures),
  /** The tax rules of the figures, with their first day and legal sources. */
  rules: z
    .object({
      from: Day,
      threshold: z.object({ amount: MoneyOut, isInclusive: z.boolean(), source: z.string() }),
      surcharge: z.object({ source: z.string(), educationFree: MoneyOut }),
      business: z.string(),
    })
    .nullable(),
  leftByTax: Taxes,
  steps: z.array(z.object({ kind: z.enum(filingSteps), edition: z.int(), at: Moment, byName: z.string(), amount: MoneyOut.nullable(), reason: z.string() })),
  receipts: z.array(z.object({ edition: z.int(), no: z.string(), way: Way, declaredOn: Day, ...Taxes.shape, fileId: z.uuid(), byName: z.string() })),
  payments: z.array(z.object({ id: Id, kind: z.enum(filingTaxes), amount: MoneyOut, paidOn: Day, way: Way, serial: z.string(), fileId: z.uuid(), byName: z.string() })),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.record(z.enum(filingActions), z.string()),
})

const Filter = {
  kind: Kind,
  period: Period.optional(),
  /** Only periods that have ended and can be filed. */
  isOver: z.boolean().optional(),
  states: z.array(z.enum(filingStates)).max(filingStates.length).optional(),
  levels: z
    .array(z.enum(['near', 'reached']))
    .max(2)
    .optional(),
  unitId: Id.optional(),
  /** Part of the business's name, its credit code, or the operator's name. */
  keyword: z.string().trim().max(50).optional(),
}

const target = { businessFilingId: Id, version: Version }
const filingPeriod = { kind: Kind, period: Period }
const pageKey = 'taxList'
const editKey = 'tax:edit'

/** 个体户报税: tax filings of registered businesses (VAT, income tax, annual settlement and annual report). */
export const businessfilings = {
  list: { access: pageKey, kind: 'read', input: z.object({ ...Filter, ...LongListPaging }), output: longPageOf(Filing) },
  get: { access: pageKey, kind: 'read', input: z.object({ businessFilingId: Id }), output: Detail },
  /** Returns the payments and returns from which a filing was computed. */
  sources: {
    access: pageKey,
    kind: 'read',
    input: z.object({ businessFilingId: Id }),
    output: z.object({
      rows: z.array(z.object({ id: Id, no: z.string(), batchNo: z.string(), unitName: z.string(), isReturn: z.boolean(), at: Moment, gross: MoneyOut, sales: MoneyOut })),
      count: z.int(),
      /** The amount that other centres and modes paid, which the caller cannot see. */
      elsewhere: MoneyOut,
    }),
  },
  /** Returns the units in the caller's scope that paid businesses in a period. */
  payers: { access: pageKey, kind: 'read', input: z.object({ period: Period }), output: z.array(z.object({ id: Id, name: z.string() })) },
  generate: {
    access: editKey,
    kind: 'write',
    log: { zh: '生成个体户申报数据', en: 'Prepare business filings', es: 'Generar declaraciones de negocios', ja: '個人事業の申告データ作成' },
    done: { zh: '已生成 {filings} 户', en: '{filings, plural, one {# business} other {# businesses}} prepared', es: '{filings, plural, one {# negocio generado} other {# negocios generados}}', ja: '{filings} 件を作成しました' },
    input: z.object(filingPeriod),
    output: z.object({ filings: z.int() }),
  },
  check: {
    access: pageKey,
    kind: 'read',
    input: z.object(filingPeriod),
    output: z.object({
      open: z.int(),
      faults: z.array(z.object({ kind: z.enum(filingFaults), weight: z.enum(['block', 'doubt', 'note']), count: z.int(), filings: z.array(z.object({ id: Id.nullable(), name: z.string() })) })),
    }),
  },
  close: {
    access: editKey,
    kind: 'write',
    log: { zh: '关账个体户申报', en: 'Close filings of businesses', es: 'Cerrar declaraciones de negocios', ja: '個人事業申告の締め' },
    done: { zh: '已关账 {filings} 户', en: '{filings, plural, one {# business} other {# businesses}} closed', es: '{filings, plural, one {# negocio cerrado} other {# negocios cerrados}}', ja: '{filings} 件を締めました' },
    input: z.object({ ...filingPeriod, reason: z.string().trim().max(200).default('') }),
    output: z.object({ filings: z.int() }),
  },
  reopen: {
    access: editKey,
    kind: 'write',
    log: { zh: '重新打开个体户申报', en: 'Reopen a filing of a business', es: 'Reabrir la declaración de un negocio', ja: '個人事業申告の再開' },
    done: { zh: '已重新打开', en: 'Reopened', es: 'Reabierta', ja: '再開しました' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  /**
   * Updates the sales and invoices elsewhere and the costs that the business reported. Invoices issued on this platform
   * count without an entry. An open filing changes in place. After
   * the declaration, each correction is a new edition.
   */
  correct: {
    access: editKey,
    kind: 'write',
    log: { zh: '更正个体户收入', en: 'Correct the income of a business', es: 'Corregir los ingresos de un negocio', ja: '個人事業の収入訂正' },
    done: { zh: '已更正', en: 'Corrected', es: 'Corregido', ja: '訂正しました' },
    input: z.object({ ...target, other: SignedYuan.default('0'), invoiced: YuanText.default('0'), special: YuanText.default('0'), cost: YuanText.optional(), reason: Reason }),
    output: Detail,
  },
  /** Cancels a correction that was not declared. The filing returns to its declared edition and its earlier state. */
  cancelCorrection: {
    access: editKey,
    kind: 'write',
    log: { zh: '取消个体户更正申报', en: 'Cancel a correction of a business', es: 'Cancelar la rectificación de un negocio', ja: '個人事業の修正申告の取消' },
    done: { zh: '已取消更正', en: 'Correction cancelled', es: 'Rectificación cancelada', ja: '修正を取り消しました' },
    input: z.object({ ...target, reason: Reason }),
    output: Detail,
  },
  declare: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记个体户申报', en: 'Register a filing of a business', es: 'Registrar la declaración de un negocio', ja: '個人事業申告の登録' },
    done: { zh: '申报已登记', en: 'Filing registered', es: 'Declaración registrada', ja: '申告を登録しました' },
    limit: 'upload',
    input: z.object({ ...target, way: Way, no: Serial, declaredOn: Day, isZero: z.boolean().default(false), vat: SignedYuan.default('0'), surcharge: SignedYuan.default('0'), iit: SignedYuan.default('0'), file: upload() }),
    output: Detail,
  },
  pay: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记个体户缴款', en: 'Register a tax payment of a business', es: 'Registrar el pago de un negocio', ja: '個人事業の納付登録' },
    done: { zh: '缴款已登记', en: 'Payment registered', es: 'Pago registrado', ja: '納付を登録しました' },
    limit: 'upload',
    input: z.object({ ...target, tax: z.enum(filingTaxes), amount: YuanText, paidOn: Day, way: Way, serial: Serial, file: upload() }),
    output: Detail,
  },
  attach: {
    access: editKey,
    kind: 'write',
    log: { zh: '上传个体户完税凭证', en: 'Attach a tax certificate of a business', es: 'Adjuntar el certificado de un negocio', ja: '個人事業の納税証明書登録' },
    done: { zh: '凭证已上传', en: 'Certificate attached', es: 'Certificado adjuntado', ja: '証明書を登録しました' },
    limit: 'upload',
    input: z.object({ ...target, file: upload() }),
    output: Detail,
  },
  archive: {
    access: editKey,
    kind: 'write',
    log: { zh: '归档个体户申报', en: 'Archive a filing of a business', es: 'Archivar la declaración de un negocio', ja: '個人事業申告の保管' },
    done: { zh: '已归档', en: 'Archived', es: 'Archivada', ja: '保管しました' },
    input: z.object(target),
    output: Detail,
  },
  remind: {
    access: editKey,
    kind: 'write',
    log: { zh: '提醒经营者申报', en: 'Remind an operator to file', es: 'Recordar la declaración a un operador', ja: '事業者への申告の督促' },
    done: { zh: '已提醒经营者', en: 'The operator was reminded', es: 'Se avisó al operador', ja: '事業者に通知しました' },
    input: z.object(target),
    output: Detail,
  },
  /** Uploads a ZIP of tax certificates. Credit code and period are in the file names. */
  certify: {
    access: editKey,
    kind: 'write',
    log: { zh: '批量上传个体户完税凭证', en: 'Upload tax certificates of businesses', es: 'Subir certificados de negocios', ja: '個人事業の納税証明書一括登録' },
    done: { zh: '已收到 {files} 个文件，正在匹配', en: '{files, plural, one {# file} other {# files}} received and being matched', es: '{files, plural, one {# archivo recibido} other {# archivos recibidos}}; se están asignando', ja: '{files} 件を受け取りました。照合中です' },
    limit: 'upload',
    uploadMegabytes: 200,
    input: z.object({ ...filingPeriod, file: upload() }),
    output: z.object({ files: z.int(), taskId: Id }),
  },
  unmatched: {
    access: pageKey,
    kind: 'read',
    input: z.object(filingPeriod),
    output: z.object({ rows: z.array(z.object({ id: Id, path: z.string(), problem: z.enum(['name', 'period', 'nobody', 'twice', 'notPdf', 'tooLarge']), fileId: z.uuid().nullable(), at: Moment })) }),
  },
  /** Assigns a certificate that matched no business to a business. */
  assign: {
    access: editKey,
    kind: 'write',
    log: { zh: '手工匹配个体户完税凭证', en: 'Assign a tax certificate to a business', es: 'Asignar un certificado a un negocio', ja: '個人事業の納税証明書の手動照合' },
    done: { zh: '凭证已匹配', en: 'Certificate assigned', es: 'Certificado asignado', ja: '証明書を照合しました' },
    input: z.object({ ...target, filingCertificateId: Id }),
    output: Detail,
  },
  discard: {
    access: editKey,
    kind: 'write',
    log: { zh: '移除未匹配的个体户凭证', en: 'Remove an unmatched certificate of a business', es: 'Quitar un certificado de negocio sin asignar', ja: '未照合の個人事業証明書の削除' },
    done: { zh: '已移除', en: 'Removed', es: 'Quitado', ja: '削除しました' },
    input: z.object({ filingCertificateId: Id }),
    output: z.object({}),
  },
  /**
   * Imports results of the tax office (template T4r). If a row has a fault, no row is imported and the faults are
   * returned.
   */
  importResults: {
    access: editKey,
    kind: 'write',
    log: { zh: '导入个体户申报结果', en: 'Import filing results of businesses', es: 'Importar resultados de declaraciones', ja: '個人事業の申告結果取込' },
    done: {
      zh: '{filings, plural, =0 {没有导入，请查看说明} other {已导入 # 户}}',
      en: '{filings, plural, =0 {Nothing was imported. See the remarks.} one {# business imported} other {# businesses imported}}',
      es: '{filings, plural, =0 {No se importó nada: vea las observaciones} one {# negocio importado} other {# negocios importados}}',
      ja: '{filings, plural, =0 {取り込んでいません。備考を確認してください} other {# 件を取り込みました}}',
    },
    limit: 'upload',
    input: z.object({ ...filingPeriod, file: upload() }),
    output: z.object({ filings: z.int(), faults: z.array(z.object({ line: z.int(), creditCode: z.string(), problem: z.string() })) }),
  },
  template: { access: editKey, kind: 'read', limit: 'export', input: z.object({}), output: z.object({ fileId: z.uuid() }) },
  /** Exports the data for the declarations of a period (template T4). */
  exportData: {
    access: pageKey,
    kind: 'read',
    log: { zh: '导出个体户申报数据', en: 'Export filing data of businesses', es: 'Exportar datos de declaraciones', ja: '個人事業の申告データ出力' },
    limit: 'export',
    input: z.object(filingPeriod),
    output: z.object({ fileId: z.uuid() }),
  },
  exportList: {
    access: pageKey,
    kind: 'read',
    log: { zh: '导出个体户报税列表', en: 'Export the filings of businesses', es: 'Exportar la lista de declaraciones', ja: '個人事業申告一覧の出力' },
    limit: 'export',
    input: z.object(Filter),
    output: z.object({ fileId: z.uuid() }),
  },
} as const satisfies Module
