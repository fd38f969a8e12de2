import { z } from 'zod'
import { Day, Id, Mode, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { consentKinds, contractKinds, contractSources, parties, partyTypes, signStates } from '#/domain/agreements/contract.ts'
import { sealFaults } from '#/domain/organisations/certificate.ts'

export const ContractKind = z.enum(contractKinds)
export const SignState = z.enum(signStates)
export const ContractSource = z.enum(contractSources)
export const ContractPhase = z.enum(['early', 'current', 'over'])
const ContractParty = z.object({ party: z.enum(parties), type: z.enum(partyTypes), id: Id, name: z.string() })

export const ListedContract = z.object({
  id: Id,
  no: z.string(),
  name: z.string(),
  kind: ContractKind,
  mode: Mode,
  centreId: Id,
  centreName: z.string(),
  parties: z.array(ContractParty),
  state: SignState,
  effect: ContractPhase.nullable(),
  source: ContractSource,
  /** The number and the day of signature in the older system; only for imported contracts. */
  originNo: z.string().nullable(),
  signedOn: Day.nullable(),
  from: Day,
  to: Day,
  /** Days until the contract ends; null when it is not in effect. */
  daysLeft: z.int().nullable(),
  cap: MoneyOut.nullable(),
  used: MoneyOut,
  /** The person who has to sign next; null when no signature is pending. */
  waitingFor: z.string().nullable(),
  /** The signing task that the caller can sign now. */
  ownTaskId: Id.nullable(),
  openTaskId: Id.nullable(),
  reminders: z.int(),
  sentAt: Moment.nullable(),
  deadline: Moment.nullable(),
  doneAt: Moment.nullable(),
  endReason: z.string(),
  /** Why a contract that all people have signed cannot be sealed, and since when; null in all other cases. */
  sealFault: z.enum(sealFaults).nullable(),
  sealFaultAt: Moment.nullable(),
  hasFile: z.boolean(),
  previousId: Id.nullable(),
  createdBy: z.string(),
  createdAt: Moment,
  version: Version,
})

const SignTask = z.object({
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

const ActionReasons = z.object({
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

export const ContractDetail = ListedContract.extend({
  templateId: Id.nullable(),
  templateName: z.string().nullable(),
  consents: z.array(z.enum(consentKinds)),
  /** Characters of the text that no installed font can print; empty when all can be printed. */
  unprintable: z.string(),
  sha256: z.string().nullable(),
  tasks: z.array(SignTask),
  revisions: z.array(z.object({ seq: z.int(), sha256: z.string(), by: z.string().nullable(), at: Moment })),
  related: z.array(z.object({ id: Id, no: z.string(), name: z.string(), relation: z.enum(['renewal', 'supplement', 'termination']), state: SignState, isEarlier: z.boolean() })),
  orders: z.array(z.object({ id: Id, no: z.string(), title: z.string(), batches: z.int() })),
  checkedBy: z.string().nullable(),
  /** The reason why the caller cannot take each action, in the caller's language; empty where allowed. */
  may: ActionReasons,
})
