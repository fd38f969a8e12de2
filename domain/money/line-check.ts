import { cleanRow } from '#/domain/base/cells.ts'
import { accountStatus, type Mode, settlementMode } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { ageOn, creditCodeProblem, isCardNumber, maskCard, maskName } from '#/domain/base/identity.ts'
import { add, type Fen, formatYuan } from '#/domain/base/money.ts'
import { comparableName, isSameName } from '#/domain/base/names.ts'
import { capacityOf } from '#/domain/money/business-payee.ts'
import { type LineCells, parseLineAmount } from '#/domain/money/line-cells.ts'
import { type LineIssue, lineIssue } from '#/domain/money/line-issue.ts'
import { isIdExpired, type TaxResidence, taxedAs } from '#/domain/people/particulars.ts'
import { checkPerson, isAcceptableRemark } from '#/domain/people/person-check.ts'

/** Checks the format of a single line: E101…E107 and W104. */
export function checkLineFormat(cells: LineCells, kind: IdKind | null = 'id_card'): LineIssue[] {
  const issues: LineIssue[] = checkPerson(cells, kind)
  if (parseLineAmount(cells.amountText) === null) issues.push(lineIssue('E106', 'amount'))
  if (!isAcceptableRemark(cells.remark)) issues.push(lineIssue('E107', 'remark'))
  return issues
}

/** A registered business of an operator (个体户). */
export interface EntityFacts {
  readonly id: number
  readonly operatorId: number
  readonly name: string
  readonly creditCode: string
  readonly state: string
  readonly levyRatePpm: number
  /** The contract between this business and the paying unit. */
  readonly contract: BusinessContract
}

/**
 * The latest contract between unit and business: its last day (null without a contract), its cap, and the amount that
 * other batches use.
 */
export interface BusinessContract {
  readonly until: string | null
  readonly cap: Fen | null
  readonly used: Fen
}

/** A bank card of an operator. */
export interface CardFacts {
  readonly cardNo: string
  readonly bankName: string
  readonly isDefault: boolean
  readonly isVerified: boolean
  /** Whether the bank reported that the card does not belong to this person. */
  readonly isRefused: boolean
}

/** Facts about the registered person with the ID number of the line. */
export interface PayeeFacts {
  readonly id: number
  readonly name: string
  /** 8 active, 3 awaiting signature, 5 disabled, 6 frozen, 7 closed. */
  readonly status: number
  readonly statusReason: string
  readonly isIdentityVerified: boolean
  readonly idKind: IdKind
  /** The last day of validity of the ID: `infinity` for no expiry, null when unknown. */
  readonly paperTo: string | null
  readonly residence: TaxResidence | null
  readonly birth: string
  readonly cards: readonly CardFacts[]
  readonly agreement: 'valid' | 'expired' | 'none'
  readonly hasTaxConsent: boolean
  /** Whether this person works with the unit. A unit without this link sees only a masked name. */
  readonly isLinked: boolean
  /**
   * The state of the person's identity dispute against this unit: `open` while undecided, `ended` when the cooperation
   * ends.
   */
  readonly dispute: 'open' | 'ended' | null
  /** The name of a registered business that this person operates, or null. */
  readonly ownBusiness: string | null
}

/** The rules for checking a batch: the settings of unit, centre and mode, and the current day. */
export interface CheckRules {
  readonly mode: Mode
  readonly today: string
  readonly signRequired: boolean
  /** The first day on which mode 1 pays a business only under its contract with the unit. */
  readonly businessContractsFrom: string
  /** Whether the centre refuses to pay owners of a registered business as natural persons in mode 2. */
  readonly refusesOwners: boolean
  readonly ageMin: number
  readonly ageMax: number
  /** The smaller of the limits per payment of the centre and the unit. */
  readonly singleLimit: Fen
  readonly personMonthLimit: Fen
  /** Monthly limit of one person across all centres; null for no limit. */
  readonly personEverywhereLimit: Fen | null
  readonly unitDayLimit: Fen
  readonly unitMonthLimit: Fen
}

const statusNames: Readonly<Record<number, string>> = { [accountStatus.signing]: 'waiting', [accountStatus.frozen]: 'frozen', [accountStatus.closed]: 'closed' }

/** Reports a name that differs from the stored one only in code points, variant marks or dots (W202). */
function spellingIssues(storedName: string, cell: string, field: 'name' | 'entityName'): LineIssue[] {
  return cleanRow({ name: 'name' }, { name: storedName }).cells.name === cell ? [] : [lineIssue('W202', field)]
}

function entityIssues(cells: LineCells, payee: PayeeFacts, entity: EntityFacts | null): LineIssue[] {
  if (cells.entityName === '' && cells.entityCreditCode === '') return [lineIssue('E211', 'entityName', { problem: 'missing' })]
  if (creditCodeProblem(cells.entityCreditCode) !== null) return [lineIssue('E211', 'entityCreditCode', { problem: 'code' })]
  if (entity === null || entity.operatorId !== payee.id) return [lineIssue('E211', 'entityCreditCode', { problem: 'owner' })]
  if (!isSameName(entity.name, cells.entityName)) return [lineIssue('E211', 'entityName', { problem: 'name' })]
  if (entity.state !== 'operating') return [lineIssue('E211', 'entityName', { problem: 'state' })]
  return spellingIssues(entity.name, cells.entityName, 'entityName')
}

/** In mode 1 the unit buys from the business, so a payment requires a contract between them. */
function businessContractIssues(payee: PayeeFacts, entity: EntityFacts | null, { mode, today, businessContractsFrom }: CheckRules): LineIssue[] {
  if (mode !== settlementMode.individualBusiness || today < businessContractsFrom || entity?.operatorId !== payee.id) return []
  const { until } = entity.contract
  if (until === null) return [lineIssue('E206', 'entityName', { problem: 'businessNone' })]
  return until < today ? [lineIssue('E206', 'entityName', { problem: 'businessExpired' })] : []
}

function cardOnFileIssues(cardNo: string, payee: PayeeFacts): LineIssue[] {
  const card = payee.cards.find((each) => each.cardNo === cardNo)
  if (card === undefined && !payee.isLinked) return [lineIssue('E204', 'cardNo', { problem: 'unlinked' })]
  if (card === undefined || card.isRefused) return [lineIssue('E204', 'cardNo', { problem: 'card' })]
  if (!card.isVerified) return [lineIssue('E204', 'cardNo', { problem: 'unverified' })]
  if (card.isDefault) return []
  const defaultCard = payee.cards.find((each) => each.isDefault)
  return [lineIssue('W205', 'cardNo', { card: payee.isLinked && defaultCard ? maskCard(defaultCard.cardNo) : '-' })]
}

/** The payee that a line names, with the stored facts. */
export interface PayeeCheckInput {
  readonly cells: LineCells
  readonly kind: IdKind | null
  readonly payee: PayeeFacts | null
  readonly entity: EntityFacts | null
  readonly relation: string | null
}

/**
 * Another line for the same debt: its batch, and whether it is paid, in progress, or possibly paid (open exception).
 */
export interface DebtFact {
  readonly problem: 'paid' | 'underWay' | 'doubtful'
  readonly batch: string
}

/** Refuses to pay a debt that another line has paid, is paying or may have paid (E215). */
export function debtIssues(fact: DebtFact | undefined): LineIssue[] {
  return fact === undefined ? [] : [lineIssue('E215', null, { problem: fact.problem, batch: fact.batch })]
}

/**
 * Checks whether the payee may be paid: E201…E213, E220, W202, W205, W206 and W214. `payee` is the person with this ID
 * number, or null. A person registered with another kind of ID does not match `kind`. `entity` is the registered
 * business with the line's credit code. `relation` is the payee's relation to the paying unit (E210). The caller first
 * has new cards verified by the bank.
 */
export function checkPayee({ cells, kind, payee, entity, relation }: PayeeCheckInput, rules: CheckRules): LineIssue[] {
  const issues: LineIssue[] = relation === null ? [] : [lineIssue('E210', 'name', { relation })]
  if (payee === null || payee.idKind !== kind) return [lineIssue('E201', 'idNumber', { problem: payee === null ? 'nobody' : 'kind' }), ...issues]
  if (cells.name !== '' && !isSameName(payee.name, cells.name)) issues.push(lineIssue('E202', 'name', { known: maskName(payee.name) }))
  else if (cells.name !== '') issues.push(...spellingIssues(payee.name, cells.name, 'name'))
  if (payee.status !== accountStatus.active)
    issues.push(
      lineIssue('E209', 'name', {
        status: statusNames[payee.status] ?? 'disabled',
        reason: payee.isLinked && payee.statusReason ? payee.statusReason : 'none',
      }),
    )
  if (payee.dispute !== null) issues.push(lineIssue('E209', 'name', { status: payee.dispute === 'open' ? 'disputed' : 'ended', reason: 'none' }))
  if (!payee.isIdentityVerified) issues.push(lineIssue('E203', 'idNumber'))
  else if (isCardNumber(cells.cardNo)) issues.push(...cardOnFileIssues(cells.cardNo, payee))
  if (rules.signRequired && payee.agreement !== 'valid') issues.push(lineIssue('E206', null, { problem: payee.agreement }))
  if (rules.signRequired) issues.push(...businessContractIssues(payee, entity, rules))
  const capacity = capacityOf(rules.mode, cells)
  if (capacity === 'person' && !payee.hasTaxConsent) issues.push(lineIssue('E207', null))
  const age = ageOn(payee.birth, rules.today)
  if (age < rules.ageMin || age > rules.ageMax) issues.push(lineIssue('E208', 'idNumber', { age, min: rules.ageMin, max: rules.ageMax }))
  if (capacity === 'business') issues.push(...entityIssues(cells, payee, entity))
  const residence = taxedAs(payee.idKind, payee.residence)
  // Residence does not change the tax on a business.
  if (capacity === 'person' && residence !== 'resident') issues.push(lineIssue('E213', 'idNumber', { residence }))
  if (rules.mode === settlementMode.generalContract && capacity === 'person' && payee.ownBusiness !== null) {
    const business = payee.isLinked ? payee.ownBusiness : 'hidden'
    issues.push(lineIssue(rules.refusesOwners ? 'E220' : 'W206', 'name', { business }))
  }
  if (isIdExpired(payee.paperTo, rules.today)) issues.push(lineIssue('W214', 'idNumber', { day: payee.isLinked ? (payee.paperTo ?? '') : 'hidden' }))
  return issues
}

/** The unit's last payment to a card, if the bank refused or returned it because of the account. */
export interface CardRefusal {
  readonly batch: string
  readonly day: string
  readonly code: string
  /** The bank's message; `none` if the bank gave none. */
  readonly said: string
}

/** Warns when the last payment to this card failed (W212). */
export function refusedCardIssues(refusal: CardRefusal | undefined): LineIssue[] {
  return refusal === undefined ? [] : [lineIssue('W212', 'cardNo', { ...refusal })]
}

/** Amounts that already count towards the limits: earlier payments, reserved amounts, and the lines before this one. */
export interface UsedAmounts {
  readonly personMonth: Fen
  /** The person's payments of the month at all centres. */
  readonly personEverywhere: Fen
  readonly unitDay: Fen
  readonly unitMonth: Fen
  /** Payments under the contract of unit and business. */
  readonly contract: Fen
}

/**
 * Checks the limits per payment, person and month, unit and day, unit and month, and contract: E301 and E302. Reports
 * at most one E302.
 */
export function checkLineLimits(gross: Fen, used: UsedAmounts, rules: CheckRules, contractCap: Fen | null = null): LineIssue[] {
  const issues: LineIssue[] = []
  if (gross > rules.singleLimit) issues.push(lineIssue('E301', 'amount', { limit: formatYuan(rules.singleLimit) }))
  const limits = [
    ['person', used.personMonth, rules.personMonthLimit],
    ['everywhere', used.personEverywhere, rules.personEverywhereLimit],
    ['day', used.unitDay, rules.unitDayLimit],
    ['unit', used.unitMonth, rules.unitMonthLimit],
    ['contract', used.contract, contractCap],
  ] as const
  for (const [scope, before, limit] of limits) {
    if (limit === null || add(before, gross) <= limit) continue
    // Payments by other centres are confidential, so the message contains only the limit.
    const amounts = scope === 'everywhere' ? {} : { used: formatYuan(before), amount: formatYuan(gross) }
    issues.push(lineIssue('E302', 'amount', { scope, ...amounts, limit: formatYuan(limit) }))
    break
  }
  return issues
}

export interface CalculationFacts {
  readonly net: Fen
  /** VAT on earlier payments of the month that this payment also has to cover; zero when it crosses no threshold. */
  readonly recoveredVat: Fen
  readonly mustGuide: boolean
  /** The amount by which the best net exceeds the requested net. */
  readonly residual: Fen
}

/** Returns the issues of a calculated line: W303, W304, W307, E309. */
export function calculationIssues(facts: CalculationFacts): LineIssue[] {
  const issues: LineIssue[] = []
  if (facts.net <= 0) issues.push(lineIssue('E309', 'amount'))
  if (facts.recoveredVat > 0) issues.push(lineIssue('W303', 'amount', { amount: formatYuan(facts.recoveredVat) }))
  if (facts.mustGuide) issues.push(lineIssue('W304', 'name'))
  if (facts.residual > 0) issues.push(lineIssue('W307', 'amount', { difference: formatYuan(facts.residual) }))
  return issues
}

/** Maps each repeated line to the first line with the same name, card and amount (W401). */
export function findDuplicateLines(lines: readonly { readonly seq: number; readonly cells: LineCells }[]): Map<number, number> {
  const firstSeqByKey = new Map<string, number>()
  const firstSeqByRepeat = new Map<number, number>()
  for (const { seq, cells } of lines) {
    if (cells.name === '' || cells.cardNo === '') continue
    const key = `${comparableName(cells.name)}\n${cells.cardNo}\n${parseLineAmount(cells.amountText) ?? cells.amountText}`
    const firstSeq = firstSeqByKey.get(key)
    if (firstSeq === undefined) firstSeqByKey.set(key, seq)
    else firstSeqByRepeat.set(seq, firstSeq)
  }
  return firstSeqByRepeat
}

/** Warns of repetition within the batch (W401) and within the last 30 days (W402). */
export function duplicateIssues(repeatOfSeq: number | undefined, recentCount: number): LineIssue[] {
  return [
    ...(repeatOfSeq === undefined ? [] : [lineIssue('W401', null, { seq: repeatOfSeq })]),
    ...(recentCount > 0 ? [lineIssue('W402', 'amount', { count: recentCount })] : []),
  ]
}

/** Returns the state of a checked line. A line with only automatic corrections is ready. */
export function lineStateAfterCheck(issues: readonly LineIssue[]): 'invalid' | 'warned' | 'ready' {
  if (issues.some((each) => each.level === 'error')) return 'invalid'
  return issues.some((each) => each.level === 'warning') ? 'warned' : 'ready'
}
