import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { attachCertificate, storeAndQueueArchive } from '#/server/taxation/periods/certificates.ts'
import { bookedTotals, checkPeriod } from '#/server/taxation/periods/check.ts'
import { closePeriod, reopenPeriod } from '#/server/taxation/periods/closing.ts'
import { beginCorrection, cancelCorrection, changesOf } from '#/server/taxation/periods/correcting.ts'
import { applyCredit, exportCredits, listCredits, refundCredit, withdrawCredit } from '#/server/taxation/periods/credits.ts'
import { declarePeriod } from '#/server/taxation/periods/declaring.ts'
import { exportPeriod } from '#/server/taxation/periods/export.ts'
import { fillOfficial } from '#/server/taxation/periods/official.ts'
import { taxYearOfCaller } from '#/server/taxation/periods/own-tax-year.ts'
import { decidePayment, decideReversal, registerTaxPayment, requestReversal } from '#/server/taxation/periods/paying.ts'
import { accruedTaxes, lockForUpdate, periodDetails, presentPeriod } from '#/server/taxation/periods/period.ts'
import { lineFilterOf, readLines, shownEdition } from '#/server/taxation/periods/reading.ts'
import { explainItem, importResult, listResults } from '#/server/taxation/periods/results.ts'
import { certifyIfComplete } from '#/server/taxation/periods/settling.ts'
import { copyCertificate, exportShares, listShares } from '#/server/taxation/periods/shares.ts'
import { exportPeriods } from '#/server/taxation/periods/sheet-list.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as papers from '#/server/taxation/periods/store-certificates.ts'
import * as lines from '#/server/taxation/periods/store-lines.ts'

type Input<O extends keyof Modules['periods']> = z.output<Modules['periods'][O]['input']>

function note(ctx: Context, row: store.PeriodRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail: { month: row.month, ...detail } })
}

async function requirePeriod(ctx: Context, id: number): Promise<store.PeriodRow> {
  return (await store.find(ctx, id)) ?? refuse(periodRefusals, 'periodNotFound')
}

function presentLine(ctx: Context, row: lines.LineRow, number: string, paper: lines.CertificateRow | undefined) {
  return {
    id: row.operator_id,
    name: row.name,
    idNumber: number === '' ? '' : maskIdNumber(ctx.vault.open('id_number', number)),
    ...fieldsOf(row, 'gross_fen', 'income_fen', 'exempt_fen', 'vat_fen', 'city_fen', 'education_fen'),
    ...fieldsOf(row, 'local_education_fen', 'cum_income_fen', 'cum_expense_fen', 'cum_deduction_fen', 'cum_other_fen'),
    ...fieldsOf(row, 'months', 'rate_ppm', 'quick_fen', 'should_fen', 'before_fen', 'due_fen', 'withheld_fen'),
    ...fieldsOf(row, 'back_gross_fen', 'back_tax_fen', 'difference_fen', 'withholding_gross_fen', 'withholding_vat_fen'),
    ...fieldsOf(row, 'withholding_city_fen', 'withholding_education_fen', 'withholding_local_education_fen'),
    certificateId: paper?.file_id ?? null,
    taxCertificateId: paper?.id ?? null,
  }
}

async function listLines(ctx: Context, { declarationId, edition, keyword, ...turn }: Input<'lines'>) {
  const row = await requirePeriod(ctx, declarationId)
  const { lines: rows, next, count } = await readLines(ctx, row, shownEdition(row, edition), lineFilterOf(ctx, keyword), turn)
  const ids = rows.map((line) => line.operator_id)
  const people = await ctx.widen('lines of a declaration', () => lines.peopleByIds(ctx, ids))
  const certificates = await lines.certificatesOf(ctx, row, ids)
  return {
    rows: rows.map((line) => presentLine(ctx, line, people.get(line.operator_id)?.id_number_sealed ?? '', certificates.get(line.operator_id))),
    count,
    next,
  }
}

export const periods = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { rows: rows.map((row) => presentPeriod(ctx, row)), count, next }
  },

  exportList: exportPeriods,

  booked: (ctx, { declarationIds }) => bookedTotals(ctx, declarationIds),

  get: (ctx, { declarationId }) => periodDetails(ctx, declarationId),

  lines: listLines,

  check: async (ctx, { declarationId }) => checkPeriod(ctx, await requirePeriod(ctx, declarationId)),

  async close(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'close')
    await closePeriod(ctx, row, reason)
    return periodDetails(ctx, row.id)
  },

  async confirm(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'confirm')
    await store.update(ctx, row.id, { state: 'confirmed', confirmed_by: ctx.actor.userId })
    await store.addStep(ctx, row, { kind: 'confirmed' }, ctx.actor.userId)
    note(ctx, row, { step: 'confirmed', ...accruedTaxes(row) })
    return periodDetails(ctx, row.id)
  },

  async reopen(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'reopen')
    await reopenPeriod(ctx, row, reason)
    return periodDetails(ctx, row.id)
  },

  declare: declarePeriod,

  pay: registerTaxPayment,

  decidePayment,

  reversePayment: requestReversal,

  decideReversal,

  async readResult(ctx, { file, declarationId, version }) {
    const row = (await store.find(ctx, declarationId, true)) ?? refuse(periodRefusals, 'periodNotFound')
    if (row.version !== version) refuse(periodRefusals, 'periodChanged')
    if (row.is_computing) refuse(periodRefusals, 'computing', { done: row.done_count, total: row.total_count })
    return importResult(ctx, row, file)
  },

  async results(ctx, { declarationId, ...turn }) {
    return listResults(ctx, await requirePeriod(ctx, declarationId), turn)
  },

  async explain(ctx, { declarationId, resultItemId, reason }) {
    return { open: await explainItem(ctx, await requirePeriod(ctx, declarationId), resultItemId, reason) }
  },

  async certify(ctx, { file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'certify')
    const queued = await storeAndQueueArchive(ctx, row, file)
    await store.addStep(ctx, row, { kind: 'uploaded', reason: `${file.filename} (${queued.files})`.slice(0, 500) }, ctx.actor.userId)
    note(ctx, row, { step: 'uploaded', files: queued.files })
    return queued
  },

  async unmatched(ctx, { declarationId }) {
    const row = await requirePeriod(ctx, declarationId)
    const rows = await papers.unmatchedCertificates(ctx, row.id)
    return { rows: rows.map(({ id, path, problem, file_id, at }) => ({ id, path, problem, fileId: file_id, at: at.toISOString() })) }
  },

  async attach(ctx, { taxCertificateId, operatorId, ...target }) {
    const row = await lockForUpdate(ctx, target, 'certify')
    await attachCertificate(ctx, row, { taxCertificateId, operatorId })
    note(ctx, row, { step: 'attached', taxCertificateId, operatorId })
    return periodDetails(ctx, row.id)
  },

  async discard(ctx, { taxCertificateId, ...target }) {
    const row = await lockForUpdate(ctx, target, 'certify')
    const paper = (await papers.lockUnmatched(ctx, row.id, taxCertificateId)) ?? refuse(periodRefusals, 'certificateNotFound')
    await papers.remove(ctx, paper.id)
    await certifyIfComplete(ctx, row, ctx.actor.userId)
    note(ctx, row, { step: 'discarded', path: paper.path })
    return periodDetails(ctx, row.id)
  },

  async archive(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'archive')
    const { unmatched, missing } = await papers.countCertificates(ctx, row)
    if (unmatched > 0) refuse(periodRefusals, 'unmatchedLeft', { count: unmatched })
    if (missing > 0) refuse(periodRefusals, 'certificatesMissing', { count: missing })
    await store.update(ctx, row.id, { state: 'archived' })
    await store.addStep(ctx, row, { kind: 'archived' }, ctx.actor.userId)
    note(ctx, row, { step: 'archived' })
    return periodDetails(ctx, row.id)
  },

  async correct(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'correct')
    await beginCorrection(ctx, row, reason)
    return periodDetails(ctx, row.id)
  },

  async cancelCorrection(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'cancel')
    await cancelCorrection(ctx, row)
    return periodDetails(ctx, row.id)
  },

  changes: async (ctx, { declarationId }) => changesOf(ctx, await requirePeriod(ctx, declarationId)),

  credits: listCredits,

  applyCredit,

  refundCredit,

  withdrawCredit,

  exportCredits,

  export: async (ctx, { declarationId, ...request }) => exportPeriod(ctx, await requirePeriod(ctx, declarationId), request),

  async fill(ctx, { declarationId, form, plainReason }) {
    const row = await requirePeriod(ctx, declarationId)
    return fillOfficial(ctx, row, form, plainReason)
  },

  shares: listShares,

  exportShares,

  shareCertificate: copyCertificate,

  own: (ctx, { year }) => taxYearOfCaller(ctx, year),
} satisfies Implementation<Modules['periods']>
