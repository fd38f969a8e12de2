import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { otherSaleRefusals } from '#/api/money/othersales.texts.ts'
import { fen, parseYuan, ZERO } from '#/domain/base/money.ts'
import { monthOf } from '#/domain/base/period.ts'
import { firstDeclarableMonth, isDeclarableMonth } from '#/domain/money/other-sales.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { isStaff } from '#/server/kernel/session/scope.ts'
import { firstCountedDay, salesMonths } from '#/server/money/othersales/months.ts'
import { notifyOfDecision } from '#/server/money/othersales/notifications.ts'
import { salesForExport, unansweredForExport } from '#/server/money/othersales/sheet.ts'
import * as store from '#/server/money/othersales/store.ts'
import { peopleWithoutAnswer } from '#/server/money/othersales/store-unanswered.ts'
import { lockPeople, reviewDeclaredSales } from '#/server/money/tax/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Declaration = z.output<Modules['othersales']['declare']['input']>

/** Returns the reason why the caller cannot decide a declaration, or null. */
function blocker(ctx: Context, row: store.SaleRow): keyof typeof otherSaleRefusals | null {
  if (row.state !== 'pending') return 'decided'
  if (!isStaff(ctx)) return 'noPlace'
  if (!ctx.actor.may('tax:check')) return 'noRight'
  return row.is_same_hand ? 'ownEntry' : null
}

function presentSale(ctx: Context, row: store.SaleRow) {
  const blockerKey = blocker(ctx, row)
  return {
    ...fieldsOf(row, 'id', 'operator_id', 'operator_name', 'operator_code', 'centre_name', 'month', 'version', 'gross_fen'),
    ...fieldsOf(row, 'payers', 'file_id', 'is_entered', 'reason', 'state', 'created_by', 'created_at'),
    decidedBy: row.decided_by ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    answer: row.answer,
    mayDecide: blockerText(ctx, otherSaleRefusals, blockerKey),
  }
}

/** Returns amount and payers as declared. Refuses a month that is not declarable and an amount without evidence. */
function parseDeclaration(ctx: Context, { month, none, amount, payers, file }: Declaration) {
  const currentMonth = monthOf(ctx.now)
  if (!isDeclarableMonth(month, currentMonth)) refuse(otherSaleRefusals, 'monthOutside', { first: firstDeclarableMonth(currentMonth), last: currentMonth })
  if (none) return { gross: ZERO, payers: '' }
  const gross = (amount === undefined ? null : parseYuan(amount)) ?? ZERO
  if (gross === 0 || payers === '' || file === undefined) refuse(otherSaleRefusals, 'amountNeeded')
  return { gross, payers }
}

/** Adds the next version of an operator's month and an audit entry. */
async function addVersion(ctx: Context, operatorId: number, declared: Declaration, entry: { readonly isEntered: boolean; readonly reason: string }) {
  const sale = parseDeclaration(ctx, declared)
  const centreId = (await store.centreIdOf(ctx, operatorId)) ?? refuse(otherSaleRefusals, 'operatorUnknown')
  const fileOwner = { centreId, operatorId, purpose: 'otherSale' }
  const storedFile = declared.file ? await storeDocument(ctx, { upload: declared.file, kinds: ['pdf', 'xlsx'], pictures: true, ...fileOwner }) : null
  await lockPeople(ctx, [operatorId])
  const { month } = declared
  const { id, version } = await store.insert(ctx, { operatorId, centreId, month, ...sale, fileId: storedFile?.fileId ?? null, ...entry })
  const detail = { month, version, amount: sale.gross, payers: sale.payers, sha256: storedFile?.sha256 ?? '', ...(entry.reason && { reason: entry.reason }) }
  ctx.note({ refType: 'other_sale', refId: id, centreId, detail })
  return { id }
}

export const othersales: Implementation<Modules['othersales']> = {
  async own(ctx) {
    const operatorId = ctx.actor.operatorId ?? refuse(otherSaleRefusals, 'notOperator')
    const months = await salesMonths(ctx, operatorId)
    return { countsFrom: await firstCountedDay(ctx), months: months.map(({ sale, ...month }) => ({ ...month, sale: sale && presentSale(ctx, sale) })) }
  },

  async ofOperator(ctx, { operatorId }) {
    if (!isStaff(ctx) || (await store.centreIdOf(ctx, operatorId)) === undefined) refuse(otherSaleRefusals, 'operatorUnknown')
    const months = await salesMonths(ctx, operatorId)
    const visibleMonths = months.filter(({ sale, isRequested }) => sale !== null || isRequested)
    return {
      countsFrom: await firstCountedDay(ctx),
      sellsElsewhere: await store.answerAtRegistration(ctx, operatorId),
      months: visibleMonths.map(({ sale, ...month }) => ({ ...month, sale: sale && presentSale(ctx, sale) })),
    }
  },

  async silent(ctx, { page, size, ...filter }) {
    if (!isStaff(ctx)) refuse(otherSaleRefusals, 'noPlace')
    const { rows, count } = await peopleWithoutAnswer(ctx, filter, { page, size })
    return { count, rows: rows.map((row) => fieldsOf(row, 'operator_id', 'operator_name', 'operator_code', 'centre_name', 'month', 'asked_reason')) }
  },

  async exportSilent(ctx, filter) {
    if (!isStaff(ctx)) refuse(otherSaleRefusals, 'noPlace')
    return storeExport(ctx, filter, () => unansweredForExport(ctx, filter), { centreId: ctx.scope.centreId })
  },

  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { count, next, rows: rows.map((row) => presentSale(ctx, row)) }
  },

  exportList: (ctx, filter) => storeExport(ctx, filter, () => salesForExport(ctx, filter), { centreId: ctx.scope.centreId }),

  declare(ctx, declared) {
    const operatorId = ctx.actor.operatorId ?? refuse(otherSaleRefusals, 'notOperator')
    return addVersion(ctx, operatorId, declared, { isEntered: false, reason: '' })
  },

  enter(ctx, { operatorId, reason, ...declared }) {
    if (!isStaff(ctx)) refuse(otherSaleRefusals, 'noPlace')
    if (declared.file === undefined) refuse(otherSaleRefusals, 'fileNeeded')
    return addVersion(ctx, operatorId, declared, { isEntered: true, reason })
  },

  async decide(ctx, { otherSaleId, isConfirmed, answer }) {
    const { operator_id: operatorId } = (await store.find(ctx, otherSaleId)) ?? refuse(otherSaleRefusals, 'notFound')
    // Locks the person, so that each payment counts the declared sales either before or after this change.
    await lockPeople(ctx, [operatorId])
    const row = (await store.find(ctx, otherSaleId, true)) ?? refuse(otherSaleRefusals, 'notFound')
    refuseIf(otherSaleRefusals, blocker(ctx, row))
    if (!isConfirmed && answer.length < 2) refuse(otherSaleRefusals, 'answerNeeded')
    const state = isConfirmed ? 'confirmed' : 'rejected'
    await store.decideSale(ctx, row.id, { state, answer })
    const isClosed = isConfirmed && (await reviewDeclaredSales(ctx, { operatorId, month: row.month }))
    await notifyOfDecision(ctx, row, isConfirmed ? null : answer)
    const detail = { month: row.month, version: row.version, amount: fen(row.gross_fen), from: row.state, to: state, ...(answer && { reason: answer }) }
    ctx.note({ refType: 'other_sale', refId: row.id, centreId: row.centre_id, detail })
    return { isClosed }
  },
}
