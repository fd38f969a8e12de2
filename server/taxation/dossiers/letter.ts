import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { type Fen, fen, formatYuan, yuanInChineseNumerals } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { sandboxChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { bytesDigest } from '#/server/kernel/request/input-digest.ts'
import { type DocumentModel, renderWithSignatureBoxes } from '#/server/lib/pdf/pdf.ts'
import { signPdf } from '#/server/lib/pdf/signature.ts'
import { drawStamp } from '#/server/lib/pdf/stamp.ts'
import { type CertificateSealer, identityOfSealer, sealerOf } from '#/server/organisations/certificates/public.ts'
import * as store from '#/server/taxation/dossiers/store.ts'

/** Makes the letter of a batch for the user who first requested it. */
export const letterJob = job('dossiers.letter', z.object({ batchId: Id, userId: Id }))

const yuan = (amount: number) => formatYuan(fen(amount))

/** Returns the figures of a letter: name, amount of the whole batch, paid amount. */
export function figuresOf(row: store.SettledRow): (readonly [string, string, string])[] {
  const amountRow = (name: string, whole: number, paid: number) => [name, yuan(whole), yuan(paid)] as const
  return [
    ['笔数', String(row.line_count), String(row.success_count)],
    amountRow('应发总额', row.gross_fen, row.paid_gross),
    amountRow('增值税', row.vat_fen, row.paid_vat),
    amountRow('附加税费', row.surcharge_fen, row.paid_surcharge),
    amountRow('个人所得税', row.iit_fen, row.paid_iit),
    amountRow('服务费', row.fee_fen, row.paid_fee),
    amountRow('实发总额', row.net_fen, row.paid_net),
    amountRow('单位应付', row.cost_fen, row.success_cost_fen),
  ]
}

/** Returns a digest that changes with the figures or the seal. A batch has one letter per digest. */
export function letterDigest(row: store.SettledRow, sealer: CertificateSealer | null): string {
  const sealKey = sealer === null ? 'none' : (sealer.keys?.fingerprint ?? 'site')
  const figures = [row.no, ...figuresOf(row).flat(), row.failed_count, row.returned_count, row.failed_cost_fen, row.returned_cost_fen, sealKey]
  return bytesDigest(Buffer.from(JSON.stringify(figures))).toString('hex')
}

function letterModel(row: store.SettledRow, isSealed: boolean, at: Date): DocumentModel {
  const isSandboxKind = sandboxChannelKinds.some((kind) => kind === row.is_sandbox_kind)
  const paidCost: Fen = fen(row.success_cost_fen)
  const sealText = isSealed ? `${row.entity_name}（电子印章）` : '未加盖电子印章：出具时运营中心没有有效的印章证书'
  return {
    title: '结算确认函',
    subtitle: row.no,
    createdAt: at,
    author: '云创客平台',
    ...(isSandboxKind ? { watermark: '沙箱' } : {}),
    blocks: [
      { kind: 'paragraph', text: `致：${row.unit_name}` },
      {
        kind: 'paragraph',
        text: `贵单位委托${row.entity_name}结算的下列批次，截至${dateTimeOf(at)}的结算结果如下，金额以人民币计。`,
      },
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['出具单位', row.entity_name],
          ['统一社会信用代码', row.entity_code],
          ['批次号', row.no],
          ['结算模式', row.mode === settlementMode.individualBusiness ? '个体工商户' : '总包分包'],
          ['订单', `${row.order_no} ${row.order_title}`],
          ['合同', row.contract_no],
          ['支付时间', row.paid_at === null ? '—' : dateTimeOf(row.paid_at)],
          ['完成时间', row.finished_at === null ? '—' : dateTimeOf(row.finished_at)],
          ['计税规则', row.policy_version ?? '—'],
        ],
      },
      {
        kind: 'table',
        columns: [{ heading: '项目' }, { heading: '批次合计', align: 'right' }, { heading: '其中支付成功', align: 'right' }],
        rows: figuresOf(row),
      },
      {
        kind: 'table',
        columns: [{ heading: '未付项目' }, { heading: '笔数', align: 'right' }, { heading: '单位应付', align: 'right' }],
        rows: [
          ['失败与取消', String(row.failed_count), yuan(row.failed_cost_fen)],
          ['退汇', String(row.returned_count), yuan(row.returned_cost_fen)],
        ],
      },
      { kind: 'paragraph', bold: true, text: `确认结算金额：${yuan(paidCost)}（${yuanInChineseNumerals(paidCost)}）` },
      {
        kind: 'paragraph',
        small: true,
        text: '失败、取消与退汇明细的款项已退回单位预付款。明细与电子回单以平台记录为准；其后发生退汇的，以新出具的确认函为准。',
      },
      { kind: 'places', boxes: [{ key: 'centre', title: '出具方', lines: [sealText, row.entity_code, dateTimeOf(at)] }] },
    ],
    footer: isSandboxKind ? '沙箱通道，非真实资金。本函仅用于演示与测试。' : `云创客平台 · ${row.no}`,
  }
}

async function drawLetter(job: JobContext, row: store.SettledRow, sealer: CertificateSealer | null, at: Date): Promise<Uint8Array> {
  const { bytes, places } = await renderWithSignatureBoxes(letterModel(row, sealer !== null, at))
  const sealPosition = places[0]
  if (sealer === null || !sealPosition) return bytes
  const identity = await identityOfSealer(sealer, job.identity)
  const sealImage = sealer.picture ? { picture: sealer.picture } : { seal: row.entity_name }
  const stamp = await drawStamp({
    width: sealPosition.width,
    height: sealPosition.height,
    createdAt: at,
    ...sealImage,
    lines: [row.entity_name, dateTimeOf(at)],
  })
  return signPdf(bytes, identity, {
    place: sealPosition,
    stamp,
    name: row.entity_name,
    reason: `结算确认函 ${row.no}`,
    location: '中国',
    at: at < identity.from ? identity.from : at,
  })
}

const maxAttempts = 3

/** Generates and seals the letter of a batch, once for the same figures. Can be repeated. */
export async function makeLetter(job: JobContext, { batchId, userId }: DataOf<typeof letterJob>): Promise<void> {
  for (let round = 0; round < maxAttempts; round++) {
    const letterWork = await job.runAsOwner('dossiers.letter', async (ctx) => {
      const [row] = await store.settledBatches(ctx, [batchId])
      if (!row) return null
      const sealerOrFault = await sealerOf(ctx, row.centre_id)
      const sealer = typeof sealerOrFault === 'string' ? null : sealerOrFault
      const digest = letterDigest(row, sealer)
      return (await store.hasLetter(ctx, batchId, digest)) ? null : { row, sealer, digest, at: ctx.now }
    })
    if (!letterWork) return
    const { row, sealer, digest, at } = letterWork
    const bytes = await drawLetter(job, row, sealer, at)
    const isStored = await job.runAsOwner('dossiers.letter', async (ctx) => {
      if (await store.hasLetter(ctx, batchId, digest)) return true
      const [now] = await store.settledBatches(ctx, [batchId])
      // The figures or the seal changed in the meantime, so the letter would be out of date.
      if (!now || letterDigest(now, sealer) !== digest) return false
      const letterOwner = { unitId: row.unit_id, centreId: row.centre_id }
      const { id, sha256 } = await ctx.files.save({ name: `结算确认函_${row.no}.pdf`, mediaType: 'application/pdf', bytes, purpose: 'letter', ...letterOwner })
      await store.addLetter(ctx, {
        batch_id: batchId,
        centre_id: row.centre_id,
        unit_id: row.unit_id,
        figures_sha256: digest,
        file_id: id,
        sha256,
        has_seal: sealer !== null,
        made_by: userId,
        made_at: at,
      })
      ctx.note({ refType: 'batch', refId: batchId, ...letterOwner, detail: { no: row.no, sha256, isSealed: sealer !== null, askedBy: userId } })
      return true
    })
    if (isStored) return
  }
  throw new Error(`batch ${batchId} changes faster than its letter is drawn`)
}
