import type { Modules } from '#/api/modules.ts'
import { archiveTexts, dossierRefusals } from '#/api/money/dossiers.texts.ts'
import { userType } from '#/domain/codes.ts'
import { add, fen } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { askFor } from '#/server/kernel/task-work.ts'
import { archiveJob } from '#/server/money/dossiers/archive.ts'
import { letterJob } from '#/server/money/dossiers/letter.ts'
import * as store from '#/server/money/dossiers/store.ts'
import * as money from '#/server/money/dossiers/store-money.ts'

const linesMost = 5000
const iso = (moment: Date | null) => moment?.toISOString() ?? null

/** Why nothing can be confirmed of a batch now; null when something can. */
function letterProblem(row: store.SettledRow): 'notSettled' | 'nothingPaid' | null {
  if (!['paid', 'partial', 'closed'].includes(row.state)) return 'notSettled'
  return row.success_count === 0 ? 'nothingPaid' : null
}

async function one(ctx: Context, id: number): Promise<store.SettledRow> {
  return (await store.settled(ctx, [id]))[0] ?? refuse(dossierRefusals, 'notFound')
}

const nodeOf = (row: money.MovementRow & { by: string | null }) => ({
  id: row.ref_id,
  no: row.ref_no,
  at: row.at.toISOString(),
  by: row.by ?? '',
  amount: fen(row.amount),
  before: fen(row.after - row.amount),
  after: fen(row.after),
  journalId: row.journal_id,
})

export const dossiers = {
  async letters(ctx, { batchId }) {
    const row = await one(ctx, batchId)
    const problem = letterProblem(row)
    const rows = await store.lettersOf(ctx, batchId)
    return {
      problem: problem && say(dossierRefusals[problem], ctx.language, { no: row.no }),
      rows: rows.map((letter) => ({
        id: letter.id,
        fileId: letter.file_id,
        sha256: letter.sha256,
        isSealed: letter.has_seal,
        madeAt: letter.made_at.toISOString(),
        by: letter.made_by_name,
      })),
    }
  },

  async letter(ctx, { batchId }) {
    const row = await one(ctx, batchId)
    const problem = letterProblem(row)
    if (problem) refuse(dossierRefusals, problem, { no: row.no })
    await ctx.enqueue(letterJob, { batchId, userId: ctx.actor.userId })
    ctx.note({ refType: 'batch', refId: batchId, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no } })
    return {}
  },

  async archive(ctx, { batchIds }) {
    const ids = [...new Set(batchIds)]
    const rows = await store.settled(ctx, ids)
    const [first] = rows
    if (!first || rows.length !== ids.length) return refuse(dossierRefusals, 'notFound')
    if (rows.some((row) => row.unit_id !== first.unit_id)) refuse(dossierRefusals, 'severalUnits')
    const unsent = rows.find((row) => row.paid_at === null)
    if (unsent) refuse(dossierRefusals, 'notSent', { no: unsent.no })
    const lines = rows.reduce((sum, row) => sum + row.line_count, 0)
    if (lines > linesMost) refuse(dossierRefusals, 'tooMany', { most: linesMost })
    const title = say(archiveTexts.title, ctx.language, { no: first.no })
    const taskId = await askFor(ctx, archiveJob, { title, total: lines }, (asked) => ({ ...asked, batchIds: ids }))
    for (const row of rows)
      ctx.note({ refType: 'batch', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, taskId, lines: row.line_count } })
    return { taskId, lines }
  },

  async trail(ctx, { kind, id, page, size }) {
    const of = (await money.beginningOf(ctx, kind, id)) ?? refuse(dossierRefusals, 'notFound')
    const [batch] = of.batch_id === null ? [] : await store.settled(ctx, [of.batch_id])
    const paid = batch && (await money.paidOf(ctx, batch, of.line_id))
    const lines = batch ? await money.linesBehind(ctx, batch, { lineId: of.line_id, page, size }) : []
    const isTheirs = ctx.actor.usertype === userType.centre || ctx.actor.usertype === userType.platform
    const earned = batch && isTheirs ? await money.earnedOn(ctx, of) : null
    return {
      unitName: of.unit_name,
      centreName: of.centre_name,
      mode: of.mode,
      from: { kind, no: of.no },
      topups: (await money.moneyBehind(ctx, of)).map((row) => ({ ...nodeOf(row), used: fen(row.used) })),
      batches: (await money.batchesBehind(ctx, of)).map((row) => ({ ...nodeOf(row), used: fen(row.used), gross: fen(row.gross_fen), cost: fen(row.cost_fen) })),
      paid: paid
        ? {
            count: paid.count,
            net: fen(paid.net),
            vat: fen(paid.vat),
            surcharge: fen(paid.surcharge),
            iit: fen(paid.iit),
            fee: fen(paid.fee),
            released: fen(paid.released),
            returned: fen(paid.returned),
          }
        : null,
      lines: lines.map((line) => ({
        id: line.id,
        seq: line.seq,
        no: line.no,
        name: line.name,
        state: line.state,
        at: iso(line.finished_at),
        net: fen(line.net_fen),
        tax: add(fen(line.vat_fen), fen(line.surcharge_fen), fen(line.iit_fen)),
        fee: fen(line.fee_fen),
        journalId: line.last_journal,
        voucherNo: line.voucher_no,
      })),
      lineCount: paid?.lines ?? 0,
      vouchers: (await money.receiptsBehind(ctx, of)).map((row) => ({ ...row, amount: fen(row.amount) })),
      commissions: earned?.map((row) => ({ party: row.party_type, amount: fen(row.amount) })) ?? null,
    }
  },
} satisfies Implementation<Modules['dossiers']>
