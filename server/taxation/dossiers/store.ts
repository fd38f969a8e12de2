import { sql } from 'kysely'
import type { BatchState } from '#/domain/money/batch.ts'
import { ordersWithContract } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { channelFacts } from '#/server/organisations/centres/public.ts'

/** A batch with the names of its parties and its paid part, in fen. */
export interface SettledRow
  extends Row<
      'payment_batch',
      | 'id'
      | 'no'
      | 'month'
      | 'centre_id'
      | 'unit_id'
      | 'order_id'
      | 'line_count'
      | 'gross_fen'
      | 'vat_fen'
      | 'surcharge_fen'
      | 'iit_fen'
      | 'fee_fen'
      | 'net_fen'
      | 'cost_fen'
      | 'success_count'
      | 'success_cost_fen'
      | 'failed_count'
      | 'failed_cost_fen'
      | 'returned_count'
      | 'returned_cost_fen'
      | 'paid_at'
      | 'finished_at'
      | 'policy_version'
      | 'mode'
      | 'state'
    >,
    Row<'service_order', 'contract_id'>,
    LegalEntity {
  mode: Mode
  state: BatchState
  unit_name: string
  centre_name: string
  order_no: string
  order_title: string
  contract_no: string
  is_sandbox_kind: string
  paid_gross: number
  paid_vat: number
  paid_surcharge: number
  paid_iit: number
  paid_fee: number
  paid_net: number
}

/** Returns batches in the caller's scope, with their paid part. */
export const settledBatches = (ctx: Context, ids: readonly number[]): Promise<SettledRow[]> => ctx.rows<SettledRow>`
    select batch.*, unit.name as unit_name, centre.name as centre_name, ${legalEntityColumns}, orders.no as order_no, orders.title as order_title, orders.contract_id, orders.contract_no,
      channel.kind as is_sandbox_kind, paid.*
    from payment_batch batch join unit on unit.id = batch.unit_id join centre on centre.id = batch.centre_id join ${ordersWithContract} orders on orders.id = batch.order_id
      join lateral ${channelFacts(sql`batch.channel_id`)} channel on true
      cross join lateral (select coalesce(sum(gross_fen), 0)::bigint as paid_gross, coalesce(sum(vat_fen), 0)::bigint as paid_vat, coalesce(sum(surcharge_fen), 0)::bigint as paid_surcharge,
          coalesce(sum(iit_fen), 0)::bigint as paid_iit, coalesce(sum(fee_fen), 0)::bigint as paid_fee, coalesce(sum(net_fen), 0)::bigint as paid_net
        from payment_line line where line.month = batch.month and line.batch_id = batch.id and line.state = 'success') paid
    where batch.id = any(${[...ids]}::bigint[]) and ${inScope(ctx.scope, 'batch', { mode: true })} order by batch.id`

export interface LetterRow extends Row<'batch_letter', 'id' | 'file_id' | 'sha256' | 'has_seal' | 'made_at'> {
  made_by_name: string
}

export async function lettersOf(ctx: Context, batchId: number): Promise<LetterRow[]> {
  return ctx.rows<LetterRow>`select letter.id, letter.file_id, letter.sha256, letter.has_seal, letter.made_at, maker.name as made_by_name
    from batch_letter letter join app_user maker on maker.id = letter.made_by
    where letter.batch_id = ${batchId} and ${inScope(ctx.scope, 'letter')} order by letter.id desc`
}

/**
 * Returns whether a batch already has a letter with these figures. Locks the batch, so that no concurrent job adds one.
 */
export async function hasLetter(ctx: Context, batchId: number, figures: string): Promise<boolean> {
  await ctx.run`select id from payment_batch where id = ${batchId} for no key update`
  return (await ctx.rows`select from batch_letter where batch_id = ${batchId} and figures_sha256 = ${figures}`).length > 0
}

export async function addLetter(ctx: Context, letter: Omit<Row<'batch_letter'>, 'id'>): Promise<void> {
  await ctx.db.insertInto('batch_letter').values(letter).execute()
}
