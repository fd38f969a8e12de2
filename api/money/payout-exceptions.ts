import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut, Page, pageOf, upload, Version } from '#/api/operation.ts'
import { exceptionKinds, exceptionResolutions, exceptionStates, stopScopes } from '#/domain/money/payout-exception.ts'
import { accountKinds } from '#/domain/money/posting.ts'

const filter = {
  keyword: z.string().trim().max(64).optional(),
  states: z.array(z.enum(exceptionStates)).optional(),
  kinds: z.array(z.enum(exceptionKinds)).optional(),
  stops: z.enum(stopScopes).optional(),
  unitId: Id.optional(),
  centreId: Id.optional(),
  channelId: Id.optional(),
  /** Only exceptions that are assigned to the caller. */
  mine: z.literal('yes').optional(),
  /** Only exceptions whose resolution another person proposed. */
  isForMe: z.boolean().optional(),
  /** Minimum age in days. */
  olderThan: z.int().min(1).max(3650).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const Row = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(exceptionKinds),
  state: z.enum(exceptionStates),
  stops: z.enum(stopScopes),
  openedAt: Moment,
  resolvedAt: Moment.nullable(),
  /** Full hours from the opening to the resolution, or until now. */
  ageHours: z.int(),
  ownerName: z.string(),
  centreName: z.string(),
  unitName: z.string(),
  channelName: z.string(),
  requestNo: z.string(),
  batchId: Id.nullable(),
  batchNo: z.string(),
  /** The ordered amount; null for an order that is not ours. */
  ours: MoneyOut.nullable(),
  theirs: MoneyOut.nullable(),
  /** The amount on the suspense account: negative for outgoing money, positive for incoming money. */
  suspense: MoneyOut,
  resolution: z.enum(exceptionResolutions).nullable(),
  version: Version,
})

const Detail = Row.extend({
  /** The channel's answer, sanitised and truncated. */
  answer: z.string(),
  lineNo: z.string(),
  lineState: z.string().nullable(),
  payeeName: z.string(),
  /** The resolutions that are possible now. */
  ways: z.array(z.enum(exceptionResolutions)),
  /** The reason why the caller cannot take each action; empty where allowed. */
  may: z.object({ take: z.string(), propose: z.string(), decide: z.string() }),
  steps: z.array(
    z.object({
      kind: z.enum(['opened', 'heard', 'taken', 'proposed', 'declined', 'resolved', 'closed']),
      at: Moment,
      /** The author of the step; empty for an automatic step. */
      byName: z.string(),
      resolution: z.enum(exceptionResolutions).nullable(),
      reason: z.string(),
      fileId: z.uuid().nullable(),
      fileName: z.string(),
    }),
  ),
  entries: z.array(z.object({ journalId: Id, at: Moment, account: z.enum(accountKinds), debit: MoneyOut, credit: MoneyOut, memo: z.string() })),
})

const target = { id: Id, version: Version }
const resolvingKeys = ['zf:propose', 'zf:settle'] as const

/**
 * 支付异常 (payout exceptions): bank results that the books cannot apply. Two people resolve them, or a later message of
 * the channel does.
 */
export const payoutExceptions = {
  exceptions: {
    access: 'zfycList',
    kind: 'read',
    input: z.object({ ...filter, ...Page }),
    output: pageOf(Row).extend({ totals: z.object({ open: z.int(), suspense: MoneyOut }) }),
  },
  exception: { access: 'zfycList', kind: 'read', input: z.object({ id: Id }), output: Detail },
  exportExceptions: { access: 'zfycList', kind: 'read', log: { zh: '导出支付异常', en: 'Export payout exceptions', es: 'Exportar incidencias de pago', ja: '支払異常の出力' }, limit: 'export', input: z.object(filter), output: z.object({ fileId: z.uuid() }) },
  /** Assigns the exception to the caller. */
  takeException: {
    access: resolvingKeys,
    kind: 'write',
    log: { zh: '接手支付异常', en: 'Take ownership of a payout exception', es: 'Asumir una incidencia de pago', ja: '支払異常の担当' },
    done: { zh: '已由您负责', en: 'Assigned to you', es: 'Asignada a usted', ja: '担当になりました' },
    input: z.object(target),
    output: z.object({}),
  },
  /** Proposes a resolution with a reason and a document, and replaces an unconfirmed proposal. */
  proposeException: {
    access: 'zf:propose',
    kind: 'write',
    log: { zh: '提出支付异常处理方案', en: 'Propose a resolution', es: 'Proponer una resolución', ja: '支払異常の処理提案' },
    done: { zh: '方案已提交，等待他人复核', en: 'Proposed; another person must approve it', es: 'Propuesta; debe aprobarla otra persona', ja: '提出しました。別の担当者の承認待ちです' },
    limit: 'upload',
    input: z.object({ ...target, resolution: z.enum(exceptionResolutions), reason: z.string().trim().min(2).max(500), file: upload() }),
    output: z.object({}),
  },
  /** Confirms and books another person's proposal, or rejects it with a reason. */
  decideException: {
    access: 'zf:settle',
    kind: 'write',
    log: { zh: '复核支付异常处理方案', en: 'Decide a proposed resolution', es: 'Decidir una resolución propuesta', ja: '支払異常の処理案の承認' },
    done: {
      zh: '{approve, select, true {已入账，异常处理完毕} other {方案已退回}}',
      en: '{approve, select, true {Booked; the exception is resolved} other {Declined}}',
      es: '{approve, select, true {Contabilizada; la incidencia está resuelta} other {Rechazada}}',
      ja: '{approve, select, true {記帳しました。処理が完了しました} other {差し戻しました}}',
    },
    input: z.object({ ...target, approve: z.boolean(), reason: z.string().trim().max(500).default('') }),
    output: z.object({}),
  },
} as const satisfies Module
