import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, SumsOption, upload, YuanText } from '#/api/operation.ts'
import { receiptStates, voucherKindNames } from '#/domain/money/voucher.ts'

const filter = {
  kind: z.enum(voucherKindNames).optional(),
  /** The availability of the bank's document. */
  receipt: z.enum(receiptStates).optional(),
  keyword: z.string().trim().max(50).optional(),
  batchId: Id.optional(),
  unitId: Id.optional(),
  centreId: Id.optional(),
  /** Whether the payment was returned. */
  returned: z.enum(['yes', 'no']).optional(),
  amount: YuanText.optional(),
  from: Day.optional(),
  to: Day.optional(),
}

/** Receipts (支付凭证): a list, single PDFs, and many PDFs as a ZIP made by a job. */
export const vouchers = {
  list: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({ ...filter, ...LongListPaging, ...SumsOption }),
    output: longPageOf(
      z.object({
        id: Id,
        no: z.string(),
        kind: z.enum(voucherKindNames),
        unitName: z.string(),
        centreName: z.string(),
        batchId: Id.nullable(),
        batchNo: z.string().nullable(),
        lineNo: z.string().nullable(),
        /** The tax period of a payment from the centre to the tax office. */
        declarationId: Id.nullable(),
        amount: MoneyOut,
        payerName: z.string(),
        payerAccount: z.string(),
        payeeName: z.string(),
        payeeAccount: z.string(),
        bankSerial: z.string(),
        tradedAt: Moment,
        isReturned: z.boolean(),
        /** Whether the channel supplied the document. Otherwise a person uploaded it, or the platform drew it. */
        isFromChannel: z.boolean(),
        isUploaded: z.boolean(),
        receipt: z.enum(receiptStates),
        /** The working day by which the bank usually issues the document; null when it is present or unavailable. */
        expectedOn: Day.nullable(),
        may: z.object({ fetch: z.boolean(), upload: z.boolean() }),
      }),
    ).extend({ totals: z.object({ amount: MoneyOut }).nullable() }),
  },
  pdf: { access: ['zfpzList', 'zfPtList', 'zfPtListpt'], kind: 'read', log: { zh: '生成凭证', en: 'Create a receipt', es: 'Generar un comprobante', ja: '取引証明書の作成' }, limit: 'export', input: z.object({ id: Id.optional(), lineId: Id.optional() }), output: z.object({ fileId: z.uuid() }) },
  /** Returns the receipt of a payment that the caller received. */
  own: { access: 'session', kind: 'read', log: { zh: '生成本人回单', en: 'Create a receipt of one’s own payment', es: 'Generar un comprobante propio', ja: '本人の取引証明書の作成' }, limit: 'export', input: z.object({ lineId: Id }), output: z.object({ fileId: z.uuid() }) },
  zip: {
    access: ['zfpzList', 'zfPtList', 'zfPtListpt'],
    kind: 'write',
    log: { zh: '打包下载凭证', en: 'Create a ZIP of receipts', es: 'Empaquetar comprobantes', ja: '取引証明書の一括出力' },
    done: { zh: '已开始生成 {count} 份回单，可在任务中心查看进度', en: 'Creating {count} receipts; see the task centre', es: 'Generando {count} comprobantes; sígalo en el centro de tareas', ja: '{count} 件の取引証明書を作成中です。タスクセンターで進捗を確認できます' },
    limit: 'export',
    input: z.object({ ...filter, ids: z.array(Id).max(5000).optional() }),
    output: z.object({ taskId: Id, count: z.int() }),
  },
  /** Requests the document from the bank again. */
  fetch: {
    access: ['zf:make', 'zf:pay', 'zf:offline'],
    kind: 'write',
    log: { zh: '重新获取回单', en: 'Fetch a receipt again', es: 'Volver a obtener un comprobante', ja: '取引証明書の再取得' },
    done: { zh: '已重新发起获取', en: 'Requested again', es: 'Solicitado de nuevo', ja: '再取得を依頼しました' },
    input: z.object({ id: Id }),
    output: z.object({}),
  },
  /** Uploads the bank's document. A replaced document stays stored. */
  upload: {
    access: 'zf:offline',
    kind: 'write',
    log: { zh: '上传回单', en: 'Upload a receipt', es: 'Subir un comprobante', ja: '取引証明書のアップロード' },
    done: { zh: '回单已上传', en: 'Receipt uploaded', es: 'Comprobante subido', ja: '取引証明書をアップロードしました' },
    limit: 'upload',
    input: z.object({ id: Id, reason: z.string().trim().max(200), file: upload() }),
    output: z.object({}),
  },
  /** Returns the uploaded documents and those they replaced, newest first. */
  uploads: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({ id: Id }),
    output: z.array(z.object({ id: Id, by: z.string(), at: Moment, reason: z.string(), fileId: z.uuid(), sha256: z.string(), replacedFileId: z.uuid().nullable() })),
  },
  exportList: { access: 'zfpzList', kind: 'read', log: { zh: '导出凭证列表', en: 'Export receipts', es: 'Exportar comprobantes', ja: '取引証明書一覧の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
} as const satisfies Module
