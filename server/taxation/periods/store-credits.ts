import { type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { TaxCreditState, TaxCreditStep, TaxKind } from '#/domain/taxation/tax-declaration.ts'
import type { PayableTax, VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A credit case with the month of its correction. */
export interface CreditRow extends Row<'tax_credit'>, Row<'tax_declaration', 'month'> {
  kind: TaxKind
  vat_return: VatReturn
  state: TaxCreditState
  centre_name: string
  /** Whether the caller declared the correction, with this or another account. */
  is_own: boolean
}

export type CreditFilter = FilterOf<Modules['periods']['credits']>

const columns = (ctx: Context) => sql`select credit.*, period.month, centre.name as centre_name,
    not app.is_other_hand(${ctx.actor.userId}::bigint, array[credit.by_id]) as is_own
  from tax_credit credit join tax_declaration period on period.id = credit.declaration_id join centre on centre.id = credit.centre_id`

const visibleCondition = (ctx: Context) => inScope({ ...ctx.scope, unitIds: [], mode: null }, 'credit', {})

/** Returns a page of credit cases in the caller's scope, newest first. */
export async function list(
  ctx: Context,
  { states }: CreditFilter,
  { page, size }: { page: number; size: number },
): Promise<{ rows: CreditRow[]; count: number }> {
  const stateCondition = states?.length ? sql<SqlBool>`credit.state = any(${[...states]}::text[])` : sql<SqlBool>`true`
  const rows =
    await ctx.rows<CreditRow>`${columns(ctx)} where ${visibleCondition(ctx)} and ${stateCondition} order by credit.id desc limit ${size} offset ${(page - 1) * size}`
  const countResult = await ctx.row<{
    count: number
  }>`select count(*) as count from tax_credit credit where ${visibleCondition(ctx)} and ${stateCondition}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Locks and returns a credit case in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<CreditRow | undefined> {
  await ctx.run`select from tax_credit credit where id = ${id} and ${visibleCondition(ctx)} for no key update`
  return ctx.row<CreditRow>`${columns(ctx)} where credit.id = ${id} and ${visibleCondition(ctx)}`
}

export interface CreditMoveRow extends Row<'tax_credit_move'> {
  kind: TaxCreditStep
  by_name: string
  month: Row<'tax_declaration'>['month'] | null
}

/** Returns the steps of these cases, oldest first. */
export async function movesOf(ctx: Context, ids: readonly number[]): Promise<CreditMoveRow[]> {
  return ctx.rows<CreditMoveRow>`select move.*, move.paid_on::text as paid_on, app_user.name as by_name, period.month
    from tax_credit_move move join app_user on app_user.id = move.by_id left join tax_declaration period on period.id = move.declaration_id
    where move.credit_id = any(${[...ids]}::bigint[]) order by move.id`
}

/** Opens a case and returns its id. */
export async function openCredit(ctx: Context, of: { declarationId: number; centreId: number; edition: number; amount: number } & PayableTax): Promise<number> {
  const { declarationId, centreId, edition, kind, vatReturn, amount } = of
  const creditKey = { declaration_id: declarationId, centre_id: centreId, edition }
  const { id } = await ctx.db
    .insertInto('tax_credit')
    .values({ ...creditKey, kind, vat_return: vatReturn, amount_fen: amount, left_fen: amount, by_id: ctx.actor.userId, at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewCreditMove {
  readonly kind: TaxCreditStep
  readonly amount: number
  readonly declarationId?: number
  readonly paidOn?: string
  readonly serial?: string
  readonly fileId?: string
  readonly reason?: string
}

/** Adds a step to a case and returns its id. A trigger updates the balance and state. */
export async function addCreditMove(ctx: Context, credit: { id: number; centre_id: number }, move: NewCreditMove): Promise<number> {
  const { kind, amount, declarationId = null, paidOn = null, serial = '', fileId = null, reason = '' } = move
  const moveColumns = { credit_id: credit.id, centre_id: credit.centre_id, by_id: ctx.actor.userId, at: ctx.now }
  const { id } = await ctx.db
    .insertInto('tax_credit_move')
    .values({ ...moveColumns, kind, amount_fen: amount, declaration_id: declarationId, paid_on: paidOn, serial, file_id: fileId, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
