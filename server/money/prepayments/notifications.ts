import { type Permission, pages } from '#/api/pages.ts'
import type { MessageKind } from '#/api/services/messages.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { TopupRow } from '#/server/money/prepayments/store.ts'
import { unclaimedCredits } from '#/server/money/prepayments/store-credits.ts'
import { holdersAt, holdersInUnit, holdersInUnits, type OutgoingNotification, sendIndividually, sendNotification } from '#/server/services/messages/public.ts'

const { path } = pages.yufukuan
export const creditsPath = `${path}?pane=credits`
export const refundsPath = `${path}?pane=refunds`
export const adjustmentsPath = `${path}?pane=adjustments`
export const statementsPath = `${path}?pane=statements`
export const historyPath = `${path}?pane=history`

type Content<K extends MessageKind> = Omit<OutgoingNotification<K>, 'to'>
interface Place {
  readonly centre_id: number
  readonly mode: number
}

/** Notifies the centre's staff with this permission. */
export async function notifyManagers<K extends MessageKind>(ctx: Context, { centre_id, mode }: Place, right: Permission, content: Content<K>): Promise<void> {
  await sendNotification(ctx, { ...content, to: await holdersAt(ctx, centre_id, right, { mode }) } as OutgoingNotification<K>)
}

export function notifyFinance<K extends MessageKind>(ctx: Context, at: Place, content: Content<K>): Promise<void> {
  return notifyManagers(ctx, at, 'cz:confirm', content)
}

/** Notifies the unit's staff who top up, and the applicant. */
export async function notifyUnit<K extends MessageKind>(
  ctx: Context,
  { unit_id }: { readonly unit_id: number },
  asker: number | null,
  content: Content<K>,
): Promise<void> {
  await sendNotification(ctx, { ...content, to: [asker, ...(await holdersInUnit(ctx, unit_id, 'cz:apply'))] } as OutgoingNotification<K>)
}

/** Notifies the centre's finance staff of a new top-up application. */
export async function notifyOfTopup(ctx: Context, row: TopupRow): Promise<void> {
  const values = { no: row.no, unit: row.unit_name, amount: formatYuan(fen(row.amount_fen)) }
  const kind = row.claim_file_id === null ? 'topupSubmitted' : 'creditClaimed'
  await notifyFinance(ctx, row, { kind, values, path, refType: 'topup', refId: row.id })
}

/**
 * Notifies of credits without an application. The centre's finance staff get one message per mode, as do the units
 * whose account number the credit names.
 */
export async function notifyOfUnclaimedCredits(ctx: Context, added: readonly number[]): Promise<void> {
  const rows = await unclaimedCredits(ctx, added)
  for (const mode of new Set(rows.map((row) => row.mode))) {
    const modeRows = rows.filter((row) => row.mode === mode)
    const [first] = modeRows
    if (!first) continue
    const to = await holdersAt(ctx, first.centre_id, 'cz:confirm', { mode })
    const values = { count: modeRows.length, amount: formatYuan(fen(modeRows.reduce((sum, row) => sum + row.amount_fen, 0))) }
    await sendNotification(ctx, { to, kind: 'creditsUnclaimed', values, path: `${path}?pane=credits&state=unclaimed`, refType: 'bank_credit', refId: first.id })
  }
  const unitRows = rows.flatMap(({ unit_id, ...row }) => (unit_id === null ? [] : [{ ...row, unit_id }]))
  if (unitRows.length === 0) return
  const people = await holdersInUnits(ctx, [...new Set(unitRows.map((row) => row.unit_id))], 'cz:apply')
  const unitMessages = unitRows.flatMap(({ id, unit_id, amount_fen, centre_name }) =>
    people
      .filter((person) => person.unit_id === unit_id)
      .map((person) => ({
        whom: person.id,
        values: { amount: formatYuan(fen(amount_fen)), centre: centre_name },
        path,
        refType: 'bank_credit',
        refId: id,
      })),
  )
  await sendIndividually(ctx, 'creditArrived', unitMessages)
}
