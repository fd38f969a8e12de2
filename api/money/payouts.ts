import { z } from 'zod'
import { payoutChannels } from '#/api/money/payout-channels.ts'
import { payoutExceptions } from '#/api/money/payout-exceptions.ts'
import { payoutReports } from '#/api/money/payout-reports.ts'
import { Id, type Module, Moment, MoneyOut, upload } from '#/api/operation.ts'
import { offlineIssueCodes, offlineResults } from '#/domain/money/offline.ts'
import { channelKindNames } from '#/domain/organisations/payout-channel.ts'

const ResultTotals = z.object({ count: z.int(), amount: MoneyOut })
/** The number of registered results, and the number of results that await another person. */
const RegistrationResult = z.object({ done: z.int(), waiting: z.int() })
/** Results of manual payments: a completed template T9 and the uploaded slips. */
const OfflineResults = { batchId: Id, file: upload(), slipIds: z.array(z.uuid()).max(200) }

const registeredText = {
  zh: '已登记 {done} 笔{waiting, plural, =0 {} other {，其中 # 笔失败或退汇待另一人确认}}',
  en: '{done} registered{waiting, plural, =0 {} other {; # failed or returned await another person}}',
  es: '{done} registradas{waiting, plural, =0 {} other {; # fallidas o devueltas esperan a otra persona}}',
  ja: '{done} 件を登録しました{waiting, plural, =0 {} other {（うち失敗・組戻し # 件は別の担当者の確認待ち）}}',
}

/** Payout channels: progress, queries, held and returned lines, the console. */
export const payouts = {
  ...payoutExceptions,
  ...payoutChannels,
  ...payoutReports,
  progress: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.object({
      state: z.string(),
      total: z.int(),
      queued: z.int(),
      sent: z.int(),
      success: z.int(),
      failed: z.int(),
      held: z.int(),
      unknown: z.int(),
      returned: z.int(),
      cancelled: z.int(),
      successNet: MoneyOut,
    }),
  },
  /** Returns the failures, grouped by reason and by the party that must act. */
  failures: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.array(z.object({ reason: z.enum(['card', 'name', 'limit', 'channel', 'unknown', 'returned', 'cancelled']), owner: z.enum(['unit', 'operator', 'centre']), count: z.int(), cost: MoneyOut })),
  },
  /** Queries the channel about lines without a final result. Sends no payment. */
  query: {
    access: ['zf:retry', 'payZfPt'],
    kind: 'write',
    log: { zh: '查询支付结果', en: 'Query results', es: 'Consultar resultados', ja: '支払結果の照会' },
    done: { zh: '已向通道查询 {asked} 笔', en: '{asked, plural, one {# line} other {# lines}} queried', es: '{asked, plural, one {# línea consultada} other {# líneas consultadas}}', ja: '{asked} 件を照会しました' },
    input: z.object({ batchId: Id }),
    output: z.object({ asked: z.int() }),
  },
  retryHeld: {
    access: ['zf:retry', 'payZfPt'],
    kind: 'write',
    log: { zh: '重发挂起明细', en: 'Re-send held lines', es: 'Reenviar líneas en espera', ja: '保留明細の再送' },
    done: { zh: '已重发 {done} 笔', en: '{done, plural, one {# line} other {# lines}} sent again', es: '{done, plural, one {# línea reenviada} other {# líneas reenviadas}}', ja: '{done} 件を再送しました' },
    input: z.object({ lineIds: z.array(Id).min(1).max(500) }),
    output: z.object({ done: z.int() }),
  },
  cancelHeld: {
    access: ['zf:retry', 'payZfPt'],
    kind: 'write',
    log: { zh: '取消挂起明细', en: 'Cancel held lines', es: 'Cancelar líneas en espera', ja: '保留明細の取消し' },
    done: { zh: '已取消 {done} 笔', en: '{done, plural, one {# line} other {# lines}} cancelled', es: '{done, plural, one {# línea cancelada} other {# líneas canceladas}}', ja: '{done} 件を取り消しました' },
    input: z.object({ lineIds: z.array(Id).min(1).max(500) }),
    output: z.object({ done: z.int() }),
  },
  /**
   * Replaces the card of the payee of a failed or returned line. The card is verified, and the resend batch uses it.
   */
  replaceCard: {
    access: 'zf:make',
    kind: 'write',
    log: { zh: '更换收款卡', en: 'Replace a card', es: 'Cambiar la tarjeta', ja: '受取カードの変更' },
    done: {
      zh: '{isVerified, select, true {新卡已核验} other {已保存，但新卡未通过核验}}',
      en: '{isVerified, select, true {The card is verified} other {Saved, but the card was not verified}}',
      es: '{isVerified, select, true {Tarjeta verificada} other {Guardada, pero no verificada}}',
      ja: '{isVerified, select, true {カードを検証しました} other {保存しましたが、検証できませんでした}}',
    },
    input: z.object({ lineId: Id, cardNo: z.string().trim().min(1).max(40), bankName: z.string().trim().max(60) }),
    output: z.object({ isVerified: z.boolean() }),
  },
  /** Returns template T9 with the lines that await a bank slip. */
  offlineTemplate: { access: 'zf:offline', kind: 'read', log: { zh: '下载线下支付回填模板', en: 'Download the manual payment sheet', es: 'Descargar la hoja de pagos externos', ja: 'オフライン支払シートのダウンロード' }, input: z.object({ batchId: Id }), output: z.object({ fileId: z.uuid() }) },
  /** Uploads a bank slip for the rows that name its file. A slip that no result uses is deleted after a day. */
  addSlip: { access: 'zf:offline', kind: 'write', log: { zh: '上传银行回单', en: 'Upload a bank slip', es: 'Subir un comprobante', ja: '銀行振込控のアップロード' }, limit: 'upload', input: z.object({ batchId: Id, file: upload() }), output: z.object({ fileId: z.uuid(), name: z.string() }) },
  /** Checks a completed sheet and returns its issues or totals. Nothing is written. */
  checkOffline: {
    access: 'zf:offline',
    kind: 'read',
    limit: 'upload',
    input: z.object(OfflineResults),
    output: z.object({
      rows: z.int(),
      faults: z.int(),
      problems: z.array(z.object({ row: z.int().nullable(), column: z.string(), code: z.enum(offlineIssueCodes), message: z.string() })),
      success: ResultTotals,
      failed: ResultTotals,
      returned: ResultTotals,
    }),
  },
  /**
   * 登记线下支付 (register manual payments): registers a sheet without issues. `count` and `amount` are the totals that the
   * user saw. Other totals are refused.
   */
  registerOffline: {
    access: 'zf:offline',
    kind: 'write',
    log: { zh: '登记线下支付', en: 'Register manual payments', es: 'Registrar pagos externos', ja: 'オフライン支払の登録' },
    done: registeredText,
    limit: 'upload',
    input: z.object({ ...OfflineResults, count: z.int(), amount: MoneyOut }),
    output: RegistrationResult,
  },
  /** Registers the result of one line with its bank slip. `amount` is the net amount that the user saw. */
  registerLine: {
    access: 'zf:offline',
    kind: 'write',
    log: { zh: '登记单笔线下支付', en: 'Register one manual payment', es: 'Registrar un pago externo', ja: 'オフライン支払（1件）の登録' },
    done: registeredText,
    limit: 'upload',
    input: z.object({
      lineId: Id,
      result: z.enum(offlineResults),
      serial: z.string().trim().min(1).max(60),
      paidAt: z.string().trim().min(1).max(40),
      reason: z.string().trim().max(200).default(''),
      slip: upload().optional(),
      amount: MoneyOut,
    }),
    output: RegistrationResult,
  },
  /** Returns the registered results of a manual payment. */
  slips: {
    access: ['zfPtList', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ lineId: Id }),
    output: z.array(
      z.object({
        result: z.enum(offlineResults),
        serial: z.string(),
        happenedAt: Moment,
        reason: z.string(),
        fileId: z.uuid().nullable(),
        fileName: z.string(),
        registeredBy: z.string(),
        registeredAt: Moment,
        /** The name of the person who confirmed a failure or a return; empty for a payment. */
        confirmedBy: z.string(),
      }),
    ),
  },
  console: {
    access: 'payZfPt',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        channelId: Id,
        name: z.string(),
        kind: z.enum(channelKindNames),
        centreName: z.string(),
        isPaused: z.boolean(),
        pausedReason: z.string(),
        queued: z.int(),
        inFlight: z.int(),
        unknown: z.int(),
        held: z.int(),
        successToday: z.int(),
        failedToday: z.int(),
        /** The average seconds from order to arrival of today's payments; null without payments. */
        averageSeconds: z.int().nullable(),
        ledgerBalance: MoneyOut,
        /** The last balance that the channel reported, and its time; null without one. */
        channelBalance: MoneyOut.nullable(),
        balanceAt: Moment.nullable(),
        /** The end of the pause that the channel reported or its maintenance window sets; null without a pause. */
        waitsUntil: Moment.nullable(),
      }),
    ),
  },
  /** Pauses or resumes a channel. A person who paused it cannot resume it; another one of the centre or the platform does. */
  pause: {
    access: 'payZfPt',
    kind: 'write',
    log: { zh: '暂停或恢复支付通道', en: 'Pause or resume a channel', es: 'Pausar o reanudar un canal', ja: '支払チャネルの停止・再開' },
    done: { zh: '已更新', en: 'Changed', es: 'Actualizado', ja: '更新しました' },
    input: z.object({ channelId: Id, paused: z.boolean(), reason: z.string().trim().min(2).max(200) }),
    output: z.object({}),
  },
} as const satisfies Module
