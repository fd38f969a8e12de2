import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that clear the tax withheld above the tax due for a closed month.

const at = { centre: 2, mode: 2 } as const
const slip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage('clearing') }

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

/**
 * Advances a clearing by one step: offers it, enters or confirms a choice, decides on it, starts, pays or cancels the
 * refund, or recovers a debt.
 */
async function advanceClearing(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const { rows } = await server.must('finance', 'clearings.list', { size: 200 }, at)
  const openClearings = rows.filter(
    ({ state, pending, recovered }) => !['done', 'withdrawn', 'expired'].includes(state) || pending !== null || (recovered > 0 && c % 5 === 0),
  )
  const clearing = openClearings[a % Math.max(1, openClearings.length)]
  if (!clearing) return
  const { state, choice, owed, may, pending, recovered } = clearing
  const target = { taxClearingId: clearing.id, version: clearing.version }
  const transfer = { ...target, paidOn: dayOf(server.running.kernel.clock.now()), serial: `QS-${clearing.id}-${clearing.version}`, file: slip }
  if (may.pay === '') {
    // The bank may already have sent a refund that was begun. A return or payment since then changes only the person's
    // debt.
    if (c % 4 > 0) await server.must('finance', 'clearings.pay', transfer, at)
    else await server.must('centre', 'clearings.cancel', { ...target, reason: '银行退回，未转出' }, at)
  } else if (pending !== null && may.confirm !== '' && c % 2 === 0) {
    const decision = { ...target, clearingEntryId: pending.id, isConfirmed: b % 4 > 0, reason: '与银行流水核对' }
    await server.call('centre', 'clearings.confirm', decision, at)
  } else if (may.recover === '' && (owed > 0 || recovered > 0) && c % 2 === 0) {
    // A part of the debt, all of it, or more. The debt may have disappeared in the meantime.
    const amount = plainYuan(fen([Math.ceil(owed / 2), owed, owed + 100][b % 3] || 100))
    await server.must('finance', 'clearings.recover', { ...transfer, amount }, at)
  } else if (state === 'found' || state === 'refused') await server.must('finance', 'clearings.offer', target, at)
  else if (may.enter === '' && a % 2 === 0) {
    // Another person confirms or rejects the paper in a later step. Meanwhile the person may get an account.
    const choice = state === 'approved' ? 'refund' : ((['credit', 'refund', 'refuse'] as const)[b % 3] ?? 'credit')
    await server.call('finance', 'clearings.enterChoice', { ...target, choice, reason: '金额不对', signedOn: transfer.paidOn, file: slip }, at)
  } else if (state === 'offered' || (state === 'approved' && choice === 'credit' && c % 3 === 0)) {
    await sql`update app_user set operator_id = ${clearing.operatorId} where username = 'subcontractor'`.execute(server.running.kernel.database.kysely)
    const requestedChoice = b % 5 === 0 ? 'refuse' : b % 2 === 0 || state === 'approved' ? 'refund' : 'credit'
    await server.call('subcontractor', 'clearings.choose', { ...target, choice: requestedChoice, reason: '金额不对' })
  } else if (state === 'chosen') await server.call('centre', 'clearings.decide', { ...target, isApproved: b % 6 > 0, reason: '再核对' }, at)
  else if (may.start === '') await server.must('finance', 'clearings.start', target, at)
}

/** Searches for excess tax through the page or the job, then runs up to four steps. */
export async function clearMonths(server: TestServer, { a, b, c }: Choices): Promise<void> {
  if (c % 2 === 0) await server.must('finance', 'clearings.search', {}, at)
  else await server.job('clearings.find')
  for (let moveNo = 0; moveNo <= b % 4; moveNo++) await advanceClearing(server, { a: a + moveNo, b: b + moveNo, c: c + moveNo })
}
