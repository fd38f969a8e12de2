import { creditCodeProblem } from '#/domain/base/identity.ts'

/** The legal forms of an operator's business: 个体工商户, 个人独资企业. */
export const entityForms = ['individual', 'sole'] as const
export type EntityForm = (typeof entityForms)[number]

/** The states of an operator's business (SM-GTH), in chronological order. */
export const entityStates = ['editing', 'registering', 'bank', 'tax', 'operating', 'abnormal', 'cancelling', 'cancelled'] as const
export type EntityState = (typeof entityStates)[number]

/** The states of the step indicator, from the first form to operation. `bank` can be skipped. */
export const entityProgressStates = ['editing', 'registering', 'bank', 'tax', 'operating'] as const satisfies readonly EntityState[]

/** Documents of the authority, bank or tax office that prove a step. */
export const evidenceKinds = [
  'proof',
  'acceptance',
  'licence',
  'account',
  'taxReceipt',
  'change',
  'obligation',
  'levyNotice',
  'clearance',
  'cancelNotice',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Facts about a business that a step can require. */
export type EntityFact = 'name' | 'industry' | 'bizScope' | 'address' | 'creditCode' | 'licensedOn' | 'bankName' | 'accountNo' | 'taxKind' | 'levy' | 'taxedOn'

interface Move {
  readonly from: readonly EntityState[]
  readonly to: EntityState | null
  /** The document that the step requires; null for none. */
  readonly evidence: EvidenceKind | null
  readonly needs: readonly EntityFact[]
}

const moves = {
  edit: { from: ['editing'], to: null, evidence: null, needs: [] },
  submit: { from: ['editing'], to: 'registering', evidence: 'acceptance', needs: ['name', 'industry', 'bizScope', 'address'] },
  license: { from: ['registering'], to: 'bank', evidence: 'licence', needs: ['name', 'creditCode', 'licensedOn'] },
  openAccount: { from: ['bank'], to: 'tax', evidence: 'account', needs: ['bankName', 'accountNo'] },
  // A payee with a personal card needs no business account.
  skipAccount: { from: ['bank'], to: 'tax', evidence: null, needs: [] },
  enrol: { from: ['tax'], to: 'operating', evidence: 'taxReceipt', needs: ['taxKind', 'levy', 'taxedOn'] },
  alarm: { from: ['operating'], to: 'abnormal', evidence: null, needs: [] },
  cure: { from: ['abnormal'], to: 'operating', evidence: null, needs: [] },
  change: { from: ['bank', 'tax', 'operating', 'abnormal'], to: null, evidence: 'change', needs: [] },
  settle: { from: ['operating', 'abnormal', 'cancelling'], to: null, evidence: 'obligation', needs: [] },
  setFee: { from: ['tax', 'operating', 'abnormal'], to: null, evidence: null, needs: [] },
  // The notice contains the levy rate that the tax office sets.
  setLevy: { from: ['tax', 'operating', 'abnormal'], to: null, evidence: 'levyNotice', needs: [] },
  // The kind of taxpayer or the levy method.
  changeTax: { from: ['operating', 'abnormal'], to: null, evidence: 'change', needs: [] },
  beginCancel: { from: ['operating'], to: 'cancelling', evidence: 'clearance', needs: [] },
  finishCancel: { from: ['cancelling'], to: 'cancelled', evidence: 'cancelNotice', needs: [] },
  // A business without a licence is not registered yet, so it cannot be deregistered.
  abandon: { from: ['editing', 'registering'], to: 'cancelled', evidence: null, needs: [] },
} as const satisfies Record<string, Move>

export type EntityMove = keyof typeof moves
export const entityMoves = Object.keys(moves) as readonly EntityMove[]

/** Returns whether the move is allowed in this state. Buttons and server use this rule. */
export function canMoveEntity(state: EntityState, move: EntityMove): boolean {
  return (moves[move].from as readonly EntityState[]).includes(state)
}

/** Returns the state after the move, or null when the move is not allowed. */
export function nextEntityState(state: EntityState, move: EntityMove): EntityState | null {
  return canMoveEntity(state, move) ? (moves[move].to ?? state) : null
}

/** Returns the document that a move requires, or null. */
export function requiredEvidence(move: EntityMove): EvidenceKind | null {
  return moves[move].evidence
}

/** Returns the facts that the move needs but that are empty. */
export function missingFacts(move: EntityMove, facts: Readonly<Partial<Record<EntityFact, string | null>>>): EntityFact[] {
  return moves[move].needs.filter((fact) => (facts[fact] ?? '').trim() === '')
}

/** Returns the reason why a code is not a credit code of this form, or null. 92 stands for 个体工商户, 91 for 个人独资企业. */
export function entityCodeProblem(form: EntityForm, code: string): 'length' | 'characters' | 'checksum' | 'form' | null {
  const problem = creditCodeProblem(code)
  if (problem === 'length' || problem === 'characters') return problem
  if (problem !== null) return 'checksum'
  return code.startsWith(form === 'individual' ? '92' : '91') ? null : 'form'
}

/** Reasons that prevent a deregistration. */
export const cancelBlockers = ['abnormal', 'annualReport', 'declaration', 'serviceFee', 'payments', 'uninvoiced', 'openInvoices', 'redDue'] as const
export type CancelBlocker = (typeof cancelBlockers)[number]

/** The invoices that a business still owes. A deregistered business can neither issue nor reverse an invoice. */
export interface InvoiceDues {
  /** The number of payments that no invoice covers. */
  readonly uninvoiced: number
  /** The number of applications whose invoices are neither issued nor released. */
  readonly openInvoices: number
  /** The number of returned payments that an invoice still covers. */
  readonly redDue: number
}

/** The facts that decide whether a business can be deregistered. */
export interface CancelFacts extends InvoiceDues {
  readonly state: EntityState
  /** The number of due and unsettled obligations by kind. */
  readonly open: Readonly<Record<'annualReport' | 'declaration' | 'serviceFee', number>>
  /** The number of payments to the business that are not final. */
  readonly payments: number
}

/** Returns the reasons that prevent a deregistration from starting. */
export function cancelBlockersOf({ state, open, payments, uninvoiced, openInvoices, redDue }: CancelFacts): CancelBlocker[] {
  const activeBlockers: Readonly<Record<CancelBlocker, boolean>> = {
    abnormal: state === 'abnormal',
    annualReport: open.annualReport > 0,
    declaration: open.declaration > 0,
    serviceFee: open.serviceFee > 0,
    payments: payments > 0,
    uninvoiced: uninvoiced > 0,
    openInvoices: openInvoices > 0,
    redDue: redDue > 0,
  }
  return cancelBlockers.filter((blocker) => activeBlockers[blocker])
}
