import { add, ZERO } from '#/domain/base/money.ts'
import { type AmountsByTax, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { postTaxPayment } from '#/server/money/ledger/public.ts'
import { closeMonth, declareReturns } from '#/server/money/tax/public.ts'
import { recordTaxReceipt } from '#/server/money/vouchers/public.ts'
import { declarationDueOn, dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { computeLines, policyOf } from '#/server/taxation/periods/line-computation.ts'
import { registerEntry } from '#/server/taxation/periods/paying.ts'
import { accruedTaxes, vatReturnsOf } from '#/server/taxation/periods/period.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as papers from '#/server/taxation/periods/store-certificates.ts'
import { addEntry, changeEntry } from '#/server/taxation/periods/store-entries.ts'
import * as lines from '#/server/taxation/periods/store-lines.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'

/** The people and times of each step of a past month's declaration. */
export interface PastPeriod {
  readonly closer: Context
  readonly checker: Context
  readonly declarer: Context
  readonly payer: Context | null
  readonly declaredOn: string
  readonly paidOn: string
  readonly receiptNo: string
  readonly serial: string
  readonly fileId: string
  /** Stores a certificate for each of these payees and returns the file ids in their order; null to store none. */
  readonly certificates: ((ctx: Context, operatorIds: readonly number[]) => Promise<readonly { id: string; sha256: string }[]>) | null
}

async function closeAndCompute(ctx: Context, row: store.PeriodRow): Promise<void> {
  await closeMonth(ctx, { centreId: row.centre_id, month: row.month })
  const policy = await policyOf(ctx, row.month)
  await store.update(ctx, row.id, {
    state: 'closing',
    edition: 1,
    is_computing: true,
    closed_by: ctx.actor.userId,
    closed_at: ctx.now,
    policy_version: policy.version,
  })
  await declareReturns(ctx, { centreId: row.centre_id, month: row.month }, 1)
  const people = await lines.nextPeople(ctx, row, 0, 5000)
  if (people.length > 0) await lines.addLines(ctx, { ...row, edition: 1 }, await computeLines(ctx, row, people, policy, false))
  const totals = await lines.totalsOf(ctx, { ...row, edition: 1 })
  await store.update(ctx, row.id, {
    ...totals,
    state: 'closed',
    booked_at: ctx.now,
    is_computing: false,
    done_count: totals.people,
    total_count: totals.people,
  })
  await store.addStep(ctx, { ...row, edition: 1 }, { kind: 'closed', amount: totals.vat_fen + totals.surcharge_fen + totals.iit_fen }, ctx.actor.userId)
}

/** Pays the taxes of each VAT return with a separate entry. The first one includes the income tax. */
async function payAllTaxes(ctx: Context, checker: Context, row: store.PeriodRow, past: PastPeriod): Promise<void> {
  const { paidOn, serial, fileId } = past
  const [first = 'vat_agent', ...more] = dueReturns(row)
  for (const vatReturn of [first, ...more]) {
    const { accrued } = vatReturnsOf(row)[vatReturn]
    const taxes: AmountsByTax = { ...accrued, iit: vatReturn === first ? accruedTaxes(row).iit : ZERO }
    if (taxKinds.every((kind) => taxes[kind] === 0)) continue
    const slip = { paidOn, serial: vatReturn === first ? serial : `${serial}-2`, fileId }
    const entryId = await addEntry(ctx, row, { ...taxes, late: 0, lateDue: 0, lateReason: '', dueOn: declarationDueOn(row), ...slip, vatReturn })
    const amount = add(taxes.vat, taxes.surcharge, taxes.iit)
    await registerEntry(ctx, row, { id: entryId, serial: slip.serial, amount, isBooked: true, paidOn: null })
    await changeEntry(checker, entryId, { state: 'confirmed', decided_by: checker.actor.userId, decided_at: checker.now })
    for (const kind of taxKinds) {
      const amount = taxes[kind]
      if (amount === 0) continue
      const id = await receipts.addPayment(ctx, row, { kind, vatReturn, amount, ...slip, entryId })
      await postTaxPayment(ctx, { id, no: row.month, centreId: row.centre_id, mode: 2, kind, amount, memo: slip.serial })
      await recordTaxReceipt(ctx, id)
      await store.addStep(ctx, row, { kind: 'paid', amount, reason: slip.serial }, ctx.actor.userId)
    }
  }
  await store.update(ctx, row.id, { state: 'paid' })
  await store.addStep(ctx, row, { kind: 'settled' }, ctx.actor.userId)
}

/** Returns the open periods before this month in the caller's scope. */
export async function listOpenPeriods(ctx: Context, before: string): Promise<{ id: number; centreId: number; month: string }[]> {
  const { rows } = await store.list(ctx, { states: ['open'] }, { page: 1, size: 200 })
  return rows
    .filter((row) => row.month < before)
    .map((row) => ({ id: row.id, centreId: row.centre_id, month: row.month }))
    .toReversed()
}

/** Declares a past month, with all steps from closing to the certificates. */
export async function declarePastPeriod(id: number, past: PastPeriod): Promise<void> {
  const periodAs = async (ctx: Context) => (await store.find(ctx, id)) ?? Promise.reject(new Error('no such period'))
  const { closer, checker, declarer, payer } = past
  await closeAndCompute(closer, await periodAs(closer))
  await store.update(checker, id, { state: 'confirmed', confirmed_by: checker.actor.userId })
  const row = await periodAs(declarer)
  await store.addStep(checker, row, { kind: 'confirmed' }, checker.actor.userId)
  const returnsDue = dueReturns(row)
  const isAgent = returnsDue.length === 0 || returnsDue.includes('vat_agent')
  const acceptedReturn = (letter: string) => ({ no: `${letter}${past.receiptNo}`.slice(0, 40), declaredOn: past.declaredOn, fileId: null })
  await receipts.addReceipt(declarer, row, {
    no: past.receiptNo,
    declaredOn: past.declaredOn,
    fileId: past.fileId,
    returns: { vat_agent: isAgent ? acceptedReturn('V') : null, vat_withholding: returnsDue.includes('vat_withholding') ? acceptedReturn('W') : null },
  })
  const taxesAccrued = accruedTaxes(row)
  await store.update(declarer, id, { state: 'declared' })
  await store.addStep(
    declarer,
    row,
    { kind: 'declared', amount: taxesAccrued.vat + taxesAccrued.surcharge + taxesAccrued.iit, reason: past.receiptNo },
    declarer.actor.userId,
  )
  if (payer === null) return
  await payAllTaxes(payer, checker, row, past)
  if (past.certificates === null) return
  const people = await lines.nextPeople(payer, row, 0, 5000)
  const storedCertificates = await past.certificates(payer, people)
  const by_id = payer.actor.userId
  await papers.insert(
    payer,
    row,
    people.map((operator_id, at) => ({
      operator_id,
      path: `${row.month}.pdf`,
      problem: '',
      file_id: storedCertificates[at]?.id ?? null,
      sha256: storedCertificates[at]?.sha256 ?? '',
      by_id,
    })),
  )
  await store.update(payer, id, { state: 'certified' })
  await store.addStep(payer, row, { kind: 'certified', reason: String(people.length) }, by_id)
  await store.update(payer, id, { state: 'archived' })
  await store.addStep(payer, row, { kind: 'archived' }, payer.actor.userId)
}
