import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { archiveTexts, dossierRefusals } from '#/api/taxation/dossiers.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { add, fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { requestTask } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { archiveJob } from '#/server/taxation/dossiers/archive.ts'
import { letterJob } from '#/server/taxation/dossiers/letter.ts'
import * as store from '#/server/taxation/dossiers/store.ts'
import { trailStartOf } from '#/server/taxation/dossiers/store-beginning.ts'
import * as chain from '#/server/taxation/dossiers/store-chain.ts'
import * as money from '#/server/taxation/dossiers/store-money.ts'

const maxLines = 5000
const isoTime = (moment: Date | null) => moment?.toISOString() ?? null

/** Returns why a batch cannot have a letter now; null if it can. */
function letterProblem(row: store.SettledRow): 'notSettled' | 'nothingPaid' | null {
  if (!['paid', 'partial', 'closed'].includes(row.state)) return 'notSettled'
  return row.success_count === 0 ? 'nothingPaid' : null
}

async function settledBatch(ctx: Context, id: number): Promise<store.SettledRow> {
  return (await store.settledBatches(ctx, [id]))[0] ?? refuse(dossierRefusals, 'notFound')
}

const presentMovement = (row: money.MovementRow) => ({
  id: row.ref_id,
  no: row.ref_no,
  at: row.at.toISOString(),
  by: row.by ?? '',
  amount: fen(row.amount),
  used: fen(row.used),
  before: fen(row.after - row.amount),
  after: fen(row.after),
  journalId: row.journal_id,
})

const presentPaid = ({ count, net, vat, surcharge, iit, fee, released, returned }: chain.PaidSums) => ({
  count,
  net: fen(net),
  vat: fen(vat),
  surcharge: fen(surcharge),
  iit: fen(iit),
  fee: fen(fee),
  released: fen(released),
  returned: fen(returned),
})

/** Presents a line. Only centre and platform staff see a business's own filing. */
function presentLine(line: chain.TrailLine, canSeeFilings: boolean) {
  const { certificate_id: certificateId, filing_id: filingId } = line
  const isTaxShown = line.tax_period !== null && (canSeeFilings || filingId === null)
  return {
    ...fieldsOf(line, 'id', 'batch_id', 'seq', 'no', 'name', 'state'),
    at: isoTime(line.finished_at),
    net: fen(line.net_fen),
    tax: add(fen(line.vat_fen), fen(line.surcharge_fen), fen(line.iit_fen)),
    fee: fen(line.fee_fen),
    journalId: line.last_journal,
    voucherNo: line.voucher_no,
    invoices: line.invoices,
    proof: isTaxShown ? { period: line.tax_period ?? '', certificateId, filingId } : null,
  }
}

const presentInvoice = (row: chain.TrailInvoice) => ({
  ...fieldsOf(row, 'id', 'no', 'state', 'seller', 'numbers', 'issued_on', 'amount_fen', 'red_fen'),
  used: fen(row.of_lines),
})

/** Returns the money trail through any object: the money that paid for it and the payments made from it. */
async function trail(ctx: Context, { kind, id, page, size }: z.output<Modules['dossiers']['trail']['input']>) {
  const canSeeFilings = ctx.actor.usertype === userType.centre || ctx.actor.usertype === userType.platform
  const trailStart = (kind === 'filing' && !canSeeFilings ? undefined : await trailStartOf(ctx, kind, id)) ?? refuse(dossierRefusals, 'notFound')
  const topups = await money.topupMovementsOfTrail(ctx, trailStart)
  const reservations = await money.reservedMoney(ctx, trailStart)
  // A top-up leads to all batches that used it.
  const freezingBatchIds = reservations.filter((row) => row.kind === 'freeze').map((row) => row.ref_id)
  const effectiveStart = kind === 'topup' ? { ...trailStart, batch_ids: freezingBatchIds } : trailStart
  const hasLines = effectiveStart.batch_ids.length > 0
  const paidTotals = hasLines ? await chain.paidSums(ctx, effectiveStart) : null
  const lines = hasLines ? await chain.linesOfTrail(ctx, effectiveStart, { page, size }) : []
  const commissionItems = hasLines && canSeeFilings ? await chain.commissionOfTrail(ctx, effectiveStart) : null
  const invoices = hasLines ? await chain.invoicesOfTrail(ctx, effectiveStart) : []
  const certificates = hasLines && (canSeeFilings || effectiveStart.mode === 2) ? await chain.countCertificates(ctx, effectiveStart) : null
  return {
    ...fieldsOf(effectiveStart, 'unit_name', 'centre_name', 'mode'),
    from: { kind, no: effectiveStart.no },
    topups: topups.map((row) => ({ ...presentMovement(row), voucherNo: row.voucher_no })),
    topupCount: topups[0]?.all_count ?? 0,
    asides: reservations.map((row) => ({
      ...presentMovement(row),
      what: row.kind === 'freeze' ? ('batch' as const) : ('refund' as const),
      gross: row.gross_fen === null ? null : fen(row.gross_fen),
      cost: row.cost_fen === null ? null : fen(row.cost_fen),
    })),
    asideCount: reservations[0]?.all_count ?? 0,
    paid: paidTotals && presentPaid(paidTotals),
    lines: lines.map((line) => presentLine(line, canSeeFilings)),
    lineCount: paidTotals?.lines ?? 0,
    vouchers: (await chain.receiptsOfTrail(ctx, effectiveStart)).map((row) => ({ ...row, amount: fen(row.amount) })),
    invoices: invoices.map(presentInvoice),
    invoiceCount: invoices[0]?.all_count ?? 0,
    certificates,
    commissions: commissionItems?.map((row) => ({ party: row.party_type, amount: fen(row.amount) })) ?? null,
  }
}

export const dossiers = {
  async letters(ctx, { batchId }) {
    const row = await settledBatch(ctx, batchId)
    const problem = letterProblem(row)
    const rows = await store.lettersOf(ctx, batchId)
    return {
      problem: problem && translate(dossierRefusals[problem], ctx.language, { no: row.no }),
      rows: rows.map((letter) => ({
        ...fieldsOf(letter, 'id', 'file_id', 'sha256'),
        isSealed: letter.has_seal,
        madeAt: letter.made_at.toISOString(),
        by: letter.made_by_name,
      })),
    }
  },

  async letter(ctx, { batchId }) {
    const row = await settledBatch(ctx, batchId)
    const problem = letterProblem(row)
    if (problem) refuse(dossierRefusals, problem, { no: row.no })
    await ctx.enqueue(letterJob, { batchId, userId: ctx.actor.userId })
    ctx.note({ refType: 'batch', refId: batchId, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no } })
    return {}
  },

  async archive(ctx, { batchIds }) {
    const ids = [...new Set(batchIds)]
    const rows = await store.settledBatches(ctx, ids)
    const [first] = rows
    if (!first || rows.length !== ids.length) return refuse(dossierRefusals, 'notFound')
    if (rows.some((row) => row.unit_id !== first.unit_id)) refuse(dossierRefusals, 'severalUnits')
    const unpaidBatch = rows.find((row) => row.paid_at === null)
    if (unpaidBatch) refuse(dossierRefusals, 'notSent', { no: unpaidBatch.no })
    const lines = rows.reduce((sum, row) => sum + row.line_count, 0)
    if (lines > maxLines) refuse(dossierRefusals, 'tooMany', { most: maxLines })
    const title = translate(archiveTexts.title, ctx.language, { no: first.no })
    const taskId = await requestTask(ctx, archiveJob, { title, total: lines }, (requested) => ({ ...requested, batchIds: ids }))
    for (const row of rows)
      ctx.note({ refType: 'batch', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, taskId, lines: row.line_count } })
    return { taskId, lines }
  },

  trail,
} satisfies Implementation<Modules['dossiers']>
