import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, Page, upload, Version, YuanText } from '#/api/operation.ts'
import { CorrectionChanges, OverpaymentCredit } from '#/api/taxation/period-corrections.ts'
import { Period, PeriodDetail } from '#/api/taxation/period-detail.ts'
import { ClosingFault, PeriodLine, TaxAmounts } from '#/api/taxation/period-rows.ts'
import { officialForms, pendingPeriodSteps, periodStates, taxCreditStates, taxKinds, taxResultDifferences } from '#/domain/taxation/tax-declaration.ts'
import { vatReturns } from '#/domain/taxation/vat-return.ts'

const Month = z.string().regex(/^(20\d{2})-(0[1-9]|1[0-2])$/)
const Reason = z.string().trim().min(2).max(200)
const SignedYuan = z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/, { error: 'amount' })
const Serial = z.string().trim().min(4).max(40)

/** A unit's part of the month of a person, with the evidence of its declaration. */
const UnitTaxShare = z.object({
  operatorId: Id,
  unitId: Id,
  centreId: Id,
  name: z.string(),
  idNumber: z.string(),
  unitName: z.string(),
  centreName: z.string(),
  month: Month,
  payments: z.int(),
  gross: MoneyOut,
  ...TaxAmounts.shape,
  receiptNo: z.string(),
  declaredOn: Day.nullable(),
  hasReport: z.boolean(),
  hasAgent: z.boolean(),
  /**
   * `shared`: the certificate also includes payments of other units, so this unit receives only the figures of its own
   * part.
   */
  certificate: z.enum(['there', 'shared', 'missing']),
  taxCertificateId: Id.nullable(),
})
const shareFilter = { month: Month.optional(), keyword: z.string().trim().max(50).optional() }

/** The thresholds of an operator's year. Income above `above` is taxed at the rate given with it. */
const PeriodLimits = z.object({
  month: Month,
  vatMonth: MoneyOut,
  /** Whether sales that equal the VAT threshold are exempt. */
  isInclusive: z.boolean(),
  brackets: z.array(z.object({ above: MoneyOut, ratePpm: z.int() })),
  /** Sales of twelve months at which the platform warns, and above which it suggests registering a business. */
  warnSales: MoneyOut,
  guideSales: MoneyOut,
})

const creditFilter = { states: z.array(z.enum(taxCreditStates)).max(4).optional() }
const creditTarget = { taxCreditId: Id, version: Version }

const target = { declarationId: Id, version: Version }
const entryTarget = { taxEntryId: Id, version: Version }
const entryDecision = { ...entryTarget, isApproved: z.boolean(), reason: z.string().trim().max(200).default('') }
const pageKey = 'taxListWtdz'
const editKey = 'tax:edit'
const checkKey = 'tax:check'

/** `isDue`: only ended months not declared, not paid or to correct. `waits`: only months pending for the caller. */
const periodFilter = { states: z.array(z.enum(periodStates)).max(9).optional(), month: Month.optional(), isDue: z.boolean().optional(), waits: z.enum(pendingPeriodSteps).optional() }
/** 总包分包报税: tax periods of natural persons in mode 2, from the closing to the archive. */
export const periods = {
  list: { access: pageKey, kind: 'read', input: z.object({ ...periodFilter, ...LongListPaging }), output: longPageOf(Period) },
  /** Exports the periods under a filter, with a row of totals. */
  exportList: {
    access: pageKey,
    kind: 'read',
    log: { zh: '导出申报期列表', en: 'Export tax periods', es: 'Exportar períodos fiscales', ja: '課税期間一覧の出力' },
    limit: 'export',
    input: z.object(periodFilter),
    output: z.object({ fileId: z.uuid() }),
  },
  /**
   * Returns the tax of each period in the ledger, all taxes together: the stored tax of closed periods and the computed
   * tax of open ones. The computation scans payments, so this is a separate read. The total of a period less `underWay`
   * should equal `booked`; `gap` is the difference.
   */
  booked: {
    access: pageKey,
    kind: 'read',
    input: z.object({ declarationIds: z.array(Id).max(200) }),
    output: z.array(z.object({ id: Id, booked: MoneyOut, underWay: MoneyOut, gap: MoneyOut, comparedAt: Moment.nullable() })),
  },
  get: { access: pageKey, kind: 'read', input: z.object({ declarationId: Id }), output: PeriodDetail },
  /** Returns the lines of a period: computed while the period is open, stored from the closing on. */
  lines: { access: pageKey, kind: 'read', input: z.object({ declarationId: Id, edition: z.int().positive().optional(), keyword: z.string().trim().max(50).optional(), ...LongListPaging }), output: longPageOf(PeriodLine) },
  /** Returns the faults to review before the closing, and compares the lines with the books. */
  check: {
    access: pageKey,
    kind: 'read',
    input: z.object({ declarationId: Id }),
    output: z.object({
      faults: z.array(ClosingFault),
      /** The time of comparing books and lines at the closing; null for a comparison made now. */
      comparedAt: Moment.nullable(),
      books: z.array(z.object({ kind: z.enum(taxKinds), accrued: MoneyOut, underWay: MoneyOut, taken: MoneyOut, booked: MoneyOut, journals: z.array(z.object({ id: Id, no: z.string(), at: Moment, amount: MoneyOut, memo: z.string() })) })),
    }),
  },
  close: {
    access: editKey,
    kind: 'write',
    log: { zh: '关账', en: 'Close a tax period', es: 'Cerrar un período fiscal', ja: '課税期間の締め' },
    done: { zh: '开始关账', en: 'Closing started', es: 'Cierre iniciado', ja: '締め処理を開始しました' },
    input: z.object({ ...target, reason: z.string().trim().max(200).default('') }),
    output: PeriodDetail,
  },
  confirm: {
    access: checkKey,
    kind: 'write',
    log: { zh: '核对申报期', en: 'Confirm a tax period', es: 'Confirmar un período fiscal', ja: '課税期間の確認' },
    done: { zh: '已核对', en: 'Confirmed', es: 'Confirmado', ja: '確認しました' },
    input: z.object(target),
    output: PeriodDetail,
  },
  reopen: {
    access: editKey,
    kind: 'write',
    log: { zh: '重新打开申报期', en: 'Reopen a tax period', es: 'Reabrir un período fiscal', ja: '課税期間の再開' },
    done: { zh: '已重新打开', en: 'Reopened', es: 'Reabierto', ja: '再開しました' },
    input: z.object({ ...target, reason: Reason }),
    output: PeriodDetail,
  },
  declare: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记申报', en: 'Register a declaration', es: 'Registrar una declaración', ja: '申告の登録' },
    done: { zh: '申报已登记', en: 'Declaration registered', es: 'Declaración registrada', ja: '申告を登録しました' },
    limit: 'upload',
    /**
     * `no`, `declaredOn` and `file` belong to the income tax return, `vat…` to the VAT return as agent, and
     * `withholding…` to the VAT return as withholding payer. Missing days and files default to those of the income tax
     * return.
     */
    input: z.object({
      ...target,
      no: Serial,
      declaredOn: Day,
      vat: SignedYuan,
      surcharge: SignedYuan,
      iit: SignedYuan,
      file: upload(),
      vatNo: Serial.optional(),
      vatDeclaredOn: Day.optional(),
      vatFile: upload().optional(),
      withholdingNo: Serial.optional(),
      withholdingDeclaredOn: Day.optional(),
      withholdingVat: SignedYuan.default('0'),
      withholdingSurcharge: SignedYuan.default('0'),
      withholdingFile: upload().optional(),
    }),
    output: PeriodDetail,
  },
  pay: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记缴款', en: 'Register a tax payment', es: 'Registrar un pago de impuestos', ja: '納付の登録' },
    done: { zh: '缴款已登记，待他人复核', en: 'Payment registered; a second person must approve it', es: 'Pago registrado; lo aprueba otra persona', ja: '納付を登録しました。別の担当者が承認します' },
    limit: 'upload',
    /**
     * The paid amount of each tax. VAT and surcharges belong to one VAT return, by default the first that is due.
     * Without `late`, the computed late-payment surcharge applies.
     */
    input: z.object({ ...target, vatReturn: z.enum(vatReturns).optional(), vat: YuanText.default('0'), surcharge: YuanText.default('0'), iit: YuanText.default('0'), late: YuanText.optional(), lateReason: z.string().trim().max(200).default(''), paidOn: Day, serial: Serial, file: upload() }),
    output: PeriodDetail,
  },
  decidePayment: {
    access: [editKey, checkKey],
    kind: 'write',
    log: { zh: '复核缴款', en: 'Approve a tax payment', es: 'Decidir sobre un pago de impuestos', ja: '納付の承認' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '処理しました' },
    input: z.object(entryDecision),
    output: PeriodDetail,
  },
  reversePayment: {
    access: editKey,
    kind: 'write',
    log: { zh: '申请冲销缴款', en: 'Request reversal of a tax payment', es: 'Pedir la anulación de un pago', ja: '納付取消の申請' },
    done: { zh: '已申请冲销，待他人复核', en: 'Reversal requested; a second person must approve it', es: 'Anulación pedida; la aprueba otra persona', ja: '取消を申請しました。別の担当者が承認します' },
    input: z.object({ ...entryTarget, reason: Reason }),
    output: PeriodDetail,
  },
  decideReversal: {
    access: [editKey, checkKey],
    kind: 'write',
    log: { zh: '复核缴款冲销', en: 'Approve a reversal', es: 'Decidir sobre una anulación', ja: '納付取消の承認' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '処理しました' },
    input: z.object(entryDecision),
    output: PeriodDetail,
  },
  /**
   * Imports the result file of the tax office's withholding client and compares its figures with our lines for each
   * person.
   */
  readResult: {
    access: editKey,
    kind: 'write',
    log: { zh: '导入税局算税结果', en: 'Upload a tax office result', es: 'Importar el cálculo de Hacienda', ja: '税務局の計算結果の取込' },
    done: { zh: '已比对 {rows} 人，差异 {differences} 条', en: '{rows} compared, {differences} differ', es: '{rows} comparados, {differences} difieren', ja: '{rows} 名を照合、差異 {differences} 件' },
    limit: 'upload',
    input: z.object({ ...target, file: upload() }),
    output: z.object({ rows: z.int(), differences: z.int() }),
  },
  /** Returns the latest result of the edition, and its differences. */
  results: {
    access: pageKey,
    kind: 'read',
    input: z.object({ declarationId: Id, ...Page }),
    output: z.object({
      result: z.object({ at: Moment, byName: z.string(), fileId: z.uuid(), sha256: z.string(), rows: z.int(), differences: z.int(), open: z.int() }).nullable(),
      rows: z.array(z.object({ id: Id, kind: z.enum(taxResultDifferences), line: z.int().nullable(), person: z.string(), ours: MoneyOut.nullable(), theirs: MoneyOut.nullable(), reason: z.string(), byName: z.string() })),
      count: z.int(),
    }),
  },
  explain: {
    access: editKey,
    kind: 'write',
    log: { zh: '说明算税差异', en: 'Explain a difference of a result', es: 'Explicar una diferencia', ja: '差異の説明' },
    done: { zh: '已说明', en: 'Explained', es: 'Explicada', ja: '説明を記録しました' },
    input: z.object({ declarationId: Id, resultItemId: Id, reason: Reason }),
    output: z.object({ open: z.int() }),
  },
  /** Uploads a ZIP of tax certificates and matches them to people. ID number and period are in the file names. */
  certify: {
    access: editKey,
    kind: 'write',
    log: { zh: '上传完税凭证', en: 'Upload tax certificates', es: 'Subir certificados de pago', ja: '納税証明書のアップロード' },
    done: { zh: '已收到 {files} 个文件，正在匹配', en: '{files, plural, one {# file} other {# files}} received and being matched', es: '{files, plural, one {# archivo recibido} other {# archivos recibidos}}; se están asignando', ja: '{files} 件を受け取りました。照合中です' },
    limit: 'upload',
    uploadMegabytes: 200,
    input: z.object({ ...target, file: upload() }),
    output: z.object({ files: z.int(), taskId: Id }),
  },
  /** Returns certificates that match no person. */
  unmatched: {
    access: pageKey,
    kind: 'read',
    input: z.object({ declarationId: Id }),
    output: z.object({ rows: z.array(z.object({ id: Id, path: z.string(), problem: z.enum(['name', 'period', 'nobody', 'twice', 'notPdf', 'tooLarge']), fileId: z.uuid().nullable(), at: Moment })) }),
  },
  attach: {
    access: editKey,
    kind: 'write',
    log: { zh: '手工匹配完税凭证', en: 'Attach a tax certificate', es: 'Asignar un certificado de pago', ja: '納税証明書の手動照合' },
    done: { zh: '已匹配', en: 'Attached', es: 'Asignado', ja: '照合しました' },
    input: z.object({ ...target, taxCertificateId: Id, operatorId: Id }),
    output: PeriodDetail,
  },
  discard: {
    access: editKey,
    kind: 'write',
    log: { zh: '移除未匹配的凭证', en: 'Remove an unmatched certificate', es: 'Quitar un certificado sin asignar', ja: '未照合の証明書の削除' },
    done: { zh: '已移除', en: 'Removed', es: 'Quitado', ja: '削除しました' },
    input: z.object({ ...target, taxCertificateId: Id }),
    output: PeriodDetail,
  },
  archive: {
    access: editKey,
    kind: 'write',
    log: { zh: '归档申报期', en: 'Archive a tax period', es: 'Archivar un período fiscal', ja: '課税期間の保管' },
    done: { zh: '已归档', en: 'Archived', es: 'Archivado', ja: '保管しました' },
    input: z.object(target),
    output: PeriodDetail,
  },
  /** Computes a new edition of the lines. The declared edition stays stored. */
  correct: {
    access: editKey,
    kind: 'write',
    log: { zh: '更正申报', en: 'Correct a declaration', es: 'Rectificar una declaración', ja: '修正申告' },
    done: { zh: '已开始更正，原申报保留', en: 'Correction started; the earlier declaration is kept', es: 'Rectificación iniciada; la anterior se conserva', ja: '修正を開始しました。元の申告は残ります' },
    input: z.object({ ...target, reason: Reason }),
    output: PeriodDetail,
  },
  /** Cancels a correction that changes no figure. The month returns to its earlier state. */
  cancelCorrection: {
    access: editKey,
    kind: 'write',
    log: { zh: '取消更正申报', en: 'Cancel a correction', es: 'Cancelar una rectificación', ja: '修正申告の取消' },
    done: { zh: '更正已取消，恢复原申报', en: 'Correction cancelled; the earlier declaration remains in force', es: 'Rectificación cancelada; rige la declaración anterior', ja: '修正を取り消しました。元の申告が有効です' },
    input: z.object(target),
    output: PeriodDetail,
  },
  /** Returns the changes that a running or pending correction makes to the month, by month and person. */
  changes: { access: pageKey, kind: 'read', input: z.object({ declarationId: Id }), output: CorrectionChanges },
  /** 多缴税款 (overpaid tax): returns the credits of corrected months, newest first. */
  credits: { access: pageKey, kind: 'read', input: z.object({ ...creditFilter, ...Page }), output: z.object({ rows: z.array(OverpaymentCredit), count: z.int() }) },
  applyCredit: {
    access: editKey,
    kind: 'write',
    log: { zh: '多缴税款抵缴', en: 'Apply overpaid tax', es: 'Aplicar impuestos pagados en exceso', ja: '過納税額の充当' },
    done: { zh: '已抵缴', en: 'Applied', es: 'Aplicado', ja: '充当しました' },
    input: z.object({ ...creditTarget, declarationId: Id, declarationVersion: Version, amount: YuanText }),
    output: OverpaymentCredit,
  },
  refundCredit: {
    access: editKey,
    kind: 'write',
    log: { zh: '登记退税', en: 'Register a tax refund', es: 'Registrar una devolución de impuestos', ja: '還付の登録' },
    done: { zh: '退税已登记', en: 'Refund registered', es: 'Devolución registrada', ja: '還付を登録しました' },
    limit: 'upload',
    input: z.object({ ...creditTarget, amount: YuanText, paidOn: Day, serial: Serial, file: upload() }),
    output: OverpaymentCredit,
  },
  withdrawCredit: {
    access: checkKey,
    kind: 'write',
    log: { zh: '放弃多缴税款', en: 'Withdraw overpaid tax', es: 'Renunciar a impuestos pagados en exceso', ja: '過納税額の放棄' },
    done: { zh: '已放弃，余额计入调账', en: 'Withdrawn; the rest is booked as a centre adjustment', es: 'Renunciado; el resto pasa a ajustes del centro', ja: '放棄しました。残額は調整勘定に計上します' },
    input: z.object({ ...creditTarget, reason: Reason }),
    output: OverpaymentCredit,
  },
  exportCredits: {
    access: pageKey,
    kind: 'write',
    log: { zh: '导出多缴税款', en: 'Export overpaid tax', es: 'Exportar impuestos pagados en exceso', ja: '過納税額の出力' },
    limit: 'export',
    input: z.object(creditFilter),
    output: z.object({ fileId: z.uuid() }),
  },
  /**
   * Exports a sheet of a period, as a file or, for many people, as a task. Edition and keyword select the lines of the
   * two sheets with a row per payee, as in `lines`.
   */
  export: {
    access: pageKey,
    kind: 'write',
    log: { zh: '导出申报明细', en: 'Export a declaration', es: 'Exportar una declaración', ja: '申告明細の出力' },
    limit: 'export',
    input: z.object({ declarationId: Id, sheet: z.enum(['iit', 'vat', 'summary', 'changes']), edition: z.int().positive().optional(), keyword: z.string().trim().max(50).optional() }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
  /** Fills an official form with full numbers, stores it with its digest, and returns a copy. */
  fill: {
    access: editKey,
    kind: 'write',
    log: { zh: '生成官方申报表', en: 'Fill an official form', es: 'Rellenar un formulario oficial', ja: '公式申告書の作成' },
    limit: 'export',
    input: z.object({ declarationId: Id, form: z.enum(officialForms), plainReason: z.string().trim().min(4).max(200) }),
    /** A task packs the result if it consists of several files. */
    output: z.object({ fileId: z.uuid().nullable(), formVersion: z.string(), taskId: Id.nullable() }),
  },
  /**
   * 分包凭证 (subcontracting vouchers): returns the payees of a month and their declarations. A unit sees only its own
   * people and its own part.
   */
  shares: { access: 'fpListDz', kind: 'read', input: z.object({ ...shareFilter, ...Page }), output: z.object({ month: Month, rows: z.array(UnitTaxShare), count: z.int() }) },
  /** Exports the subcontracting vouchers, as a file or, for many people, as a task. */
  exportShares: {
    access: 'fpListDz',
    kind: 'write',
    log: { zh: '导出分包凭证清单', en: 'Export subcontract vouchers', es: 'Exportar comprobantes de subcontratación', ja: '外注証憑一覧の出力' },
    limit: 'export',
    input: z.object(shareFilter),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
  /** Returns a copy of a person's certificate. This is possible only if no other unit paid the person. */
  shareCertificate: {
    access: 'fpListDz',
    kind: 'read',
    log: { zh: '下载分包完税凭证', en: 'Download a tax certificate', es: 'Descargar un certificado fiscal', ja: '納税証明書の取得' },
    limit: 'export',
    input: z.object({ operatorId: Id, unitId: Id, centreId: Id, month: Month }),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Returns the caller's own declared months of one year. */
  own: {
    access: pageKey,
    kind: 'read',
    input: z.object({ year: z.int().min(2020).max(2199) }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          month: Month,
          centreName: z.string(),
          state: z.enum(periodStates),
          gross: MoneyOut,
          vat: MoneyOut,
          surcharge: MoneyOut,
          iit: MoneyOut,
          cumIncome: MoneyOut,
          ratePpm: z.int(),
          should: MoneyOut,
          certificateId: z.uuid().nullable(),
          /** The person's sales of the month on this platform, without VAT. */
          sales: MoneyOut,
          /** The cumulative taxable income to which the brackets apply. */
          taxable: MoneyOut,
        }),
      ),
      /** The thresholds in the latest listed month; null without rows or policy. */
      limits: PeriodLimits.nullable(),
      /** Sales without VAT of the latest listed month and the eleven before. */
      rollingSales: MoneyOut,
    }),
  },
} as const satisfies Module
