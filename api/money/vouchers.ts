import { z } from 'zod'
import { Day, Id, LongPage, longPageOf, type Module, Moment, MoneyOut, Sums } from '#/api/operation.ts'

const filter = {
  kind: z.enum(['payment', 'topup']).optional(),
  keyword: z.string().trim().max(50).optional(),
  batchId: Id.optional(),
  unitId: Id.optional(),
  centreId: Id.optional(),
  /** Whether the money came back. */
  returned: z.enum(['yes', 'no']).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

/** Receipts (支付凭证): list, one PDF, many as a ZIP made by a job. */
export const vouchers = {
  list: {
    access: 'zfpzList',
    kind: 'read',
    input: z.object({ ...filter, ...LongPage, ...Sums }),
    output: longPageOf(
      z.object({
        id: Id,
        no: z.string(),
        kind: z.enum(['payment', 'topup', 'refund', 'tax']),
        unitName: z.string(),
        centreName: z.string(),
        batchId: Id.nullable(),
        batchNo: z.string().nullable(),
        lineNo: z.string().nullable(),
        amount: MoneyOut,
        payerName: z.string(),
        payerAccount: z.string(),
        payeeName: z.string(),
        payeeAccount: z.string(),
        bankSerial: z.string(),
        tradedAt: Moment,
        isReturned: z.boolean(),
        /** The document is the receipt of the channel, not drawn here. */
        isFromChannel: z.boolean(),
      }),
    ).extend({ totals: z.object({ amount: MoneyOut }).nullable() }),
  },
  pdf: { access: ['zfpzList', 'zfPtList', 'zfPtListpt'], kind: 'read', log: { zh: '生成凭证', en: 'Create a receipt', es: 'Generar un comprobante', ja: '取引証明書の作成' }, limit: 'export', input: z.object({ id: Id.optional(), lineId: Id.optional() }), output: z.object({ fileId: z.uuid() }) },
  /** The receipt of a payment that the caller got, for the caller alone. */
  own: { access: 'session', kind: 'read', log: { zh: '生成本人回单', en: 'Create an own receipt', es: 'Generar un comprobante propio', ja: '本人の証憑の作成' }, limit: 'export', input: z.object({ lineId: Id }), output: z.object({ fileId: z.uuid() }) },
  zip: { access: ['zfpzList', 'zfPtList', 'zfPtListpt'], kind: 'write', log: { zh: '打包下载凭证', en: 'Pack receipts', es: 'Empaquetar comprobantes', ja: '取引証明書の一括出力' }, limit: 'export', input: z.object({ ...filter, ids: z.array(Id).max(5000).optional() }), output: z.object({ taskId: Id, count: z.int() }) },
  exportList: { access: 'zfpzList', kind: 'read', log: { zh: '导出凭证列表', en: 'Export receipts', es: 'Exportar comprobantes', ja: '取引証明書一覧の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
} as const satisfies Module
