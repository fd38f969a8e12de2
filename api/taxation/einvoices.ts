import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { einvoiceKindNames } from '#/domain/taxation/einvoice.ts'

const Way = z.object({
  centreId: Id,
  kind: z.enum(einvoiceKindNames),
  /** The settings without secrets, and the names of stored secrets. */
  settings: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  /** The version that the caller saw; 0 before the first change. */
  version: z.int().min(0),
  setAt: Moment.nullable(),
  setBy: z.string(),
  testedAt: Moment.nullable(),
  /** The problem that the last test found; empty when the test passed or none has run. */
  testResult: z.string(),
  quota: MoneyOut.nullable(),
  quotaAt: Moment.nullable(),
  /** The kinds of channel that this installation offers. */
  kinds: z.array(z.enum(einvoiceKindNames)),
  may: z.object({ edit: z.string() }),
})

/** 开票通道: the channel through which a centre issues its invoices. */
export const einvoices = {
  get: { access: 'userMsList', kind: 'read', input: z.object({ centreId: Id }), output: Way },
  set: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '设置开票通道', en: 'Set the issuing channel', es: 'Configurar el canal de emisión', ja: '発行チャネルの設定' },
    done: successMessages.proposed,
    input: z.object({ centreId: Id, version: z.int().min(0), kind: z.enum(einvoiceKindNames), settings: z.record(z.string().max(40), z.string().trim().max(4000)).default({}), why: z.string().trim().max(200).default('') }),
    output: Way,
  },
  /** Tests the connection and queries the remaining quota. */
  test: {
    access: 'centre:edit',
    kind: 'write',
    log: { zh: '测试开票通道', en: 'Test the issuing channel', es: 'Probar el canal de emisión', ja: '発行チャネルのテスト' },
    done: {
      zh: '{isGood, select, true {连接正常} other {连接失败：{said}}}',
      en: '{isGood, select, true {The channel works} other {The test failed: {said}}}',
      es: '{isGood, select, true {El canal funciona} other {La prueba ha fallado: {said}}}',
      ja: '{isGood, select, true {正常に応答しました} other {失敗しました：{said}}}',
    },
    input: z.object({ centreId: Id }),
    output: z.object({ isGood: z.boolean(), said: z.string() }),
  },
  /** Returns the issuing channels of the centres whose invoices the caller can see, with the last known quota. */
  ways: {
    access: 'fp:issue',
    kind: 'read',
    input: z.object({}),
    output: z.array(z.object({ centreId: Id, centreName: z.string(), kind: z.enum(einvoiceKindNames), isSandbox: z.boolean(), quota: MoneyOut.nullable(), quotaAt: Moment.nullable() })),
  },
  askQuota: {
    access: 'fp:issue',
    kind: 'write',
    log: { zh: '查询剩余总额度', en: 'Query the remaining quota', es: 'Consultar el cupo restante', ja: '残り発行枠の照会' },
    done: { zh: '已更新剩余总额度', en: 'Quota updated', es: 'Cupo actualizado', ja: '発行枠を更新しました' },
    input: z.object({ centreId: Id }),
    output: z.object({ quota: MoneyOut }),
  },
} as const satisfies Module
