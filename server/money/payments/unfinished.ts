import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

const submittedStates = sql`('checking', 'auditing', 'payable', 'paying')`

export const unfinishedCounters = {
  batches: (ctx, owner) => selectFigure(ctx, sql`from payment_batch where ${ownerCondition(owner)} and state not in ('closed', 'cancelled')`),
  submittedBatches: (ctx, { unitId, centreId, mode }) =>
    selectFigure(ctx, sql`from payment_batch where unit_id = ${unitId} and centre_id = ${centreId} and mode = ${mode} and state in ${submittedStates}`),
  businessPayments: (ctx, { operatorId }) =>
    selectFigure(
      ctx,
      sql`from payment_line line join payment_batch batch on batch.id = line.batch_id
        where line.operator_id = ${operatorId} and line.finished_at is null and line.state not in ('invalid', 'excluded')
          and (batch.mode = ${settlementMode.individualBusiness} or line.entity_id is not null) and batch.state in ${submittedStates}`,
    ),
} satisfies Partial<UnfinishedCounters>
