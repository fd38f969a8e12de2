import { dayOf } from '#/domain/period.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that move prepayments beside payments: money asked back by a unit, and corrections by two people of the centre.

interface Choices {
  readonly b: number
  readonly c: number
}

const paper = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('history') }
const place = { centreId: 2, mode: 2 } as const
const at = { centre: 2, mode: 2 } as const
const amounts = ['0.01', '350.00', '8060.11', '120000.00'] as const

/** A unit asks for some of its money, or what was asked for goes one step further: taken back, refused, let through, paid, or sent back by the bank. */
export async function refund(server: TestServer, payer: string, { b, c }: Choices): Promise<void> {
  const { rows } = await server.must(payer, 'prepayments.refunds', { states: ['applied', 'approved'] })
  const row = rows[b % Math.max(1, rows.length)]
  if (!row || c % 3 === 0) {
    const origins = await server.must(payer, 'prepayments.refundOrigins', place)
    const origin = origins.rows[b % Math.max(1, origins.rows.length)]
    const amount = amounts[c % amounts.length] ?? '0.01'
    if (origin) await server.call(payer, 'prepayments.applyRefund', { ...place, account: origin.account, amount, reason: '退回余款' })
    return
  }
  const target = { refundId: row.id, version: row.version }
  if (row.state === 'applied' && c % 5 === 1) await server.call(payer, 'prepayments.withdrawRefund', target)
  else if (row.state === 'applied') await server.call('centre', 'prepayments.decideRefund', { ...target, approve: c % 4 < 3, reason: '已核对' }, at)
  else if (c % 4 === 1) await server.call('finance', 'prepayments.failRefund', { ...target, reason: '银行退回' }, at)
  else {
    const paidOn = dayOf(server.running.kernel.clock.now())
    await server.call('finance', 'prepayments.payRefund', { ...target, paidOn, bankSerial: `BACK-${row.no}`, slip: paper }, at)
  }
}

/** One person proposes a correction of a unit's balance, or another decides one that waits. */
export async function correct(server: TestServer, unitId: number, { b, c }: Choices): Promise<void> {
  const { rows } = await server.must('centre', 'prepayments.adjustments', { states: ['proposed'] }, at)
  const row = rows[b % Math.max(1, rows.length)]
  if (row && c % 2 === 0) {
    const decision = { adjustmentId: row.id, version: row.version, approve: c % 4 === 0, reason: '已核对' }
    await server.call('centre', 'prepayments.decideAdjustment', decision, at)
    return
  }
  const change = { unitId, mode: place.mode, direction: b % 2 === 0 ? 'more' : 'less', amount: amounts[c % amounts.length] ?? '0.01' } as const
  await server.call('finance', 'prepayments.proposeAdjustment', { ...change, reason: '尾差', file: paper }, at)
}
