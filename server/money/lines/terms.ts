import { atMost, type Fen, fen, ppm } from '#/domain/base/money.ts'
import type { CheckRules } from '#/domain/money/line-check.ts'
import type { SettlementTerms } from '#/domain/money/settlement.ts'
import type { FeePlan } from '#/domain/organisations/fee.ts'
import type { BatchRow } from '#/server/money/lines/store.ts'
import type { TermsRow } from '#/server/money/lines/store-facts.ts'

/**
 * The settings stored with a batch (INV-20): later changes do not affect it. The city rate is law, so the current one
 * applies.
 */
export interface StoredTerms {
  readonly taxBearer: 'unit' | 'operator'
  readonly feeBearer: 'unit' | 'operator' | 'shared'
  readonly feeUnitSharePpm: number
  readonly cityRatePpm: number
  readonly feePlanId: number
  /**
   * The unit's payments of the month before submission, in fen. The fee tiers continue from this sum and ignore later
   * payments.
   */
  readonly feeBase?: number
}

export interface PaymentTerms {
  readonly settlement: Omit<SettlementTerms, 'levyRatePpm'>
  readonly plan: FeePlan
  readonly rules: CheckRules
  readonly stored: StoredTerms
}

function planOf(from: {
  method: string
  isProgressive: boolean
  basis: string
  minimumFen: number
  tiers: readonly { fromFen: number; toFen: number | null; ratePpm: number }[]
}): FeePlan {
  return {
    method: from.method === 'ladder' ? 'ladder' : 'fixed',
    isProgressive: from.isProgressive,
    basis: from.basis === 'net' ? 'net' : 'gross',
    minimumFen: fen(from.minimumFen),
    tiers: from.tiers.map((tier) => ({ fromFen: fen(tier.fromFen), toFen: tier.toFen === null ? null : fen(tier.toFen), ratePpm: ppm(tier.ratePpm) })),
  }
}

function isPlan(value: unknown): value is Parameters<typeof planOf>[0] {
  return typeof value === 'object' && value !== null && 'tiers' in value && Array.isArray(value.tiers) && 'minimumFen' in value
}

function storedTermsOf(batch: BatchRow, row: TermsRow, isFixed: boolean): StoredTerms {
  const currentTerms: StoredTerms = {
    taxBearer: row.tax_bearer,
    feeBearer: row.fee_bearer,
    feeUnitSharePpm: row.fee_unit_share_ppm,
    cityRatePpm: row.city_rate_ppm,
    feePlanId: row.plan_id,
  }
  return isFixed && batch.setting_snapshot ? { ...currentTerms, ...batch.setting_snapshot, cityRatePpm: row.city_rate_ppm } : currentTerms
}

/** Returns the limit of a person's monthly payments from all centres, in fen; null without a limit. */
export function personLimitAcrossCentres({ person_everywhere_fen: limit }: TermsRow): Fen | null {
  return limit === null ? null : fen(limit)
}

/**
 * Returns the terms of a batch on a day. Once submitted (`isFixed`), bearers, rates and fee plan are those of the
 * submission. Rules for people and limits are always current.
 */
export function termsFor(batch: BatchRow, row: TermsRow, today: string, isFixed: boolean): PaymentTerms {
  const storedTerms = storedTermsOf(batch, row, isFixed)
  const plan =
    isFixed && isPlan(batch.fee_snapshot)
      ? planOf(batch.fee_snapshot)
      : planOf({ method: row.method, isProgressive: row.is_progressive, basis: row.basis, minimumFen: row.minimum_fen, tiers: row.tiers })
  return {
    stored: storedTerms,
    plan,
    settlement: {
      mode: batch.mode,
      cityRatePpm: ppm(storedTerms.cityRatePpm),
      taxBearer: storedTerms.taxBearer,
      feeBearer: storedTerms.feeBearer,
      feeUnitSharePpm: ppm(storedTerms.feeUnitSharePpm),
    },
    rules: {
      mode: batch.mode,
      today,
      signRequired: row.sign_required,
      businessContractsFrom: row.business_contracts_from,
      refusesOwners: row.refuses_owners,
      ageMin: row.age_min,
      ageMax: row.age_max,
      singleLimit: atMost(fen(row.single_limit_fen), fen(row.centre_single_fen)),
      personMonthLimit: fen(row.centre_month_fen),
      personEverywhereLimit: personLimitAcrossCentres(row),
      unitDayLimit: fen(row.day_limit_fen),
      unitMonthLimit: fen(row.month_limit_fen),
    },
  }
}
