import { z } from 'zod'
import { Id, LongListPaging, longPageOf, type Module, Moment, upload } from '#/api/operation.ts'

export const verificationStates = ['waiting', 'confirmed', 'refused', 'withdrawn'] as const
export type VerificationState = (typeof verificationStates)[number]

const Reason = z.string().trim().min(2).max(200)

const Verification = z.object({
  id: Id,
  state: z.enum(verificationStates),
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  /** The last four digits of a card; empty for an identity. */
  cardTail: z.string(),
  reason: z.string(),
  fileId: z.uuid(),
  askedBy: z.string(),
  askedAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  decision: z.string(),
  /** The reason why the caller cannot decide; empty when the caller can. */
  mayDecide: z.string(),
  mayWithdraw: z.string(),
})

/**
 * Manual verification of identities and cards that no provider can verify (人工核验). One person submits evidence, and
 * another confirms it.
 */
export const verifications = {
  /** Returns verifications. `isForMe` selects pending ones that another person submitted. */
  list: {
    access: ['userYzPtList', 'userYzList'],
    kind: 'read',
    input: z.object({ state: z.enum(verificationStates).optional(), operatorId: Id.optional(), isForMe: z.boolean().optional(), ...LongListPaging }),
    output: longPageOf(Verification).extend({ waiting: z.int() }),
  },
  ask: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '提交人工核验', en: 'Submit a manual verification', es: 'Presentar una verificación manual', ja: '手動確認の提出' },
    done: { zh: '已提交，等待另一人复核', en: 'Submitted; another person must approve it', es: 'Presentada; debe aprobarla otra persona', ja: '提出しました。別の担当者の承認待ちです' },
    limit: 'upload',
    input: z.object({ operatorId: Id, cardId: Id.nullable(), reason: Reason, file: upload() }),
    output: z.object({ id: Id }),
  },
  decide: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '复核人工核验', en: 'Decide a manual verification', es: 'Resolver una verificación manual', ja: '手動確認の承認・却下' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '処理しました' },
    input: z.object({ id: Id, isConfirmed: z.boolean(), reason: Reason }),
    output: z.object({}),
  },
  withdraw: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '撤回人工核验', en: 'Withdraw a manual verification', es: 'Retirar una verificación manual', ja: '手動確認の取下げ' },
    done: { zh: '已处理', en: 'Done', es: 'Hecho', ja: '処理しました' },
    input: z.object({ id: Id }),
    output: z.object({}),
  },
  /** Verifies an unverified person with the provider again, for example once a provider is configured. */
  again: {
    access: 'user:audit',
    kind: 'write',
    log: { zh: '重新联网核验', en: 'Ask the verification service again', es: 'Volver a consultar', ja: '再照会' },
    done: { zh: '{said}', en: '{said}', es: '{said}', ja: '{said}' },
    input: z.object({ operatorId: Id }),
    output: z.object({ isVerified: z.boolean(), said: z.string() }),
  },
} as const satisfies Module
