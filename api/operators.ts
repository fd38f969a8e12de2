import { z } from 'zod'
import { Id, type Module, Moment, Page, pageOf } from '#/api/operation.ts'

/** The states of a person under review. */
export const candidateStates = ['open', 'waiting', 'accepted', 'merged', 'rejected'] as const
export type CandidateState = (typeof candidateStates)[number]

const Candidate = z.object({
  id: Id,
  unitName: z.string(),
  batchId: Id.nullable(),
  batchNo: z.string().nullable(),
  seq: z.int().nullable(),
  name: z.string(),
  idNumber: z.string(),
  mobile: z.string(),
  cardNo: z.string(),
  bankName: z.string(),
  problems: z.array(z.string()),
  state: z.enum(candidateStates),
  reason: z.string(),
  submittedAt: Moment,
  waitingHours: z.number(),
  /** The operator of the system this may be. */
  match: z.object({ operatorId: Id, name: z.string(), idNumber: z.string(), mobile: z.string(), cardNo: z.string(), why: z.string() }).nullable(),
})

/** Operators (经营者), as far as payment needs them: picking from the roster, and the review of people the system does not know. */
export const operators = {
  options: {
    access: ['zf:make', 'user:audit', 'zfPtListpt'],
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).default('') }),
    output: z.array(z.object({ id: Id, name: z.string(), idNumber: z.string(), mobile: z.string(), cardTail: z.string() })),
  },
  candidates: {
    access: 'datacheck',
    kind: 'read',
    input: z.object({ state: z.enum(candidateStates).optional(), problem: z.string().max(10).optional(), keyword: z.string().trim().max(50).optional(), ...Page }),
    output: pageOf(Candidate),
  },
  acceptCandidates: { access: 'user:audit', kind: 'write', input: z.object({ ids: z.array(Id).min(1).max(200) }), output: z.object({ ok: z.array(Id), fail: z.array(z.object({ id: Id, reason: z.string() })) }) },
  mergeCandidate: { access: 'user:audit', kind: 'write', input: z.object({ id: Id, operatorId: Id }), output: z.object({}) },
  rejectCandidates: { access: 'user:audit', kind: 'write', input: z.object({ ids: z.array(Id).min(1).max(200), reason: z.string().trim().min(2).max(200) }), output: z.object({ ok: z.array(Id), fail: z.array(z.object({ id: Id, reason: z.string() })) }) },
} as const satisfies Module
