import { dayOf } from '#/domain/base/period.ts'
import { csvUpload } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that change prepayments without a payment: refunds, credits of unknown payers and
// adjustments.

interface Choices {
  readonly b: number
  readonly c: number
}

const paper = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('history') }
const place = { centreId: 2, mode: 2 } as const
const at = { centre: 2, mode: 2 } as const
const amounts = ['0.01', '350.00', '8060.11', '120000.00'] as const

/**
 * Requests a refund, or advances one by a step: withdraws, refuses, approves or pays it, or registers and decides a
 * failure.
 */
export async function advanceRefund(server: TestServer, payer: string, { b, c }: Choices): Promise<void> {
  const { rows } = await server.must(payer, 'prepayments.refunds', { states: ['applied', 'approved', 'failing'] })
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
  else if (row.state === 'failing') await server.call('centre', 'prepayments.decideRefundFailure', { ...target, approve: c % 4 < 2, reason: '流水已核对' }, at)
  else if (c % 4 === 1) await server.call('finance', 'prepayments.failRefund', { ...target, reason: '银行退回' }, at)
  else {
    const paidOn = dayOf(server.running.kernel.clock.now())
    await server.call('finance', 'prepayments.payRefund', { ...target, paidOn, bankSerial: `BACK-${row.no}`, slip: paper }, at)
  }
}

const externalPayerName = '外地关联公司'
const heading = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号']

/** Decides a claim as the centre, or withdraws it as the unit. Returns whether there was a claim. */
async function decideClaim(server: TestServer, payer: string, { c }: Choices): Promise<boolean> {
  const { rows } = await server.must('centre', 'prepayments.list', { states: ['matched'] }, at)
  const claim = rows.find((row) => row.claimFileId !== null)
  if (!claim) return false
  const target = { id: claim.id, version: claim.version }
  if (c % 5 === 0) await server.call(payer, 'prepayments.withdraw', target)
  else if (c % 5 === 1) await server.call('centre', 'prepayments.reject', { ...target, reason: '证明不足' }, at)
  else await server.call('centre', 'prepayments.confirm', target, at)
  return true
}

/**
 * Imports a credit of an unknown payer, or advances one by a step: a unit claims it, the centre assigns it, or it is
 * returned. Assigning and returning need two people.
 */
export async function advanceUnknownCredit(
  server: TestServer,
  { payer, unitId }: { readonly payer: string; readonly unitId: number },
  choices: Choices,
): Promise<void> {
  const { b, c } = choices
  if (b % 2 === 0 && (await decideClaim(server, payer, choices))) return
  const today = dayOf(server.running.kernel.clock.now())
  const { rows, count } = await server.must('finance', 'prepayments.credits', { size: 200 }, at)
  const openCredits = rows.filter((row) => row.payerName === externalPayerName && (row.state === 'unclaimed' || row.state === 'returning'))
  const credit = openCredits[b % Math.max(1, openCredits.length)]
  if (!credit) {
    const row = [`${today} 00:00:01`, `STRANGE${count}`, '收入', amounts[c % amounts.length] ?? '0.01', externalPayerName, '6222009900']
    await server.must('finance', 'prepayments.importCredits', { file: csvUpload([heading, row]) }, at)
    return
  }
  const { id: creditId, serial: bankSerial } = credit
  if (credit.state === 'returning') await server.call('centre', 'prepayments.decideReturn', { creditId, approve: c % 3 > 0, reason: '已核对' }, at)
  else if (c % 3 === 0) await server.call('finance', 'prepayments.claimFor', { creditId, unitId, mode: place.mode, reason: '关联公司代付', papers: paper }, at)
  else if (c % 3 === 1) {
    const slip = { reason: '无法核实', paidOn: today, bankSerial: `GONE-${creditId}-${c}`, slip: paper }
    await server.call('finance', 'prepayments.proposeReturn', { creditId, ...slip }, at)
  } else {
    const claimInput = { ...place, amount: (credit.amount / 100).toFixed(2), payerName: externalPayerName, bankSerial }
    await server.call(payer, 'prepayments.claim', { ...claimInput, reason: '关联公司代付', papers: paper })
  }
}

/** Proposes an adjustment of a unit's balance, or decides a pending adjustment as another user. */
export async function advanceAdjustment(server: TestServer, unitId: number, { b, c }: Choices): Promise<void> {
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
