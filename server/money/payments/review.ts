import type { Modules } from '#/api/modules.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { issuesFor } from '#/server/money/lines/public.ts'
import * as batches from '#/server/money/payments/store.ts'
import * as store from '#/server/money/payments/store-review.ts'

const dayMs = 86_400_000
/** Maximum number of listed warnings, and of other payments listed for each. */
const maxWarnings = 200
const maxOtherPayments = 3
/** Days in which the line check looks for equal amounts (W402). */
const recentDays = 30
/** Months searched before `recentDays`. A line is stored under the month of its batch's creation. */
const lookbackMonths = 3
const sampleSizes = { ofKind: 5, ofAll: 3 }

async function requireBatch(ctx: Context, id: number): Promise<batches.BatchRow> {
  return (await batches.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
}

/** Returns the payments to which repetition warnings refer, by warned line. */
async function similarPaymentsOf(ctx: Context, batch: batches.BatchRow, rows: readonly store.WarningRow[]): Promise<Map<string, store.SimilarPaymentRow[]>> {
  const rowsWithIssue = (code: string) => rows.filter((row) => row.issue.code === code)
  const lastMoment = batch.paid_at ?? ctx.now
  const firstMoment = new Date((batch.submitted_at ?? ctx.now).getTime() - recentDays * dayMs)
  const sinceMonth = monthStart(shiftMonth(monthOf(firstMoment), -lookbackMonths))
  const batchPayments = await store.paymentsOfSameBatch(
    ctx,
    batch,
    rowsWithIssue('W401').map((row) => ({ warned_id: row.id, seq: Number(row.issue.values.seq) })),
  )
  const earlierPayments = await store.paymentsOfSameAmount(
    ctx,
    batch,
    rowsWithIssue('W402').map((row) => row.id),
    { since: firstMoment, until: lastMoment, sinceMonth, maxPayments: maxOtherPayments },
  )
  return Map.groupBy(
    [...batchPayments.map((payment) => ({ ...payment, code: 'W401' })), ...earlierPayments.map((payment) => ({ ...payment, code: 'W402' }))],
    (payment) => `${payment.warned_id} ${payment.code}`,
  )
}

export const reviewOperations: Pick<Implementation<Modules['payments']>, 'warnings' | 'sample'> = {
  async warnings(ctx, { id }) {
    const batch = await requireBatch(ctx, id)
    const rows = await store.warnings(ctx, batch, maxWarnings)
    const paymentsByWarning = await similarPaymentsOf(ctx, batch, rows)
    return {
      count: rows[0]?.total ?? 0,
      rows: rows.map((row) => {
        const [issue = row.issue] = issuesFor(ctx, [row.issue])
        const otherPayments = paymentsByWarning.get(`${row.id} ${row.issue.code}`) ?? []
        return {
          lineId: row.id,
          ...fieldsOf(row, 'seq', 'name', 'gross_fen'),
          issue: { ...issue, values: { ...issue.values } },
          others: otherPayments.map((payment) => ({
            ...fieldsOf(payment, 'batch_id', 'batch_no', 'seq', 'gross_fen'),
            paidAt: payment.finished_at?.toISOString() ?? null,
          })),
          unlisted: row.issue.code === 'W402' ? Math.max(0, Number(row.issue.values.count) - otherPayments.length) : 0,
          accepted:
            row.accepted_by === null || row.accepted_when === null
              ? null
              : { by: row.accepted_by, at: row.accepted_when.toISOString(), reason: row.accepted_why ?? '' },
        }
      }),
    }
  },

  async sample(ctx, { id }) {
    const batch = await requireBatch(ctx, id)
    // The unit may have paid these people at another centre, so the figures ignore the scope and are the same for every
    // reader.
    const [rows, changes] = await ctx.widen('people of a batch', () =>
      Promise.all([store.sampleLines(ctx, batch, sampleSizes), store.payeeChanges(ctx, batch)]),
    )
    const { new_payees: newPayees, changed_cards: changedCards } = changes
    return {
      newPayees,
      changedCards,
      rows: rows.map((row) => ({
        lineId: row.id,
        seq: row.seq,
        name: row.name,
        cardNo: maskCard(row.card_no),
        net: fen(row.net_fen),
        why: [...(row.is_new ? (['new'] as const) : []), ...(row.is_other_card ? (['card'] as const) : []), ...(row.is_large ? (['large'] as const) : [])],
      })),
    }
  },
}
