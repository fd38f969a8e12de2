import { blockerNames, entityRefusals, entityStateNames } from '#/api/people/entities.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { fen, formatPpm, ppm } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { joinClauses } from '#/domain/base/text.ts'
import { type CancelBlocker, cancelBlockersOf, canMoveEntity, type EntityMove, entityMoves } from '#/domain/people/entity.ts'
import { isDeadlineProvisional, obligationClassOf, urgencyOf } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { type BlockerOf, blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { invoiceDues } from '#/server/people/entities/questions.ts'
import * as store from '#/server/people/entities/store.ts'
import { pendingChanges, type TaxChangeRow } from '#/server/people/entities/store-changes.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { type StepFact, stepsOf } from '#/server/people/entities/store-steps.ts'

/** Returns whether the caller may manage businesses: the platform, and centre staff who see the whole centre. */
function managesBusinesses(ctx: Context): boolean {
  return ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
}

/** Returns why the caller may not manage businesses, or null. */
export function callerBlocker(ctx: Context): 'noPlace' | 'noRight' | null {
  if (!managesBusinesses(ctx)) return 'noPlace'
  return ctx.actor.may('gth:edit') ? null : 'noRight'
}

/** Returns why no business can be started for this operator, or null. */
export function ownerProblem(owner: { status: number; is_identity_verified: boolean }): 'notActive' | 'notVerified' | null {
  if (owner.status !== accountStatus.signing && owner.status !== accountStatus.active) return 'notActive'
  return owner.is_identity_verified ? null : 'notVerified'
}

export function presentEntity(ctx: Context, row: store.EntityRow) {
  return {
    ...fieldsOf(row, 'id', 'operator_id', 'operator_code', 'operator_name', 'operator_kind', 'centre_id'),
    ...fieldsOf(row, 'centre_name', 'form', 'name'),
    creditCode: row.credit_code ?? '',
    industry: presetName(row.industry, ctx.language),
    ...fieldsOf(row, 'state', 'tax_kind', 'levy', 'levy_rate_ppm', 'licence_file_id'),
    reportedYear: row.annual_report_year,
    ...fieldsOf(row, 'overdue', 'next_due', 'annual_fee_fen', 'created_at', 'version'),
  }
}

/** Returns why the caller cannot settle an obligation, or null. */
export function settleProblem(ctx: Context, row: duties.ObligationRow): BlockerOf<typeof entityRefusals> {
  const blocker = callerBlocker(ctx)
  if (blocker) return blocker
  if (row.state === 'done') return 'settled'
  if (row.state === 'void') return 'fellAway'
  if (!canMoveEntity(row.entity_state, 'settle')) return ['wrongState', { state: translate(entityStateNames[row.entity_state], ctx.language) }]
  return row.opens_on > dayOf(ctx.now) ? ['tooEarly', { day: row.opens_on }] : null
}

export function presentObligation(ctx: Context, row: duties.ObligationRow) {
  const problem = settleProblem(ctx, row)
  return {
    ...fieldsOf(row, 'id', 'entity_id', 'entity_name'),
    creditCode: row.credit_code ?? '',
    ...fieldsOf(row, 'operator_id', 'operator_name', 'operator_kind', 'centre_name', 'kind', 'period', 'opens_on'),
    ...fieldsOf(row, 'due_on'),
    isProvisional: isDeadlineProvisional({ kind: row.kind, dueOn: row.due_on }, workingCalendar),
    state: row.state,
    urgency: urgencyOf({ opensOn: row.opens_on, dueOn: row.due_on }, dayOf(ctx.now)),
    amount: row.amount_fen === null ? null : fen(row.amount_fen),
    settledOn: row.settled_on,
    settledBy: row.settled_by ?? '',
    receiptNo: row.receipt_no,
    fileId: row.file_id,
    maySettle: blockerText(ctx, entityRefusals, problem),
  }
}

/** Returns the obstacles to a cancellation, in the caller's language. */
export async function describeCancelBlockers(ctx: Context, row: store.EntityRow): Promise<{ kind: CancelBlocker; text: string }[]> {
  const openByClass = { annualReport: 0, declaration: 0, serviceFee: 0 }
  for (const each of await duties.countOpenByKind(ctx, row.id)) openByClass[obligationClassOf(each.kind)] += each.count
  const payments = await store.paymentsUnderway(ctx, row.operator_id)
  const dues = await ctx.widen('payments to a business', () => ask(ctx, invoiceDues, { id: row.id, operatorId: row.operator_id }))
  const countByBlocker = { abnormal: 0, ...openByClass, payments, ...dues }
  return cancelBlockersOf({ state: row.state, open: openByClass, payments, ...dues }).map((kind) => ({
    kind,
    text: translate(blockerNames[kind], ctx.language, { count: countByBlocker[kind] }),
  }))
}

/** Returns why the caller cannot confirm or reject a tax change, or null. */
export function decideProblem(ctx: Context, change: TaxChangeRow): keyof typeof entityRefusals | null {
  if (change.state !== 'pending') return 'changeDecided'
  return callerBlocker(ctx) ?? (change.is_same_hand ? 'ownChange' : null)
}

/** Returns why the caller cannot withdraw a tax change, or null. */
export function withdrawProblem(ctx: Context, change: TaxChangeRow): keyof typeof entityRefusals | null {
  if (change.state !== 'pending') return 'changeDecided'
  return callerBlocker(ctx) ?? (change.created_by === ctx.actor.userId ? null : 'notOwnChange')
}

/** Returns what a tax change of a business changes. */
export function taxChangeFacts(row: store.EntityRow, change: TaxChangeRow): StepFact[] {
  const percent = (rate: number) => `${formatPpm(ppm(rate))}%`
  if (change.rate_ppm === null)
    return [
      ...(change.tax_kind === null ? [] : [{ fact: 'taxKind', before: row.tax_kind ?? '', after: change.tax_kind }]),
      ...(change.levy === null ? [] : [{ fact: 'levy', before: row.levy ?? '', after: change.levy }]),
    ]
  return [
    { fact: 'levyRate', before: percent(change.rate_before), after: percent(change.rate_ppm) },
    { fact: 'levyFrom', before: '', after: change.valid_from ?? '' },
    { fact: 'documentNo', before: '', after: change.document_no },
  ]
}

function presentTaxChange(ctx: Context, row: store.EntityRow, change: TaxChangeRow) {
  return {
    id: change.id,
    move: change.move,
    facts: taxChangeFacts(row, change),
    reason: change.reason,
    fileId: change.file_id,
    enteredBy: change.maker,
    enteredAt: change.created_at.toISOString(),
    mayDecide: blockerText(ctx, entityRefusals, decideProblem(ctx, change)),
    mayWithdraw: blockerText(ctx, entityRefusals, withdrawProblem(ctx, change)),
  }
}

const taxMoves: ReadonlySet<EntityMove> = new Set(['setLevy', 'changeTax'])

function moveBlockers(ctx: Context, row: store.EntityRow, blocked: readonly { text: string }[], isTaxPending: boolean): Record<EntityMove, string> {
  const blocker = callerBlocker(ctx)
  const moveReason = (move: EntityMove) => {
    if (blocker) return translate(entityRefusals[blocker], ctx.language)
    if (!canMoveEntity(row.state, move))
      return translate(entityRefusals.wrongState, ctx.language, { state: translate(entityStateNames[row.state], ctx.language) })
    if (isTaxPending && taxMoves.has(move)) return translate(entityRefusals.taxPending, ctx.language)
    if (move !== 'beginCancel' || blocked.length === 0) return ''
    return translate(entityRefusals.blocked, ctx.language, {
      reasons: joinClauses(
        blocked.map(({ text }) => text),
        ctx.language,
      ),
    })
  }
  return Object.fromEntries(entityMoves.map((move) => [move, moveReason(move)])) as Record<EntityMove, string>
}

const cancellableStates = new Set(['operating', 'abnormal'])

/** Returns businesses with all details in their API form. */
export async function presentEntityDetails(ctx: Context, rows: readonly store.EntityRow[]) {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const steps = await stepsOf(ctx, ids)
  const obligationRows = await duties.obligationsOfEntities(ctx, ids)
  const taxChanges = await pendingChanges(ctx, ids)
  const views = []
  for (const row of rows) {
    const cancelObstacles = cancellableStates.has(row.state) ? await describeCancelBlockers(ctx, row) : []
    const taxChange = taxChanges.find((each) => each.entity_id === row.id)
    views.push({
      ...presentEntity(ctx, row),
      ...fieldsOf(row, 'names', 'biz_scope', 'address', 'licensed_on'),
      bankName: presetName(row.bank_name, ctx.language),
      accountNo: row.account_tail === '' ? '' : `**** ${row.account_tail}`,
      taxedOn: row.taxed_on,
      nextLevy: row.next_levy,
      applicationNo: row.application_no ?? '',
      blockers: cancelObstacles,
      may: moveBlockers(ctx, row, cancelObstacles, taxChange !== undefined),
      taxChange: taxChange ? presentTaxChange(ctx, row, taxChange) : null,
      steps: steps
        .filter((step) => step.entity_id === row.id)
        .map((step) => ({
          id: step.id,
          move: step.move,
          from: step.from_state,
          to: step.to_state,
          reason: step.reason,
          facts: step.facts,
          by: step.by ?? '',
          at: step.created_at.toISOString(),
          papers: step.papers.map((paper) => ({ id: paper.id, kind: paper.kind, fileId: paper.file_id, name: paper.name })),
        })),
      obligations: obligationRows.filter((each) => each.entity_id === row.id).map((each) => presentObligation(ctx, each)),
    })
  }
  return views
}
