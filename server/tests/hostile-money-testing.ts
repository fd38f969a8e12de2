import { sql } from 'kysely'
import { ownAccount } from '#/db/demo/organisations.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/period.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Adds to every tenant what follows a payment: refund, correction, statement, letter.

const paper = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('after') }

interface Tenant {
  readonly unitId: number
  readonly centreId: number
  readonly ending: string
}

/** Adds a statement for a month before any movement, so that an empty one is correct. */
async function stated(server: TestServer, { unitId, centreId }: Tenant): Promise<void> {
  const { database, clock } = server.running.kernel
  const month = monthStart(shiftMonth(monthOf(clock.now()), -6))
  await sql`insert into balance_statement (no, centre_id, unit_id, mode, month, opening_available_fen, opening_aside_fen, topup_fen, payment_fen, fee_fen, tax_fen, return_fen, refund_fen,
      adjustment_fen, other_fen, closing_available_fen, closing_aside_fen, journal_count, issued_at)
    values (${`DZ-${unitId}`}, ${centreId}, ${unitId}, 2, ${month}::date, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${clock.now()})`.execute(database.kysely)
}

/** Adds a refund and a correction in progress, a statement and the payment letter. */
export async function furnishAfter(server: TestServer, tenant: Tenant): Promise<void> {
  const { unitId, centreId, ending } = tenant
  const at = { centre: centreId, mode: 2 } as const
  const finance = centreId === 2 ? 'finance' : `finance${String(centreId).padStart(2, '0')}`
  const refund = { centreId, mode: 2, account: ownAccount(unitId), amount: '1.00', reason: '项目结束' } as const
  await server.must(`payer${ending}`, 'prepayments.applyRefund', refund)
  const correction = { unitId, mode: 2, direction: 'more', amount: '0.01', reason: '尾差', file: paper } as const
  await server.must(finance, 'prepayments.proposeAdjustment', correction, at)
  await stated(server, tenant)
}

/** Issues the payment letters of the units, once settled. */
export async function furnishLetters(server: TestServer, { ending }: Tenant): Promise<void> {
  const { rows } = await server.must(`maker${ending}`, 'payments.list', { states: ['paid', 'partial'], size: 20 })
  for (const { id } of rows.slice(0, 1)) await server.must(`payer${ending}`, 'dossiers.letter', { batchId: id })
  await server.settle(1)
}
