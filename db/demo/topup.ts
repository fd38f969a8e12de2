import { sql } from 'kysely'
import { fen } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { postTopup } from '#/server/ledger/public.ts'
import { recordTopup } from '#/server/vouchers/public.ts'

/** A top-up that arrived and was confirmed, with the bank's record of it. */
export async function topUp(
  ctx: Context,
  of: { unitId: number; unitName: string; centreId: number; mode: 1 | 2; amount: number; serial: string },
): Promise<void> {
  const receiving = await sql<{
    no: string
  }>`select virtual_account_no as no from unit_setting where unit_id = ${of.unitId} and centre_id = ${of.centreId} and mode = ${of.mode}`.execute(ctx.db)
  const account = `6222${String(of.unitId).padStart(12, '0')}`
  const credit = await ctx.db
    .insertInto('bank_credit')
    .values({
      centre_id: of.centreId,
      mode: of.mode,
      serial: of.serial,
      amount_fen: of.amount,
      payer_name: of.unitName,
      payer_account: account,
      receiving_account: receiving.rows[0]?.no ?? '',
      memo: '预付款',
      credited_at: ctx.now,
      state: 'confirmed',
      unit_id: of.unitId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const no = `CZ${dayOf(ctx.now).replaceAll('-', '')}${of.serial.slice(-8)}`
  const topup = await ctx.db
    .insertInto('topup')
    .values({
      no,
      centre_id: of.centreId,
      unit_id: of.unitId,
      mode: of.mode,
      amount_fen: of.amount,
      payer_name: of.unitName,
      payer_account: account,
      bank_serial: of.serial,
      state: 'confirmed',
      bank_credit_id: credit.id,
      submitted_by: 5,
      submitted_at: ctx.now,
      decided_by: 4,
      decided_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postTopup(ctx, { id: topup.id, no, centreId: of.centreId, mode: of.mode, unitId: of.unitId, amount: fen(of.amount) })
  await recordTopup(ctx, topup.id)
}
