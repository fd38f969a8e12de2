import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { filingKindNames, filingRefusals } from '#/api/taxation/businessfilings.texts.ts'
import { fen, negate, parseYuan, ppm, sumOf, withoutTax } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { daysOfPeriod, noFilingTax, policyDayOf } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { accountsOfOperator, sendNotification } from '#/server/services/messages/public.ts'
import { assignCertificate, attachCertificate, storeAndQueueArchive } from '#/server/taxation/businessfilings/certificates.ts'
import {
  expectAmounts,
  expectDeclarable,
  expectNoSales,
  paymentAmount,
  recordPayment,
  registerDeclaration,
  signedYuan,
} from '#/server/taxation/businessfilings/declaring.ts'
import { centreOfCaller, filingDetail, lockForUpdate, presentFiling, recordFilingStep, requireFiling } from '#/server/taxation/businessfilings/filing.ts'
import { applyCorrection, cancelCorrection, checkFilings, closeFilings, generateFilings } from '#/server/taxation/businessfilings/generating.ts'
import { markOutdatedOf } from '#/server/taxation/businessfilings/outdated.ts'
import { importResults, resultsTemplate } from '#/server/taxation/businessfilings/results.ts'
import { dataSheet, filingList } from '#/server/taxation/businessfilings/sheet.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as papers from '#/server/taxation/businessfilings/store-certificates.ts'
import { sourcesOf } from '#/server/taxation/businessfilings/store-facts.ts'
import { notifyThreshold } from '#/server/taxation/businessfilings/watching.ts'

type Input<O extends keyof Modules['businessfilings']> = z.output<Modules['businessfilings'][O]['input']>

const maxSources = 2_000

/** Stores the document of a filing step. The operator may see it. */
async function storeProof(ctx: Context, row: store.FilingRow, upload: Input<'declare'>['file'], purpose: string): Promise<string> {
  const fileOptions = { purpose, centreId: row.centre_id, operatorId: row.operator_id }
  return (await storeDocument(ctx, { upload, kinds: ['pdf', 'ofd'], pictures: true, ...fileOptions })).fileId
}

/** Returns the payments behind a filing: of its period, or since January for figures of the year so far. */
async function sources(ctx: Context, id: number) {
  const row = await requireFiling(ctx, id)
  const { from, to } = daysOfPeriod(row.period)
  const isYear = row.basis === 'profit' || row.basis === 'books' || !row.period.includes('Q')
  const rows = await sourcesOf(ctx, row, { from: isYear ? `${row.period.slice(0, 4)}-01-01` : from, to }, maxSources + 1)
  const { all, operatorId, centreIds } = ctx.scope
  const isVisible = (each: { centre_id: number }) => all || operatorId !== null || centreIds.includes(each.centre_id)
  const rate = ppm((await policyOn(ctx, policyDayOf(row.period))).params.vat.reducedPpm)
  const visibleRows = rows.filter(isVisible).slice(0, maxSources)
  return {
    rows: visibleRows.map((each) => ({
      ...fieldsOf(each, 'id', 'no', 'batch_no', 'unit_name', 'is_return', 'at', 'gross_fen'),
      sales: each.gross_fen < 0 ? negate(withoutTax(fen(-each.gross_fen), rate)) : withoutTax(fen(each.gross_fen), rate),
    })),
    count: rows.filter(isVisible).length,
    elsewhere: sumOf(
      rows.filter((each) => !isVisible(each)),
      (each) => fen(each.gross_fen),
    ),
  }
}

const parseYuanOrZero = (text: string) => parseYuan(text) ?? fen(0)

async function correctFiling(ctx: Context, { other, invoiced, special, cost, reason, ...target }: Input<'correct'>) {
  const row = await lockForUpdate(ctx, target, 'correct')
  const enteredFigures = {
    other_fen: signedYuan(other),
    entered_invoiced_fen: parseYuanOrZero(invoiced),
    entered_special_fen: parseYuanOrZero(special),
    cost_fen: cost === undefined ? null : parseYuanOrZero(cost),
    reason,
  }
  const isVat = row.kind === 'vat'
  const isIncome = row.kind === 'incomeTax' || row.kind === 'incomeAnnual'
  if (
    (!isVat && (enteredFigures.other_fen !== 0 || enteredFigures.entered_invoiced_fen !== 0 || enteredFigures.entered_special_fen !== 0)) ||
    (!isIncome && enteredFigures.cost_fen !== null)
  )
    refuse(filingRefusals, 'notThisKind', { kind: translate(filingKindNames[row.kind], ctx.language) })
  await applyCorrection(ctx, row, enteredFigures)
  // The entered sales may reach the threshold. Warns now instead of in the next job.
  if (row.state === 'open') await notifyThreshold(ctx, await requireFiling(ctx, row.id))
  return filingDetail(ctx, row.id)
}

async function declareFiling(ctx: Context, { way, no, declaredOn, isZero, vat, surcharge, iit, file, ...target }: Input<'declare'>) {
  const locked = await lockForUpdate(ctx, target, 'declare')
  await markOutdatedOf(ctx, [locked.entity_id], locked)
  const row = await requireFiling(ctx, locked.id)
  if (isZero) expectNoSales(row)
  expectAmounts(ctx, row, isZero ? noFilingTax : { vat: signedYuan(vat), surcharge: signedYuan(surcharge), iit: signedYuan(iit) })
  await expectDeclarable(ctx, row, { way, no, declaredOn })
  await registerDeclaration(ctx, row, { way, no, declaredOn, fileId: await storeProof(ctx, row, file, 'business_filing_receipt') })
  return filingDetail(ctx, row.id)
}

async function payFiling(ctx: Context, { tax, amount: text, paidOn, way, serial, file, ...target }: Input<'pay'>) {
  const row = await lockForUpdate(ctx, target, 'pay')
  const amount = await paymentAmount(ctx, row, { tax, amount: parseYuanOrZero(text), paidOn, serial })
  await recordPayment(ctx, row, { tax, amount, paidOn, way, serial, fileId: await storeProof(ctx, row, file, 'business_filing_payment') })
  return filingDetail(ctx, row.id)
}

async function remind(ctx: Context, target: Input<'remind'>) {
  const row = await lockForUpdate(ctx, target, 'remind')
  const recipients = await accountsOfOperator(ctx, row.operator_id)
  if (recipients.length === 0) refuse(filingRefusals, 'noRecipient')
  const values = { name: row.name, kind: row.kind, period: row.period, day: row.due_on }
  await sendNotification(ctx, {
    to: recipients,
    kind: 'obligationDue',
    values,
    path: `${pages.taxList.path}?open=${row.id}`,
    refType: 'business_filing',
    refId: row.id,
  })
  await store.update(ctx, [row.id], { told_on: dayOf(ctx.now) })
  await store.addStep(ctx, [row], { kind: 'reminded' })
  recordFilingStep(ctx, row, { step: 'reminded' })
  return filingDetail(ctx, row.id)
}

export const businessfilings = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { rows: rows.map((row) => presentFiling(ctx, row)), count, next }
  },

  get: (ctx, { businessFilingId }) => filingDetail(ctx, businessFilingId),

  sources: (ctx, { businessFilingId }) => sources(ctx, businessFilingId),

  payers: (ctx, { period }) => store.payersOf(ctx, period),

  async generate(ctx, place) {
    const centreId = centreOfCaller(ctx, place)
    const filingCount = await generateFilings(ctx, { ...place, centreId })
    ctx.note({ refType: 'centre', refId: centreId, centreId, detail: { ...place, filings: filingCount } })
    return { filings: filingCount }
  },

  check: async (ctx, place) => checkFilings(ctx, { ...place, centreId: centreOfCaller(ctx, place) }),

  async close(ctx, { reason, ...place }) {
    return { filings: await closeFilings(ctx, { ...place, centreId: centreOfCaller(ctx, place) }, reason) }
  },

  async reopen(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'reopen')
    await store.update(ctx, [row.id], { state: 'open', outdated_since: null, closed_by: null, closed_at: null })
    await store.addStep(ctx, [row], { kind: 'reopened', reason })
    recordFilingStep(ctx, row, { step: 'reopened', reason })
    return filingDetail(ctx, row.id)
  },

  correct: correctFiling,

  async cancelCorrection(ctx, { reason, ...target }) {
    await cancelCorrection(ctx, await lockForUpdate(ctx, target, 'cancelCorrection'), reason)
    return filingDetail(ctx, target.businessFilingId)
  },

  declare: declareFiling,
  pay: payFiling,

  async attach(ctx, { file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'attach')
    await attachCertificate(ctx, row, file)
    return filingDetail(ctx, row.id)
  },

  async archive(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'archive')
    await store.update(ctx, [row.id], { state: 'archived' })
    await store.addStep(ctx, [row], { kind: 'archived' })
    recordFilingStep(ctx, row, { step: 'archived' })
    return filingDetail(ctx, row.id)
  },

  remind,

  async certify(ctx, { file, ...place }) {
    const centreId = centreOfCaller(ctx, place)
    const queued = await storeAndQueueArchive(ctx, { ...place, centreId }, file)
    ctx.note({ refType: 'centre', refId: centreId, centreId, detail: { ...place, files: queued.files } })
    return queued
  },

  async unmatched(ctx, place) {
    const rows = await papers.unmatchedCertificates(ctx, { ...place, centreId: centreOfCaller(ctx, place) })
    return { rows: rows.map(({ id, path, problem, file_id, at }) => ({ id, path, problem, fileId: file_id, at: at.toISOString() })) }
  },

  async assign(ctx, { filingCertificateId, ...target }) {
    const row = await lockForUpdate(ctx, target, 'attach')
    await assignCertificate(ctx, row, filingCertificateId)
    return filingDetail(ctx, row.id)
  },

  async discard(ctx, { filingCertificateId }) {
    const paper = (await papers.remove(ctx, filingCertificateId)) ?? refuse(filingRefusals, 'certificateGone')
    ctx.note({ refType: 'centre', refId: paper.centre_id, centreId: paper.centre_id, detail: { path: paper.path } })
    return {}
  },

  importResults: (ctx, { file, ...place }) => importResults(ctx, { ...place, centreId: centreOfCaller(ctx, place) }, file),

  async template(ctx) {
    const { id } = await storeWorkbook(ctx, { name: '申报结果导入模板.xlsx', purpose: 'export' }, resultsTemplate)
    return { fileId: id }
  },

  async exportData(ctx, place) {
    const centreId = centreOfCaller(ctx, place)
    const { fileId } = await storeExport(ctx, place, () => dataSheet(ctx, { ...place, centreId }), { centreId })
    return { fileId }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => filingList(ctx, filter))
    return { fileId }
  },
} satisfies Implementation<Modules['businessfilings']>
