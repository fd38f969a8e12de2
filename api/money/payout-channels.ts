import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { channelTestFaults } from '#/domain/organisations/payout-channel.ts'

/** Operations on networked channels except paying, as a part of the module `payouts`. */
export const payoutChannels = {
  /** 测试连接 (test the connection): requests a signed test answer. The channel pays and changes nothing. */
  testChannel: {
    access: ['payZfPt', 'centre:edit'],
    kind: 'write',
    log: { zh: '测试支付通道', en: 'Test a channel', es: 'Probar un canal', ja: '支払チャネルの接続テスト' },
    limit: 'export',
    input: z.object({ channelId: Id }),
    output: z.object({
      /** The fault that the test found; null when the test passed. */
      fault: z.enum(channelTestFaults).nullable(),
      /** Technical details for the administrator. */
      detail: z.string(),
      ms: z.int(),
      skewSeconds: z.int(),
      balance: MoneyOut.nullable(),
    }),
  },
  /** Returns the daily files of a channel, newest first. */
  channelFiles: {
    access: 'payZfPt',
    kind: 'read',
    input: z.object({ channelId: Id }),
    /** `refusal`: the reason why the file was refused; empty when it was accepted or is still being read. */
    output: z.array(z.object({ day: Day, attempt: z.int(), fileId: z.uuid(), name: z.string(), sha256: z.string(), fetchedAt: Moment, refusal: z.string() })),
  },
  /** Asks the channel to cancel an order that the bank does not have yet. Returns the new state of the line. */
  cancelSent: {
    access: ['zf:retry', 'payZfPt'],
    kind: 'write',
    log: { zh: '撤销已提交明细', en: 'Withdraw a sent line', es: 'Retirar una línea enviada', ja: '送信済み明細の取消し' },
    done: { zh: '通道已答复，请查看状态', en: 'The channel has answered. See the status.', es: 'El canal ha respondido: vea el estado', ja: 'チャネルから応答がありました。状態をご確認ください' },
    input: z.object({ lineId: Id }),
    output: z.object({ state: z.string() }),
  },
} as const satisfies Module
