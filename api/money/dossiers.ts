import { z } from 'zod'
import { Day, Id, LongPage, Mode, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { applicationStates } from '#/domain/invoice.ts'
import { lineStates } from '#/domain/line.ts'
import { trailKinds } from '#/domain/trail.ts'
import { voucherKindNames } from '#/domain/voucher.ts'

const batches = ['zfPtList', 'zfPtListpt'] as const

/** One thing that money went through: what, how much, when, by whose hand, and in which journal. */
const Node = z.object({
  id: Id,
  no: z.string(),
  at: Moment.nullable(),
  by: z.string(),
  amount: MoneyOut,
  /** The part of it that the view is about. */
  used: MoneyOut,
  /** What the unit had available before and after; null where it did not move. */
  before: MoneyOut.nullable(),
  after: MoneyOut.nullable(),
  journalId: Id.nullable(),
})

/** A payment with what proves it. */
const TrailLine = z.object({
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
  /** The month or quarter of its tax, with the certificate of the person or the filing of the business; null while there is none. */
  proof: z.object({ period: z.string(), certificateId: Id.nullable(), filingId: Id.nullable() }).nullable(),
})

/** What proves a batch: its settlement letter, the trail of its money, and everything together as an archive. */
export const dossiers = {
  /** The letters that were made of a batch, newest first; `isCurrent` where its figures are those of today. */
  letters: {
    access: batches,
    kind: 'read',
    input: z.object({ batchId: Id }),
    output: z.object({
      problem: z.string().nullable(),
      rows: z.array(z.object({ id: Id, fileId: z.uuid(), sha256: z.string(), isSealed: z.boolean(), madeAt: Moment, by: z.string() })),
    }),
  },
  /** Has the letter made of what the batch is now; where there is one with the same figures and seal it stays. */
  letter: {
    access: batches,
    kind: 'write',
    log: { zh: '生成结算确认函', en: 'Make a settlement letter', es: 'Generar la carta de liquidación', ja: '精算確認書の作成' },
    done: { zh: '正在生成；数据与印章未变时沿用现有确认函', en: 'Being made; an unchanged letter is kept', es: 'Generándose; si nada ha cambiado, se conserva la carta', ja: '作成中です。内容に変更がなければ既存の確認書を使用します' },
    limit: 'export',
    input: z.object({ batchId: Id }),
    output: z.object({}),
  },
  /** The contract, business, money and invoice papers of batches as one ZIP, made by a job. */
  archive: {
    access: batches,
    kind: 'write',
    log: { zh: '生成四流档案', en: 'Make an evidence archive', es: 'Generar un expediente', ja: '証拠アーカイブの作成' },
    limit: 'export',
    input: z.object({ batchIds: z.array(Id).min(1).max(20) }),
    output: z.object({ taskId: Id, lines: z.int() }),
  },
  /** Where the money of a batch, line, top-up, receipt, invoice or certificate came from, where it went, and what proves it. */
  trail: {
    access: [...batches, 'zfpzList', 'yufukuan', 'fpListDz', 'fpListGth', 'taxList', 'taxListWtdz'],
    kind: 'read',
    input: z.object({ kind: z.enum(trailKinds), id: Id, page: LongPage.page, size: LongPage.size }),
    output: z.object({
      unitName: z.string(),
      centreName: z.string(),
      mode: Mode,
      /** Where the view began. */
      from: z.object({ kind: z.enum(trailKinds), no: z.string() }),
      /** Top-ups, with the part of each that is used here, first in first out; the first of so many. */
      topups: z.array(Node.extend({ voucherNo: z.string().nullable() })),
      topupCount: z.int(),
      /** What money was set aside for. */
      asides: z.array(Node.extend({ what: z.enum(['batch', 'refund']), gross: MoneyOut.nullable(), cost: MoneyOut.nullable() })),
      asideCount: z.int(),
      /** Of the lines that are looked at; null where no batch took the money up. */
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
      lines: z.array(TrailLine),
      lineCount: z.int(),
      vouchers: z.array(z.object({ kind: z.enum(voucherKindNames), count: z.int(), amount: MoneyOut })),
      /** Applications for invoices over these lines, and how much of each is over them. */
      invoices: z.array(z.object({ id: Id, no: z.string(), state: z.enum(applicationStates), seller: z.string(), numbers: z.array(z.string()), issuedOn: Day.nullable(), amount: MoneyOut, red: MoneyOut, used: MoneyOut })),
      invoiceCount: z.int(),
      /** Of how many months of people, or quarters of businesses, the tax is proved; null where that does not concern the reader. */
      certificates: z.object({ all: z.int(), there: z.int() }).nullable(),
      /** What partners, centre and staff earned on it; null for whom it does not concern. */
      commissions: z.array(z.object({ party: z.string(), amount: MoneyOut })).nullable(),
    }),
  },
} as const satisfies Module
