import { centreStaffOf, unitStaffOf } from '#/demo/access.ts'
import type { PaidBatch } from '#/demo/history.ts'
import { type PendingBatch, stepTimesOf } from '#/demo/pending-batches.ts'
import { type UserType, userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'

interface TrailEntry {
  readonly at: Date
  readonly action: string
  readonly userId: number
  readonly usertype: UserType
  readonly batch: { readonly id: number; readonly no: string; readonly centreId: number; readonly unitId: number; readonly mode: number }
  readonly detail: Readonly<Record<string, unknown>>
}

const minuteMs = 60_000

function paidEntries({ id, no, plan, steps, lines }: PaidBatch): TrailEntry[] {
  const { unit, setting, createdAt } = plan
  const staff = unitStaffOf(unit.id)
  const batch = { id, no, centreId: setting.centreId, unitId: unit.id, mode: setting.mode }
  const actorOf = (userId: number, usertype: UserType) => ({ userId, usertype, batch })
  const count = (end: string) => lines.filter((line) => line.payee.end === end).length
  const isReturned = plan.returnedAt !== undefined
  const [maker, checker, payer] = [actorOf(staff.maker, userType.unit), actorOf(staff.checker, userType.unit), actorOf(staff.payer, userType.unit)]
  const resultCounts = { success: count('success') + count('returned'), failed: count('failed'), returned: 0 }
  return [
    { ...maker, at: createdAt, action: 'payments.create', detail: { no } },
    { ...maker, at: new Date(createdAt.getTime() + 2 * minuteMs), action: 'lines.import', detail: { no, lines: lines.length } },
    { ...maker, at: steps.submitted, action: 'payments.submit', detail: { no, from: 'ready', to: setting.dualControl ? 'checking' : 'auditing' } },
    ...(setting.dualControl ? [{ ...checker, at: steps.checked, action: 'payments.check', detail: { no, from: 'checking', to: 'auditing' } }] : []),
    {
      ...actorOf(centreStaffOf(setting.centreId).auditor, userType.centre),
      at: steps.audited,
      action: 'payments.audit',
      detail: { no, from: 'auditing', to: 'payable' },
    },
    { ...payer, at: steps.paid, action: 'payments.pay', detail: { no, from: 'payable', to: 'paying', lines: lines.length } },
    { ...actorOf(0, userType.platform), at: steps.done, action: 'payouts.results', detail: { no, from: 'paying', ...resultCounts } },
    ...(isReturned && plan.returnedAt
      ? [
          {
            ...actorOf(0, userType.platform),
            at: plan.returnedAt,
            action: 'payouts.return',
            detail: { no, ...resultCounts, success: count('success'), returned: count('returned') },
          },
        ]
      : []),
  ]
}

function pendingEntries(waiting: PendingBatch, now: Date): TrailEntry[] {
  const { id, no, unit, setting, createdAt, rows, stage } = waiting
  const staff = unitStaffOf(unit.id)
  const batch = { id, no, centreId: setting.centreId, unitId: unit.id, mode: setting.mode }
  const actorOf = (userId: number, usertype: UserType) => ({ userId, usertype, batch })
  const stepTimes = stepTimesOf(waiting, now)
  const entries: TrailEntry[] = [{ ...actorOf(staff.maker, userType.unit), at: createdAt, action: 'payments.create', detail: { no } }]
  if (rows.length > 0) entries.push({ ...actorOf(staff.maker, userType.unit), at: createdAt, action: 'lines.import', detail: { no, lines: rows.length } })
  if (stepTimes.submitted_at)
    entries.push({
      ...actorOf(staff.maker, userType.unit),
      at: stepTimes.submitted_at,
      action: 'payments.submit',
      detail: { no, from: 'ready', to: 'checking' },
    })
  if (stepTimes.checked_at)
    entries.push({
      ...actorOf(staff.checker, userType.unit),
      at: stepTimes.checked_at,
      action: 'payments.check',
      detail: { no, from: 'checking', to: 'auditing' },
    })
  if (stepTimes.audited_at)
    entries.push({
      ...actorOf(centreStaffOf(setting.centreId).auditor, userType.centre),
      at: stepTimes.audited_at,
      action: 'payments.audit',
      detail: { no, from: 'auditing', to: 'payable' },
    })
  if (stage === 'cancelled')
    entries.push({ ...actorOf(staff.maker, userType.unit), at: now, action: 'payments.cancel', detail: { no, from: 'ready', to: 'cancelled' } })
  return entries
}

/** Adds the audit trail of these batches in chronological order. Uses the only function that writes the trail. */
export async function addTrail(ctx: Context, paid: readonly PaidBatch[], waiting: readonly PendingBatch[]): Promise<void> {
  const entries = [...paid.flatMap(paidEntries), ...waiting.flatMap((batch) => pendingEntries(batch, ctx.now))].sort((a, b) => a.at.getTime() - b.at.getTime())
  const rows = entries.map(({ at, action, userId, usertype, batch, detail }, index) => ({
    chain: batch.centreId,
    at,
    requestId: `demo-${String(index + 1).padStart(6, '0')}`,
    userId,
    usertype,
    centreId: batch.centreId,
    unitId: batch.unitId,
    mode: batch.mode,
    ip: userId === 0 ? 'server' : '203.0.113.7',
    action,
    refType: 'batch',
    refId: String(batch.id),
    outcome: 'done',
    detail,
  }))
  await ctx.run`select app.audit_append(entry) from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) entry`
}
