import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { invoiceListNames } from '#/api/taxation/invoices.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { invoiceApplicationDetail, lockForUpdate, presentInvoicing, presentRedLetter, recordStep } from '#/server/taxation/invoices/application.ts'
import { applyForInvoices, preview, termsOf } from '#/server/taxation/invoices/applying.ts'
import { cancelChannelOrder, expectNoOpenOrder } from '#/server/taxation/invoices/channel-orders.ts'
import { expectedInvoiceOf, registerIssuedInvoice, storeInvoiceFile } from '#/server/taxation/invoices/issuing.ts'
import { channelOrders, sendOrders, sendRedLetter } from '#/server/taxation/invoices/issuing-orders.ts'
import { mailJob } from '#/server/taxation/invoices/mailing.ts'
import { notifyCentre, notifyOperator, notifyUnit } from '#/server/taxation/invoices/notifications.ts'
import { packFiles } from '#/server/taxation/invoices/packing.ts'
import { resultsTemplate } from '#/server/taxation/invoices/reading.ts'
import { recordRedLetterState, registerRedInvoice, requestRedLetter } from '#/server/taxation/invoices/red-letters.ts'
import { releaseFailedPart } from '#/server/taxation/invoices/releasing.ts'
import { problemText, uploadResults } from '#/server/taxation/invoices/results.ts'
import { expectNotReturned } from '#/server/taxation/invoices/returned-parts.ts'
import { applicationsForExport, linesForExport, redLettersForExport, sheetToIssue } from '#/server/taxation/invoices/sheet.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as lines from '#/server/taxation/invoices/store-lines.ts'
import { invoicesAtChannel } from '#/server/taxation/invoices/store-orders.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

type Input<O extends keyof Modules['invoices']> = z.output<Modules['invoices'][O]['input']>

const maxListed = 2_000
const maxImports = 10
const maxUnits = 20

/** Approves or rejects an application. Rejection releases its payments. */
async function decide(ctx: Context, { approve, reason, ...target }: Input<'review'>): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'review')
  const reviewColumns = { reviewed_by: ctx.actor.userId, reviewed_at: ctx.now }
  if (approve) {
    await expectNotReturned(ctx, row.id)
    await recordStep(ctx, row, { kind: 'approved', amount_fen: row.amount_fen }, { ...reviewColumns, state: 'todo' })
    await notifyOperator(ctx, row, 'ownInvoiceToIssue')
    return row.id
  }
  if (reason.length < 2) refuse(invoiceRefusals, 'reasonNeeded')
  await lines.releaseAllPayments(ctx, row.id)
  await recordStep(ctx, row, { kind: 'rejected', amount_fen: row.amount_fen, reason }, { ...reviewColumns, state: 'rejected', reason, finished_at: ctx.now })
  await notifyUnit(ctx, row, 'invoiceRejected', { no: row.no, reason }, [row.applied_by])
  return row.id
}

async function withdraw(ctx: Context, target: Input<'withdraw'>): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'withdraw')
  await lines.releaseAllPayments(ctx, row.id)
  await recordStep(ctx, row, { kind: 'withdrawn', amount_fen: row.amount_fen }, { state: 'withdrawn', finished_at: ctx.now })
  const notifiedPermission = row.state === 'todo' ? 'fp:issue' : 'fp:check'
  await notifyCentre(ctx, row, notifiedPermission, 'invoiceWithdrawn', { no: row.no, unit: row.unit_name, amount: formatYuan(fen(row.amount_fen)) })
  return row.id
}

/** Approves many applications. A failure does not block the others. */
async function approveMany(ctx: Context, ids: readonly number[]) {
  const rows: store.ApplicationRow[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const row = await store.find(ctx, { id })
    if (row) rows.push(row)
  }
  expectAllFound(
    ids,
    rows.map((row) => row.id),
  )
  const [ok, fail]: [number[], { id: number; reason: string }[]] = [[], []]
  for (const { id, version } of rows) {
    try {
      await ctx.part(() => decide(ctx, { invoicingId: id, version, approve: true, reason: '' }))
      ok.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      fail.push({ id, reason: translate(error.text, ctx.language, error.values) })
    }
  }
  return { ok, fail }
}

/**
 * Writes the list for the issuing software. A listed application can no longer be withdrawn. Omits applications with a
 * returned payment.
 */
async function exportListToIssue(ctx: Context) {
  const applicationsToIssue = await store.lockToIssue(ctx, maxListed)
  const issuableApplications = applicationsToIssue.filter((each) => each.red_due === 0)
  const [returned] = applicationsToIssue
  if (returned && issuableApplications.length === 0) await expectNotReturned(ctx, returned.id)
  if (issuableApplications.length === 0) refuse(invoiceRefusals, 'nothingToIssue')
  const rows: { asked: store.ApplicationRow; paper: papers.InvoiceRow }[] = []
  const invoiceIdsAtChannel = await invoicesAtChannel(
    ctx,
    issuableApplications.map((each) => each.id),
  )
  for (const each of issuableApplications)
    for (const paper of await papers.invoicesOf(ctx, each.id))
      if (paper.number === null && !invoiceIdsAtChannel.has(paper.id)) rows.push({ asked: each, paper })
  if (rows.length === 0) refuse(invoiceRefusals, 'nothingToIssue')
  const name = translate(invoiceListNames.toIssue, ctx.language)
  const { id: fileId } = await storeWorkbook(ctx, { name: `${name}.xlsx`, purpose: 'export', centreId: ctx.scope.centreId }, { sheets: [sheetToIssue(rows)] })
  for (const each of issuableApplications)
    if (each.state === 'todo') await recordStep(ctx, each, { kind: 'listed', amount_fen: each.amount_fen }, { state: 'issuing' })
  return { fileId, count: rows.length }
}

async function invoiceIn(ctx: Context, invoicingId: number, invoiceId: number): Promise<papers.InvoiceRow> {
  return (await papers.invoicesOf(ctx, invoicingId)).find((invoice) => invoice.id === invoiceId) ?? refuse(invoiceRefusals, 'invoiceNotFound')
}

async function issueByHand(ctx: Context, { invoicingId, version, invoiceId, number, issuedOn, file }: Input<'issue'>): Promise<number> {
  const row = await lockForUpdate(ctx, { invoicingId, version }, 'issue')
  // The channel may have executed an open order, so the invoice is accepted as existing.
  if (!(await cancelChannelOrder(ctx, { invoiceId }))) await expectNotReturned(ctx, row.id, issuedOn)
  await registerIssuedInvoice(ctx, row, await invoiceIn(ctx, row.id, invoiceId), { number, issuedOn, files: [file] })
  return row.id
}

async function replaceFile(ctx: Context, { invoicingId, version, invoiceId, reason, file }: Input<'replaceFile'>): Promise<number> {
  const row = await lockForUpdate(ctx, { invoicingId, version }, 'replace')
  const paper = await invoiceIn(ctx, row.id, invoiceId)
  if (paper.number === null || paper.issued_on === null) return refuse(invoiceRefusals, 'notIssued')
  const kind = await storeInvoiceFile(ctx, row, { invoice_id: paper.id, reason, expected: expectedInvoiceOf(paper, paper.number, paper.issued_on) }, file)
  const [newest, before] = (await papers.filesOf(ctx, row.id)).filter((each) => each.invoice_id === paper.id && each.kind === kind).toReversed()
  if (newest && before && newest.sha256 === before.sha256) refuse(invoiceRefusals, 'sameFile')
  await recordStep(ctx, row, { kind: 'replaced', reason: `${paper.number} ${kind.toUpperCase()}: ${reason}` })
  return row.id
}

async function failOrders(ctx: Context, { reason, ...target }: Input<'fail'>): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'fail')
  await expectNoOpenOrder(ctx, row.id)
  await recordStep(ctx, row, { kind: 'failed', reason }, { state: 'failed', reason })
  await notifyUnit(ctx, row, 'invoiceFailed', { no: row.no, reason }, [row.applied_by])
  return row.id
}

const presentLine = (row: lines.LineRow) => ({
  ...fieldsOf(row, 'id', 'no', 'batch_id', 'batch_no', 'unit_name'),
  payee: row.name,
  paidAt: row.finished_at?.toISOString() ?? null,
  cost: fen(row.cost_fen),
  used: fen(row.used_fen),
  free: fen(row.is_returned ? 0 : row.cost_fen - row.used_fen),
  ...fieldsOf(row, 'is_returned', 'part_fen', 'back_fen', 'holder_id'),
  holderNo: row.holder_no ?? '',
})

export const invoices = {
  async figures(ctx) {
    const row = await store.listFigures(ctx)
    return {
      quota: fen(row.paid - row.used),
      paid: fen(row.paid),
      used: fen(row.used),
      waiting: fen(row.waiting),
      waitingCount: row.waiting_count,
      issued: fen(row.issued),
      issuedCount: row.issued_count,
      redDue: fen(row.red_due),
      redDueCount: row.red_due_count,
    }
  },

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    return {
      rows: rows.map((row) => presentInvoicing(ctx, row)),
      count,
      next,
      totals: sums && { amount: fen(sums.amount), price: fen(sums.price), tax: fen(sums.tax) },
    }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(
      ctx,
      filter,
      () => applicationsForExport(ctx, filter),
      {},
      { name: translate(invoiceListNames.applications, ctx.language) },
    )
    return { fileId }
  },

  units: (ctx, filter) => store.unitsOf(ctx, filter, maxUnits),
  get: (ctx, { invoicingId }) => invoiceApplicationDetail(ctx, invoicingId),

  async lines(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, count] = await Promise.all([lines.listLines(ctx, filter, { page, size, after, before }), lines.countLines(ctx, filter)])
    return { rows: rows.map(presentLine), count, next }
  },

  async exportLines(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => linesForExport(ctx, filter), {}, { name: translate(invoiceListNames.lines, ctx.language) })
    return { fileId }
  },

  async terms(ctx) {
    const unitId = ctx.actor.unitId ?? refuse(invoiceRefusals, 'placeNotFound')
    return { places: await termsOf(ctx, unitId) }
  },

  preview,
  apply: async (ctx, form) => invoiceApplicationDetail(ctx, await applyForInvoices(ctx, form)),
  withdraw: async (ctx, target) => invoiceApplicationDetail(ctx, await withdraw(ctx, target)),
  review: async (ctx, input) => invoiceApplicationDetail(ctx, await decide(ctx, input)),
  reviewMany: (ctx, { invoicingIds }) => approveMany(ctx, invoicingIds),
  listToIssue: exportListToIssue,

  async template(ctx) {
    const name = translate(invoiceListNames.results, ctx.language)
    const { id } = await storeWorkbook(ctx, { name: `${name}.xlsx`, purpose: 'export' }, resultsTemplate)
    return { fileId: id }
  },

  importResults: uploadResults,

  async imports(ctx) {
    return (await papers.imports(ctx, maxImports)).map((row) => ({
      id: row.id,
      name: row.name,
      isDone: row.state === 'done',
      rows: row.row_count,
      done: row.done_count,
      at: row.at.toISOString(),
      byName: row.by_name,
      faults: row.faults.map((fault) => ({ line: fault.line, no: fault.no, number: fault.number, problem: problemText(ctx, fault) })),
    }))
  },

  issue: async (ctx, input) => invoiceApplicationDetail(ctx, await issueByHand(ctx, input)),
  fail: async (ctx, input) => invoiceApplicationDetail(ctx, await failOrders(ctx, input)),
  release: async (ctx, input) => invoiceApplicationDetail(ctx, await releaseFailedPart(ctx, input)),

  async reopen(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'reopen')
    await recordStep(ctx, row, { kind: 'reopened' }, { state: row.issued_count > 0 ? 'part' : 'todo', reason: '' })
    return invoiceApplicationDetail(ctx, row.id)
  },

  replaceFile: async (ctx, input) => invoiceApplicationDetail(ctx, await replaceFile(ctx, input)),

  async mail(ctx, { email, ...target }) {
    const row = await lockForUpdate(ctx, target, 'mail')
    await ctx.enqueue(mailJob, { invoicingId: row.id, email })
    ctx.note({ refType: 'invoice_application', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, mail: true } })
    return invoiceApplicationDetail(ctx, row.id)
  },

  zip: (ctx, { invoicingId }) => packFiles(ctx, invoicingId),

  async reds(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await papers.listRedLetters(ctx, filter, { page, size, after, before })
    return { rows: rows.map((row) => presentRedLetter(ctx, row)), count, next }
  },

  async exportReds(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => redLettersForExport(ctx, filter), {}, { name: translate(invoiceListNames.reds, ctx.language) })
    return { fileId }
  },

  askRed: async (ctx, input) => invoiceApplicationDetail(ctx, await requestRedLetter(ctx, input)),
  moveRed: async (ctx, input) => invoiceApplicationDetail(ctx, await recordRedLetterState(ctx, input)),
  issueRed: async (ctx, input) => invoiceApplicationDetail(ctx, await registerRedInvoice(ctx, input)),

  machine: channelOrders,
  sendOrders: async (ctx, target) => invoiceApplicationDetail(ctx, await sendOrders(ctx, target)),
  sendRed: async (ctx, target) => invoiceApplicationDetail(ctx, await sendRedLetter(ctx, target)),
} satisfies Implementation<Modules['invoices']>
