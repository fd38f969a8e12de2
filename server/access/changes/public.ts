import { createHash } from 'node:crypto'
import { changeRefusals } from '#/api/access/changes.texts.ts'
import { pages } from '#/api/pages.ts'
import type { GuardedKind } from '#/domain/access/guarded.ts'
import type { ChannelField, ChannelSettings } from '#/domain/base/connection-settings.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { expectProof } from '#/server/access/auth/public.ts'
import { changedRowName, presentChange } from '#/server/access/changes/presentation.ts'
import type { FieldDifference, Proposal } from '#/server/access/changes/store.ts'
import * as store from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

export { changeApplied } from '#/server/access/changes/applying.ts'
export { changesProvider } from '#/server/access/changes/provider-changes.ts'
export { hasUnsettledOrders } from '#/server/access/changes/questions.ts'
export { changesByOnePerson } from '#/server/access/changes/store.ts'
export type { FieldDifference }

const minReasonLength = 2
const fingerprintDigits = 12

type Value = string | number | boolean | null

const textOf = (value: Value | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? formatYuan(fen(value)) : value
}

/** Lists the fields that differ; numbers are amounts in fen. */
export function fieldDifferences(before: Readonly<Record<string, Value>>, after: Readonly<Record<string, Value>>): FieldDifference[] {
  return Object.keys(after).flatMap((field) =>
    before[field] === after[field] ? [] : [{ field, before: textOf(before[field]), after: textOf(after[field]), isSecret: false }],
  )
}

const fingerprint = (secret: string | undefined) => (secret ? createHash('sha256').update(secret).digest('hex').slice(0, fingerprintDigits) : '')

/**
 * Lists the settings that differ. A secret is shown only as a fingerprint, which the approver can compare with the
 * bank's.
 */
export function differingSettings(fields: Readonly<Record<string, ChannelField>>, before: ChannelSettings, after: ChannelSettings): FieldDifference[] {
  return Object.keys(fields).flatMap((key) => {
    if ((before[key] ?? '') === (after[key] ?? '')) return []
    const isSecret = fields[key]?.isSecret === true
    const displayedValue = (value: string | undefined) => (isSecret ? fingerprint(value) : (value ?? ''))
    return [{ field: `settings.${key}`, before: displayedValue(before[key]), after: displayedValue(after[key]), isSecret }]
  })
}

/**
 * Refuses callers who may not propose changes. Call it before a new row gets its number. Centres may propose duties of
 * their own staff, whose accounts the users module has checked. Only the platform may propose other changes.
 */
export async function expectProposer(ctx: Context, reason: string, kind?: GuardedKind): Promise<void> {
  if (!ctx.scope.all && kind !== 'app_user') refuse(changeRefusals, 'notPlatform')
  if ([...reason].length < minReasonLength) refuse(changeRefusals, 'whyNeeded')
  await expectProof(ctx)
}

/**
 * Proposes a change of guarded columns and notifies the people who decide. Refuses without a recent proof or a reason,
 * or while another change of the row is open. The row is unchanged until another person approves.
 */
export async function proposeChange(ctx: Context, of: Proposal): Promise<void> {
  await expectProposer(ctx, of.reason, of.kind)
  const name = changedRowName(ctx, { kind: of.kind, row_name: of.rowName })
  const id = (await store.insert(ctx, of)) ?? refuse(changeRefusals, 'openAlready', { name })
  ctx.note({
    refType: 'change',
    refId: id,
    centreId: of.centreId,
    before: Object.fromEntries(of.differences.map(({ field, before }) => [field, before])),
    after: Object.fromEntries(of.differences.map(({ field, after }) => [field, after])),
    detail: { name, reason: of.reason },
  })
  await sendNotification(ctx, {
    kind: 'changeToDecide',
    to: await store.deciderIds(ctx),
    values: { name, by: ctx.actor.name },
    path: `${pages.changeList.path}?isForMe=1`,
    refType: 'change',
    refId: id,
  })
}

/**
 * Returns the open changes of a centre, or of single rows of a kind. Callers outside the platform receive only changes
 * of accounts.
 */
export async function openChangesOf(ctx: Context, where: store.ChangeScope): Promise<(ReturnType<typeof presentChange> & { readonly rowId: number })[]> {
  if (!ctx.scope.all && !('kind' in where && where.kind === 'app_user')) return []
  return (await store.openChanges(ctx, where)).map((row) => ({ ...presentChange(ctx, row), rowId: row.row_id }))
}

/** Withdraws the open change of a row that the caller disables, because a later approval would enable the row again. */
export function withdrawOpenChange(ctx: Context, kind: GuardedKind, rowId: number, why: string): Promise<void> {
  return store.withdrawOpenChange(ctx, kind, rowId, why)
}
