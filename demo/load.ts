import { type Kysely, sql } from 'kysely'
import { addAccounting } from '#/demo/accounting.ts'
import { openAgenda } from '#/demo/agenda.ts'
import { addApplications } from '#/demo/applications.ts'
import { type DemoBooks, openDemoBooks } from '#/demo/books.ts'
import { addBusinessInvoices } from '#/demo/business-invoices.ts'
import {
  daysAgoFrom,
  peopleForClearing,
  planClearedPayments,
  planFirstTopups,
  planRecentBatches,
  planThresholdPayment,
  planYear,
  topUpUnits,
} from '#/demo/calendar.ts'
import { addClearings } from '#/demo/clearings.ts'
import { addCollections } from '#/demo/collections.ts'
import { addCommissionBills } from '#/demo/commissions.ts'
import { addCustody, addResidences } from '#/demo/custody.ts'
import { addEarlierIncome } from '#/demo/earlier-income.ts'
import { addEvidence, type EvidenceBatch } from '#/demo/evidence.ts'
import { addFilings, addPlatformReports } from '#/demo/filings.ts'
import { addFollowUps } from '#/demo/follow-ups.ts'
import { bankResponseMs, type DemoHistory, type PaidBatch } from '#/demo/history.ts'
import { advanceSequences, insertAll, type TableName } from '#/demo/insert.ts'
import { addInvoices } from '#/demo/invoices.ts'
import { addLetters } from '#/demo/letters.ts'
import { addNews } from '#/demo/news.ts'
import type { NumberSealer } from '#/demo/numbers.ts'
import { addCandidates, addPendingBatches, allPendingPlans, type PendingBatch, thresholdPlans } from '#/demo/pending-batches.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { addPolicies, demoPolicies } from '#/demo/policies.ts'
import { addPendingTopups } from '#/demo/prepayments.ts'
import { addReconciliation } from '#/demo/reconciliation.ts'
import { recordBatches } from '#/demo/record.ts'
import { insertWorld } from '#/demo/register.ts'
import { addRegistrations } from '#/demo/registrations.ts'
import { addTaxPeriods } from '#/demo/taxes.ts'
import { addTrail } from '#/demo/trail.ts'
import { type DemoWorld, drawWorld } from '#/demo/world.ts'
import { fen, sumOf, ZERO } from '#/domain/base/money.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { buildContext, type Kernel, systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { callDirectly } from '#/server/kernel/request/external-calls.ts'
import { hashPassword } from '#/server/kernel/session/passwords.ts'
import { startClock } from '#/server/lib/clock.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { postHistory } from '#/server/money/ledger/public.ts'

/** Demo people for tests. The key is their special property. */
export type DemoPeople = Readonly<Record<string, DemoPerson>>

const dayMs = 86_400_000
/** Days since the start of the demo's year. */
const historyDays = 400
/** Number of latest days whose batches get evidence. Older evidence counts as archived. */
const evidenceDays = 45
const trailDays = 120
const minEvidenceGross = fen(5_000_000)
/** The director of centre 2. */
const directorId = 2

function contextAt(kernel: Kernel, trx: Kysely<Tables>, now: Date, who: Partial<Actor> = {}): Context {
  const clock = startClock(0, () => now.getTime())
  const contextOrigin = { language: 'zh', action: 'demo.load', requestId: 'demo', ip: 'server', agent: 'demo', outside: callDirectly } as const
  return buildContext({ ...kernel, clock }, { trx, actor: { ...systemActor, ...who }, scope: systemScope, ...contextOrigin, notes: [] })
}

/** Writes the tables in an order in which referenced rows come first. */
async function writeBooks(ctx: Context, books: DemoBooks): Promise<void> {
  const trx = ctx.db
  const writeTable = <N extends TableName>(table: N) => insertAll(trx, table, books.rowsByTable[table] ?? [])
  for (const table of ['bank_credit', 'topup', 'payment_batch', 'payment_line', 'payout_attempt', 'payout_event'] as const) await writeTable(table)
  for (const table of ['sandbox_payment', 'commission_item', 'tax_reservation', 'voucher', 'bank_transfer'] as const) await writeTable(table)
  await postHistory(ctx, books.journals)
  await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen)
    select centre_id, mode, operator_id, month, sum(gross_fen), sum(income_fen), sum(vat_fen), sum(city_fen), sum(education_fen), sum(local_education_fen),
      sum(withheld_fen)
    from tax_reservation group by 1, 2, 3, 4`.execute(trx)
  await advanceSequences(trx, ['bank_credit', 'topup'])
}

/** Advances the server's own numbering past the demo's numbers. */
async function advanceNumbering(trx: Kysely<Tables>, books: DemoBooks): Promise<void> {
  await advanceSequences(trx, ['payment_batch'])
  await sql`select setval('payment_line_id', ${books.next('line')})`.execute(trx)
  await insertAll(
    trx,
    'counter',
    [...books.numbers].map(([name, value]) => ({ name, value })),
  )
}

function batchesNeedingEvidence(paid: readonly PaidBatch[], waiting: readonly PendingBatch[], gross: ReadonlyMap<number, number>): EvidenceBatch[] {
  const paidEvidence = paid.map(({ id, no, plan, lines }) => ({
    id,
    no,
    unit: plan.unit,
    centreId: plan.setting.centreId,
    mode: plan.setting.mode,
    gross: sumOf(lines, (line) => line.sum?.gross ?? ZERO),
    at: plan.createdAt,
  }))
  const pendingEvidence = waiting.map(({ id, no, unit, setting, createdAt }) => ({
    id,
    no,
    unit,
    centreId: setting.centreId,
    mode: setting.mode,
    gross: fen(gross.get(id) ?? 0),
    at: createdAt,
  }))
  return [...paidEvidence, ...pendingEvidence].filter((batch) => batch.gross > minEvidenceGross)
}

async function addHistory(kernel: Kernel, sealer: NumberSealer, ctx: Context, world: DemoWorld, size: 'full' | 'small'): Promise<void> {
  const { db, now } = ctx
  const books = openDemoBooks()
  const history: DemoHistory = { world, books, agenda: openAgenda(), policies: await demoPolicies(db, now), batches: [], sealer }
  const ago = daysAgoFrom(now)
  planFirstTopups(history, size === 'small' ? ago(5) : new Date(now.getTime() - historyDays * dayMs), size)
  if (size === 'full') {
    planThresholdPayment(history, ago)
    planClearedPayments(history, now)
    planYear(history, now)
    planRecentBatches(history, ago)
    topUpUnits(history, ago(0.05))
  }
  history.agenda.run(new Date(now.getTime() + bankResponseMs))
  recordBatches(history, now)
  if (size === 'full') addPendingTopups(books, world, now)
  await writeBooks(ctx, books)
  const pendingBatches = await addPendingBatches(ctx, history, size === 'full' ? await allPendingPlans(ctx, history, ago) : thresholdPlans(history, ago))
  await addCandidates(ctx, history, pendingBatches)
  await advanceNumbering(db, books)
  const batchesOfLast = (days: number) => history.batches.filter((batch) => batch.plan.createdAt.getTime() > now.getTime() - days * dayMs)
  const rows = await db.selectFrom('payment_batch').select(['id', 'gross_fen']).execute()
  await addEvidence(ctx, kernel.store, batchesNeedingEvidence(batchesOfLast(evidenceDays), pendingBatches, new Map(rows.map((row) => [row.id, row.gross_fen]))))
  await addLetters(ctx, kernel.store, world)
  if (size === 'full') {
    await addApplications(ctx, kernel.store)
    await advanceSequences(db, ['app_user', 'application', 'application_file', 'application_event'])
  }
  if (size === 'full') await addEarlierIncome(contextAt(kernel, db, ago(4), { userId: directorId }), world)
  if (size === 'full') await addCollections((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addCommissionBills((at, who) => contextAt(kernel, db, at, who), now, ago(historyDays))
  if (size === 'full') await addTaxPeriods((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addPolicies((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addInvoices((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addBusinessInvoices((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addReconciliation((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addFollowUps((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addClearings((at, who) => contextAt(kernel, db, at, who), now, peopleForClearing(world))
  if (size === 'full') await addFilings((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addPlatformReports((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addAccounting((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addCustody((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addResidences((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addNews((at) => contextAt(kernel, db, at, { userId: 1 }), ago)
  await addTrail(ctx, batchesOfLast(trailDays), pendingBatches)
}

/**
 * Loads the demo data into an empty database in one transaction. `small` is for tests, `full` has a year of history.
 */
export async function loadDemo(kernel: Kernel, size: 'full' | 'small'): Promise<void> {
  const now = kernel.clock.now()
  const load = async (trx: Kysely<Tables>) => {
    const monthsBack = size === 'full' ? 14 : 1
    await sql`select app.ensure_month(parent, starts::date) from unnest(array['payment_line', 'ledger_entry']) parent,
      generate_series(date_trunc('month', ${now}::timestamptz) - make_interval(months => ${monthsBack}), date_trunc('month', ${now}::timestamptz), interval '1 month')
      starts`.execute(trx)
    const world = drawWorld(size)
    const sealer = { vault: kernel.vault }
    await insertWorld(trx, sealer, world, now, hashPassword)
    await addRegistrations(contextAt(kernel, trx, now), kernel.store, sealer)
    await addHistory(kernel, sealer, contextAt(kernel, trx, now), world, size)
  }
  await asOwner(kernel.database, load, { isAlone: true })
}

/** Returns the special people of the small demo by their property, and the ordinary people of unit 1. */
export function demoPeople(): { specials: DemoPeople; ordinary: readonly DemoPerson[] } {
  const world = drawWorld('small')
  const specialIds = new Set(Object.values(world.specials).map((person) => person.id))
  const ordinaryPeople = world.people.filter((person) => person.unitIds.includes(1) && !specialIds.has(person.id))
  // Owners of a registered business come last, because paying them as natural persons in mode 2 gives warning W206.
  return { specials: world.specials, ordinary: ordinaryPeople.toSorted((a, b) => Number(a.entity !== null) - Number(b.entity !== null)) }
}
