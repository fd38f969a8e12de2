import { type Fen, fen, sumOf } from '#/domain/money.ts'
import { accountKinds } from '#/domain/posting.ts'

/**
 * Accounts that vouchers know. The ledger keeps the fee of a payment as one sum. The books of the centre split it into income, output VAT and, where the centre is
 * the general contractor, subcontract cost.
 */
export const voucherAccounts = [...accountKinds, 'revenue', 'output_vat', 'subcontract_cost'] as const
export type VoucherAccount = (typeof voucherAccounts)[number]

/** Kinds of journals in the order of their vouchers. */
export const voucherKinds = ['opening', 'topup', 'freeze', 'unfreeze', 'payment', 'return', 'refund', 'adjustment', 'suspense', 'commission', 'tax'] as const
export type VoucherKind = (typeof voucherKinds)[number]

/** Why a voucher has no number and is not exported. */
export const leftOuts = ['', 'sameAccount', 'opening'] as const
export type LeftOut = (typeof leftOuts)[number]

export const mappingStates = ['draft', 'active', 'rejected'] as const
export type MappingState = (typeof mappingStates)[number]

/** A sheet of ours, the text that 用友 U8 takes, and the standard voucher table of 金蝶 KIS and K/3. */
export const voucherFormats = ['generic', 'yonyou', 'kingdee'] as const
export type VoucherFormat = (typeof voucherFormats)[number]

/** Whose account it is: of the chart of the centre. */
export interface Mapped {
  readonly code: string
  readonly name: string
  /** With auxiliary accounting by unit. */
  readonly byUnit: boolean
}
export type Mapping = ReadonlyMap<VoucherAccount, Mapped>

/** What journals of a kind moved on one of our accounts, for one unit or for none. */
export interface Moved {
  readonly account: VoucherAccount
  readonly unitId: number | null
  readonly debit: Fen
  readonly credit: Fen
}

/** An entry of a voucher: one account of the chart on one side. */
export interface VoucherEntry extends Mapped {
  readonly unitId: number | null
  readonly debit: Fen
  readonly credit: Fen
}

/** Our accounts that moved and stand for nothing in the chart. */
export function unmapped(moved: readonly Moved[], mapping: Mapping): VoucherAccount[] {
  return [...new Set(moved.map(({ account }) => account))].filter((account) => !mapping.has(account))
}

/** The entries of a voucher: debits first, each account of the chart and unit once on a side. Throws RangeError for an account that is not mapped. */
export function entriesOf(moved: readonly Moved[], mapping: Mapping): VoucherEntry[] {
  const targets = Map.groupBy(moved, ({ account, unitId }) => {
    const to = mapping.get(account)
    if (!to) throw new RangeError(`no account for ${account}`)
    return JSON.stringify([to.code, to.name, to.byUnit, to.byUnit ? unitId : null])
  })
  const sides = [...targets].flatMap(([key, rows]): VoucherEntry[] => {
    const [code, name, byUnit, unitId] = JSON.parse(key) as [string, string, boolean, number | null]
    const debit = sumOf(rows, (row) => row.debit)
    const credit = sumOf(rows, (row) => row.credit)
    const of = { code, name, byUnit, unitId }
    return [
      { ...of, debit, credit: fen(0) },
      { ...of, debit: fen(0), credit },
    ].filter((entry) => entry.debit + entry.credit > 0)
  })
  return sides.toSorted(
    (one, other) => Number(one.debit === 0) - Number(other.debit === 0) || one.code.localeCompare(other.code, 'en') || (one.unitId ?? 0) - (other.unitId ?? 0),
  )
}

/** Why journals of a kind become no voucher: opening balances are entered as such, and what stays within one account of the chart moves nothing. */
export function leftOutOf(kind: VoucherKind, moved: readonly Moved[], mapping: Mapping): LeftOut {
  if (kind === 'opening') return 'opening'
  const targets = Map.groupBy(entriesOf(moved, mapping), ({ code, unitId }) => JSON.stringify([code, unitId]))
  const isStill = [...targets.values()].every((entries) => sumOf(entries, (entry) => entry.debit) === sumOf(entries, (entry) => entry.credit))
  return isStill ? 'sameAccount' : ''
}

/** 摘要: what the books of the centre say of a voucher. Chinese in every language, as books are kept in it. */
const memos: Readonly<Record<VoucherKind, string>> = {
  opening: '期初余额转入',
  topup: '收到单位预付款',
  freeze: '批次付款占用预付款',
  unfreeze: '未付款项退回预付款',
  payment: '代付经营者款项及代扣税费、服务费',
  return: '代付款项退汇冲回',
  refund: '退还单位预付款',
  adjustment: '账务调整',
  suspense: '待查款项挂账',
  commission: '计提及支付佣金',
  tax: '缴纳代扣税费',
}

/** The summary of a voucher; of a supplement it says so. */
export function memoOf(kind: VoucherKind, month: string, edition: number): string {
  const [year, number] = month.split('-')
  return `${year}年${Number(number)}月${memos[kind]}${edition > 1 ? '（补充）' : ''}`
}
