import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { guardedKinds } from '#/domain/access/guarded.ts'
import { shortDateTimeOf } from '#/domain/base/period.ts'
import type { ChangeRow } from '#/server/access/changes/store.ts'
import * as store from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/jobs/job.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

/** An approved change has taken effect. */
export const changeApplied = event('changes.applied', z.object({ kind: z.enum(guardedKinds), rowId: Id, centreId: Id.nullable() }))

const accountFields = ['accountName', 'accountNo', 'accountBank']

/** Notifies the users of a partner of a change to its commission account. */
async function notifyPartner(ctx: Context, change: ChangeRow, kind: 'accountChanging' | 'accountChanged', at: Date): Promise<void> {
  const account = change.shown.find(({ field }) => field === 'accountNo')?.after ?? ''
  const values = { account: `${String(change.becomes.account_bank)} ${account}`.trim(), at: shortDateTimeOf(at) }
  const recipients = await store.partnerAccountIds(ctx, change.row_id)
  await sendNotification(ctx, {
    kind: kind === 'accountChanging' ? 'ownAccountChanging' : 'ownAccountChanged',
    to: recipients,
    values,
    path: null,
    refType: 'change',
    refId: change.id,
  })
}

/** Notifies the people concerned that an account will change, or that it has changed. */
export async function notifyAffected(ctx: Context, change: ChangeRow, kind: 'accountChanging' | 'accountChanged', at: Date): Promise<void> {
  if (change.kind === 'partner') return notifyPartner(ctx, change, kind, at)
  if (change.kind !== 'centre' || change.centre_id === null || !change.shown.some(({ field }) => accountFields.includes(field))) return
  const accountNo = String(change.becomes.account_no)
  const values = { centre: change.centre, account: `${String(change.becomes.account_bank)} ····${accountNo.slice(-4)}`, at: shortDateTimeOf(at) }
  await sendNotification(ctx, { kind, to: await store.payerIdsAt(ctx, change.centre_id), values, path: null, refType: 'change', refId: change.id })
}

/** Applies an approved change whose time has come, and notifies the centre's units. */
export async function applyApprovedChange(ctx: Context, change: ChangeRow): Promise<void> {
  await store.applyChange(ctx, change.id)
  await ctx.publish(changeApplied, { kind: change.kind, rowId: change.row_id, centreId: change.centre_id })
  await notifyAffected(ctx, change, 'accountChanged', ctx.now)
}

/** Applies every approved change whose time has come. */
export async function applyDueChanges(ctx: Context): Promise<void> {
  for (const change of await store.lockDueChanges(ctx)) await applyApprovedChange(ctx, change)
}
