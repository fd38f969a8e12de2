import type { Context } from '#/server/kernel/context.ts'
import { recordPayment, registerDeclaration } from '#/server/taxation/businessfilings/declaring.ts'
import { declaredTaxes } from '#/server/taxation/businessfilings/filing.ts'
import { applyCorrection, closeFilings, type FilingPeriod, generateFilings } from '#/server/taxation/businessfilings/generating.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import { hasConsent } from '#/server/taxation/businessfilings/store-facts.ts'
import { archiveFilings, declareAndPayFilings, paidFilings } from '#/server/taxation/businessfilings/store-past.ts'

export { centresWithBusinesses } from '#/server/taxation/businessfilings/store-facts.ts'
export { generateFilings }

/** Locks and returns the open filings of a period. */
export async function lockOpenFilings(ctx: Context, { centreId, kind, period }: FilingPeriod): Promise<store.FilingRow[]> {
  return store.lockFilingsOfPeriod(ctx, centreId, kind, period, 'open')
}

/** Stores a past declaration of other sales or costs by a business. */
export async function storePastCorrection(
  ctx: Context,
  row: store.FilingRow,
  entered: { readonly other?: number; readonly cost?: number; readonly reason: string },
): Promise<void> {
  const invoices = { entered_invoiced_fen: 0, entered_special_fen: 0 }
  await applyCorrection(ctx, row, { other_fen: entered.other ?? 0, ...invoices, cost_fen: entered.cost ?? null, reason: entered.reason })
}

/** The declaration of a past filing, and its payment if `paidOn` is set. */
export interface PastFiling {
  readonly declaredOn: string
  readonly paidOn: string | null
  readonly fileId: string
}

/**
 * How a past period is filed: the number of filings declared one by one, the reasons of the late ones, and the
 * declaration of each filing by its position.
 */
export interface PastPeriod {
  readonly most: number
  readonly late: readonly string[]
  readonly past: (at: number) => PastFiling
}

/**
 * Closes a past period. Declares the largest filings one by one as given, and declares and pays the others together,
 * except the smallest, which stay open for the reasons in `late`.
 */
export async function filePastPeriod(ctx: Context, place: FilingPeriod, { most, late, past }: PastPeriod): Promise<void> {
  await closeFilings(ctx, place, '按主管税务机关辅导口径，待取得核定通知')
  const rows = (await store.lockFilingsOfPeriod(ctx, place.centreId, place.kind, place.period, 'closed')).sort((a, b) => b.gross_fen - a.gross_fen)
  const lateFrom = Math.max(most, rows.length - late.length)
  for (const [at, row] of rows.slice(0, most).entries()) await filePastFiling(ctx, row, past(at))
  const { declaredOn, fileId } = past(0)
  const ids = rows.slice(most, lateFrom).map((row) => row.id)
  await declareAndPayFilings(ctx, ids, { declaredOn, paidOn: past(0).paidOn ?? declaredOn, fileId })
  for (const [at, row] of rows.slice(lateFrom).entries()) await store.addStep(ctx, [row], { kind: 'reminded', reason: late[at] ?? '' })
}

/** Archives the paid filings of a past period. Those with tax due get a certificate. */
export async function archivePastFilings(ctx: Context, place: FilingPeriod, certificate: Uint8Array): Promise<void> {
  const rows = await store.lockFilingsOfPeriod(ctx, place.centreId, place.kind, place.period, 'paid')
  const paidRows = await paidFilings(
    ctx,
    rows.map((row) => row.id),
  )
  const rowsWithTaxDue = paidRows.filter((row) => row.owes)
  const files = await ctx.files.saveAll(
    rowsWithTaxDue.map(({ operator_id }) => ({
      name: `${place.period}.pdf`,
      mediaType: 'application/pdf',
      bytes: certificate,
      purpose: 'business_filing_certificate',
      centreId: place.centreId,
      operatorId: operator_id,
    })),
  )
  const fileByFiling = new Map(rowsWithTaxDue.map(({ id }, at) => [id, files[at] ?? null]))
  await archiveFilings(
    ctx,
    place,
    paidRows.map(({ id, operator_id }) => ({ id, operator_id, file: fileByFiling.get(id) ?? null })),
  )
}

async function filePastFiling(ctx: Context, row: store.FilingRow, { declaredOn, paidOn, fileId }: PastFiling): Promise<void> {
  const canBeAgent = row.entity_id % 2 === 1 && (await hasConsent(ctx, row.operator_id, row.centre_id, declaredOn))
  const way = canBeAgent ? 'agent' : 'self'
  const no = `SB${row.period.replace('-', '')}${String(row.id).padStart(6, '0')}`
  await registerDeclaration(ctx, row, { way, no, declaredOn, fileId })
  if (paidOn === null) return
  for (const [tax, amount] of Object.entries(declaredTaxes(row)) as [keyof ReturnType<typeof declaredTaxes>, ReturnType<typeof declaredTaxes>['vat']][])
    if (amount > 0) await recordPayment(ctx, { ...row, state: 'declared' }, { tax, amount, paidOn, way, serial: `JK${no.slice(2)}`, fileId })
}
