import { type Kysely, sql } from 'kysely'
import { addAccounting } from '#/demo/accounting.ts'
import { addAftermath } from '#/demo/aftermath.ts'
import { openAgenda } from '#/demo/agenda.ts'
import { addApplications } from '#/demo/applications.ts'
import { type Books, openBooks } from '#/demo/books.ts'
import { addBusinessInvoices } from '#/demo/business-invoices.ts'
import { clearedPeople, daysAgoFrom, fillUp, firstTopups, planCleared, planRecent, planThreshold, planYear } from '#/demo/calendar.ts'
import { addClearings } from '#/demo/clearings.ts'
import { addCollections } from '#/demo/collections.ts'
import { addCommissionBills } from '#/demo/commissions.ts'
import { addCustody, addResidences } from '#/demo/custody.ts'
import { addEarlierIncome } from '#/demo/earlier.ts'
import { addEvidence, type BatchWithEvidence } from '#/demo/evidence.ts'
import { addFilings, addPlatformReports } from '#/demo/filings.ts'
import { answerMs, type PaidBatch, type Story } from '#/demo/history.ts'
import { continueNumbers, insertAll, type TableName } from '#/demo/insert.ts'
import { addInvoices } from '#/demo/invoices.ts'
import { addLetters } from '#/demo/letters.ts'
import { addNews } from '#/demo/news.ts'
import type { Keeper } from '#/demo/numbers.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { addPolicies, demoLaw } from '#/demo/policies.ts'
import { waitingTopups } from '#/demo/prepayments.ts'
import { addReconciliation } from '#/demo/reconciliation.ts'
import { recordBatches } from '#/demo/record.ts'
import { insertWorld } from '#/demo/register.ts'
import { addRegistrations } from '#/demo/registrations.ts'
import { addTaxPeriods } from '#/demo/taxes.ts'
import { addTrail } from '#/demo/trail.ts'
import { addCandidates, addWaiting, everyPendingBatch, thresholdBatches, type WaitingBatch } from '#/demo/waiting.ts'
import { drawWorld, type World } from '#/demo/world.ts'
import { fen, sumOf, ZERO } from '#/domain/base/money.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { callDirectly } from '#/server/kernel/external-calls.ts'
import { buildContext, type Kernel, systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { hashPassword } from '#/server/kernel/passwords.ts'
import { startClock } from '#/server/lib/clock.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { postHistory } from '#/server/money/ledger/public.ts'

/** Demo people for tests, by their special property. */
export type DemoPeople = Readonly<Record<string, DemoPerson>>

const dayMs = 86_400_000
/** Days since the start of the demo's year. */
const beganDays = 400
/** Days covered by evidence and the audit trail. Older data counts as archived. */
const evidenceDays = 45
const trailDays = 120
const evidenceFrom = fen(5_000_000)
/** The director of centre 2. */
const director = 2

function contextAt(kernel: Kernel, trx: Kysely<Tables>, now: Date, who: Partial<Actor> = {}): Context {
  const clock = startClock(0, () => now.getTime())
  const from = { language: 'zh', action: 'demo.load', requestId: 'demo', ip: 'server', agent: 'demo', outside: callDirectly } as const
  return buildContext({ ...kernel, clock }, { trx, actor: { ...systemActor, ...who }, scope: systemScope, ...from, notes: [] })
}

/** Writes the tables in the order of their references. */
async function writeBooks(ctx: Context, books: Books): Promise<void> {
  const trx = ctx.db
  const write = <N extends TableName>(table: N) => insertAll(trx, table, books.sheets[table] ?? [])
  for (const table of ['bank_credit', 'topup', 'payment_batch', 'payment_line', 'payout_attempt', 'payout_event'] as const) await write(table)
  for (const table of ['sandbox_payment', 'commission_item', 'tax_reservation', 'voucher'] as const) await write(table)
  await postHistory(ctx, books.journals)
  await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen)
    select centre_id, mode, operator_id, month, sum(gross_fen), sum(income_fen), sum(vat_fen), sum(city_fen), sum(education_fen), sum(local_education_fen),
      sum(withheld_fen)
    from tax_reservation group by 1, 2, 3, 4`.execute(trx)
  await continueNumbers(trx, ['bank_credit', 'topup'])
}

/** Advances the server's own numbering beyond the demo's numbers. */
async function handOver(trx: Kysely<Tables>, books: Books): Promise<void> {
  await continueNumbers(trx, ['payment_batch'])
  await sql`select setval('payment_line_id', ${books.next('line')})`.execute(trx)
  await insertAll(
    trx,
    'counter',
    [...books.numbers].map(([name, value]) => ({ name, value })),
  )
}

function needingEvidence(paid: readonly PaidBatch[], waiting: readonly WaitingBatch[], gross: ReadonlyMap<number, number>): BatchWithEvidence[] {
  const done = paid.map(({ id, no, plan, lines }) => ({
    id,
    no,
    unit: plan.unit,
    centreId: plan.setting.centreId,
    mode: plan.setting.mode,
    gross: sumOf(lines, (line) => line.sum?.gross ?? ZERO),
    at: plan.createdAt,
  }))
  const open = waiting.map(({ id, no, unit, setting, createdAt }) => ({
    id,
    no,
    unit,
    centreId: setting.centreId,
    mode: setting.mode,
    gross: fen(gross.get(id) ?? 0),
    at: createdAt,
  }))
  return [...done, ...open].filter((batch) => batch.gross > evidenceFrom)
}

async function addStory(kernel: Kernel, keeper: Keeper, ctx: Context, world: World, size: 'full' | 'small'): Promise<void> {
  const { db, now } = ctx
  const books = openBooks()
  const story: Story = { world, books, agenda: openAgenda(), policies: await demoLaw(db, now), batches: [], keeper }
  const ago = daysAgoFrom(now)
  firstTopups(story, size === 'small' ? ago(5) : new Date(now.getTime() - beganDays * dayMs), size)
  if (size === 'full') {
    planThreshold(story, ago)
    planCleared(story, now)
    planYear(story, now)
    planRecent(story, ago)
    fillUp(story, ago(0.05))
  }
  story.agenda.run(new Date(now.getTime() + answerMs))
  recordBatches(story, now)
  if (size === 'full') waitingTopups(books, world, now)
  await writeBooks(ctx, books)
  const waiting = await addWaiting(ctx, story, size === 'full' ? await everyPendingBatch(ctx, story, ago) : thresholdBatches(story, ago))
  await addCandidates(ctx, story, waiting)
  await handOver(db, books)
  const last = (days: number) => story.batches.filter((batch) => batch.plan.createdAt.getTime() > now.getTime() - days * dayMs)
  const rows = await db.selectFrom('payment_batch').select(['id', 'gross_fen']).execute()
  await addEvidence(ctx, kernel.store, needingEvidence(last(evidenceDays), waiting, new Map(rows.map((row) => [row.id, row.gross_fen]))))
  await addLetters(ctx, kernel.store, world)
  if (size === 'full') {
    await addApplications(ctx, kernel.store)
    await continueNumbers(db, ['app_user', 'application', 'application_file', 'application_event'])
  }
  if (size === 'full') await addEarlierIncome(contextAt(kernel, db, ago(4), { userId: director }), world)
  if (size === 'full') await addCollections((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addCommissionBills((at, who) => contextAt(kernel, db, at, who), now, ago(beganDays))
  if (size === 'full') await addTaxPeriods((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addPolicies((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addInvoices((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addBusinessInvoices((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addReconciliation((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addAftermath((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addClearings((at, who) => contextAt(kernel, db, at, who), now, clearedPeople(world))
  if (size === 'full') await addFilings((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addPlatformReports((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addAccounting((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addCustody((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addResidences((at, who) => contextAt(kernel, db, at, who), now)
  if (size === 'full') await addNews((at) => contextAt(kernel, db, at, { userId: 1 }), ago)
  await addTrail(ctx, last(trailDays), waiting)
}

/** Loads the demo data into an empty database, all or nothing: `small` for tests, `full` with a year of history. */
export async function loadDemo(kernel: Kernel, size: 'full' | 'small'): Promise<void> {
  const now = kernel.clock.now()
  const load = async (trx: Kysely<Tables>) => {
    const monthsBack = size === 'full' ? 14 : 1
    await sql`select app.ensure_month(parent, starts::date) from unnest(array['payment_line', 'ledger_entry']) parent,
      generate_series(date_trunc('month', ${now}::timestamptz) - make_interval(months => ${monthsBack}), date_trunc('month', ${now}::timestamptz), interval '1 month')
      starts`.execute(trx)
    const world = drawWorld(size)
    const keeper = { vault: kernel.vault }
    await insertWorld(trx, keeper, world, now, hashPassword)
    await addRegistrations(contextAt(kernel, trx, now), kernel.store, keeper)
    await addStory(kernel, keeper, contextAt(kernel, trx, now), world, size)
  }
  await asOwner(kernel.database, load, { isAlone: true })
}

/** Returns the special people of the small world by their property, and the ordinary ones of unit 1. */
export function demoPeople(): { specials: DemoPeople; ordinary: readonly DemoPerson[] } {
  const world = drawWorld('small')
  const special = new Set(Object.values(world.specials).map((person) => person.id))
  const ordinary = world.people.filter((person) => person.unitIds.includes(1) && !special.has(person.id))
  // Owners of a registered business come last, because paying them as natural persons in mode 2 causes a warning
  // (W206).
  return { specials: world.specials, ordinary: ordinary.toSorted((a, b) => Number(a.entity !== null) - Number(b.entity !== null)) }
}
