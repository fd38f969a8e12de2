import { settlementMode } from '#/domain/base/codes.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { fen, formatYuan, yuanInChineseNumerals } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { type DocumentModel, renderDocument } from '#/server/lib/pdf/pdf.ts'
import type { VoucherRow } from '#/server/money/vouchers/store.ts'

const titleByKind: Readonly<Record<VoucherRow['kind'], string>> = {
  payment: '电子回单（支付）',
  topup: '电子回单（充值）',
  refund: '电子回单（退款）',
  tax: '电子回单（缴款）',
  fee: '服务费凭证',
}

const purposeByKind: Readonly<Record<VoucherRow['kind'], string>> = {
  payment: '服务费',
  topup: '预付款充值',
  refund: '预付款退款',
  fee: '服务费',
  tax: '代扣代办税款',
}

/** Returns the purpose of a receipt. The refund of a returned fee has a batch, unlike other refunds. */
const purposeOf = (row: VoucherRow) => (row.kind === 'refund' && row.batch_id !== null ? '服务费退回' : purposeByKind[row.kind])

function watermarkOf(row: VoucherRow): { watermark?: string } {
  if (row.is_returned) return { watermark: row.kind === 'tax' ? '已冲销' : '已退汇' }
  return row.is_sandbox && row.kind === 'payment' ? { watermark: '沙箱' } : {}
}

const returnedNote = ({ kind }: VoucherRow) =>
  kind === 'tax' ? '本笔缴款登记有误，已由两人冲销。' : '本笔款项已由银行退汇，资金、税款与服务费已冲回单位预付款。'

/** Names the platform of the income, and the payee's account there (公告2025年第15号). */
function sourceRows({ kind, source_platform: platform, nickname, user_no: userNo }: VoucherRow): [string, string][] {
  if (kind !== 'payment' || !platform) return []
  return [
    ['来源平台', platform],
    ['平台账户', [nickname, userNo].filter(Boolean).join(' / ') || '—'],
  ]
}

/** Lays out a receipt as a document. Business documents are always Chinese. Receipts of the sandbox are marked as such. */
export function receiptModel(row: VoucherRow): DocumentModel {
  const amount = fen(row.amount_fen)
  return {
    title: titleByKind[row.kind],
    subtitle: row.no,
    createdAt: row.traded_at,
    author: '云创客平台',
    ...watermarkOf(row),
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['交易时间', dateTimeOf(row.traded_at)],
          ['银行流水号', row.bank_serial],
          row.unit_name === null ? ['运营中心', `${row.entity_name} ${row.entity_code}`] : ['单位', row.unit_name],
          ['结算模式', row.mode === settlementMode.individualBusiness ? '个体工商户' : '总包分包'],
          ...(row.slip_name === null ? [] : [['银行回单', row.slip_name] as const]),
        ],
      },
      { kind: 'heading', text: '付款方' },
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['户名', row.payer_name],
          ['账号', maskCard(row.payer_account)],
        ],
      },
      { kind: 'heading', text: '收款方' },
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['户名', row.payee_name],
          ['账号', maskCard(row.payee_account)],
          ['开户行', row.payee_bank || '—'],
        ],
      },
      { kind: 'heading', text: '金额' },
      {
        kind: 'fields',
        rows: [
          ['小写', formatYuan(amount)],
          ['大写', yuanInChineseNumerals(amount)],
        ],
      },
      {
        kind: 'fields',
        rows: [
          ...(row.period_month === null
            ? [['批次号', row.batch_no ?? '—'] as const, ['明细号', row.line_no ?? '—'] as const]
            : [['所属期', row.period_month] as const]),
          ['用途', row.service || purposeOf(row)],
          ...sourceRows(row),
        ],
      },
      ...(row.is_returned ? [{ kind: 'paragraph' as const, bold: true, text: returnedNote(row) }] : []),
    ],
    footer:
      row.is_sandbox && row.kind === 'payment'
        ? '沙箱通道，非真实资金。本回单仅用于演示与测试。'
        : '本回单由云创客平台根据支付通道的交易结果制作，非银行出具。',
  }
}

export function drawReceipt(row: VoucherRow): Promise<Buffer> {
  return renderDocument(receiptModel(row))
}
