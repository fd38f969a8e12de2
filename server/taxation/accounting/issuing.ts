import { createHash } from 'node:crypto'
import { accountingRefusals, accountNames } from '#/api/taxation/accounting.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import {
  type AccountingVoucherKind,
  type AccountMovement,
  accountingVoucherKinds,
  type Mapping,
  omissionReasonOf,
  unmappedAccounts,
} from '#/domain/taxation/accounting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/taxation/accounting/store.ts'

/** Returns the movements of a month that are not in a voucher yet. */
export function movementsWithoutVoucher(rows: readonly store.MonthMovementRow[]): (AccountMovement & { readonly kind: AccountingVoucherKind })[] {
  return rows
    .map(({ kind, account, of_unit, debit_fen, credit_fen, issued_debit_fen, issued_credit_fen }) => ({
      kind,
      account,
      unitId: of_unit,
      debit: fen(debit_fen - issued_debit_fen),
      credit: fen(credit_fen - issued_credit_fen),
    }))
    .filter(({ debit, credit }) => debit !== 0 || credit !== 0)
}

export async function mappingById(ctx: Context, id: number): Promise<Mapping> {
  const rows = await store.mappingRowsOf(ctx, [id])
  return new Map(rows.map(({ account, code, name, by_unit }) => [account, { code, name, byUnit: by_unit }]))
}

type Blocker = BlockerOf<typeof accountingRefusals>

/** Returns why the vouchers of a month cannot be issued now. The page and the operation use the same reason. */
export async function issueBlocker(ctx: Context, place: store.BooksPlace, month: string, rows: readonly store.MonthMovementRow[]): Promise<Blocker> {
  if (month >= dayOf(ctx.now).slice(0, 7)) return ['monthRuns', { month }]
  const pendingMovements = movementsWithoutVoucher(rows)
  if (pendingMovements.length === 0) return ['nothingMoved', { month }]
  const mapping = await store.mappingForMonth(ctx, place, month)
  if (!mapping) return ['noMapping', { month }]
  const gaps = unmappedAccounts(pendingMovements, await mappingById(ctx, mapping.id))
  return gaps.length > 0 ? ['mappingGaps', { accounts: gaps.map((account) => translate(accountNames[account], ctx.language)) }] : null
}

/** Computes the digest exactly as `app.acct_digest` does from the stored rows. */
function digestOf(vouchers: readonly store.NewVoucher[]): string {
  const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  const lines = vouchers.flatMap(({ kind, word, no, left_out, lines: of }) =>
    of.map((line) => ({ kind, ...line, text: [kind, word, no ?? 0, left_out, line.account, line.of_unit ?? 0, line.debit_fen, line.credit_fen].join('|') })),
  )
  const sortedLines = lines.toSorted(
    (one, other) => order(one.kind, other.kind) || order(one.account, other.account) || (one.of_unit ?? 0) - (other.of_unit ?? 0),
  )
  return createHash('sha256')
    .update(sortedLines.map(({ text }) => text).join('\n'))
    .digest('hex')
}

/** Builds vouchers for the movements, numbered from `first`. */
function vouchersOf(pending: ReturnType<typeof movementsWithoutVoucher>, mapping: Mapping, word: string, first: number): store.NewVoucher[] {
  const byKind = Map.groupBy(pending, ({ kind }) => kind)
  let no = first
  return accountingVoucherKinds.flatMap((kind): store.NewVoucher[] => {
    const kindMovements = byKind.get(kind)
    if (!kindMovements) return []
    const left_out = omissionReasonOf(kind, kindMovements, mapping)
    const lines = kindMovements.map(({ account, unitId, debit, credit }) => ({ account, of_unit: unitId, debit_fen: debit, credit_fen: credit }))
    return [{ kind, word, no: left_out === '' ? no++ : null, left_out, lines }]
  })
}

/** Issues the movements of a month that are not in a voucher yet: as the month's vouchers, or later as a supplement. */
export async function issueVouchers(ctx: Context, place: store.BooksPlace, month: string, firstNo: number | undefined): Promise<void> {
  await store.lockBooks(ctx, place)
  const rows = await store.movementsIn(ctx, place, month)
  refuseIf(accountingRefusals, await issueBlocker(ctx, place, month, rows))
  const record = (await store.mappingForMonth(ctx, place, month)) ?? refuse(accountingRefusals, 'noMapping', { month })
  const nextFreeNo = await store.nextVoucherNo(ctx, place, month)
  if (firstNo !== undefined && firstNo < nextFreeNo) refuse(accountingRefusals, 'numberTaken', { month, no: firstNo, next: nextFreeNo })
  const vouchers = vouchersOf(movementsWithoutVoucher(rows), await mappingById(ctx, record.id), record.word, firstNo ?? nextFreeNo)
  const edition = (await store.voucherIssuesOf(ctx, place, month)).length + 1
  const sha256 = digestOf(vouchers)
  const id = await store.addIssue(ctx, place, month, { edition, mapping_id: record.id, journal_count: rows[0]?.journals ?? 0, sha256 }, vouchers)
  const detail = { month, mode: place.mode, edition, vouchers: vouchers.length, sha256 }
  ctx.note({ refType: 'acct_issue', refId: id, centreId: place.centreId, detail })
}
