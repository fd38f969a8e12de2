import { z } from 'zod'
import { BulkResult, Day, Id, LongListPaging, longPageOf, Mode, type Module, Moment, MoneyOut, SumsOption, upload, Version, YuanText } from '#/api/operation.ts'
import { ChannelOrders } from '#/api/taxation/invoice-orders.ts'
import { InvoiceApplication, InvoiceApplicationDetail, InvoiceLine, InvoiceTitle, invoiceAmounts, RedInvoice } from '#/api/taxation/invoice-rows.ts'
import { maxArchiveMegabytes } from '#/domain/base/upload.ts'
import { applicationBases, invoiceApplicationStates, invoiceKinds, redCodes, redReasons } from '#/domain/taxation/invoice.ts'

const page = 'fpListDz'
/**
 * Keys for single invoices. Both modes use the same operations: mode 2 on the page of this module, mode 1 on the page
 * of businesses.
 */
const readKeys = ['fpListDz', 'fpListGth'] as const
const Reason = z.string().trim().min(2).max(200)
const InvoiceNumber = z
  .string()
  .trim()
  .regex(/^\d{20}$/, { error: 'invoice_number' })

const filter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(invoiceApplicationStates)).max(8).optional(),
  kind: z.enum(invoiceKinds).optional(),
  from: Day.optional(),
  to: Day.optional(),
  unitId: Id.optional(),
  batchNo: z.string().trim().max(40).optional(),
}

const redFilter = {
  /** By default mode 2. */
  mode: Mode.optional(),
  keyword: z.string().trim().max(50).optional(),
  codes: z.array(z.enum(redCodes)).max(10).optional(),
  /** Only red letters that are not issued yet. */
  isOpen: z.boolean().optional(),
}

const paymentSelection = {
  centreId: Id,
  basis: z.enum(applicationBases),
  batchIds: z.array(Id).max(500).optional(),
  from: Day.optional(),
  to: Day.optional(),
  amount: YuanText.optional(),
}
const form = { ...paymentSelection, titleId: Id, kind: z.enum(invoiceKinds), category: z.string().trim().min(1).max(30), remark: z.string().trim().max(200).default('') }

const target = { invoicingId: Id, version: Version }
const redTarget = { redId: Id, version: Version }

/** 总包发票 (invoices of mode 2), from the unit's application to red letters. */
export const invoices = {
  /** Returns the totals above the list: available, pending, issued, and to be reversed. */
  figures: {
    access: page,
    kind: 'read',
    input: z.object({}),
    output: z.object({ quota: MoneyOut, paid: MoneyOut, used: MoneyOut, waiting: MoneyOut, waitingCount: z.int(), issued: MoneyOut, issuedCount: z.int(), redDue: MoneyOut, redDueCount: z.int() }),
  },
  list: { access: page, kind: 'read', input: z.object({ ...filter, ...LongListPaging, ...SumsOption }), output: longPageOf(InvoiceApplication).extend({ totals: z.object(invoiceAmounts).nullable() }) },
  exportList: { access: page, kind: 'read', log: { zh: '导出发票申请', en: 'Export invoice applications', es: 'Exportar solicitudes de factura', ja: '発票申請の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
  /** Finds units with applications by part of their name, or the unit `unitId`. */
  units: { access: readKeys, kind: 'read', input: z.object({ mode: Mode.optional(), keyword: z.string().trim().max(50).optional(), unitId: Id.optional() }), output: z.array(z.object({ id: Id, name: z.string() })) },
  get: { access: readKeys, kind: 'read', input: z.object({ invoicingId: Id }), output: InvoiceApplicationDetail },
  /**
   * Returns payments: those of an application, those that can be invoiced, or those returned after they were invoiced.
   */
  lines: {
    access: readKeys,
    kind: 'read',
    input: z.object({
      /** By default mode 2. Ignored with an application, which has its own mode. */
      mode: Mode.optional(),
      show: z.enum(['application', 'free', 'returned']),
      invoicingId: Id.optional(),
      batchId: Id.optional(),
      centreId: Id.optional(),
      ...LongListPaging,
    }),
    output: longPageOf(InvoiceLine),
  },
  exportLines: {
    access: readKeys,
    kind: 'read',
    log: { zh: '导出发票关联明细', en: 'Export the payments of invoices', es: 'Exportar los pagos de facturas', ja: '発票の支払明細の出力' },
    limit: 'export',
    input: z.object({ mode: Mode.optional(), show: z.enum(['application', 'free', 'returned']), invoicingId: Id.optional() }),
    output: z.object({ fileId: z.uuid() }),
  },
  /** Returns the centres at which a unit can apply, with the choices at each. */
  terms: {
    access: 'fp:apply',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      places: z.array(
        z.object({
          centreId: Id,
          centreName: z.string(),
          quota: MoneyOut,
          most: MoneyOut,
          kinds: z.array(z.enum(invoiceKinds)),
          categories: z.array(z.string()),
          /** The batches, oldest first. */
          batches: z.array(z.object({ id: Id, no: z.string(), paidOn: Day.nullable(), free: MoneyOut })),
          /** Whether there are more batches than listed. */
          hasMoreBatches: z.boolean(),
        }),
      ),
    }),
  },
  preview: {
    access: 'fp:apply',
    kind: 'read',
    input: z.object(form),
    output: z.object({
      ...invoiceAmounts,
      lineCount: z.int(),
      batchCount: z.int(),
      ratePpm: z.int(),
      policyVersion: z.string(),
      most: MoneyOut,
      goods: z.string(),
      seller: z.object({ name: z.string(), taxNo: z.string(), bank: z.string(), accountNo: z.string() }),
      buyer: InvoiceTitle,
      parts: z.array(z.object(invoiceAmounts)),
    }),
  },
  apply: {
    access: 'fp:apply',
    kind: 'write',
    log: { zh: '申请开票', en: 'Apply for an invoice', es: 'Solicitar una factura', ja: '発票の申請' },
    done: { zh: '开票申请 {no} 已提交', en: 'Application {no} submitted', es: 'Solicitud {no} enviada', ja: '申請 {no} を提出しました' },
    input: z.object({ ...form, email: z.email().max(100) }),
    output: InvoiceApplicationDetail,
  },
  /** Withdraws an application. A unit withdraws its own, an issuer those that the issuer generated. */
  withdraw: {
    access: ['fp:apply', 'fp:issue'],
    kind: 'write',
    log: { zh: '撤销开票申请', en: 'Withdraw an invoice application', es: 'Retirar una solicitud de factura', ja: '発票申請の取下げ' },
    done: { zh: '申请已撤销，额度已恢复', en: 'Withdrawn; the quota is available again', es: 'Retirada; el cupo queda libre', ja: '取り下げました。枠は元に戻りました' },
    input: z.object(target),
    output: InvoiceApplicationDetail,
  },
  review: {
    access: 'fp:check',
    kind: 'write',
    log: { zh: '审核开票申请', en: 'Review an invoice application', es: 'Resolver una solicitud de factura', ja: '発票申請の審査' },
    done: { zh: '{approve, select, true {已通过} other {已驳回}}', en: '{approve, select, true {Approved.} other {Rejected.}}', es: '{approve, select, true {Aprobado.} other {Rechazado.}}', ja: '{approve, select, true {承認しました} other {却下しました}}' },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(200).default('') }),
    output: InvoiceApplicationDetail,
  },
  /** Approves many applications. `fail` lists those that were not approved, with the reasons. */
  reviewMany: {
    access: 'fp:check',
    kind: 'write',
    log: { zh: '批量审核开票申请', en: 'Approve many invoice applications', es: 'Aprobar varias solicitudes de factura', ja: '発票申請の一括承認' },
    input: z.object({ invoicingIds: z.array(Id).min(1).max(200) }),
    output: BulkResult,
  },
  /** Exports the list for the issuing software and sets the listed applications to `issuing`. */
  listToIssue: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '导出待开清单', en: 'Export the issuing list', es: 'Exportar la lista por emitir', ja: '発行待ち一覧の出力' },
    limit: 'export',
    input: z.object({}),
    output: z.object({ fileId: z.uuid(), count: z.int() }),
  },
  template: { access: 'fp:issue', kind: 'read', log: { zh: '下载开票结果模板', en: 'Download the template of results', es: 'Descargar la plantilla de resultados', ja: '発行結果テンプレートの取得' }, input: z.object({}), output: z.object({ fileId: z.uuid() }) },
  /**
   * Imports the results of the issuing software (T7) and the invoice files named by number. Rows without a match are
   * reported.
   */
  importResults: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '导入开票结果', en: 'Import issued invoices', es: 'Importar facturas emitidas', ja: '発行結果の取込' },
    done: { zh: '已收到 {rows} 行，正在核对', en: '{rows} rows received; they are being matched', es: '{rows} filas recibidas; se están cotejando', ja: '{rows} 行を受け取りました。照合中です' },
    limit: 'upload',
    uploadMegabytes: maxArchiveMegabytes,
    input: z.object({ file: upload(), archive: upload().optional() }),
    output: z.object({ importId: Id, rows: z.int() }),
  },
  imports: {
    access: 'fp:issue',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ id: Id, name: z.string(), isDone: z.boolean(), rows: z.int(), done: z.int(), at: Moment, byName: z.string(), faults: z.array(z.object({ line: z.int(), no: z.string(), number: z.string(), problem: z.string() })) })),
  },
  issue: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '登记开票', en: 'Register an issued invoice', es: 'Registrar una factura emitida', ja: '発行の登録' },
    done: { zh: '已登记开票', en: 'Invoice registered', es: 'Factura registrada', ja: '発行を登録しました' },
    limit: 'upload',
    input: z.object({ ...target, invoiceId: Id, number: InvoiceNumber, issuedOn: Day, file: upload() }),
    output: InvoiceApplicationDetail,
  },
  fail: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '登记开票失败', en: 'Register that issuing failed', es: 'Registrar el fallo de emisión', ja: '発行失敗の登録' },
    done: { zh: '已登记开票失败', en: 'Registered as failed', es: 'Registrado como fallido', ja: '発行失敗を登録しました' },
    input: z.object({ ...target, reason: Reason }),
    output: InvoiceApplicationDetail,
  },
  /** Releases the part that was not issued. The unit can apply for its payments again. */
  release: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '释放开票失败部分', en: 'Release failed invoices of an application', es: 'Liberar lo fallido de una solicitud', ja: '発行失敗分の解放' },
    done: { zh: '失败部分已释放，额度已恢复', en: 'Released; the quota is available again', es: 'Liberado; el cupo vuelve a estar disponible', ja: '失敗分を解放し、枠を戻しました' },
    input: z.object({ ...target, reason: Reason }),
    output: InvoiceApplicationDetail,
  },
  reopen: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '重新开票', en: 'Return an application for issuing', es: 'Volver a poner por emitir', ja: '発行待ちに戻す' },
    done: { zh: '已退回待开票', en: 'Waiting to be issued again', es: 'Vuelve a estar por emitir', ja: '発行待ちに戻しました' },
    input: z.object(target),
    output: InvoiceApplicationDetail,
  },
  replaceFile: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '上传或替换发票文件', en: 'Add or replace the file of an invoice', es: 'Añadir o sustituir el archivo de una factura', ja: '発票ファイルの追加・差替え' },
    done: { zh: '文件已保存，原文件留痕', en: 'Saved; the previous file is kept', es: 'Guardado; se conserva el anterior', ja: '保存しました。以前のファイルも残ります' },
    limit: 'upload',
    input: z.object({ ...target, invoiceId: Id, reason: Reason, file: upload() }),
    output: InvoiceApplicationDetail,
  },
  mail: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '发送发票邮件', en: 'E-mail invoices', es: 'Enviar facturas por correo', ja: '発票のメール送信' },
    done: { zh: '邮件已进入发送队列', en: 'The mail is being sent', es: 'El correo está en camino', ja: 'メールを送信します' },
    input: z.object({ ...target, email: z.email().max(100) }),
    output: InvoiceApplicationDetail,
  },
  zip: {
    access: readKeys,
    kind: 'write',
    log: { zh: '打包发票文件', en: 'Create a ZIP of invoice files', es: 'Empaquetar archivos de facturas', ja: '発票ファイルの一括取得' },
    limit: 'export',
    input: z.object({ invoicingId: Id }),
    output: z.object({ fileId: z.uuid() }),
  },
  reds: { access: readKeys, kind: 'read', input: z.object({ ...redFilter, ...LongListPaging }), output: longPageOf(RedInvoice) },
  exportReds: { access: readKeys, kind: 'read', log: { zh: '导出红字发票', en: 'Export red-letter invoices', es: 'Exportar facturas rectificativas', ja: '赤字発票の出力' }, limit: 'export', input: z.object(redFilter), output: z.object({ fileId: z.uuid() }) },
  /** Starts a red-letter confirmation (红字信息确认单) for an invoice. */
  askRed: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '发起红冲', en: 'Start a reversal', es: 'Iniciar una factura rectificativa', ja: '赤字発票の起票' },
    done: { zh: '红冲已发起', en: 'Reversal started', es: 'Rectificativa iniciada', ja: '赤字発票を起票しました' },
    input: z.object({ ...target, invoiceId: Id, reason: z.enum(redReasons), amount: YuanText }),
    output: InvoiceApplicationDetail,
  },
  /** Registers the state of a red-letter confirmation that the tax office reports. */
  moveRed: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '登记红字确认单状态', en: 'Register the status of a red-letter confirmation', es: 'Registrar el estado de una rectificativa', ja: '赤字確認書の状態登録' },
    done: { zh: '确认单状态已登记', en: 'Status registered', es: 'Estado registrado', ja: '状態を登録しました' },
    input: z.object({ ...redTarget, code: z.enum(redCodes), confirmNo: z.string().trim().max(40).default('') }),
    output: InvoiceApplicationDetail,
  },
  issueRed: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '登记红字发票', en: 'Register a red-letter invoice', es: 'Registrar una factura rectificativa', ja: '赤字発票の登録' },
    done: { zh: '红字发票已登记，额度已恢复', en: 'Red-letter invoice registered; the quota is available again', es: 'Rectificativa registrada; el cupo queda libre', ja: '赤字発票を登録しました。枠は元に戻りました' },
    limit: 'upload',
    input: z.object({ ...redTarget, number: InvoiceNumber, issuedOn: Day, file: upload() }),
    output: InvoiceApplicationDetail,
  },
  /** Returns the issuing channel of the application's centre, and the application's orders. */
  machine: { access: 'fp:issue', kind: 'read', input: z.object({ invoicingId: Id }), output: ChannelOrders },
  /** Sends pending invoices to the centre's channel, and queries those already sent. */
  sendOrders: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '提交开票通道', en: 'Send to the issuing channel', es: 'Enviar al canal de emisión', ja: '発行チャネルへの送信' },
    done: { zh: '已提交开票通道，结果稍后显示', en: 'Sent; results will appear here', es: 'Enviado; los resultados aparecerán aquí', ja: '送信しました。結果はこちらに表示されます' },
    input: z.object(target),
    output: InvoiceApplicationDetail,
  },
  /**
   * Sends a step of a red letter to the channel: apply, confirm the buyer's application, or issue a confirmed red
   * letter.
   */
  sendRed: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '红冲提交开票通道', en: 'Send a reversal to the channel', es: 'Enviar la rectificativa al canal', ja: '赤字発票のチャネルへの送信' },
    done: { zh: '已提交开票通道，结果稍后显示', en: 'Sent; results will appear here', es: 'Enviado; los resultados aparecerán aquí', ja: '送信しました。結果はこちらに表示されます' },
    input: z.object(redTarget),
    output: InvoiceApplicationDetail,
  },
} as const satisfies Module
