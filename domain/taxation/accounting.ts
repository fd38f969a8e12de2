import { type Fen, fen, sumOf } from '#/domain/base/money.ts'
import { accountKinds } from '#/domain/money/posting.ts'

/**
 * Accounts in vouchers. The ledger has the fee and the surcharges of a payment as one amount each. Vouchers split the
 * fee into income, output VAT and, for a general contractor, subcontract cost. The surcharges are split by tax.
 */
export const voucherAccounts = [
  ...accountKinds,
  ...(['tax_city', 'tax_education', 'tax_local_education', 'revenue', 'output_vat', 'subcontract_cost'] as const),
] as const
export type VoucherAccount = (typeof voucherAccounts)[number]

/** Kinds of journals, in the order of their vouchers. */
export const accountingVoucherKinds = [
  'opening',
  'topup',
  'freeze',
  'unfreeze',
  'payment',
  'return',
  'refund',
  'adjustment',
  'suspense',
  'commission',
  'tax',
  'clearing',
] as const
export type AccountingVoucherKind = (typeof accountingVoucherKinds)[number]

/** Reasons why a voucher has no number and is not exported; empty for a numbered voucher. */
export const omissionReasons = ['', 'sameAccount', 'opening'] as const
export type OmissionReason = (typeof omissionReasons)[number]

export const mappingStates = ['draft', 'active', 'rejected'] as const
export type MappingState = (typeof mappingStates)[number]

/** Export formats: our own sheet, the text import of 用友 U8, and the standard voucher table of 金蝶 KIS and K/3. */
export const voucherFormats = ['generic', 'yonyou', 'kingdee'] as const
export type VoucherFormat = (typeof voucherFormats)[number]

/** An account of the centre's chart. */
export interface MappedAccount {
  readonly code: string
  readonly name: string
  /** Whether the account has auxiliary accounting by unit (辅助核算). */
  readonly byUnit: boolean
}
export type Mapping = ReadonlyMap<VoucherAccount, MappedAccount>

/** The movement of one of our accounts through journals of one kind, for one unit or without a unit. */
export interface AccountMovement {
  readonly account: VoucherAccount
  readonly unitId: number | null
  readonly debit: Fen
  readonly credit: Fen
}

/** An entry of a voucher: one account of the chart on one side. */
export interface VoucherEntry extends MappedAccount {
  readonly unitId: number | null
  readonly debit: Fen
  readonly credit: Fen
}

/** Returns the accounts with movements but without a mapping. */
export function unmappedAccounts(accountMovements: readonly AccountMovement[], mapping: Mapping): VoucherAccount[] {
  return [...new Set(accountMovements.map(({ account }) => account))].filter((account) => !mapping.has(account))
}

/**
 * Returns the entries of a voucher, debits first, one for each side, chart account and unit. Throws RangeError for an
 * account without a mapping.
 */
export function voucherEntriesOf(accountMovements: readonly AccountMovement[], mapping: Mapping): VoucherEntry[] {
  const movementsByChartAccount = Map.groupBy(accountMovements, ({ account, unitId }) => {
    const chartAccount = mapping.get(account)
    if (!chartAccount) throw new RangeError(`no account for ${account}`)
    return JSON.stringify([chartAccount.code, chartAccount.name, chartAccount.byUnit, chartAccount.byUnit ? unitId : null])
  })
  const voucherEntries = [...movementsByChartAccount].flatMap(([key, rows]): VoucherEntry[] => {
    const [code, name, byUnit, unitId] = JSON.parse(key) as [string, string, boolean, number | null]
    const debit = sumOf(rows, (row) => row.debit)
    const credit = sumOf(rows, (row) => row.credit)
    const entryBase = { code, name, byUnit, unitId }
    return [
      { ...entryBase, debit, credit: fen(0) },
      { ...entryBase, debit: fen(0), credit },
    ].filter((entry) => entry.debit + entry.credit > 0)
  })
  return voucherEntries.toSorted(
    (one, other) => Number(one.debit === 0) - Number(other.debit === 0) || one.code.localeCompare(other.code, 'en') || (one.unitId ?? 0) - (other.unitId ?? 0),
  )
}

/**
 * Returns the reason why journals of a kind get no voucher. Opening balances are entered separately in the centre's
 * books. Movements within one chart account cancel out.
 */
export function omissionReasonOf(kind: AccountingVoucherKind, accountMovements: readonly AccountMovement[], mapping: Mapping): OmissionReason {
  if (kind === 'opening') return 'opening'
  const entriesByChartAccount = Map.groupBy(voucherEntriesOf(accountMovements, mapping), ({ code, unitId }) => JSON.stringify([code, unitId]))
  const isBalanced = [...entriesByChartAccount.values()].every((entries) => sumOf(entries, (entry) => entry.debit) === sumOf(entries, (entry) => entry.credit))
  return isBalanced ? 'sameAccount' : ''
}

/** The summary of a voucher (摘要), always in Chinese, the language of the books. */
const memoByKind: Readonly<Record<AccountingVoucherKind, string>> = {
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
  clearing: '清算多扣税费，抵减或退还经营者',
}

/** Returns the summary of a voucher. The summary of a supplement is marked. */
export function memoOf(kind: AccountingVoucherKind, month: string, edition: number): string {
  const [year, number] = month.split('-')
  return `${year}年${Number(number)}月${memoByKind[kind]}${edition > 1 ? '（补充）' : ''}`
}
