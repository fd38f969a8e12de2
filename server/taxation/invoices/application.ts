import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { applicationStateNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import { type InvoiceApplicationAction, invoiceApplicationActions, isInvoiceActionAllowed, nextRedCodes } from '#/domain/taxation/invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

export type Blocker = BlockerOf<typeof invoiceRefusals>

const rightByAction = {
  review: 'fp:check',
  withdraw: 'fp:apply',
  issue: 'fp:issue',
  fail: 'fp:issue',
  reopen: 'fp:issue',
  release: 'fp:issue',
  replace: 'fp:issue',
  mail: 'fp:issue',
  red: 'fp:issue',
} as const

/**
 * Returns whether the caller's permissions allow this action. Issuers may withdraw generated applications. Operators may
 * issue invoices of their own business.
 */
function hasRight({ actor }: Context, row: store.ApplicationRow, action: InvoiceApplicationAction): boolean {
  if (action === 'withdraw' && row.mode === settlementMode.individualBusiness) return actor.may('fp:issue')
  if (action === 'issue' && row.operator_id !== null && row.operator_id === actor.operatorId) return actor.may('fp:upload')
  return actor.may(rightByAction[action])
}

/**
 * Returns why the caller cannot apply this action to the application now. The page and the operations use the same
 * reason.
 */
function blocker(ctx: Context, row: store.ApplicationRow, action: InvoiceApplicationAction): Blocker {
  if (!hasRight(ctx, row, action)) return 'noRight'
  if (!isInvoiceActionAllowed(action, row.state)) return ['wrongApplicationState', { state: translate(applicationStateNames[row.state], ctx.language) }]
  if (action === 'review' && row.applied_by === ctx.actor.userId) return 'ownApplication'
  if (row.issued_count === 0 && (action === 'replace' || action === 'mail' || action === 'red')) return 'noFiles'
  return action === 'mail' && !ctx.site.ways.mail ? 'noMail' : null
}

/** Locks the application. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(
  ctx: Context,
  { invoicingId, version }: { invoicingId: number; version: number },
  action: InvoiceApplicationAction,
): Promise<store.ApplicationRow> {
  const row = (await store.find(ctx, { id: invoicingId }, true)) ?? refuse(invoiceRefusals, 'applicationNotFound')
  refuseIf(invoiceRefusals, blocker(ctx, row, action))
  if (row.version !== version) refuse(invoiceRefusals, 'applicationChanged')
  return row
}

/** Records a step of an application in its history and the audit trail. */
export async function recordStep(
  ctx: Context,
  row: store.ApplicationRow,
  done: Omit<papers.NewStep, keyof papers.InvoiceOwner>,
  change: Parameters<typeof store.update>[2] = {},
): Promise<void> {
  await store.update(ctx, row.id, change)
  await papers.addSteps(ctx, [{ application_id: row.id, centre_id: row.centre_id, unit_id: row.unit_id, ...done }], ctx.actor.userId)
  const { kind, amount_fen, reason } = done
  const detail = {
    no: row.no,
    step: kind,
    from: row.state,
    to: change.state ?? row.state,
    ...(amount_fen && { amount: amount_fen }),
    ...(reason && { reason }),
  }
  ctx.note({ refType: 'invoice_application', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail })
}

const hourMs = 3_600_000

export function presentInvoicing(ctx: Context, row: store.ApplicationRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'centre_name', 'unit_id', 'unit_name', 'mode', 'issuer', 'seller_name', 'seller_no'),
    operatorName: row.operator_name ?? '',
    titleName: row.title.name,
    ...fieldsOf(row, 'kind', 'category', 'price_fen', 'tax_fen', 'amount_fen', 'batch_count', 'invoice_count'),
    ...fieldsOf(row, 'issued_count'),
    number: row.numbers[0] ?? '',
    ...fieldsOf(row, 'issued_on', 'state', 'reason'),
    redDue: fen(row.red_due),
    red: fen(row.red_fen),
    appliedAt: row.applied_at.toISOString(),
    hours: Math.floor(((row.finished_at ?? ctx.now).getTime() - row.applied_at.getTime()) / hourMs),
    version: row.version,
  }
}

/** Returns whether the deadline for the other party's confirmation has passed. */
export const isRedLetterExpired = (ctx: Context, { expires_at }: Pick<papers.RedLetterRow, 'expires_at'>) => expires_at !== null && expires_at <= ctx.now

export function presentRedLetter(ctx: Context, row: papers.RedLetterRow) {
  return {
    id: row.id,
    invoicingId: row.application_id,
    ...fieldsOf(row, 'application_no', 'unit_name', 'blue_number', 'reason', 'price_fen', 'tax_fen', 'amount_fen'),
    ...fieldsOf(row, 'code', 'confirm_no', 'expires_at', 'is_issued'),
    number: row.number ?? '',
    issuedOn: row.issued_on,
    createdAt: row.created_at.toISOString(),
    next: row.is_issued ? [] : [...nextRedCodes(row.code, isRedLetterExpired(ctx, row))],
    version: row.version,
  }
}

const presentFile = (file: papers.FileRow) => ({
  ...fieldsOf(file, 'kind', 'file_id', 'name', 'added_at', 'by_name', 'reason'),
  isReplaced: file.replaced_at !== null,
})

function presentInvoice(paper: papers.InvoiceRow, files: readonly papers.FileRow[]) {
  return {
    ...fieldsOf(paper, 'id', 'seq', 'price_fen', 'tax_fen'),
    amount: fen(paper.total_fen),
    ratePpm: paper.rate_ppm,
    state: paper.state,
    number: paper.number ?? '',
    issuedOn: paper.issued_on,
    red: fen(paper.red_fen),
    redLeft: fen(paper.number === null ? 0 : paper.total_fen - paper.red_asked),
    files: files.filter((file) => file.invoice_id === paper.id).map(presentFile),
  }
}

/** Returns an application with its invoices, files, history and the actions open to the caller. */
export async function invoiceApplicationDetail(ctx: Context, id: number) {
  const row = (await store.find(ctx, { id })) ?? refuse(invoiceRefusals, 'applicationNotFound')
  const [invoices, files, reds, steps] = [
    await papers.invoicesOf(ctx, id),
    await papers.filesOf(ctx, id),
    await papers.redLettersOf(ctx, id),
    await papers.stepsOf(ctx, id),
  ]
  const refusalText = (action: InvoiceApplicationAction) => blockerText(ctx, invoiceRefusals, blocker(ctx, row, action))
  const { version: _, ...title } = row.title
  return {
    ...presentInvoicing(ctx, row),
    centreId: row.centre_id,
    title,
    ...fieldsOf(row, 'goods', 'tax_code', 'email', 'remark', 'basis', 'period_from', 'period_to', 'rate_ppm'),
    ...fieldsOf(row, 'policy_version', 'line_count'),
    appliedBy: row.applied_name,
    reviewedBy: row.reviewed_name ?? '',
    mailedAt: row.mailed_at?.toISOString() ?? null,
    hasMail: ctx.site.ways.mail,
    invoices: invoices.map((paper) => presentInvoice(paper, files)),
    reds: reds.map((red) => ({ ...presentRedLetter(ctx, red), files: files.filter((file) => file.red_id === red.id).map(presentFile) })),
    steps: steps.map((each) => ({
      kind: each.kind,
      at: each.at.toISOString(),
      byName: each.by_name ?? '',
      amount: each.amount_fen === null ? null : fen(each.amount_fen),
      reason:
        each.kind === 'redMoved' && each.reason in redCodeNames ? translate(redCodeNames[each.reason as keyof typeof redCodeNames], ctx.language) : each.reason,
    })),
    may: Object.fromEntries(invoiceApplicationActions.map((action) => [action, refusalText(action)])) as Record<InvoiceApplicationAction, string>,
  }
}
