import { minuteOf } from '#/domain/period.ts'
import type { ChangeRow } from '#/server/access/changes/store.ts'
import * as store from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { send } from '#/server/services/messages/public.ts'

const accountFields = ['accountName', 'accountNo', 'accountBank']

/** Notifies a centre's units that its receiving account will change or has changed. */
export async function tellUnits(ctx: Context, change: ChangeRow, kind: 'accountChanging' | 'accountChanged', at: Date): Promise<void> {
  if (change.kind !== 'centre' || !change.shown.some(({ field }) => accountFields.includes(field))) return
  const no = String(change.becomes.account_no)
  const values = { centre: change.centre, account: `${String(change.becomes.account_bank)} ····${no.slice(-4)}`, at: minuteOf(at) }
  await send(ctx, { kind, to: await store.payersAt(ctx, change.centre_id), values, path: null, refType: 'change', refId: change.id })
}

/** Applies an approved change that is due, and notifies the centre's units. */
export async function applyNow(ctx: Context, change: ChangeRow): Promise<void> {
  await store.apply(ctx, change.id)
  await tellUnits(ctx, change, 'accountChanged', ctx.now)
}

/** Applies every approved change that is due. */
export async function applyDue(ctx: Context): Promise<void> {
  for (const change of await store.due(ctx)) await applyNow(ctx, change)
}
