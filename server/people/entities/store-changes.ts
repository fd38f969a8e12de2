import { sql } from 'kysely'
import type { LevyMethod, TaxKind } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { scopeCondition } from '#/server/people/entities/store.ts'

export type TaxChangeState = 'pending' | 'confirmed' | 'rejected' | 'withdrawn'

export interface TaxChangeRow
  extends Row<
    'entity_tax_change',
    'id' | 'entity_id' | 'move' | 'tax_kind' | 'levy' | 'rate_ppm' | 'valid_from' | 'document_no' | 'file_id' | 'reason' | 'state' | 'created_by' | 'created_at'
  > {
  move: 'setLevy' | 'changeTax'
  tax_kind: TaxKind | null
  levy: LevyMethod | null
  state: TaxChangeState
  maker: Row<'app_user'>['name']
  /** The rate on the first day before the change. */
  rate_before: number
  is_same_hand: boolean
}

const selection = (
  ctx: Context,
) => sql`select change.id, change.entity_id, change.move, change.rate_ppm, change.valid_from::text, change.document_no, change.tax_kind,
    change.levy, change.file_id, change.reason, change.state, change.created_by, change.created_at, maker.name as maker,
    app.levy_rate(change.entity_id, change.valid_from) as rate_before,
    not app.is_other_hand(${ctx.actor.userId}::bigint, array[change.created_by]) as is_same_hand
  from entity_tax_change change join app_user maker on maker.id = change.created_by
    join operator_entity entity on entity.id = change.entity_id`

/** Returns the pending tax changes of visible businesses. */
export const pendingChanges = (ctx: Context, entityIds: readonly number[]): Promise<TaxChangeRow[]> =>
  ctx.widen(
    'the history of businesses in sight',
    () => ctx.rows<TaxChangeRow>`${selection(ctx)} where change.state = 'pending' and change.entity_id = any(${[...entityIds]}::bigint[])`,
  )

/** Returns a tax change in the caller's scope. */
export const findChange = (ctx: Context, id: number): Promise<TaxChangeRow | undefined> =>
  ctx.widen(
    'a business in a scope the query names',
    () => ctx.row<TaxChangeRow>`${selection(ctx)} where change.id = ${id} and ${scopeCondition(ctx, 'entity')}`,
  )

type NewTaxChange = Pick<TaxChangeRow, 'move' | 'reason' | 'file_id'> &
  Partial<Pick<TaxChangeRow, 'rate_ppm' | 'valid_from' | 'document_no' | 'tax_kind' | 'levy'>>

/** Inserts a pending change of a business that the caller has locked. */
export async function insertChange(ctx: Context, entity: Row<'operator_entity', 'id' | 'operator_id' | 'centre_id'>, change: NewTaxChange): Promise<number> {
  const { id } = await ctx.widen('a business the caller has locked', () =>
    ctx.db
      .insertInto('entity_tax_change')
      .values({
        ...change,
        entity_id: entity.id,
        operator_id: entity.operator_id,
        centre_id: entity.centre_id,
        created_by: ctx.actor.userId,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** Ends a pending change of a business that the caller has locked. */
export async function closeChange(ctx: Context, id: number, state: Exclude<TaxChangeState, 'pending'>, answer: string): Promise<void> {
  await ctx.widen('a business the caller has locked', () =>
    ctx.db.updateTable('entity_tax_change').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute(),
  )
}
