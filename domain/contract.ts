/** The kinds of papers that are signed (domain.md §10.9). */
export const contractKinds = [
  'unit_service',
  'general_contract',
  'business_contract',
  'operator_agreement',
  'tax_authorisation',
  'partner',
  'supplement',
  'termination',
] as const
export type ContractKind = (typeof contractKinds)[number]

/** Where a contract comes from: signed here, signed on paper and its scan compared, or taken over from an older system, where nothing of it was signed here. */
export const contractSources = ['electronic', 'paper', 'moved'] as const
export type ContractSource = (typeof contractSources)[number]

/** The states of a contract (SM-SIGN). */
export const signStates = ['draft', 'signing', 'done', 'refused', 'expired', 'revoked', 'terminating', 'terminated'] as const
export type SignState = (typeof signStates)[number]

const moves = {
  send: { from: ['draft'], to: 'signing' },
  acceptPaper: { from: ['draft'], to: 'done' },
  discard: { from: ['draft'], to: 'revoked' },
  sign: { from: ['signing'], to: null },
  finish: { from: ['signing'], to: 'done' },
  refuse: { from: ['signing'], to: 'refused' },
  expire: { from: ['signing'], to: 'expired' },
  revoke: { from: ['signing'], to: 'revoked' },
  remind: { from: ['signing'], to: null },
  // Who was too late may be given more time; what they had signed stays signed.
  extend: { from: ['signing', 'expired'], to: 'signing' },
  terminate: { from: ['done'], to: 'terminating' },
  end: { from: ['done', 'terminating'], to: 'terminated' },
  keep: { from: ['terminating'], to: 'done' },
  renew: { from: ['done', 'terminated', 'expired', 'refused', 'revoked'], to: null },
  supplement: { from: ['done'], to: null },
} as const satisfies Record<string, { from: readonly SignState[]; to: SignState | null }>

/** What can be done to a contract. */
export type ContractMove = keyof typeof moves

/** Whether the move may be made from this state: asked by the button and by the server. */
export function canMoveContract(state: SignState, move: ContractMove): boolean {
  return (moves[move].from as readonly SignState[]).includes(state)
}

/** Whether a signed contract holds on this day; null for one that is not signed. */
export function effectOf(contract: { state: SignState; from: string; to: string }, today: string): 'early' | 'current' | 'over' | null {
  if (contract.state !== 'done' && contract.state !== 'terminating') return contract.state === 'terminated' ? 'over' : null
  if (today < contract.from) return 'early'
  return today > contract.to ? 'over' : 'current'
}

export const parties = ['a', 'b', 'c'] as const
/** 甲方, 乙方, 丙方. */
export type Party = (typeof parties)[number]

export const partyTypes = ['centre', 'unit', 'business', 'operator', 'partner'] as const
export type PartyType = (typeof partyTypes)[number]

/** Who acts for a party: a registered business (个体工商户) has no hand of its own, its owner signs. */
export type SignerType = Exclude<PartyType, 'business'>

/** `hand`: a person signs on the screen; `seal`: a seal is set when all hands have signed, a centre's by the house, a unit's by whoever of it sent the contract. */
export type SignWay = 'hand' | 'seal'

/** One who signs; the order of a list of them is the order of signing. */
export interface Signer {
  readonly party: Party
  readonly way: SignWay
}

export const consentKinds = ['agreement', 'tax_filing', 'personal_data'] as const
/** What an operator agrees to; payments ask for it (E206, E207). */
export type ConsentKind = (typeof consentKinds)[number]

interface KindRules {
  readonly a: PartyType
  readonly b: PartyType
  /** Whose papers they are. */
  readonly subject: 'unit' | 'business' | 'operator' | 'partner'
  readonly signers: readonly Signer[]
  readonly consents: readonly ConsentKind[]
}

const rules = {
  unit_service: {
    a: 'unit',
    b: 'centre',
    subject: 'unit',
    signers: [
      { party: 'a', way: 'hand' },
      { party: 'b', way: 'seal' },
    ],
    consents: [],
  },
  general_contract: {
    a: 'unit',
    b: 'centre',
    subject: 'unit',
    signers: [
      { party: 'a', way: 'hand' },
      { party: 'b', way: 'seal' },
    ],
    consents: [],
  },
  // Mode 1: the unit buys from the registered business of an operator. The centre is no party: what it does for the unit stands in `unit_service`.
  business_contract: {
    a: 'unit',
    b: 'business',
    subject: 'business',
    signers: [
      { party: 'b', way: 'hand' },
      { party: 'a', way: 'seal' },
    ],
    consents: [],
  },
  operator_agreement: {
    a: 'centre',
    b: 'operator',
    subject: 'operator',
    signers: [
      { party: 'b', way: 'hand' },
      { party: 'a', way: 'seal' },
    ],
    consents: ['agreement', 'personal_data'],
  },
  tax_authorisation: {
    a: 'operator',
    b: 'centre',
    subject: 'operator',
    signers: [
      { party: 'a', way: 'hand' },
      { party: 'b', way: 'seal' },
    ],
    consents: ['tax_filing'],
  },
  partner: {
    a: 'centre',
    b: 'partner',
    subject: 'partner',
    signers: [
      { party: 'b', way: 'hand' },
      { party: 'a', way: 'seal' },
    ],
    consents: [],
  },
} as const satisfies Partial<Record<ContractKind, KindRules>>

/** The kinds that stand for themselves; the others follow another contract and take its parties. */
export type OwnKind = keyof typeof rules

/** Whether contracts of this kind stand for themselves. */
export function isOwnKind(kind: ContractKind): kind is OwnKind {
  return Object.hasOwn(rules, kind)
}

/** Who the parties of a kind are, who signs in which order, and what is consented to by signing. */
export function rulesOf(kind: OwnKind): KindRules {
  return rules[kind]
}

/** Whether a centre is a party: then its certificate seals the paper, otherwise the platform's. */
export function isWithCentre(kind: OwnKind): boolean {
  return rulesOf(kind).a === 'centre' || rulesOf(kind).b === 'centre'
}

/** How a party of such a contract signs: centres by seal, others by hand; a unit seals what it signs with many businesses. */
export function wayOf(kind: ContractKind, type: PartyType): SignWay {
  return type === 'centre' || (kind === 'business_contract' && type === 'unit') ? 'seal' : 'hand'
}

/** What stands against such a list of signers; null when nothing does. */
export function signersProblem(signers: readonly Signer[]): 'none' | 'twice' | 'noHand' | 'sealFirst' | null {
  if (signers.length < 1) return 'none'
  if (new Set(signers.map((each) => each.party)).size !== signers.length) return 'twice'
  if (!signers.some((each) => each.way === 'hand')) return 'noHand'
  // A seal is set on what the others have signed, never the other way round.
  const firstSeal = signers.findIndex((each) => each.way === 'seal')
  return firstSeal !== -1 && signers.slice(firstSeal).some((each) => each.way === 'hand') ? 'sealFirst' : null
}

/** What may be sent to many at once: every text is the same, and nothing is left open. */
export const kindsForMany = ['operator_agreement', 'tax_authorisation', 'business_contract'] as const

/** How often one signer may be reminded on one day. */
export const remindersPerDay = 3
/** Days within which a contract that ends is called ending soon. */
export const endingSoonDays = 30
