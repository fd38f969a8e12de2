import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { channelTestFaults } from '#/domain/payout-channel.ts'

/** What is asked of channels that can be asked over the network, beside paying; part of `payouts`. */
export const payoutChannels = {
  /** 测试连接: asks for a signed sign of life; pays and changes nothing. */
  testChannel: {
    access: ['payZfPt', 'centre:edit'],
    kind: 'write',
    log: { zh: '测试支付通道', en: 'Test a channel', es: 'Probar un canal', ja: '支払チャネルの接続テスト' },
    limit: 'export',
    input: z.object({ channelId: Id }),
    output: z.object({
      /** null: all is well. */
      fault: z.enum(channelTestFaults).nullable(),
      /** What was seen, for whoever mends it. */
      detail: z.string(),
      ms: z.int(),
      skewSeconds: z.int(),
      balance: MoneyOut.nullable(),
    }),
  },
  /** The daily files of a channel, as it gave them, newest first. */
  channelFiles: {
    access: 'payZfPt',
    kind: 'read',
    input: z.object({ channelId: Id }),
    /** `refusal`: why it was not taken in; empty where it was, or is being read. */
    output: z.array(z.object({ day: Day, attempt: z.int(), fileId: z.uuid(), name: z.string(), sha256: z.string(), fetchedAt: Moment, refusal: z.string() })),
  },
  /** Asks the channel to take back an order that it has not passed on; answers where the line stands then. */
  cancelSent: {
    access: ['zf:retry', 'payZfPt'],
    kind: 'write',
    log: { zh: '撤销已提交明细', en: 'Withdraw a sent line', es: 'Retirar una línea enviada', ja: '送信済み明細の取消し' },
    done: { zh: '通道已答复，请查看状态', en: 'The channel has answered: see the status', es: 'El canal ha respondido: vea el estado', ja: 'チャネルから応答がありました。状態をご確認ください' },
    input: z.object({ lineId: Id }),
    output: z.object({ state: z.string() }),
  },
} as const satisfies Module
