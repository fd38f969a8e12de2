import { z } from 'zod'
import { Day, Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, upload } from '#/api/operation.ts'
import { maxResidenceDays, residenceGrounds, residenceStates } from '#/domain/money/residence.ts'
import { taxResidences } from '#/domain/people/particulars.ts'

const Reason = z.string().trim().min(2).max(200)

const Residence = z.object({
  id: Id,
  operatorId: Id,
  operatorName: z.string(),
  operatorCode: z.string(),
  centreName: z.string(),
  version: z.int(),
  residence: z.enum(taxResidences),
  fromDay: Day,
  ground: z.enum(residenceGrounds),
  days: z.int().nullable(),
  permitUntil: Day.nullable(),
  fileId: z.uuid(),
  reason: z.string(),
  state: z.enum(residenceStates),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  answer: z.string(),
  /** The number of payments to the natural person since the first day of non-residence, in the caller's scope. */
  paidCount: z.int(),
  paid: MoneyOut,
  settlement: z.string(),
  settledBy: z.string(),
  /** The reason why the caller cannot decide the proposal, or settle its payments; empty when the caller can. */
  mayDecide: z.string(),
  maySettle: z.string(),
})

/**
 * 税收居民身份 (tax residence): decisions on the tax residence of people, with evidence. Non-residents are not paid on this
 * platform.
 */
export const residences = {
  list: {
    access: 'residenceList',
    kind: 'read',
    input: z.object({
      states: z.array(z.enum(residenceStates)).max(4).optional(),
      isForMe: z.boolean().optional(),
      /** Only non-residents whose payments since their first day await a correction. */
      isOpen: z.boolean().optional(),
      keyword: z.string().trim().max(50).optional(),
      operatorId: Id.optional(),
      ...LongListPaging,
    }),
    output: longPageOf(Residence),
  },
  /**
   * Proposes the residence of an operator of the caller's centre, with evidence. Without a domicile in China, the days
   * spent there decide.
   */
  propose: {
    access: 'yz:edit',
    kind: 'write',
    log: { zh: '提交税收居民身份认定', en: 'Propose a tax residence', es: 'Proponer la residencia fiscal', ja: '居住者区分の申請' },
    done: { zh: '已提交，须由另一人确认', en: 'Submitted; another person confirms it', es: 'Enviada; la confirma otra persona', ja: '提出しました。別の担当者が確認します' },
    limit: 'upload',
    input: z.object({
      operatorId: Id,
      fromDay: Day,
      ground: z.enum(residenceGrounds),
      days: z.int().min(0).max(maxResidenceDays).optional(),
      permitUntil: Day.optional(),
      file: upload(),
      reason: Reason,
    }),
    output: z.object({ id: Id }),
  },
  /** Confirms or rejects a proposal of another person. A confirmed non-resident receives no more payments. */
  decide: {
    access: 'tax:check',
    kind: 'write',
    log: { zh: '核对税收居民身份', en: 'Decide a tax residence', es: 'Resolver la residencia fiscal', ja: '居住者区分の確認' },
    done: {
      zh: '{paid, plural, =0 {已处理} other {已处理；该日以后已付 # 笔，请税务负责人更正}}',
      en: '{paid, plural, =0 {Decided} one {Decided. # payment since that day: the tax lead puts it right} other {Decided. # payments since that day: the tax lead puts them right}}',
      es: '{paid, plural, =0 {Resuelta} one {Resuelta. # pago desde ese día: lo regulariza el responsable fiscal} other {Resuelta. # pagos desde ese día: los regulariza el responsable fiscal}}',
      ja: '{paid, plural, =0 {処理しました} other {処理しました。同日以降の支払 # 件は税務責任者が是正してください}}',
    },
    input: z.object({ residenceId: Id, isConfirmed: z.boolean(), answer: z.string().trim().max(200).default('') }),
    output: z.object({ paid: z.int() }),
  },
  /** Records how the tax office corrected the tax on payments since the first day of non-residence. */
  settle: {
    access: 'tax:edit',
    kind: 'write',
    log: { zh: '登记非居民税款更正', en: 'Register the correction for a non-resident', es: 'Registrar la regularización de un no residente', ja: '非居住者の税額是正を登録' },
    done: { zh: '已登记', en: 'Registered', es: 'Registrada', ja: '登録しました' },
    input: z.object({ residenceId: Id, settlement: Reason }),
    output: z.object({}),
  },
} as const satisfies Module
