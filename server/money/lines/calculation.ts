import { settlementMode } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { add, atLeast, type Fen, fen, subtract, ZERO } from '#/domain/base/money.ts'
import { type Capacity, capacityOf, levyRateFor } from '#/domain/money/business-payee.ts'
import { type GrossForNet, grossForNet } from '#/domain/money/gross-for-net.ts'
import { type LineCells, parseLineAmount } from '#/domain/money/line-cells.ts'
import {
  type CardRefusal,
  calculationIssues,
  checkLineFormat,
  checkLineLimits,
  checkPayee,
  type DebtFact,
  debtIssues,
  duplicateIssues,
  type EntityFacts,
  findDuplicateLines,
  lineStateAfterCheck,
  type PayeeFacts,
  refusedCardIssues,
} from '#/domain/money/line-check.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import { countedSalesElsewhere } from '#/domain/money/other-sales.ts'
import { markSharedIssues } from '#/domain/money/payer-view.ts'
import { type OtherUnitsPart, type PersonMonth, type Settlement, type SettlementTerms, settlePayment } from '#/domain/money/settlement.ts'
import { sharedAccountIssues, sharedAccounts, sourceAccountIssues } from '#/domain/money/source-account.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { isUnderThreshold, mustGuideToRegister, splitPrice } from '#/domain/money/tax-vat.ts'
import { type FeePlan, feeOf } from '#/domain/organisations/fee.ts'
import type { PaymentTerms } from '#/server/money/lines/terms.ts'
import type { PersonMoney } from '#/server/money/tax/public.ts'

/** A line before its check. */
export interface DraftLine {
  readonly seq: number
  readonly cells: LineCells
  /** The kind of ID document on the line; null for unknown words. */
  readonly idKind: IdKind | null
  readonly isExcluded: boolean
  /** Notes from reading the file, kept until the cell is changed. */
  readonly notes: readonly LineIssue[]
}

/** A line after its check; `settlement` is null unless the line is payable. */
export interface LineAssessment {
  readonly state: 'invalid' | 'warned' | 'ready' | 'excluded'
  readonly issues: readonly LineIssue[]
  readonly operatorId: number | null
  readonly entityId: number | null
  readonly settlement: Settlement | null
}

/** All facts for the check of a batch, loaded in advance. */
export interface BatchFacts {
  readonly amountBasis: 'gross' | 'net'
  readonly month: string
  readonly terms: PaymentTerms
  readonly policy: TaxPolicy
  readonly payees: ReadonlyMap<string, PayeeFacts>
  readonly entities: ReadonlyMap<string, EntityFacts>
  readonly related: ReadonlyMap<string, string>
  readonly money: ReadonlyMap<number, PersonMoney>
  readonly noMoney: PersonMoney
  /** The part of these people's money that other units paid, by person. People without such payments are absent. */
  readonly others: ReadonlyMap<number, OtherUnitsPart>
  /** `operator:gross` → the count within 30 days. */
  readonly recent: ReadonlyMap<string, number>
  /** `operator:card` → the refusal or return of the unit's last payment to the card. */
  readonly refused: ReadonlyMap<string, CardRefusal>
  /**
   * Another line of the same debt that was paid, is under way, or may have been paid, by the line's number in the
   * batch.
   */
  readonly debts: ReadonlyMap<number, DebtFact>
  /** The source platform of the order; empty for our own. */
  readonly sourcePlatform: string
  /** The category of service of the order. */
  readonly category: string
  readonly used: { readonly day: Fen; readonly month: Fen; readonly feeBase: Fen }
}

interface RunningTotals {
  day: Fen
  month: Fen
  feeBase: Fen
  readonly people: Map<number, PersonMoney>
  /** The amounts of the contracts with businesses that earlier lines of the batch use. */
  readonly contracts: Map<number, Fen>
}

interface PricedAmount {
  readonly settlement: Settlement
  readonly feeBase: Fen
}

/**
 * Returns the payee without the credit of cleared tax. Fees, and the gross computed from a net amount, do not depend on
 * the credit.
 */
const withoutCredit = (person: PersonMoney): PersonMoney => ({ ...person, personMonth: { ...person.personMonth, credit: null } })

function priceAmount(gross: Fen, person: PersonMoney, terms: SettlementTerms, plan: FeePlan, unitBase: Fen, facts: BatchFacts): PricedAmount {
  const { month, policy, category } = facts
  const { personMonth, elsewhere } = person
  const monthWithoutCredit = withoutCredit(person).personMonth
  const feeBase =
    plan.basis === 'gross' ? gross : atLeast(settlePayment({ gross, fee: ZERO, month, elsewhere, category }, monthWithoutCredit, terms, policy).net, ZERO)
  const fee = feeOf(plan, feeBase, unitBase)
  return { settlement: settlePayment({ gross, fee, month, elsewhere, category }, personMonth, terms, policy), feeBase }
}

/**
 * Returns the gross amounts at which net falls: where the month's sales reach the VAT threshold, and where the
 * education surcharges begin.
 */
export function discontinuitiesOf(before: Fen, policy: TaxPolicy): Fen[] {
  const { vat, surcharge } = policy.params
  const salesOf = (total: number) => splitPrice(fen(total), vat.reducedPpm).sales
  const firstTotalWhere = (near: number, holds: (total: number) => boolean) => {
    let total = near
    while (holds(total - 1)) total--
    while (!holds(total)) total++
    return total
  }
  const totalNear = (sales: Fen) => Math.round((sales * (1_000_000 + vat.reducedPpm)) / 1_000_000)
  const vatStart = firstTotalWhere(totalNear(vat.monthThresholdFen), (total) => !isUnderThreshold(salesOf(total), vat.monthThresholdFen, vat))
  const educationStart = firstTotalWhere(totalNear(surcharge.educationExemptMonthFen), (total) => salesOf(total) > surcharge.educationExemptMonthFen)
  return [vatStart, educationStart].map((total) => fen(total - before)).filter((gross) => gross > 0)
}

function salesCountedBefore({ personMonth, elsewhere }: PersonMoney, { params }: TaxPolicy): Fen {
  return add(personMonth.gross, countedSalesElsewhere(elsewhere, params.vat))
}

function findGrossForNet(target: Fen, netOf: (gross: Fen) => Fen, discontinuities: readonly Fen[]): GrossForNet | null {
  try {
    return grossForNet(target, netOf, discontinuities)
  } catch (error) {
    // No gross exists if a minimum fee or a limit consumes the whole amount. Then the line gets E309.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Returns the VAT on earlier payments of the month that this payment recovers by crossing the threshold, including VAT
 * paid by a credit.
 */
function recoveredVat(settlement: Settlement, before: PersonMonth, policy: TaxPolicy): Fen {
  const vat = add(settlement.vat, settlement.steps.credit?.vat ?? ZERO)
  if (vat === 0 || before.gross === 0) return ZERO
  return atLeast(subtract(vat, splitPrice(settlement.gross, policy.params.vat.reducedPpm).vat), ZERO)
}

/** The capacity in which a payee is paid, and the business if it is one. */
interface PayeeCapacity {
  readonly capacity: Capacity
  readonly entity: EntityFacts | null
}

function priceLine(
  amount: Fen,
  person: PersonMoney,
  paid: PayeeCapacity,
  facts: BatchFacts,
  running: RunningTotals,
): (PricedAmount & { residual: Fen }) | null {
  const { plan, settlement: shared } = facts.terms
  const isBusiness = paid.capacity === 'business'
  const terms: SettlementTerms = { ...shared, isBusiness, levyRatePpm: levyRateFor(shared.mode, paid.entity) }
  if (facts.amountBasis === 'gross') return { ...priceAmount(amount, person, terms, plan, running.feeBase, facts), residual: ZERO }
  const discontinuities = isBusiness ? [] : discontinuitiesOf(salesCountedBefore(person, facts.policy), facts.policy)
  // The credit belongs to the payee, who receives it above the agreed net amount.
  const gross = findGrossForNet(
    amount,
    (gross) => priceAmount(gross, withoutCredit(person), terms, plan, running.feeBase, facts).settlement.net,
    discontinuities,
  )
  return gross && { ...priceAmount(gross.gross, person, terms, plan, running.feeBase, facts), residual: gross.residual }
}

/** Computes one payable line after all lines above it. A line above a limit does not affect the following lines. */
function calculateLine(payee: PayeeFacts, paid: PayeeCapacity, amount: Fen, facts: BatchFacts, running: RunningTotals) {
  const person = running.people.get(payee.id) ?? facts.money.get(payee.id) ?? facts.noMoney
  const pricedLine = priceLine(amount, person, paid, facts, running)
  if (pricedLine === null) return { issues: calculationIssues({ net: ZERO, recoveredVat: ZERO, mustGuide: false, residual: ZERO }), settlement: null }
  const { settlement, feeBase, residual } = pricedLine
  // A business paid in mode 2 and its owner are two taxpayers, so payments to one never count for the other's tax.
  const isSeparateTaxpayer = facts.terms.rules.mode === settlementMode.generalContract && paid.capacity === 'business'
  const salesOfYear = isSeparateTaxpayer ? person.rollingSales : add(person.rollingSales, subtract(settlement.gross, settlement.vat))
  const otherUnits = facts.others.get(payee.id) ?? null
  // In mode 2 a business is paid under its agreement with the centre.
  const contract = facts.terms.rules.mode === settlementMode.individualBusiness ? (paid.entity?.contract ?? null) : null
  const contractAmountAbove = running.contracts.get(paid.entity?.id ?? 0) ?? ZERO
  const usedAmounts = {
    personMonth: person.monthGross,
    personEverywhere: person.everywhereGross,
    unitDay: running.day,
    unitMonth: running.month,
    contract: add(contract?.used ?? ZERO, contractAmountAbove),
  }
  const lineIssues = [
    ...checkLineLimits(settlement.gross, usedAmounts, facts.terms.rules, contract?.cap),
    ...calculationIssues({
      net: settlement.net,
      recoveredVat: recoveredVat(settlement, person.personMonth, facts.policy),
      mustGuide: paid.capacity === 'person' && mustGuideToRegister(salesOfYear, facts.policy.params.watch),
      residual,
    }),
  ]
  const issues = markSharedIssues(lineIssues, otherUnits)
  if (lineStateAfterCheck(issues) === 'invalid') return { issues, settlement: null }
  running.people.set(payee.id, {
    personMonth: isSeparateTaxpayer ? person.personMonth : settlement.personMonth,
    monthGross: add(person.monthGross, settlement.gross),
    everywhereGross: add(person.everywhereGross, settlement.gross),
    elsewhere: person.elsewhere,
    rollingSales: salesOfYear,
  })
  if (paid.entity) running.contracts.set(paid.entity.id, add(contractAmountAbove, settlement.gross))
  running.day = add(running.day, settlement.gross)
  running.month = add(running.month, settlement.gross)
  running.feeBase = add(running.feeBase, feeBase)
  return { issues, settlement: { ...settlement, steps: { ...settlement.steps, others: otherUnits } } }
}

/**
 * Checks and computes a batch in line order: format, person, repetition, then tax and fee. The months of each person
 * and of the unit accumulate from line to line. Pure function.
 */
export function assessBatch(lines: readonly DraftLine[], facts: BatchFacts): LineAssessment[] {
  const activeLines = lines.filter((line) => !line.isExcluded)
  const [repeats, shared] = [findDuplicateLines(activeLines), sharedAccounts(activeLines)]
  const runningTotals: RunningTotals = { ...facts.used, people: new Map(), contracts: new Map() }
  return lines.map((line) => {
    const { cells } = line
    const holder = facts.payees.get(cells.idNumber) ?? null
    const payee = holder?.idKind === line.idKind ? holder : null
    const entity = facts.entities.get(cells.entityCreditCode) ?? null
    const payeeReference = { operatorId: payee?.id ?? null, entityId: payee && entity?.operatorId === payee.id ? entity.id : null }
    if (line.isExcluded) return { ...payeeReference, state: 'excluded' as const, issues: line.notes, settlement: null }
    const formatIssues = checkLineFormat(cells, line.idKind)
    const hasValidIdNumber = !formatIssues.some((each) => each.code === 'E102')
    const accountIssues = [...sourceAccountIssues(cells, facts.sourcePlatform), ...sharedAccountIssues(shared.get(line.seq))]
    const issues = [...line.notes, ...formatIssues, ...accountIssues, ...debtIssues(facts.debts.get(line.seq))]
    if (hasValidIdNumber) {
      const relation = facts.related.get(cells.idNumber) ?? null
      issues.push(...checkPayee({ cells, kind: line.idKind, payee: holder, entity, relation }, facts.terms.rules))
    }
    const amount = parseLineAmount(cells.amountText)
    const isPayable = payee !== null && amount !== null && lineStateAfterCheck(issues) !== 'invalid'
    const paid: PayeeCapacity = { capacity: capacityOf(facts.terms.rules.mode, cells), entity }
    const lineResult = isPayable ? calculateLine(payee, paid, amount, facts, runningTotals) : { issues: [], settlement: null }
    issues.push(...lineResult.issues)
    const gross = lineResult.settlement?.gross ?? amount
    const recentCount = payee === null || gross === null ? 0 : (facts.recent.get(`${payee.id}:${gross}`) ?? 0)
    issues.push(
      ...duplicateIssues(repeats.get(line.seq), recentCount),
      ...refusedCardIssues(payee ? facts.refused.get(`${payee.id}:${cells.cardNo}`) : undefined),
    )
    const { settlement } = lineResult
    return { ...payeeReference, issues, settlement, state: settlement === null ? ('invalid' as const) : (lineStateAfterCheck(issues) as 'warned' | 'ready') }
  })
}
