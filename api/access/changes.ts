import { z } from 'zod'
import { Id, type Module, Moment, Page, pageOf } from '#/api/operation.ts'
import { changeStates, guardedKinds } from '#/domain/access/guarded.ts'

/** A changed value, formatted for display. */
const Difference = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  /** Whether the value is secret. `before` and `after` then contain fingerprints. */
  isSecret: z.boolean(),
})

const DenialReason = z.string()

/** A proposed change and its progress. */
export const ProposedChange = z.object({
  id: Id,
  kind: z.enum(guardedKinds),
  name: z.string(),
  /** The centre of the changed row; empty when the row belongs to none. */
  centreName: z.string(),
  state: z.enum(changeStates),
  differences: z.array(Difference),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  note: z.string(),
  /** The time at which an approved change takes effect. */
  effectiveAt: Moment.nullable(),
  /** The reason why the caller cannot decide or withdraw the change; empty when the caller can. */
  mayDecide: DenialReason,
  mayWithdraw: DenialReason,
})

/** Changes of master data that affect payments (敏感变更). One person proposes a change, and another decides. */
export const changes = {
  list: {
    access: 'changeList',
    kind: 'read',
    input: z.object({ changeId: Id.optional(), state: z.enum(changeStates).optional(), isForMe: z.boolean().default(false), ...Page }),
    output: pageOf(ProposedChange),
  },
  /** Decides a change. The proposer cannot decide it. The caller must have confirmed the login password recently. */
  decide: {
    access: 'change:decide',
    kind: 'write',
    log: { zh: '复核敏感变更', en: 'Decide a guarded change', es: 'Resolver un cambio protegido', ja: '重要変更の承認' },
    done: {
      zh: '{isApproved, select, true {已通过，按生效时间执行} other {已驳回，数据不变}}',
      en: '{isApproved, select, true {Approved; it takes effect at the time shown} other {Rejected; nothing changes}}',
      es: '{isApproved, select, true {Aprobado; se aplica en la fecha indicada} other {Rechazado; no cambia nada}}',
      ja: '{isApproved, select, true {承認しました。発効日時に反映されます} other {却下しました。変更はありません}}',
    },
    input: z.object({ changeId: Id, isApproved: z.boolean(), note: z.string().trim().max(200).default('') }),
    output: z.object({}),
  },
  /** Withdraws a change before it takes effect. This needs no second person. */
  withdraw: {
    access: ['change:decide', 'centre:edit', 'partner:edit', 'wbfwList', 'role:edit', 'PtUserList'],
    kind: 'write',
    log: { zh: '撤销敏感变更', en: 'Withdraw a guarded change', es: 'Retirar un cambio protegido', ja: '重要変更の取消' },
    done: { zh: '已撤销，数据不变', en: 'Withdrawn; nothing changes', es: 'Retirado; no cambia nada', ja: '取り消しました。変更はありません' },
    input: z.object({ changeId: Id, note: z.string().trim().min(2).max(200) }),
    output: z.object({}),
  },
} as const satisfies Module
