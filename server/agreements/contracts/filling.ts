import type { Party, PartyType, SignerType } from '#/domain/agreements/contract.ts'
import { contractVariables, type VariableKey } from '#/domain/agreements/contract-variables.ts'
import { maskCard, maskIdNumber } from '#/domain/base/identity.ts'
import { type Fen, formatYuan, yuanInChineseNumerals } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ContractParty, ContractRow } from '#/server/agreements/contracts/store.ts'
import type { CentreFacts, OperatorFacts, PartnerFacts, UnitFacts } from '#/server/agreements/contracts/store-parties.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'

/** A party with its number as printed in the document. */
export interface PartyDetails {
  readonly party: Party
  readonly type: PartyType
  readonly id: number
  readonly name: string
  readonly code: string
  /** Whether the number identifies a person. */
  readonly isPerson: boolean
  /** The signer: the party itself, or the owner of a registered business. */
  readonly signer: { readonly type: SignerType; readonly id: number; readonly name: string }
}

/** All subjects of a contract. */
export interface ContractSubjects {
  readonly centre: CentreFacts
  readonly unit?: UnitFacts | undefined
  readonly operator?: OperatorFacts | undefined
  readonly partner?: PartnerFacts | undefined
}

export interface ContractTerms {
  readonly no: string
  readonly name: string
  readonly mode: Mode
  readonly from: string
  readonly to: string
  readonly cap: Fen | null
  readonly previous?: Pick<ContractRow, 'no' | 'name'> | undefined
  readonly reason?: string
}

const modeNames = { 1: '个体工商户', 2: '总包分包' } as const

function chineseDate(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${year}年${Number(month)}月${Number(date)}日`
}

/** Returns a partner's number: a credit code, or a person's identity number. */
function numberOf({ credit_code, id_number }: PartnerFacts): string {
  return credit_code ?? id_number ?? ''
}

function businessOf(party: Party, owner: OperatorFacts): PartyDetails | null {
  const { entity_id: id, entity_name: name, entity_code: code } = owner
  if (id === null || name === null || code === null) return null
  return { party, type: 'business', id, name, code, isPerson: false, signer: { type: 'operator', id: owner.id, name: owner.name } }
}

/** Returns the party of a type among the subjects; null when there is none. */
export function partyOf(party: Party, type: PartyType, of: ContractSubjects): PartyDetails | null {
  if (type === 'business') return of.operator ? businessOf(party, of.operator) : null
  const partySigningItself = (id: number, name: string, code: string, isPerson: boolean) => ({
    party,
    type,
    id,
    name,
    code,
    isPerson,
    signer: { type, id, name },
  })
  const { centre, unit, operator, partner } = of
  if (type === 'centre') return partySigningItself(centre.id, centre.legal_name, centre.credit_code, false)
  if (type === 'unit') return unit ? partySigningItself(unit.id, unit.name, unit.credit_code, false) : null
  if (type === 'operator') return operator ? partySigningItself(operator.id, operator.name, operator.id_number, true) : null
  return partner ? partySigningItself(partner.id, partner.name, numberOf(partner), partner.id_number !== null) : null
}

/** Returns a party for storage, with a person's number masked. */
export function maskedParty({ isPerson, signer: _, ...party }: PartyDetails): ContractParty {
  return { ...party, code: isPerson ? maskIdNumber(party.code) : party.code }
}

function subjectValues({ centre, unit, operator, partner }: ContractSubjects): Partial<Record<VariableKey, string>> {
  return {
    centre_name: centre.legal_name,
    centre_legal_name: centre.legal_name,
    centre_code: centre.credit_code,
    tax_authority: centre.tax_authority,
    account_name: centre.account_name,
    account_no: centre.account_no,
    account_bank: centre.account_bank,
    ...(unit && {
      unit_name: unit.name,
      unit_code: unit.credit_code,
      unit_legal_person: unit.legal_person,
      unit_industry: unit.industry,
      fee_rate: unit.rate_ppm === null ? '' : `${Math.floor(unit.rate_ppm / 10_000)}.${String(Math.floor(unit.rate_ppm / 100) % 100).padStart(2, '0')}%`,
    }),
    ...(operator && {
      operator_name: operator.name,
      operator_id_number: operator.id_number,
      operator_mobile: operator.mobile,
      operator_entity_name: operator.entity_name ?? '',
      operator_entity_code: operator.entity_code ?? '',
      operator_bank: operator.bank_name ?? '',
      operator_card: operator.card_no === null ? '' : maskCard(operator.card_no),
    }),
    ...(partner && { partner_name: partner.name, partner_code: numberOf(partner) }),
  }
}

/** Returns the values of a template's variables. */
export function valuesFor(ctx: Context, terms: ContractTerms, people: readonly PartyDetails[], of: ContractSubjects): Record<string, string> {
  const partyValues = people.flatMap((person) => [
    [`party_${person.party}_name`, person.name],
    [`party_${person.party}_code`, person.code],
  ])
  return {
    ...subjectValues(of),
    ...Object.fromEntries(partyValues),
    contract_no: terms.no,
    contract_name: terms.name,
    mode_name: modeNames[terms.mode],
    valid_from: chineseDate(terms.from),
    valid_to: chineseDate(terms.to),
    made_on: chineseDate(dayOf(ctx.now)),
    amount_cap: terms.cap === null ? '不设上限' : `¥${formatYuan(terms.cap)}`,
    amount_cap_words: terms.cap === null ? '不设上限' : yuanInChineseNumerals(terms.cap),
    previous_no: terms.previous?.no ?? '',
    previous_name: terms.previous?.name ?? '',
    reason: terms.reason ?? '',
  }
}

/** Returns the label of a variable, for messages about empty ones. */
export function labelOf(key: string, labels: ReadonlyMap<string, string>, language: Context['language']): string {
  const variableLabel = Object.hasOwn(contractVariables, key) ? contractVariables[key as VariableKey].label[language] : undefined
  return variableLabel ?? labels.get(key) ?? key
}
