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

/** Origin of a contract: signed here, signed on paper and uploaded as a scan, or imported from an older system. */
export const contractSources = ['electronic', 'paper', 'moved'] as const
export type ContractSource = (typeof contractSources)[number]

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
  // Late signers can get more time. Existing signatures stay valid.
  extend: { from: ['signing', 'expired'], to: 'signing' },
  terminate: { from: ['done'], to: 'terminating' },
  end: { from: ['done', 'terminating'], to: 'terminated' },
  keep: { from: ['terminating'], to: 'done' },
  renew: { from: ['done', 'terminated', 'expired', 'refused', 'revoked'], to: null },
  supplement: { from: ['done'], to: null },
} as const satisfies Record<string, { from: readonly SignState[]; to: SignState | null }>

export type ContractMove = keyof typeof moves

/** Returns whether the move is allowed in this state. Buttons and server use this rule. */
export function canMoveContract(state: SignState, move: ContractMove): boolean {
  return (moves[move].from as readonly SignState[]).includes(state)
}

/** Returns whether a signed contract is not yet, currently or no longer in effect on this day. Null if unsigned. */
export function contractPhaseOf(contract: { state: SignState; from: string; to: string }, today: string): 'early' | 'current' | 'over' | null {
  if (contract.state !== 'done' && contract.state !== 'terminating') return contract.state === 'terminated' ? 'over' : null
  if (today < contract.from) return 'early'
  return today > contract.to ? 'over' : 'current'
}

export const parties = ['a', 'b', 'c'] as const
/** A party of a contract: 甲方, 乙方 or 丙方. */
export type Party = (typeof parties)[number]

export const partyTypes = ['centre', 'unit', 'business', 'operator', 'partner'] as const
export type PartyType = (typeof partyTypes)[number]

/** The type of account that signs for a party. For a registered business (个体工商户), the owner signs. */
export type SignerType = Exclude<PartyType, 'business'>

/**
 * `hand`: a person signs on the screen. `seal`: added after all hand signatures, automatically for a centre, and by the
 * sender for a unit.
 */
export type SignatureMethod = 'hand' | 'seal'

/** A signer. Lists are in signing order. */
export interface Signer {
  readonly party: Party
  readonly way: SignatureMethod
}

export const consentKinds = ['agreement', 'tax_filing', 'personal_data'] as const
/** A consent that an operator gives by signing. Payments require it (E206, E207). */
export type ConsentKind = (typeof consentKinds)[number]

/** All recorded consents. The consent to face verification is given on the sign page. */
export const recordedConsents = [...consentKinds, 'face'] as const
export type RecordedConsent = (typeof recordedConsents)[number]

interface ContractKindRules {
  readonly a: PartyType
  readonly b: PartyType
  /** The party to which the contract belongs. */
  readonly subject: 'unit' | 'business' | 'operator' | 'partner'
  readonly signers: readonly Signer[]
  readonly consents: readonly ConsentKind[]
}

const rulesByKind = {
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
  // Mode 1: the unit buys from the registered business of an operator. The centre is not a party. The services of the
  // centre to the unit have a separate contract, `unit_service`.
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
} as const satisfies Partial<Record<ContractKind, ContractKindRules>>

/** Kinds that define their parties. The other kinds follow an earlier contract and have its parties. */
export type ContractRuleKind = keyof typeof rulesByKind

/** Returns whether the kind has its own parties. */
export function hasContractRules(kind: ContractKind): kind is ContractRuleKind {
  return Object.hasOwn(rulesByKind, kind)
}

/** Returns the parties of a kind, its signers in order, and the consents that a signature gives. */
export function contractRulesOf(kind: ContractRuleKind): ContractKindRules {
  return rulesByKind[kind]
}

/**
 * Returns whether a centre is a party. The centre's certificate then seals the document, otherwise the platform's does.
 */
export function hasCentreParty(kind: ContractRuleKind): boolean {
  return contractRulesOf(kind).a === 'centre' || contractRulesOf(kind).b === 'centre'
}

/**
 * Returns how a party signs: centres by seal, other parties by hand. Exception: a unit seals its contracts with
 * businesses, because they are signed in bulk.
 */
export function signatureMethodFor(kind: ContractKind, type: PartyType): SignatureMethod {
  return type === 'centre' || (kind === 'business_contract' && type === 'unit') ? 'seal' : 'hand'
}

/** Returns the reason why a list of signers is invalid, or null. */
export function signersProblem(signers: readonly Signer[]): 'none' | 'twice' | 'noHand' | 'sealFirst' | null {
  if (signers.length < 1) return 'none'
  if (new Set(signers.map((signer) => signer.party)).size !== signers.length) return 'twice'
  if (!signers.some((signer) => signer.way === 'hand')) return 'noHand'
  // A seal must follow all hand signatures.
  const firstSeal = signers.findIndex((signer) => signer.way === 'seal')
  return firstSeal !== -1 && signers.slice(firstSeal).some((signer) => signer.way === 'hand') ? 'sealFirst' : null
}

/** Kinds that can be sent in bulk, with the same text for every recipient and without open fields. */
export const bulkContractKinds = ['operator_agreement', 'tax_authorisation', 'business_contract'] as const

export const contractRemindersPerDay = 3
/** A contract counts as ending soon from this number of days before its end. */
export const contractEndingSoonDays = 30
