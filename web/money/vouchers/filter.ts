import { setConditions } from '#/web/ui/url-state.ts'
import { yuanPattern } from '#/web/ui/yuan.ts'

/** Returns whether the amount in the filter of the receipts is not an amount. */
export function isAmountInvalid({ amount }: { readonly amount: string }): boolean {
  return amount !== '' && !yuanPattern.test(amount)
}

interface VoucherConditions<K, R, Y> {
  readonly keyword: string
  readonly kind: K
  readonly receipt: R
  readonly from: string
  readonly to: string
  readonly returned: Y
  readonly amount: string
  readonly unitId: number
  readonly centreId: number
  readonly batchId: number
}

/**
 * Returns the filter of the receipts. It keeps an invalid amount, which the server refuses, so that no file has more
 * rows than requested.
 */
export function voucherFilterOf<K, R, Y>(state: VoucherConditions<K, R, Y>) {
  return setConditions({
    keyword: state.keyword,
    kind: state.kind,
    receipt: state.receipt,
    from: state.from,
    to: state.to,
    returned: state.returned,
    amount: state.amount,
    unitId: state.unitId || undefined,
    centreId: state.centreId || undefined,
    batchId: state.batchId || undefined,
  })
}
