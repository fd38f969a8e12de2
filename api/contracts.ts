import { z } from 'zod'
import { Day, Id, Mode, type Module, Moment, MoneyOut, Page, pageOf, Version, YuanText } from '#/api/operation.ts'
import { consentKinds, contractKinds, parties, partyTypes, signStates } from '#/domain/contract.ts'

const Kind = z.enum(contractKinds)
const State = z.enum(signStates)
const Effect = z.enum(['early', 'current', 'over'])
const Person = z.object({ party: z.enum(parties), type: z.enum(partyTypes), id: Id, name: z.string() })

const Row = z.object({
  id: Id,
  no: z.string(),
  name: z.string(),
  kind: Kind,
  mode: Mode,
  centreId: Id,
  centreName: z.string(),
  parties: z.array(Person),
  state: State,
  effect: Effect.nullable(),
  source: z.enum(['electronic', 'paper']),
  from: Day,
  to: Day,
  /** Until it ends; null when it is not in force. */
  daysLeft: z.int().nullable(),
  cap: MoneyOut.nullable(),
  used: MoneyOut,
  /** Who signs now; null when nobody is waited for. */
  waitingFor: z.string().nullable(),
  /** The task that the person asking may sign now. */
  ownTaskId: Id.nullable(),
  openTaskId: Id.nullable(),
  reminders: z.int(),
  sentAt: Moment.nullable(),
  deadline: Moment.nullable(),
  doneAt: Moment.nullable(),
  endReason: z.string(),
  hasFile: z.boolean(),
  previousId: Id.nullable(),
  createdBy: z.string(),
  createdAt: Moment,
  version: Version,
})

const Task = z.object({
  id: Id,
  position: z.int(),
  party: z.enum(parties),
  way: z.enum(['hand', 'seal']),
  name: z.string(),
  state: z.enum(['waiting', 'open', 'signed', 'refused', 'void']),
  reminders: z.int(),
  openedAt: Moment.nullable(),
  readAt: Moment.nullable(),
  provedAt: Moment.nullable(),
  signedAt: Moment.nullable(),
  sealedAt: Moment.nullable(),
  reason: z.string(),
  evidence: z.record(z.string(), z.string()),
})

const reasons = z.object({
  send: z.string(),
  remind: z.string(),
  extend: z.string(),
  revoke: z.string(),
  discard: z.string(),
  terminate: z.string(),
  renew: z.string(),
  supplement: z.string(),
  check: z.string(),
})

const Whole = Row.extend({
  templateId: Id.nullable(),
  templateName: z.string().nullable(),
  consents: z.array(z.enum(consentKinds)),
  sha256: z.string().nullable(),
  tasks: z.array(Task),
  revisions: z.array(z.object({ seq: z.int(), sha256: z.string(), by: z.string().nullable(), at: Moment })),
  related: z.array(z.object({ id: Id, no: z.string(), name: z.string(), relation: z.enum(['renewal', 'supplement', 'termination']), state: State, isEarlier: z.boolean() })),
  orders: z.array(z.object({ id: Id, no: z.string(), title: z.string(), batches: z.int() })),
  checkedBy: z.string().nullable(),
  /** Why not, in the language of the person; empty when it may be done. */
  may: reasons,
})

const target = { id: Id, version: Version }
const reason = z.string().trim().min(2).max(200)

/** What a list of contracts can be narrowed to. */
const filter = {
  kinds: z.array(Kind).max(10).optional(),
  states: z.array(State).max(10).optional(),
  effect: Effect.optional(),
  source: z.enum(['electronic', 'paper']).optional(),
  keyword: z.string().trim().max(50).optional(),
  unitId: Id.optional(),
  operatorId: Id.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Ends within thirty days. */
  isEnding: z.boolean().optional(),
  /** Waits for whoever asks. */
  isMine: z.boolean().optional(),
}

const lists = ['htList', 'dzqyList'] as const

/** Contracts and their signing (业务合同, 电子签约). */
export const contracts = {
  list: { access: lists, kind: 'read', input: z.object({ ...filter, ...Page }), output: pageOf(Row).extend({ counts: z.object({ signing: z.int(), mine: z.int(), ending: z.int() }) }) },
  get: { access: lists, kind: 'read', input: z.object({ id: Id }), output: Whole },
  /** What a contract can be drawn up from. */
  choices: {
    access: 'ht:make',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(Mode) })),
      templates: z.array(
        z.object({
          id: Id,
          name: z.string(),
          kind: Kind,
          mode: Mode.nullable(),
          centreId: Id.nullable(),
          isDefault: z.boolean(),
          validDays: z.int(),
          signDays: z.int(),
          fields: z.array(z.object({ key: z.string(), label: z.string(), sample: z.string(), isRequired: z.boolean() })),
        }),
      ),
    }),
  },
  /** Whom a contract can be made with. */
  subjects: {
    access: 'ht:make',
    kind: 'read',
    input: z.object({ type: z.enum(['unit', 'operator', 'partner']), centreId: Id.optional(), keyword: z.string().trim().max(50).optional(), missing: z.enum(consentKinds).optional() }),
    output: z.array(z.object({ id: Id, name: z.string(), code: z.string(), consents: z.array(z.enum(consentKinds)) })),
  },
  create: {
    access: 'ht:make',
    kind: 'write',
    input: z.object({
      templateId: Id,
      centreId: Id,
      mode: Mode,
      unitId: Id.optional(),
      operatorId: Id.optional(),
      partnerId: Id.optional(),
      from: Day,
      to: Day,
      cap: YuanText.optional(),
      fields: z.record(z.string().max(60), z.string().max(500)).default({}),
    }),
    output: Whole,
  },
  send: { access: 'ht:make', kind: 'write', input: z.object({ ...target, signDays: z.int().min(1).max(90).optional() }), output: Whole },
  discard: { access: 'ht:make', kind: 'write', input: z.object(target), output: Whole },
  revoke: { access: 'ht:make', kind: 'write', input: z.object({ ...target, reason }), output: Whole },
  /** A ticket to the sign page for whoever is signed in and signs now. */
  ticket: { access: lists, kind: 'write', input: z.object({ signTaskId: Id }), output: z.object({ ticket: z.string() }) },
  pdf: { access: lists, kind: 'read', input: z.object({ id: Id }), output: z.object({ fileId: z.uuid() }) },
} as const satisfies Module
