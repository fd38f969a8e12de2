import { z } from 'zod'
import { Day, Id, Mode, type Module, Moment } from '#/api/operation.ts'

/** Outcome of an action: done, refused with a message, or denied without permission. */
export const trailOutcomes = ['done', 'refused', 'denied'] as const
export const signInKinds = ['in', 'step', 'closed', 'failed', 'locked', 'out', 'password', 'device'] as const

const size = z.int().min(1).max(200).default(50)
const period = { from: Day.optional(), to: Day.optional() }
const filter = {
  ...period,
  /** Part of a user name or of a person's name. */
  who: z.string().trim().max(50).optional(),
  module: z.string().max(40).optional(),
  action: z.string().max(80).optional(),
  outcome: z.enum(trailOutcomes).optional(),
  refType: z.string().max(40).optional(),
  /** The number or id of the object of the action. */
  ref: z.string().trim().max(80).optional(),
  unit: z.string().trim().max(80).optional(),
  centreId: Id.optional(),
  ip: z.string().trim().max(60).optional(),
  requestId: z.string().trim().max(80).optional(),
}
const signInFilter = { ...period, who: filter.who, ip: filter.ip, kind: z.enum(signInKinds).optional() }

const Row = z.object({
  id: Id,
  at: Moment,
  action: z.string(),
  /** The name of the action in the caller's language. */
  actionName: z.string(),
  userId: z.int(),
  /** The author of the action: a user, a visitor who is not signed in, or the system. */
  doer: z.enum(['person', 'guest', 'system']),
  username: z.string(),
  name: z.string(),
  usertype: z.int(),
  centreName: z.string().nullable(),
  unitName: z.string().nullable(),
  mode: Mode.nullable(),
  ip: z.string(),
  refType: z.string().nullable(),
  refId: z.string().nullable(),
  refNo: z.string().nullable(),
  outcome: z.enum(trailOutcomes),
  /** The code of the refusal; empty unless the outcome is `refused`. */
  reason: z.string(),
  /**
   * The refusal message, or the permissions that a denied caller lacked, in the caller's language. Empty when the
   * action was done.
   */
  said: z.string(),
  hasChange: z.boolean(),
  requestId: z.string(),
})

const ChainFault = z.object({ id: Id.nullable(), chain: z.int(), seq: z.int(), problem: z.enum(['altered', 'missing', 'unlinked', 'cut']) })

const Verification = z.object({
  id: Id,
  state: z.enum(['running', 'intact', 'broken', 'failed']),
  /** The centre of the chain; null for all chains. */
  centreName: z.string().nullable(),
  from: Day.nullable(),
  to: Day.nullable(),
  checked: z.int(),
  total: z.int(),
  broken: ChainFault.nullable(),
  askedBy: z.string(),
  askedAt: Moment,
  finishedAt: Moment.nullable(),
})

/** The audit trail (操作日志, 登录日志): actions with author and origin, and the verification of the trail. */
export const audit = {
  /** Returns entries newest first, with keyset paging. */
  list: { access: 'syslog', kind: 'read', input: z.object({ ...filter, after: Id.optional(), size }), output: z.object({ rows: z.array(Row), next: z.int().nullable() }) },
  get: {
    access: 'syslog',
    kind: 'read',
    input: z.object({ id: Id }),
    output: Row.extend({
      agent: z.string(),
      chain: z.int(),
      seq: z.int(),
      hash: z.string(),
      /** The values of the changed fields, before and after the action. */
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), isChanged: z.boolean() })),
      facts: z.array(z.object({ field: z.string(), value: z.unknown() })),
      /** Other entries of the same request. */
      siblings: z.array(z.object({ id: Id, action: z.string(), actionName: z.string(), refType: z.string().nullable(), refNo: z.string().nullable() })),
    }),
  },
  signIns: {
    access: 'syslog',
    kind: 'read',
    input: z.object({ ...signInFilter, after: Id.optional(), size }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          at: Moment,
          kind: z.enum(signInKinds),
          isOk: z.boolean(),
          reason: z.string(),
          /** The refusal message, shown when `reason` has no name in `signInReasonNames`. */
          said: z.string(),
          /** The id of the account; null for an unknown user name. */
          userId: z.int().nullable(),
          username: z.string(),
          name: z.string(),
          usertype: z.int().nullable(),
          centreName: z.string().nullable(),
          unitName: z.string().nullable(),
          ip: z.string(),
          agent: z.string(),
        }),
      ),
      next: z.int().nullable(),
    }),
  },
  /** Returns the filter options, and whether the caller can start a verification. */
  choices: { access: 'syslog', kind: 'read', input: z.object({}), output: z.object({ centres: z.array(z.object({ id: Id, name: z.string() })), actions: z.array(z.object({ action: z.string(), name: z.string() })), mayVerify: z.boolean() }) },
  /** Recomputes all digests of the period, by default of the whole trail, in a job. */
  verify: {
    access: 'syslog',
    kind: 'write',
    log: { zh: '校验日志完整性', en: 'Verify the log', es: 'Verificar el registro', ja: 'ログの検証' },
    done: { zh: '校验已开始', en: 'Verification started.', es: 'La verificación ha comenzado.', ja: '検証を開始しました。' },
    input: z.object(period),
    output: z.object({ id: Id, taskId: Id }),
  },
  verifications: { access: 'syslog', kind: 'read', input: z.object({}), output: z.array(Verification) },
  /** Exports the entries under a filter, as a file or, for many rows, as a task. */
  export: {
    access: 'syslog',
    kind: 'write',
    log: { zh: '导出日志', en: 'Export the log', es: 'Exportar el registro', ja: 'ログの出力' },
    limit: 'export',
    input: z.object({ list: z.enum(['operations', 'signIns']), ...filter, kind: z.enum(signInKinds).optional() }),
    output: z.object({ fileId: z.uuid().nullable(), taskId: Id.nullable() }),
  },
} as const satisfies Module
