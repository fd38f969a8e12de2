import { type Mode, settlementMode } from '#/domain/codes.ts'
import type { LineCells } from '#/domain/line-cells.ts'
import { type Ppm, ppm } from '#/domain/money.ts'

/** In which capacity somebody is paid: as a natural person, or as the registered business of theirs that the line names. The two are different taxpayers. */
export type Capacity = 'person' | 'business'

/**
 * The capacity a line pays in. In mode 1 every payee is a business. In mode 2 (总包分包) a subcontractor is a natural person unless the line names the business:
 * a registered 个体工商户 or 个人独资企业 has 经营所得, declares it by itself and issues its own invoice, so that nothing is withheld (公告2025年第16号 covers
 * natural persons; 实施条例 Art. 3, 7). Who names only half of a business means it all the same and is told what is missing (E211).
 */
export function capacityOf(mode: Mode, cells: Pick<LineCells, 'entityName' | 'entityCreditCode'>): Capacity {
  return mode === settlementMode.individualBusiness || cells.entityName !== '' || cells.entityCreditCode !== '' ? 'business' : 'person'
}

/** The rate at which tax is collected in advance from a business: in mode 1 its own (核定征收率), in mode 2 none, where it settles with the tax office alone. */
export function levyRateIn(mode: Mode, entity: { readonly levyRatePpm: number } | null): Ppm {
  return ppm(mode === settlementMode.individualBusiness ? (entity?.levyRatePpm ?? 0) : 0)
}
