import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { type Ppm, ppm } from '#/domain/base/money.ts'
import type { LineCells } from '#/domain/money/line-cells.ts'

/**
 * The capacity of a payee: natural person, or the registered business that the line names. Person and business are
 * separate taxpayers.
 */
export type Capacity = 'person' | 'business'

/**
 * Returns the capacity of a line. In mode 1 every payee is a business. In mode 2 (总包分包) a payee is a natural person
 * unless the line names a business. A registered 个体工商户 or 个人独资企业 has 经营所得, declares it and issues its own invoices, so
 * nothing is withheld (公告2025年第16号 covers natural persons; 实施条例 Art. 3, 7). A half-named business counts as one, and
 * the missing part is reported (E211).
 */
export function capacityOf(mode: Mode, cells: Pick<LineCells, 'entityName' | 'entityCreditCode'>): Capacity {
  return mode === settlementMode.individualBusiness || cells.entityName !== '' || cells.entityCreditCode !== '' ? 'business' : 'person'
}

/**
 * Returns the levy rate of a business. In mode 1 this is its own rate (核定征收率). In mode 2 it is zero, because the
 * business settles with the tax office.
 */
export function levyRateFor(mode: Mode, entity: { readonly levyRatePpm: number } | null): Ppm {
  return ppm(mode === settlementMode.individualBusiness ? (entity?.levyRatePpm ?? 0) : 0)
}
