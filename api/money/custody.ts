import { z } from 'zod'
import { Day, Id, type Module, Moment, MoneyOut, upload } from '#/api/operation.ts'
import { custodyMethods, custodyStates, custodyStatuses } from '#/domain/money/custody.ts'

const CustodyProof = z.object({
  id: Id,
  version: z.int(),
  way: z.enum(custodyMethods),
  /** The bank that held the centre's receiving account when the proof was entered. */
  bank: z.string(),
  accountNo: z.string(),
  agreedOn: Day,
  validUntil: Day,
  agreementFileId: z.uuid(),
  /** The law firm that gave the opinion; empty for a supervised account. */
  counsel: z.string(),
  opinionOn: Day.nullable(),
  opinionFileId: z.uuid().nullable(),
  state: z.enum(custodyStates),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  answer: z.string(),
  /** The reason why the caller cannot decide; empty when the caller can. */
  mayDecide: z.string(),
})

const Centre = z.object({
  centreId: Id,
  centreName: z.string(),
  /**
   * Money that units prepaid in mode 1, from the ledger: available, reserved for payments, and reserved for refunds.
   */
  held: MoneyOut,
  available: MoneyOut,
  frozen: MoneyOut,
  refunding: MoneyOut,
  /** The bank of the account into which units pay. */
  bank: z.string(),
  accountNo: z.string(),
  status: z.enum(custodyStatuses),
  current: CustodyProof.nullable(),
  pending: CustodyProof.nullable(),
  /** The reason why the caller cannot enter a proof; empty when the caller can. */
  mayPropose: z.string(),
})

/** 资金存管 (custody): the mode 1 money that centres hold for others, and the proof that they may hold it. */
export const custody = {
  /** Returns the centres of the caller's scope that work in mode 1 or still hold money of that mode. */
  overview: {
    access: 'heldFunds',
    kind: 'read',
    input: z.object({
      /** Only centres without a valid proof, or with a proof that ends soon. */
      isOpen: z.boolean().optional(),
      /** Only centres with a proof that the caller may decide. */
      isForMe: z.boolean().optional(),
    }),
    output: z.array(Centre),
  },
  /** Returns all proofs of a centre, newest first. */
  history: { access: 'heldFunds', kind: 'read', input: z.object({ centreId: Id }), output: z.array(CustodyProof) },
  /**
   * Enters the next proof of a centre in place of a pending proof. The proof takes effect once the platform confirms
   * it.
   */
  propose: {
    access: 'custody:edit',
    kind: 'write',
    log: { zh: '提交资金存管证明', en: 'Enter a proof of custody', es: 'Aportar prueba de custodia', ja: '資金保管の証明を提出' },
    done: { zh: '已提交，须由平台另一人确认', en: 'Submitted; another person at the platform confirms it', es: 'Enviada; la confirma otra persona de la plataforma', ja: '提出しました。プラットフォームの別の担当者が確認します' },
    limit: 'upload',
    input: z.object({
      centreId: Id,
      way: z.enum(custodyMethods),
      agreedOn: Day,
      validUntil: Day,
      agreement: upload(),
      counsel: z.string().trim().max(100).default(''),
      opinionOn: Day.optional(),
      opinion: upload().optional(),
    }),
    output: z.object({ id: Id }),
  },
  /** Confirms or rejects a proof that another person entered. */
  decide: {
    access: 'custody:check',
    kind: 'write',
    log: { zh: '核对资金存管证明', en: 'Decide a proof of custody', es: 'Resolver una prueba de custodia', ja: '資金保管の証明を確認' },
    done: { zh: '已处理', en: 'Decided', es: 'Resuelta', ja: '処理しました' },
    input: z.object({ custodyProofId: Id, isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: z.object({}),
  },
} as const satisfies Module
