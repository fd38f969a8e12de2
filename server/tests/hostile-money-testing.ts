import { sql } from 'kysely'
import { bankAccountOf } from '#/demo/organisations.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Adds data that follows payments for every tenant: a refund, an adjustment, a statement and a letter.

const paper = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('after') }

interface Tenant {
  readonly unitId: number
  readonly centreId: number
  readonly ending: string
}

/** Inserts the statement of a month before the unit's first movement. All amounts are zero. */
async function addStatement(server: TestServer, { unitId, centreId }: Tenant): Promise<void> {
  const { database, clock } = server.running.kernel
  const month = monthStart(shiftMonth(monthOf(clock.now()), -6))
  await sql`insert into balance_statement (no, centre_id, unit_id, mode, month, opening_available_fen, opening_aside_fen, topup_fen, payment_fen, fee_fen, tax_fen, return_fen, refund_fen,
      adjustment_fen, other_fen, closing_available_fen, closing_aside_fen, journal_count, issued_at)
    values (${`DZ-${unitId}`}, ${centreId}, ${unitId}, 2, ${month}::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${clock.now()})`.execute(database.kysely)
}

/** Adds a pending refund, a pending adjustment and a statement. */
export async function addMoneyFollowUps(server: TestServer, tenant: Tenant): Promise<void> {
  const { unitId, centreId, ending } = tenant
  const at = { centre: centreId, mode: 2 } as const
  const finance = centreId === 2 ? 'finance' : `finance${String(centreId).padStart(2, '0')}`
  const refundInput = { centreId, mode: 2, account: bankAccountOf(unitId), amount: '1.00', reason: '项目结束' } as const
  await server.must(`payer${ending}`, 'prepayments.applyRefund', refundInput)
  const adjustmentInput = { unitId, mode: 2, direction: 'more', amount: '0.01', reason: '尾差', file: paper } as const
  await server.must(finance, 'prepayments.proposeAdjustment', adjustmentInput, at)
  await addStatement(server, tenant)
}

/** Requests the settlement letter of a paid batch. */
export async function requestLetters(server: TestServer, { ending }: Tenant): Promise<void> {
  const { rows } = await server.must(`maker${ending}`, 'payments.list', { states: ['paid', 'partial'], size: 20 })
  for (const { id } of rows.slice(0, 1)) await server.must(`payer${ending}`, 'dossiers.letter', { batchId: id })
  await server.settle(1)
}
