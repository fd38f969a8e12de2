import { ledgerRefusals } from '#/api/money/ledger.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Posting } from '#/domain/money/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/money/ledger/store.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

export interface JournalOwner {
  readonly centreId: number
  readonly mode: Mode
  readonly unitId: number
}

/** Error thrown when a posting would make an account of a unit negative, other than its available money. */
export class InsufficientFunds extends Error {}

/** One movement of money. The postings of a movement sum to zero. */
export interface Journal {
  readonly kind: 'topup' | 'freeze' | 'unfreeze' | 'payment' | 'return' | 'refund' | 'suspense' | 'adjustment' | 'opening' | 'commission' | 'tax' | 'clearing'
  /** With a null unit, only accounts of the centre are touched. */
  readonly owner: Omit<JournalOwner, 'unitId'> & { readonly unitId: number | null }
  readonly refType:
    | 'topup'
    | 'batch'
    | 'line'
    | 'payout_exception'
    | 'opening'
    | 'commission_bill'
    | 'recon_item'
    | 'bank_credit'
    | 'refund'
    | 'adjustment'
    | 'tax_payment'
    | 'tax_entry'
    | 'tax_credit_move'
    | 'tax_adjustment'
    | 'tax_clearing_payment'
  readonly refId: number
  readonly refNo: string
  /** Idempotency key: a journal with the same key is posted once. */
  readonly idemKey: string
  readonly postings: readonly Posting[]
  readonly memo?: string
  /** The key of the journal that this one reverses. */
  readonly reversesKey?: string
  /** The time of a historical journal; defaults to now. */
  readonly at?: Date
}

function keyOf(row: { centre_id: number; mode: number; kind: string; unit_id: number | null }): string {
  return `${row.centre_id}:${row.mode}:${row.kind}:${row.unit_id ?? ''}`
}

/**
 * Returns the key of an account of this kind, of the unit or of the centre. Throws for a unit's account without a unit.
 */
export function accountKeyOf(owner: Journal['owner'], kind: Posting['account']): store.AccountKey {
  const isUnitAccount = kind === 'unit_available' || kind === 'unit_frozen' || kind === 'unit_refund'
  if (isUnitAccount && owner.unitId === null) throw new RangeError(`${kind} without a unit`)
  return { centre_id: owner.centreId, mode: owner.mode, kind, unit_id: isUnitAccount ? owner.unitId : null }
}

/** Refuses money that enters the accounts of a closed unit or at a disabled centre, because it could not leave again. */
async function expectOpenOwners(ctx: Context, journals: readonly Journal[]): Promise<void> {
  const owners = new Map<string, { unitId: number; centreId: number }>()
  for (const { owner, postings } of journals) {
    const { unitId, centreId } = owner
    const enteringAmount = postings.filter(({ account }) => accountKeyOf(owner, account).unit_id !== null).reduce((sum, { amount }) => sum + amount, 0)
    if (unitId !== null && enteringAmount > 0) owners.set(`${centreId}:${unitId}`, { unitId, centreId })
  }
  for (const owner of owners.values()) if (!(await keepOpen(ctx, owner))) refuse(ledgerRefusals, 'ownerClosed')
}

function checkCover(accounts: readonly store.AccountRow[], entries: readonly store.EntryRow[]): void {
  const changeByAccount = new Map<number, number>()
  for (const entry of entries) changeByAccount.set(entry.account_id, (changeByAccount.get(entry.account_id) ?? 0) + entry.fen)
  for (const account of accounts) {
    const change = changeByAccount.get(account.id) ?? 0
    if (account.unit_id === null || account.balance_fen + change >= 0) continue
    if (account.kind !== 'unit_available') throw new InsufficientFunds(`more would leave account ${account.id} than was set aside`)
    refuse(ledgerRefusals, 'insufficient', { need: formatYuan(fen(-change)), available: formatYuan(fen(account.balance_fen)) })
  }
}

/**
 * Posts journals, all or none, in a fixed number of statements, and opens missing accounts. Skips journals whose key
 * was posted before. Returns the number of new ones. Refuses with `insufficient` when a unit's available money would go
 * negative, and with `ownerClosed` when money would enter a closed unit. Ignores the caller's scope, because a payment
 * touches accounts of the centre that a unit cannot see.
 */
export async function postJournals(ctx: Context, journals: readonly Journal[]): Promise<number> {
  const accountKeys = journals.flatMap(({ owner, postings }) => postings.map(({ account }) => accountKeyOf(owner, account)))
  const distinctKeys = new Map(accountKeys.map((key) => [keyOf(key), key]))
  if (distinctKeys.size === 0) return 0
  return ctx.widen('ledger', async () => postToAccounts(ctx, await store.lockAccounts(ctx, [...distinctKeys.values()]), journals))
}

/** Posts journals like `postJournals`. The caller has locked all their accounts and widened its scope. */
export async function postToAccounts(ctx: Context, accounts: readonly store.AccountRow[], journals: readonly Journal[]): Promise<number> {
  const postedKeys = await store.postedKeys(
    ctx,
    journals.map((journal) => journal.idemKey),
  )
  const newJournals = journals.filter((journal) => journal.postings.length > 0 && !postedKeys.has(journal.idemKey))
  if (newJournals.length === 0) return 0
  const ids = new Map(accounts.map((account) => [keyOf(account), account.id]))
  const entries = newJournals.flatMap((journal) =>
    journal.postings.map((posting, index) => ({
      key: journal.idemKey,
      line: index + 1,
      account_id: ids.get(keyOf(accountKeyOf(journal.owner, posting.account))) ?? 0,
      fen: posting.amount,
    })),
  )
  checkCover(accounts, entries)
  await expectOpenOwners(ctx, newJournals)
  const rows = newJournals.map((journal) => ({
    kind: journal.kind,
    ref_type: journal.refType,
    ref_id: journal.refId,
    ref_no: journal.refNo,
    idem_key: journal.idemKey,
    centre_id: journal.owner.centreId,
    mode: journal.owner.mode,
    unit_id: journal.owner.unitId,
    entries: journal.postings.length,
    reverses_key: journal.reversesKey ?? null,
    memo: journal.memo ?? '',
    at: journal.at ?? ctx.now,
  }))
  await store.insertJournals(ctx, rows, entries)
  return newJournals.length
}
