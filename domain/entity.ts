import { creditCodeProblem } from './identity.ts'

/** The legal forms of an operator's business: 个体工商户, 个人独资企业. */
export const entityForms = ['individual', 'sole'] as const
export type EntityForm = (typeof entityForms)[number]

/** The states of an operator's business (SM-GTH), in the order of its life. */
export const entityStates = ['editing', 'registering', 'bank', 'tax', 'operating', 'abnormal', 'cancelling', 'cancelled'] as const
export type EntityState = (typeof entityStates)[number]

/** The way from the first sheet to work: what a step indicator shows. `bank` may be passed over. */
export const entityPath = ['editing', 'registering', 'bank', 'tax', 'operating'] as const satisfies readonly EntityState[]

/** What proves a step: the receipt of whoever took, granted or ended something. */
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

/** What is told of an entity and asked for by a step. */
export type EntityFact = 'name' | 'industry' | 'bizScope' | 'address' | 'creditCode' | 'licensedOn' | 'bankName' | 'accountNo' | 'taxKind' | 'levy' | 'taxedOn'

interface Move {
  readonly from: readonly EntityState[]
  readonly to: EntityState | null
  /** The paper without which the step is not taken. */
  readonly evidence: EvidenceKind | null
  readonly needs: readonly EntityFact[]
}

const moves = {
  edit: { from: ['editing'], to: null, evidence: null, needs: [] },
  submit: { from: ['editing'], to: 'registering', evidence: 'acceptance', needs: ['name', 'industry', 'bizScope', 'address'] },
  license: { from: ['registering'], to: 'bank', evidence: 'licence', needs: ['name', 'creditCode', 'licensedOn'] },
  openAccount: { from: ['bank'], to: 'tax', evidence: 'account', needs: ['bankName', 'accountNo'] },
  // Who is paid on a card of their own needs no account of the business.
  skipAccount: { from: ['bank'], to: 'tax', evidence: null, needs: [] },
  enrol: { from: ['tax'], to: 'operating', evidence: 'taxReceipt', needs: ['taxKind', 'levy', 'taxedOn'] },
  alarm: { from: ['operating'], to: 'abnormal', evidence: null, needs: [] },
  cure: { from: ['abnormal'], to: 'operating', evidence: null, needs: [] },
  change: { from: ['bank', 'tax', 'operating', 'abnormal'], to: null, evidence: 'change', needs: [] },
  settle: { from: ['operating', 'abnormal', 'cancelling'], to: null, evidence: 'obligation', needs: [] },
  setFee: { from: ['tax', 'operating', 'abnormal'], to: null, evidence: null, needs: [] },
  // What the tax office sets on a deemed profit is in its notice.
  setLevy: { from: ['tax', 'operating', 'abnormal'], to: null, evidence: 'levyNotice', needs: [] },
  beginCancel: { from: ['operating'], to: 'cancelling', evidence: 'clearance', needs: [] },
  finishCancel: { from: ['cancelling'], to: 'cancelled', evidence: 'cancelNotice', needs: [] },
  // Before there is a licence nothing is registered that would have to be cancelled.
  abandon: { from: ['editing', 'registering'], to: 'cancelled', evidence: null, needs: [] },
} as const satisfies Record<string, Move>

/** What can be done with an entity. */
export type EntityMove = keyof typeof moves
export const entityMoves = Object.keys(moves) as readonly EntityMove[]

/** Whether the move may be made from this state: asked by the button and by the server. */
export function canMoveEntity(state: EntityState, move: EntityMove): boolean {
  return (moves[move].from as readonly EntityState[]).includes(state)
}

/** Where the move leads from this state; the state itself when it changes none; null when it is not for this state. */
export function nextEntityState(state: EntityState, move: EntityMove): EntityState | null {
  return canMoveEntity(state, move) ? (moves[move].to ?? state) : null
}

/** The paper a move needs; null when it needs none. */
export function evidenceFor(move: EntityMove): EvidenceKind | null {
  return moves[move].evidence
}

/** What a move needs and these facts do not tell. */
export function missingFor(move: EntityMove, facts: Readonly<Partial<Record<EntityFact, string | null>>>): EntityFact[] {
  return moves[move].needs.filter((fact) => (facts[fact] ?? '').trim() === '')
}

/** Why a code is not the credit code of a business of this form; null when it is: 92 stands for 个体工商户, 91 for 个人独资企业. */
export function entityCodeProblem(form: EntityForm, code: string): 'length' | 'characters' | 'checksum' | 'form' | null {
  const problem = creditCodeProblem(code)
  if (problem === 'length' || problem === 'characters') return problem
  if (problem !== null) return 'checksum'
  return code.startsWith(form === 'individual' ? '92' : '91') ? null : 'form'
}

/** What keeps an entity from being cancelled. */
export const cancelBlockers = ['abnormal', 'annualReport', 'declaration', 'serviceFee', 'payments'] as const
export type CancelBlocker = (typeof cancelBlockers)[number]

/** How an entity stands when its cancellation is asked for. */
export interface CancelFacts {
  readonly state: EntityState
  /** Duties whose time has come and that are not settled, by what they are. */
  readonly open: Readonly<Record<'annualReport' | 'declaration' | 'serviceFee', number>>
  /** Payments to it that have not ended. */
  readonly payments: number
}

/** Everything that must be put right before the cancellation can begin; empty when nothing stands in its way. */
export function blockersOf({ state, open, payments }: CancelFacts): CancelBlocker[] {
  const stands: Readonly<Record<CancelBlocker, boolean>> = {
    abnormal: state === 'abnormal',
    annualReport: open.annualReport > 0,
    declaration: open.declaration > 0,
    serviceFee: open.serviceFee > 0,
    payments: payments > 0,
  }
  return cancelBlockers.filter((blocker) => stands[blocker])
}
