import type { z } from 'zod'
import type { zeroCommissionReasons } from '#/api/desk/dashboard.ts'
import type { Modules } from '#/api/modules.ts'
import { pages, permissionsOfPage } from '#/api/pages.ts'
import { accountStatus, settlementMode, userType } from '#/domain/base/codes.ts'
import { type Fen, fen, ZERO } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { unsettledReconStates } from '#/domain/money/reconciliation.ts'
import { issuableStates } from '#/domain/taxation/invoice.ts'
import { countAccountsToReview } from '#/server/access/users/public.ts'
import { signaturesDue } from '#/server/agreements/contracts/public.ts'
import * as store from '#/server/desk/dashboard/store.ts'
import { commissionMonths, type MonthRow, paidMonths, receivedMonths } from '#/server/desk/dashboard/store-months.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { claimsToConfirm } from '#/server/money/collections/public.ts'
import { billsToConfirm, salesCommission } from '#/server/money/commissions/public.ts'
import { unprovedCustody } from '#/server/money/custody/public.ts'
import { balancesInScope } from '#/server/money/ledger/public.ts'
import { creditsToClaim, topupsToDecide } from '#/server/money/prepayments/public.ts'
import { unsettledDifferences } from '#/server/money/reconciliation/public.ts'
import { paymentsPath } from '#/server/organisations/units/public.ts'
import { countLateObligations } from '#/server/people/entities/public.ts'
import { countCandidatesToReview, countUnsignedOperators } from '#/server/people/operators/public.ts'
import { countOverdueFilings } from '#/server/taxation/filingcalendar/public.ts'
import { invoiceQuota, invoicesToIssue, returnedAfterInvoice } from '#/server/taxation/invoices/public.ts'
import { taxCountdown } from '#/server/taxation/periods/public.ts'

type Card = z.input<Modules['dashboard']['figures']['output']>['cards'][number]
type Figures = z.input<Modules['dashboard']['figures']['output']>

const maxRankedUnits = 10

const canOpenPage = (ctx: Context, page: keyof typeof pages) => permissionsOfPage(page).some((key) => ctx.actor.may(key))
const monthsOf = (rows: readonly MonthRow[], pathOf: (month: string) => string | null) =>
  rows.map(({ month, amount, count }) => ({ month, amount: fen(amount), count, path: pathOf(month) }))
const cardOf = (key: Card['key'], path: string, { count, amount }: { count: number | null; amount: number | null }): Card => ({
  key,
  amount: amount === null ? null : fen(amount),
  count,
  path,
})

/** Returns the balance cards, if the caller may open the accounts. */
async function balanceCards(ctx: Context): Promise<Card[]> {
  if (!canOpenPage(ctx, 'yufukuan')) return []
  const { available, frozen } = await balancesInScope(ctx)
  // A unit sees its balances above its top-ups. Other users find them on a separate tab.
  const path = ctx.actor.usertype === userType.unit ? pages.yufukuan.path : `${pages.yufukuan.path}?pane=accounts`
  return [cardOf('available', path, { amount: available, count: null }), cardOf('frozen', path, { amount: frozen, count: null })]
}

function paidCards(ctx: Context, months: readonly MonthRow[]): Card[] {
  const path = paymentsPath(ctx)
  const currentMonth = months.at(-1)
  return path === null ? [] : [cardOf('paidThisMonth', path, { amount: currentMonth?.amount ?? 0, count: currentMonth?.payments ?? 0 })]
}

/** Returns one card per batch filter, linked to the list with that filter. */
async function batchCards(ctx: Context, page: 'zfPtList' | 'zfPtListpt', filters: Partial<Record<store.BatchFilter, string>>): Promise<Card[]> {
  if (!canOpenPage(ctx, page)) return []
  const keys = Object.keys(filters) as store.BatchFilter[]
  const totals = await store.batchTotals(ctx, keys)
  return keys.map((key) => cardOf(key, `${pages[page].path}?${filters[key]}`, totals.get(key) ?? { count: 0, amount: 0 }))
}

const canSeePayments = (ctx: Context) => canOpenPage(ctx, 'zfPtList') || canOpenPage(ctx, 'zfPtListpt') || canOpenPage(ctx, 'zfpzList')

/** Returns the card of operators' payment claims, for unit staff who confirm them. */
async function claimCards(ctx: Context): Promise<Card[]> {
  if (!canOpenPage(ctx, 'zfSkList') || !ctx.actor.may('sk:confirm')) return []
  return [cardOf('claims', `${pages.zfSkList.path}?states=pending`, await claimsToConfirm(ctx))]
}

/** Returns a unit's invoice quota, or for a centre the invoices to issue or reverse. */
async function invoiceCards(ctx: Context): Promise<Card[]> {
  const mode = ctx.scope.mode ?? settlementMode.generalContract
  const isBusiness = mode === settlementMode.individualBusiness
  const page = isBusiness ? 'fpListGth' : 'fpListDz'
  if (!canOpenPage(ctx, page)) return []
  const { path } = pages[page]
  if (ctx.actor.usertype === userType.unit) return [cardOf('invoiceQuota', `${path}?pane=free`, { amount: await invoiceQuota(ctx, mode), count: null })]
  if (!ctx.actor.may('fp:issue')) return []
  return [
    cardOf('toIssue', `${path}?states=${issuableStates.join(',')}`, await invoicesToIssue(ctx, mode)),
    cardOf('redDue', `${path}?pane=returned`, await returnedAfterInvoice(ctx, mode)),
  ]
}

/** Returns the card that counts people whom the unit cannot pay before they sign. */
async function signingCards(ctx: Context): Promise<Card[]> {
  if (!canOpenPage(ctx, 'userYzPtList')) return []
  const path = `${pages.userYzPtList.path}?status=${accountStatus.signing}`
  return [cardOf('toSign', path, { count: await countUnsignedOperators(ctx), amount: null })]
}

async function unitFigures(ctx: Context): Promise<Figures> {
  const [months, balances, ...otherCards] = await Promise.all([
    canSeePayments(ctx) ? paidMonths(ctx) : [],
    balanceCards(ctx),
    batchCards(ctx, 'zfPtList', { checking: 'states=checking', paying: 'states=paying', failed: 'states=partial,failed&trouble=any' }),
    claimCards(ctx),
    invoiceCards(ctx),
    signingCards(ctx),
  ])
  const cards = [balances, paidCards(ctx, months), ...otherCards].flat()
  return { cards, months: monthsOf(months, (month) => paymentsPath(ctx, {}, month)) }
}

/** Returns cards of pending top-ups, credits, differences and reviews for the people who decide them. */
async function decisionCards(ctx: Context): Promise<Card[]> {
  const cards: Card[] = []
  if (canOpenPage(ctx, 'yufukuan') && ctx.actor.may('cz:confirm')) {
    cards.push(cardOf('topups', `${pages.yufukuan.path}?states=submitted,matched`, await topupsToDecide(ctx)))
    cards.push(cardOf('unclaimed', `${pages.yufukuan.path}?pane=credits&state=unclaimed`, await creditsToClaim(ctx)))
  }
  if (canOpenPage(ctx, 'zfdzList') && ctx.actor.may('recon:edit')) {
    cards.push(cardOf('differences', `${pages.zfdzList.path}?pane=items&states=${unsettledReconStates.join(',')}`, await unsettledDifferences(ctx)))
  }
  if (canOpenPage(ctx, 'heldFunds') && ctx.actor.may('custody:edit'))
    cards.push(cardOf('custody', `${pages.heldFunds.path}?isOpen=1`, await unprovedCustody(ctx)))
  cards.push(...(await invoiceCards(ctx)))
  if (canOpenPage(ctx, 'taxListWtdz') && ctx.actor.may('tax:edit') && ctx.scope.mode !== settlementMode.individualBusiness) {
    const { count, days } = await taxCountdown(ctx)
    cards.push({ ...cardOf('taxDue', `${pages.taxListWtdz.path}?due=1`, { count, amount: null }), days })
  }
  if (canOpenPage(ctx, 'taxCalendar') && ctx.actor.may('tax:edit')) {
    const count = (await countOverdueFilings(ctx)) + (await countLateObligations(ctx)).count
    cards.push(cardOf('filingsOverdue', `${pages.taxCalendar.path}?duty=overdue`, { count, amount: null }))
  }
  if (canOpenPage(ctx, 'datacheck')) cards.push(cardOf('candidates', `${pages.datacheck.path}?state=open`, await countCandidatesToReview(ctx)))
  if (canOpenPage(ctx, 'dwEmployeeCheck')) {
    cards.push(cardOf('accounts', `${pages.dwEmployeeCheck.path}?state=pending`, await countAccountsToReview(ctx)))
  }
  return cards
}

async function backOfficeFigures(ctx: Context): Promise<Figures> {
  const [months, sales, ...otherCards] = await Promise.all([
    canSeePayments(ctx) ? paidMonths(ctx) : [],
    isSalesStaff(ctx) ? salesCards(ctx) : [],
    balanceCards(ctx),
    batchCards(ctx, 'zfPtListpt', {
      auditing: 'tab=auditing',
      paying: 'tab=paying',
      held: 'tab=held',
      unknown: 'tab=unknown',
      returned: 'tab=returned&states=partial,failed',
    }),
    decisionCards(ctx),
  ])
  const cards = [sales, paidCards(ctx, months), ...otherCards].flat()
  return { cards, months: monthsOf(months, (month) => paymentsPath(ctx, {}, month)) }
}

async function operatorFigures(ctx: Context): Promise<Figures> {
  const { operatorId } = ctx.scope
  if (operatorId === null) return { cards: [], months: [] }
  const totals = await store.receiptTotals(ctx, operatorId)
  const path = `${pages.dashboard.path}#receipts`
  const cards = [
    cardOf('income', path, { amount: totals.gross, count: totals.count }),
    cardOf('withheld', `${pages.dashboard.path}#taxes`, { amount: totals.tax, count: null }),
    cardOf('received', path, { amount: totals.net, count: null }),
    ...(canOpenPage(ctx, 'dzqyList') ? [cardOf('signatures', `${pages.dzqyList.path}?tab=tasks&isMine=1`, await signaturesDue(ctx))] : []),
  ]
  return { cards, months: monthsOf(await receivedMonths(ctx, operatorId), () => null) }
}

/** Returns why a partner earns no commission from a unit this month, or null if it earns some. */
function zeroCommissionReason({ net, commission, has_rule, has_reversal }: store.PartnerUnitRow): (typeof zeroCommissionReasons)[number] | null {
  if (commission !== 0) return null
  if (has_reversal) return 'reversed'
  if (net === 0) return 'noVolume'
  return has_rule ? 'noMargin' : 'noRule'
}

/** Returns the path of a partner's earnings in a month, also of one unit; null when the caller may not open that page. */
const commissionsPath = (ctx: Context, month: string, unitId?: number) =>
  canOpenPage(ctx, 'hzhbBrders')
    ? `${pages.hzhbBrders.path}?from=${monthStart(month)}&to=${shiftDay(monthStart(shiftMonth(month, 1)), -1)}${unitId === undefined ? '' : `&unitId=${unitId}`}`
    : null

async function partnerFigures(ctx: Context): Promise<Figures> {
  const { partnerId } = ctx.actor
  if (partnerId === null) return { cards: [], months: [] }
  const units = await store.unitsOfPartner(ctx, partnerId)
  const sum = (of: (row: store.PartnerUnitRow) => number): Fen => fen(units.reduce((total, row) => total + of(row), ZERO as number))
  const path = `${pages.dashboard.path}#units`
  const cards = [
    cardOf('paidThisMonth', path, { amount: sum((row) => row.net), count: null }),
    cardOf('commission', commissionsPath(ctx, monthOf(ctx.now)) ?? path, { amount: sum((row) => row.commission), count: null }),
    ...(canOpenPage(ctx, 'hzhbBjbusiness') ? [cardOf('bills', `${pages.hzhbBjbusiness.path}?waits=toConfirm`, await billsToConfirm(ctx))] : []),
    cardOf('units', path, { amount: null, count: units.filter((row) => row.is_own).length }),
  ]
  return { cards, months: monthsOf(await commissionMonths(ctx, partnerId), (month) => commissionsPath(ctx, month)) }
}

const isSalesStaff = (ctx: Context) => ctx.actor.usertype === userType.centre && ctx.scope.unitIds.length > 0

/** Returns the month's commission of sales staff at their current centre. */
async function salesCards(ctx: Context): Promise<Card[]> {
  const month = monthOf(ctx.now)
  const path = commissionsPath(ctx, month)
  return path === null ? [] : [cardOf('commission', path, { amount: await salesCommission(ctx, month), count: null })]
}

const receiptAmounts = (from: Omit<store.ReceiptTotals, 'count'>) => ({
  gross: fen(from.gross),
  tax: fen(from.tax),
  vat: fen(from.vat),
  surcharge: fen(from.surcharge),
  incomeTax: fen(from.incomeTax),
  fee: fen(from.fee),
  net: fen(from.net),
})

const isPlatformOrCentre = (ctx: Context) => ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre

export const dashboard: Implementation<Modules['dashboard']> = {
  async figures(ctx) {
    if (isPlatformOrCentre(ctx)) return backOfficeFigures(ctx)
    if (ctx.actor.usertype === userType.unit) return unitFigures(ctx)
    if (ctx.actor.usertype === userType.operator) return operatorFigures(ctx)
    return partnerFigures(ctx)
  },

  async ranking(ctx) {
    const rows = isPlatformOrCentre(ctx) ? await store.unitRanking(ctx, maxRankedUnits) : []
    return {
      total: fen(rows[0]?.total ?? 0),
      rows: rows.map((row) => ({
        unitId: row.unit_id,
        unitName: row.unit_name,
        amount: fen(row.amount),
        count: row.count,
        // A caller who sees the ranking may also open the receipts.
        path: paymentsPath(ctx, { unitId: row.unit_id }) ?? '',
      })),
    }
  },

  async centres(ctx) {
    if (!ctx.scope.all) return []
    return (await store.centres(ctx)).map(({ id, amount, ...row }) => ({
      ...row,
      centreId: id,
      amount: fen(amount),
      paidPath: paymentsPath(ctx, { centreId: id }),
      batchPath: `${pages.zfPtListpt.path}?centreId=${id}`,
    }))
  },

  async ownUnits(ctx) {
    if (ctx.actor.usertype !== userType.partner || ctx.actor.partnerId === null) return []
    return (await store.unitsOfPartner(ctx, ctx.actor.partnerId)).map((row) => ({
      unitId: row.id,
      unitName: row.name,
      isOwn: row.is_own,
      net: fen(row.net),
      commission: fen(row.commission),
      why: zeroCommissionReason(row),
      path: commissionsPath(ctx, monthOf(ctx.now), row.id),
    }))
  },

  async receipts(ctx, page) {
    const { operatorId } = ctx.scope
    if (operatorId === null) return { rows: [], count: 0, totals: receiptAmounts(store.noReceipts) }
    const { count, ...totals } = await store.receiptTotals(ctx, operatorId)
    const rows = await store.receipts(ctx, operatorId, page)
    return {
      count,
      totals: receiptAmounts(totals),
      rows: rows.map((row) => ({
        id: row.id,
        no: row.no,
        unitName: row.unit_name,
        service: row.service,
        ...receiptAmounts(row),
        finishedAt: row.finished_at.toISOString(),
      })),
    }
  },

  async taxRecord(ctx) {
    const { operatorId } = ctx.scope
    const rows = operatorId === null ? [] : await store.taxMonths(ctx, operatorId)
    return rows.map((row) => ({ month: row.paid_in, agent: row.agent, count: row.count, ...receiptAmounts(row) }))
  },
}
