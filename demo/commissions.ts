import { sql } from 'kysely'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { issueCommission, type PaidCommission, payCommission } from '#/server/money/commissions/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const financeId = 4
const directorId = 2
const hourMs = 3_600_000

/** Renders one bank slip for all bills, because rendering takes longer than everything else. */
async function renderSlip(title: string, at: Date): Promise<PaidCommission['slip']> {
  const bytes = await renderDocument({ title, createdAt: at, blocks: [{ kind: 'paragraph', text: '演示样张，不得作为凭证使用。' }] })
  return { filename: `${title}.pdf`, mediaType: 'application/pdf', bytes }
}

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

/**
 * Adds the commission bills of all past months. All but the last two are paid. The second last has an invoice, and the
 * last awaits the party's answer.
 */
export async function addCommissionBills(from: ContextAt, now: Date, began: Date): Promise<void> {
  const last = shiftMonth(monthOf(now), -1)
  for (let month = monthOf(began); month <= last; month = shiftMonth(month, 1)) {
    const issuedAt = new Date(Date.parse(`${monthStart(shiftMonth(month, 1))}T00:10:00+08:00`))
    const ctx = from(issuedAt, {})
    await issueCommission(month === last ? ctx : withoutJobs(ctx), month)
  }
  const { db } = from(now, {})
  const bills = await sql<Row<'commission_bill', 'id' | 'no' | 'party_id'> & { month: string }>`select id, no, party_id, to_char(period, 'YYYY-MM') as month
    from commission_bill where party_type = 'partner' and period < ${monthStart(last)}::date order by id`.execute(db)
  const users = await sql<
    Row<'app_user', 'id' | 'partner_id'>
  >`select min(id) as id, partner_id from app_user where partner_id is not null group by partner_id`.execute(db)
  const contextOf = (at: Date, person: Partial<Actor>) => withoutJobs(from(at, person))
  const [invoice, slip] = [await renderSlip('发票', now), await renderSlip('银行回单', now)]
  for (const [at, bill] of bills.rows.entries()) {
    const agreedAt = new Date(Date.parse(`${monthStart(shiftMonth(bill.month, 1))}T12:00:00+08:00`))
    const userId = users.rows.find((user) => user.partner_id === bill.party_id)?.id
    if (userId === undefined) continue
    const paidOn = shiftDay(dayOf(agreedAt), 3)
    const hoursLater = (hours: number) => new Date(agreedAt.getTime() + hours * hourMs)
    const isPaid = bill.month < shiftMonth(last, -1) && paidOn < dayOf(now)
    await payCommission(
      {
        party: contextOf(agreedAt, { userId, partnerId: bill.party_id }),
        payer: contextOf(hoursLater(72), { userId: financeId }),
        checker: contextOf(hoursLater(76), { userId: directorId }),
      },
      {
        billId: bill.id,
        invoiceNo: `264420000000${10_000_000 + at}`,
        invoice,
        slip,
        paidOn: isPaid ? paidOn : null,
        serial: `BK${bill.no.slice(2)}`,
      },
    )
  }
  await sql`update message set read_at = created_at where kind like 'commission%' and read_at is null and created_at < ${monthStart(last)}::date`.execute(db)
}
