import { z } from 'zod'
import { Id, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { exceptionStates } from '#/domain/money/payout-exception.ts'

/** Result of one check. `unchecked`: the check timed out or could not run. */
export const findingResults = ['holds', 'broken', 'unchecked'] as const
/** State of a run of the checks. */
export const runStates = ['asked', 'running', ...findingResults, 'failed'] as const

/** The place where a user can fix a broken check: a page, or platform support. */
export const remedies = ['exception', 'batch', 'claim', 'reconciliation', 'taxMonth', 'lost', 'support'] as const

const IntegrityRun = z.object({
  id: Id,
  /** `recent` checks only recent changes; `whole` checks everything. */
  kind: z.enum(['recent', 'whole']),
  state: z.enum(runStates),
  /** The name of the user who started the run; null for automatic runs. */
  askedBy: z.string().nullable(),
  startedAt: Moment,
  finishedAt: Moment.nullable(),
})

/** An order that was sent to the bank but is missing in the database. */
const LostOrder = z.object({
  requestNo: z.string(),
  amount: MoneyOut,
  channelName: z.string(),
  sentAt: Moment,
  /** The latest answer of the bank; empty before the first query. */
  answer: z.string(),
  /** The payout exception that replaces the order; null while there is none. */
  exceptionNo: z.string().nullable(),
  exceptionState: z.enum(exceptionStates).nullable(),
  path: z.string(),
})

const PayoutStop = z.object({
  id: Id,
  broken: z.array(z.string()),
  stoppedAt: Moment,
  /** Items in which the broken checks found faults, each with its unit, its centre and the page to fix it. */
  affected: z.array(z.object({ check: z.string(), item: z.string(), unitName: z.string(), centreName: z.string(), path: z.string(), remedy: z.enum(remedies) })),
  /** Orders missing in the database; at most 200 rows, those without an exception first. */
  lost: z.object({ count: z.int(), openCount: z.int(), rows: z.array(LostOrder) }),
  askedBy: z.string().nullable(),
  askedAt: Moment.nullable(),
  reason: z.string().nullable(),
  /** The reason why the caller cannot request, allow or deny the release now; empty when the caller can. */
  mayAsk: z.string(),
  mayRelease: z.string(),
  mayDeny: z.string(),
})

const Reason = z.string().trim().min(2).max(500)

/** Automatic checks of the books (系统核对). A broken check stops all payouts. */
export const integrity = {
  /** Returns the latest runs, newest first, and the current stop. */
  state: {
    access: 'integrity',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      stop: PayoutStop.nullable(),
      /** The time of the last signature over the chain heads of the audit trail. */
      signedAt: Moment.nullable(),
      /** The reason why the caller cannot start a full run now; empty when the caller can. */
      mayRun: z.string(),
      runs: z.array(IntegrityRun),
    }),
  },
  findings: {
    access: 'integrity',
    kind: 'read',
    input: z.object({ runId: Id }),
    output: z.array(z.object({ name: z.string(), result: z.enum(findingResults), offenders: z.array(z.string()), milliseconds: z.int() })),
  },
  /** Starts a full run in a job. */
  run: { access: 'integrity', kind: 'write', log: { zh: '执行完整核对', en: 'Run all checks', es: 'Comprobarlo todo', ja: '全件照合の実行' }, done: { zh: '完整核对已开始', en: 'Check started.', es: 'La comprobación ha comenzado.', ja: '全件照合を開始しました。' }, input: z.object({}), output: z.object({ id: Id }) },
  /** Queries the bank about the orders that are missing in the database, and lists them as payout exceptions. */
  bringBack: {
    access: 'integrity',
    kind: 'write',
    log: { zh: '向银行找回丢失的付款指令', en: 'Bring lost orders back from the bank', es: 'Recuperar del banco las órdenes perdidas', ja: '失われた指図を銀行から回復' },
    done: { zh: '正在向银行查询', en: 'Asking the bank', es: 'Consultando al banco', ja: '銀行に照会しています' },
    input: z.object({ stopId: Id }),
    output: z.object({}),
  },
  /** Requests that payouts resume. All checks must pass again first. */
  askRelease: {
    access: 'integrity',
    kind: 'write',
    log: { zh: '申请解除停付', en: 'Request that payouts resume', es: 'Pedir que se reanuden los pagos', ja: '支払停止の解除申請' },
    done: { zh: '已申请，等待他人确认', en: 'Requested; another person decides', es: 'Pedido; decide otra persona', ja: '申請しました。別の担当者が承認します' },
    input: z.object({ stopId: Id, reason: Reason }),
    output: z.object({}),
  },
  /** Allows or denies the release of payouts. The requester cannot decide. */
  release: {
    access: 'integrity',
    kind: 'write',
    log: { zh: '确认解除停付', en: 'Decide whether payouts resume', es: 'Decidir si se reanudan los pagos', ja: '支払停止の解除承認' },
    done: {
      zh: '{isAllowed, select, true {已解除停付，付款继续} other {已驳回，继续停付}}',
      en: '{isAllowed, select, true {Payouts resume} other {Payouts stay stopped}}',
      es: '{isAllowed, select, true {Los pagos se reanudan} other {Los pagos siguen detenidos}}',
      ja: '{isAllowed, select, true {支払停止を解除しました} other {却下しました。支払停止を続けます}}',
    },
    input: z.object({ stopId: Id, isAllowed: z.boolean(), reason: Reason }),
    output: z.object({}),
  },
} as const satisfies Module
