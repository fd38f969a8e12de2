import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut, upload, Version, YuanText } from '#/api/operation.ts'
import { cancelBlockers, entityForms, entityMoves, entityStates, evidenceKinds } from '#/domain/entity.ts'
import { levies, obligationKinds, obligationStates, taxKinds } from '#/domain/obligation.ts'

const Form = z.enum(entityForms)
const State = z.enum(entityStates)
const TaxKind = z.enum(taxKinds)
const Levy = z.enum(levies)

/** Why not, in the caller's language; empty when it can be done. */
const May = z.object(Object.fromEntries(entityMoves.map((move) => [move, z.string()])) as Record<(typeof entityMoves)[number], z.ZodString>)

const Row = z.object({
  id: Id,
  operatorId: Id,
  operatorCode: z.string(),
  operatorName: z.string(),
  operatorKind: z.enum(['platform', 'ordinary']),
  centreId: Id,
  centreName: z.string(),
  form: Form,
  name: z.string(),
  creditCode: z.string(),
  industry: z.string(),
  state: State,
  taxKind: TaxKind.nullable(),
  levy: Levy.nullable(),
  /** 核定征收率 of today; what comes next is told with the whole. */
  levyRatePpm: z.int(),
  licenceFileId: z.uuid().nullable(),
  /** The last year that was reported. */
  reportedYear: z.int().nullable(),
  /** Reports and declarations that are late. */
  overdue: z.int(),
  /** The next report or declaration that is not settled. */
  nextDue: Day.nullable(),
  annualFee: MoneyOut,
  createdAt: Moment,
  version: Version,
})

const Obligation = z.object({
  id: Id,
  entityId: Id,
  entityName: z.string(),
  creditCode: z.string(),
  operatorId: Id,
  operatorName: z.string(),
  operatorKind: z.enum(['platform', 'ordinary']),
  centreName: z.string(),
  kind: z.enum(obligationKinds),
  period: z.string(),
  opensOn: Day,
  dueOn: Day,
  /** The holidays of that year are not published yet: the day may still move. */
  isProvisional: z.boolean(),
  state: z.enum(obligationStates),
  urgency: z.enum(['early', 'far', 'soon', 'near', 'over']),
  amount: MoneyOut.nullable(),
  settledOn: Day.nullable(),
  settledBy: z.string(),
  receiptNo: z.string(),
  fileId: z.uuid().nullable(),
  /** Why the caller cannot settle it; empty when they can. */
  maySettle: z.string(),
})

const Paper = z.object({ id: Id, kind: z.enum(evidenceKinds), fileId: z.uuid(), name: z.string() })
const Step = z.object({
  id: Id,
  move: z.string(),
  from: State.nullable(),
  to: State,
  reason: z.string(),
  facts: z.array(z.object({ fact: z.string(), before: z.string(), after: z.string() })),
  by: z.string(),
  at: Moment,
  papers: z.array(Paper),
})

const Whole = Row.extend({
  names: z.array(z.string()),
  bizScope: z.string(),
  address: z.string(),
  licensedOn: Day.nullable(),
  bankName: z.string(),
  /** Masked. */
  accountNo: z.string(),
  taxedOn: Day.nullable(),
  nextLevy: z.object({ ratePpm: z.int(), from: Day }).nullable(),
  applicationNo: z.string(),
  blockers: z.array(z.object({ kind: z.enum(cancelBlockers), text: z.string() })),
  may: May,
  steps: z.array(Step),
  obligations: z.array(Obligation),
})

const Filter = {
  /** The beginning of a name, a whole credit code, or the operator's name or number. */
  keyword: z.string().trim().max(50).optional(),
  states: z.array(State).max(entityStates.length).optional(),
  taxKind: TaxKind.optional(),
  levy: Levy.optional(),
  operatorId: Id.optional(),
  /** Reports or declarations are late. */
  isLate: z.boolean().optional(),
}

const CalendarFilter = {
  keyword: z.string().trim().max(50).optional(),
  states: z.array(z.enum(obligationStates)).max(obligationStates.length).optional(),
  kinds: z.array(z.enum(obligationKinds)).max(obligationKinds.length).optional(),
  from: Day.optional(),
  to: Day.optional(),
}

const named = (least: number, most: number) => z.string().trim().min(least).max(most)
const Reason = named(2, 200)
const target = { entityId: Id, version: Version }
const sheet = { form: Form, names: z.array(named(2, 30)).min(1).max(3), industry: named(2, 30), bizScope: named(4, 500), address: named(5, 120) }
const seers = ['userYzPtList', 'userYzList'] as const
const keeper = { access: 'gth:edit', kind: 'write' } as const
const withPaper = { ...keeper, limit: 'upload' } as const

/** The registered businesses of operators (个体户): registration step by step, changes, what they owe, cancellation. Always one at a time. */
export const entities = {
  list: {
    access: seers,
    kind: 'read',
    input: z.object({ ...Filter, after: Id.optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({ rows: z.array(Row), next: z.int().nullable(), count: z.int().nullable() }),
  },
  get: { access: seers, kind: 'read', input: z.object({ entityId: Id }), output: Whole },
  /** The businesses of one operator, the living one first. */
  ofOperator: { access: seers, kind: 'read', input: z.object({ operatorId: Id }), output: z.object({ entities: z.array(Whole), mayBegin: z.string() }) },
  /** The caller's own. */
  mine: { access: 'session', kind: 'read', input: z.object({}), output: z.array(Whole) },
  /** What is due, by the day it is due; `next` is the cursor of the following piece, `counts` come with the first one. */
  calendar: {
    access: seers,
    kind: 'read',
    input: z.object({ ...CalendarFilter, after: Id.optional(), size: z.int().min(1).max(200).default(50) }),
    output: z.object({ rows: z.array(Obligation), next: z.int().nullable(), counts: z.object({ overdue: z.int(), near: z.int(), open: z.int() }).nullable() }),
  },
  /** Begins the registration of a business for one operator. */
  begin: { ...keeper, input: z.object({ operatorId: Id, ...sheet }), output: Whole },
  /** Corrects the sheet before it is handed in. */
  save: { ...keeper, input: z.object({ ...target, ...sheet }), output: Whole },
  /** The register took the application. */
  submit: { ...withPaper, input: z.object({ ...target, name: named(4, 100), file: upload() }), output: Whole },
  /** The licence is there. */
  license: { ...withPaper, input: z.object({ ...target, name: named(4, 100), creditCode: z.string().trim().toUpperCase().max(40), licensedOn: Day, file: upload() }), output: Whole },
  openAccount: { ...withPaper, secret: ['accountNo'], input: z.object({ ...target, bankName: named(4, 60), accountNo: z.string().trim().max(40), file: upload() }), output: Whole },
  skipAccount: { ...keeper, input: z.object({ ...target, reason: Reason }), output: Whole },
  /** The tax office has it: from here on it works, and owes reports. */
  enrol: { ...withPaper, input: z.object({ ...target, taxKind: TaxKind, levy: Levy, taxedOn: Day, file: upload() }), output: Whole },
  /** Another name, scope, address or kind of taxation, as the register or the tax office confirmed it. */
  change: {
    ...withPaper,
    input: z.object({
      ...target,
      name: named(4, 100).optional(),
      bizScope: named(4, 500).optional(),
      address: named(5, 120).optional(),
      industry: named(2, 30).optional(),
      taxKind: TaxKind.optional(),
      levy: Levy.optional(),
      reason: Reason,
      file: upload(),
    }),
    output: Whole,
  },
  /** What the keeping costs a year; 0 for nothing. */
  setFee: { ...keeper, input: z.object({ ...target, fee: YuanText, reason: Reason }), output: Whole },
  /** The rate at which tax is collected in advance from payments in mode 1, from a day on, as the tax office's notice says; 0 for none. */
  setLevy: {
    ...withPaper,
    input: z.object({
      ...target,
      rate: z.string().regex(/^\d{1,2}(\.\d{1,4})?$/),
      from: Day,
      documentNo: named(2, 60),
      reason: Reason,
      file: upload(),
    }),
    output: Whole,
  },
  /** Reported, declared or paid, with the receipt. */
  settle: { ...withPaper, input: z.object({ obligationId: Id, settledOn: Day, receiptNo: z.string().trim().max(40).default(''), amount: YuanText.optional(), file: upload() }), output: Whole },
  beginCancel: { ...withPaper, input: z.object({ ...target, reason: Reason, file: upload() }), output: Whole },
  finishCancel: { ...withPaper, input: z.object({ ...target, file: upload() }), output: Whole },
  /** Drops what has no licence yet. */
  abandon: { ...keeper, input: z.object({ ...target, reason: Reason }), output: Whole },
  /** Calls an obligation to the operator's mind. */
  remind: { ...keeper, input: z.object({ obligationId: Id }), output: z.object({ told: z.int() }) },
  /** A workbook of the businesses under the filter, account numbers masked. */
  export: { access: seers, kind: 'write', limit: 'export', input: z.object(Filter), output: z.object({ fileId: z.uuid(), count: z.int() }) },
} as const satisfies Module
