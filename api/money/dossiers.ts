import { z } from 'zod'
import { Id, LongPage, Mode, type Module, Moment, MoneyOut } from '#/api/operation.ts'
import { lineStates } from '#/domain/line.ts'
import { trailKinds } from '#/domain/trail.ts'

const batches = ['zfPtList', 'zfPtListpt'] as const

/** One thing that money went through: what, how much, when, by whose hand, and in which journal. */
const Node = z.object({
  id: Id,
  no: z.string(),
  at: Moment.nullable(),
  by: z.string(),
  amount: MoneyOut,
  /** What the unit had available before and after; null where it did not move. */
  before: MoneyOut.nullable(),
  after: MoneyOut.nullable(),
  journalId: Id.nullable(),
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
  /** Where the money of a batch, line, top-up or receipt came from and where it went. */
  trail: {
    access: [...batches, 'zfpzList', 'yufukuan'],
    kind: 'read',
    input: z.object({ kind: z.enum(trailKinds), id: Id, page: LongPage.page, size: LongPage.size }),
    output: z.object({
      unitName: z.string(),
      centreName: z.string(),
      mode: Mode,
      /** Where the view began. */
      from: z.object({ kind: z.enum(trailKinds), no: z.string() }),
      /** Top-ups, with the part of each that these batches used, first in first out. */
      topups: z.array(Node.extend({ used: MoneyOut })),
      batches: z.array(Node.extend({ used: MoneyOut, gross: MoneyOut, cost: MoneyOut })),
      /** Of the one batch that is looked at; null where the view began at a top-up. */
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
      lines: z.array(z.object({ id: Id, seq: z.int(), no: z.string(), name: z.string(), state: z.enum(lineStates), at: Moment.nullable(), net: MoneyOut, tax: MoneyOut, fee: MoneyOut, journalId: Id.nullable(), voucherNo: z.string().nullable() })),
      lineCount: z.int(),
      vouchers: z.array(z.object({ kind: z.string(), count: z.int(), amount: MoneyOut })),
      /** What partners, centre and staff earned on it; null for whom it does not concern. */
      commissions: z.array(z.object({ party: z.string(), amount: MoneyOut })).nullable(),
    }),
  },
} as const satisfies Module
