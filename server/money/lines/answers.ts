import { type SqlBool, sql } from 'kysely'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { selectFigure } from '#/server/kernel/declarations/unfinished.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import * as earnings from '#/server/money/lines/store-earnings.ts'
import { batchesInPreparation, payeeOfLine } from '#/server/organisations/relations/public.ts'
import { type PerformanceRow, paymentsOfAssignedUnits } from '#/server/organisations/staff/public.ts'
import { paidByUnit } from '#/server/people/disputes/public.ts'
import * as operators from '#/server/people/operators/public.ts'

const startOfMonth = (month: string) => startOfDay(monthStart(month))
const isInPreparation = sql<SqlBool>`batch.state in ('draft', 'fixing', 'ready')`

const organisationAnswers = [
  answer(batchesInPreparation, async (ctx, unitId, indexes) => {
    const rows = await ctx.rows<Row<'payment_batch', 'id'>>`
      select distinct batch.id from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.unit_id = ${unitId} and ${isInPreparation} and line.id_number_index = any(${[...indexes]}::text[]) order by batch.id`
    return rows.map((row) => row.id)
  }),
  answer(payeeOfLine, async (ctx, lineId) => {
    return ctx.row<Row<'payment_line', 'unit_id' | 'centre_id' | 'id_number_index'>>`select line.unit_id, line.centre_id, line.id_number_index
      from payment_line line where line.id = ${lineId} and ${inScope(ctx.scope, 'line', { mode: true })}`
  }),
  answer(paymentsOfAssignedUnits, async (ctx, whose, month) => {
    return ctx.rows<PerformanceRow>`select unit.id as unit_id, unit.name as unit_name,
        count(distinct line.batch_id) as batches, sum(line.net_fen)::bigint as net, sum(line.fee_fen)::bigint as fee
      from app_user person join unit on unit.marketer_id = person.id or unit.salesman_id = person.id join payment_line line on line.unit_id = unit.id
      where ${whose} and line.state = 'success' and line.finished_at >= ${startOfMonth(month)} and line.finished_at < ${startOfMonth(shiftMonth(month, 1))}
        and ${inScope(ctx.scope, 'line', { mode: true })}
      group by unit.id, unit.name order by net desc, unit.id limit 500`
  }),
]

const peopleAnswers = [
  answer(
    paidByUnit,
    (_, operatorId, from) => sql`select unit_id, count(*) as year_count, sum(net_fen)::bigint as year_paid, max(finished_at) as last_paid_at from payment_line
      where operator_id = ${operatorId} and state = 'success' and finished_at >= ${startOfMonth(from)} and month >= ${monthStart(shiftMonth(from, -3))}::date group by unit_id`,
  ),
  answer(operators.paymentsUnderway, (ctx, operatorId, unitId) =>
    selectFigure(
      ctx,
      sql`from payment_line line join payment_batch batch on batch.id = line.batch_id
        where line.operator_id = ${operatorId} and line.finished_at is null and line.unit_id = ${unitId} and line.state not in ('invalid', 'excluded')
          and batch.state in ('checking', 'auditing', 'payable', 'paying')`,
    ),
  ),
  answer(operators.unsubmittedBatchesOf, async (ctx, operatorId, unitId) => {
    const unitCondition = unitId === null ? sql`true` : sql`line.unit_id = ${unitId}`
    const rows = await ctx.rows<Row<'payment_batch', 'id'>>`select distinct batch.id from payment_line line join payment_batch batch on batch.id = line.batch_id
      where line.operator_id = ${operatorId} and line.finished_at is null and ${unitCondition} and ${isInPreparation} order by batch.id`
    return rows.map((row) => row.id)
  }),
  answer(operators.paymentsOnMerge, (ctx, merge) => {
    const cardCondition = merge.card_was_verified === true ? sql`false` : sql`line.card_no_index = ${merge.card_no_index}`
    const linkCondition = merge.link_was_active === true ? sql`false` : sql`line.unit_id = ${merge.unit_id}`
    const lineCondition = sql`line.id = any(${merge.line_ids}::bigint[])`
    return selectFigure(
      ctx,
      sql`from payment_line line join payment_batch batch on batch.id = line.batch_id
        where line.operator_id = ${merge.operator_id} and (${cardCondition} or ${linkCondition} or ${lineCondition}) and line.state not in ('invalid', 'excluded')
          and batch.state not in ('draft', 'fixing', 'ready', 'cancelled') and coalesce(batch.submitted_at, batch.created_at) >= ${merge.merged_at}`,
    )
  }),
  answer(operators.batchNo, () => sql<string | null>`(select batch.no from payment_batch batch where batch.id = candidate.batch_id)`),
  answer(
    operators.lineSeq,
    () => sql<number | null>`(select line.seq from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.id = candidate.batch_id and line.id = candidate.line_id)`,
  ),
  answer(operators.hasPayment, () => sql<SqlBool>`exists (select from payment_line where payment_line.operator_id = operator.id)`),
  answer(operators.highEarners, earnings.highEarners),
  answer(operators.paidAmounts, earnings.paidAmounts),
  answer(operators.yearIncome, earnings.yearIncome),
]

export const answers: readonly Answer[] = [...organisationAnswers, ...peopleAnswers]
