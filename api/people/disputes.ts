import { z } from 'zod'
import { Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload } from '#/api/operation.ts'

/**
 * `open` stops payments, and `ended` stops them permanently. After `kept` or `withdrawn`, payments are allowed again.
 */
export const disputeStates = ['open', 'kept', 'ended', 'withdrawn'] as const
export type DisputeState = (typeof disputeStates)[number]

const Dispute = z.object({
  id: Id,
  state: z.enum(disputeStates),
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  unitId: Id,
  unitName: z.string(),
  statement: z.string(),
  createdAt: Moment,
  resolution: z.string(),
  resolvedBy: z.string(),
  resolvedAt: Moment.nullable(),
  /** The reason why the caller cannot decide; empty when the caller can. */
  mayResolve: z.string(),
  /** The first of the two people who confirm that the use of the identity is genuine; null until one has decided. */
  kept: z.object({ by: z.string(), at: Moment, reason: z.string() }).nullable(),
  /** The reason why the caller may not be the second person; empty when the caller may. */
  mayKeep: z.string(),
})

/** The use of an operator's identity by units, and disputes about it (身份异议). */
export const disputes = {
  /** Returns the units that work with the caller or paid the caller, with this year's payments and the contracts. */
  usage: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        unitId: Id,
        unitName: z.string(),
        isActive: z.boolean(),
        since: Moment.nullable(),
        yearCount: z.int(),
        yearPaid: MoneyOut,
        lastPaidAt: Moment.nullable(),
        contracts: z.array(z.object({ no: z.string(), name: z.string(), state: z.string() })),
        dispute: z.object({ id: Id, state: z.enum(disputeStates), createdAt: Moment, resolution: z.string() }).nullable(),
      }),
    ),
  },
  /** Raises a dispute, which stops this unit's payments to the caller at once. */
  raise: {
    access: 'session',
    kind: 'write',
    log: { zh: '提出身份异议', en: 'Raise an identity objection', es: 'Presentar una objeción de identidad', ja: '身元の異議申立て' },
    done: { zh: '已提出异议，该单位对您的付款已暂停', en: 'Objection submitted; payments are stopped', es: 'Objeción presentada; los pagos están detenidos', ja: '異議を受け付け、支払いを停止しました' },
    limit: 'password',
    input: z.object({ unitId: Id, statement: z.string().trim().min(2).max(500) }),
    output: z.object({ id: Id }),
  },
  withdraw: {
    access: 'session',
    kind: 'write',
    log: { zh: '撤回身份异议', en: 'Withdraw an objection', es: 'Retirar una objeción', ja: '異議の撤回' },
    done: { zh: '已撤回，付款恢复', en: 'Withdrawn; payments continue', es: 'Retirada; se reanudan los pagos', ja: '撤回し、支払いを再開しました' },
    input: z.object({ disputeId: Id }),
    output: z.object({}),
  },
  list: {
    access: ['userYzPtList', 'userYzList'],
    kind: 'read',
    input: z.object({ state: z.enum(disputeStates).optional(), operatorId: Id.optional(), ...LongListPaging }),
    output: longPageOf(Dispute).extend({ open: z.int() }),
  },
  /**
   * Decides a dispute with reasons and a document. `end` ends the cooperation. `keep` lets payments continue once a
   * second person confirms it; `isFirst` is true for the first decision. The second person needs no document.
   */
  resolve: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '处理身份异议', en: 'Decide an objection', es: 'Resolver una objeción', ja: '異議の処理' },
    done: {
      zh: '{isFirst, select, true {已提交，须由另一人确认后恢复付款} other {异议已处理，双方已收到通知}}',
      en: '{isFirst, select, true {Recorded. Payments resume once another person confirms.} other {Decided; both parties were notified}}',
      es: '{isFirst, select, true {Registrada. Los pagos se reanudan cuando otra persona lo confirme} other {Resuelta; se ha avisado a ambas partes}}',
      ja: '{isFirst, select, true {登録しました。別の担当者が確認すると支払いを再開します} other {処理しました。双方に通知済みです}}',
    },
    limit: 'upload',
    input: z.object({ disputeId: Id, decision: z.enum(['keep', 'end']), resolution: z.string().trim().min(2).max(500), file: upload().optional() }),
    output: z.object({ isFirst: z.boolean() }),
  },
} as const satisfies Module
