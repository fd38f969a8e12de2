import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { TransferUse } from '#/server/money/ledger/store-transfers.ts'

/** A record whose transfer the bank sent back or never carried out. */
export interface SentRecord {
  readonly use: TransferUse
  readonly id: number
}

interface NewReturnRow extends Row<'transfer_return', 'id'> {
  sent_serial: Row<'bank_transfer'>['serial']
}

export interface NewReturn extends Pick<Row<'transfer_return'>, 'returned_on' | 'serial' | 'file_id' | 'sent_file_id' | 'reason'> {
  readonly centre_id: number
}

/**
 * Adds the return of a record's booked transfer. Returns its id, with the reference of the transfer. Returns null if
 * there is no such transfer, or it has a return.
 */
export async function addReturn(ctx: Context, { use, id }: SentRecord, row: NewReturn): Promise<NewReturnRow | null> {
  return (
    (await ctx.row<NewReturnRow>`
    insert into transfer_return (transfer_id, centre_id, returned_on, serial, file_id, sent_file_id, reason, created_by, created_at)
    select sent.id, sent.centre_id, ${row.returned_on}::date, ${row.serial}, ${row.file_id}::uuid, ${row.sent_file_id}::uuid, ${row.reason}, ${ctx.actor.userId}, ${ctx.now}
    from bank_transfer sent where sent.ref_type = ${use} and sent.ref_id = ${id} and sent.centre_id = ${row.centre_id} and sent.direction = 'out'
      and sent.is_booked and not sent.is_returned
    on conflict (transfer_id) where state <> 'declined' do nothing
    returning id, (select sent.serial from bank_transfer sent where sent.id = transfer_id) as sent_serial`) ?? null
  )
}

export interface PendingReturnRow extends Row<'transfer_return', 'id' | 'centre_id' | 'serial' | 'reason' | 'created_by'> {
  sent_serial: Row<'bank_transfer'>['serial']
}

/** Locks and returns the return of a record that waits for its confirmation. */
export async function lockPendingReturn(ctx: Context, { use, id }: SentRecord): Promise<PendingReturnRow | undefined> {
  return ctx.row<PendingReturnRow>`select back.id, back.centre_id, back.serial, back.reason, back.created_by, sent.serial as sent_serial
    from transfer_return back join bank_transfer sent on sent.id = back.transfer_id
    where sent.ref_type = ${use} and sent.ref_id = ${id} and back.state = 'pending' for no key update of back`
}

/** Confirms or declines a return as the caller. */
export async function decideReturn(ctx: Context, id: number, state: 'confirmed' | 'declined', answer: string): Promise<void> {
  await ctx.db.updateTable('transfer_return').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}
