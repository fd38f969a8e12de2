import { z } from 'zod'
import { Day, Id, LongListPaging, Mode, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { lineStates } from '#/domain/money/line.ts'
import { voucherKindNames } from '#/domain/money/voucher.ts'
import { invoiceApplicationStates } from '#/domain/taxation/invoice.ts'
import { trailKinds } from '#/domain/taxation/trail.ts'

const batchPageKeys = ['zfPtList', 'zfPtListpt'] as const

/** One stage of the money trail: amount, time, person and journal. */
const TrailStage = z.object({
  id: Id,
  no: z.string(),
  at: Moment.nullable(),
  by: z.string(),
  amount: MoneyOut,
  /** The part of the amount that concerns the viewed item. */
  used: MoneyOut,
  /** The unit's available balance before the stage, in fen; null when the stage did not change it. */
  before: MoneyOut.nullable(),
  after: MoneyOut.nullable(),
  journalId: Id.nullable(),
})

/** A payment with its evidence. */
const TrailPayment = z.object({
  id: Id,
  batchId: Id,
  seq: z.int(),
  no: z.string(),
  name: z.string(),
  state: z.enum(lineStates),
  at: Moment.nullable(),
  net: MoneyOut,
  tax: MoneyOut,
  fee: MoneyOut,
  journalId: Id.nullable(),
  voucherNo: z.string().nullable(),
  invoices: z.array(z.object({ id: Id, no: z.string() })),
  /**
   * The tax month or quarter, with the certificate of the person or the filing of the business; null before there is
   * one.
   */
  proof: z.object({ period: z.string(), certificateId: Id.nullable(), filingId: Id.nullable() }).nullable(),
})

/** The evidence of a batch: the settlement letter, the money trail, and an archive of all documents. */
export const dossiers = {
  /** Returns the letters of a batch, newest first, and the reason why no further letter can be made. */
  letters: {
    access: batchPageKeys,
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.object({
      problem: z.string().nullable(),
      rows: z.array(z.object({ id: Id, fileId: z.uuid(), sha256: z.string(), isSealed: z.boolean(), madeAt: Moment, by: z.string() })),
    }),
  },
  /** Makes the settlement letter of a batch. An existing letter with the same figures and seal is returned instead. */
  letter: {
    access: batchPageKeys,
    kind: 'write',
    log: { zh: '生成结算确认函', en: 'Make a settlement letter', es: 'Generar la carta de liquidación', ja: '精算確認書の作成' },
    done: { zh: '正在生成；数据与印章未变时沿用现有确认函', en: 'In progress; an unchanged letter is kept', es: 'Generándose; si nada ha cambiado, se conserva la carta', ja: '作成中です。内容に変更がなければ既存の確認書を使用します' },
    limit: 'export',
    input: z.object({ batchId: Id }),
    output: z.object({}),
  },
  /** Packs the contracts, orders, money documents and invoices of batches into a ZIP in a job. */
  archive: {
    access: batchPageKeys,
    kind: 'write',
    log: { zh: '生成四流档案', en: 'Make an evidence archive', es: 'Generar un expediente', ja: '証拠アーカイブの作成' },
    limit: 'export',
    input: z.object({ batchIds: z.array(Id).min(1).max(20) }),
    output: z.object({ taskId: Id, lines: z.int() }),
  },
  /**
   * Returns the origin, use and evidence of money. The start is a batch, line, top-up, receipt, invoice or certificate.
   */
  trail: {
    access: [...batchPageKeys, 'zfpzList', 'yufukuan', 'fpListDz', 'fpListGth', 'taxList', 'taxListWtdz'],
    kind: 'read',
    input: z.object({ kind: z.enum(trailKinds), id: Id, page: LongListPaging.page, size: LongListPaging.size }),
    output: z.object({
      unitName: z.string(),
      centreName: z.string(),
      mode: Mode,
      /** The starting point of the view. */
      from: z.object({ kind: z.enum(trailKinds), no: z.string() }),
      /**
       * Top-ups with the part of each that was used here, first in, first out. The list is limited, and `topupCount`
       * counts all.
       */
      topups: z.array(TrailStage.extend({ voucherNo: z.string().nullable() })),
      topupCount: z.int(),
      /** The batches and refunds that reserved the money. */
      asides: z.array(TrailStage.extend({ what: z.enum(['batch', 'refund']), gross: MoneyOut.nullable(), cost: MoneyOut.nullable() })),
      asideCount: z.int(),
      /** Totals of the viewed lines; null when no batch used the money. */
      paid: z
        .object({
          count: z.int(),
          net: MoneyOut,
          vat: MoneyOut,
          surcharge: MoneyOut,
          iit: MoneyOut,
          fee: MoneyOut,
          released: MoneyOut,
          returned: MoneyOut,
        })
        .nullable(),
      lines: z.array(TrailPayment),
      lineCount: z.int(),
      vouchers: z.array(z.object({ kind: z.enum(voucherKindNames), count: z.int(), amount: MoneyOut })),
      /** Invoice applications that include these lines, with the part for them. */
      invoices: z.array(z.object({ id: Id, no: z.string(), state: z.enum(invoiceApplicationStates), seller: z.string(), numbers: z.array(z.string()), issuedOn: Day.nullable(), amount: MoneyOut, red: MoneyOut, used: MoneyOut })),
      invoiceCount: z.int(),
      /**
       * The number of taxed months of people and quarters of businesses: `all`, and `there` with a tax document. Null
       * when the caller has no access to tax.
       */
      certificates: z.object({ all: z.int(), there: z.int() }).nullable(),
      /** Commission of partners, centre and staff; null when the caller may not see it. */
      commissions: z.array(z.object({ party: z.string(), amount: MoneyOut })).nullable(),
    }),
  },
} as const satisfies Module
