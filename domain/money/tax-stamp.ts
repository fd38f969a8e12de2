import { applyRate, type Fen, type Ppm, subtract, ZERO } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

/**
 * Computes the stamp tax of a contract (印花税法) by its item in the table, on the amount without VAT. An item that is not
 * in the table has no tax.
 */
export function stampTax(
  item: string,
  amount: Fen,
  options: { readonly isHalved: boolean; readonly ratePpm?: Ppm },
  policy: TaxPolicy['params']['stamp'],
): { readonly full: Fen; readonly tax: Fen } {
  const rate = options.ratePpm ?? policy.items[item]
  if (rate === undefined) return { full: ZERO, tax: ZERO }
  const fullTax = applyRate(amount, rate)
  return { full: fullTax, tax: options.isHalved ? subtract(fullTax, applyRate(fullTax, policy.reliefPpm)) : fullTax }
}
