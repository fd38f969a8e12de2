import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { type Permission, pages } from '#/api/pages.ts'
import { taskRefusals } from '#/api/services/tasks.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { obligationKinds } from '#/domain/people/obligation.ts'
import { dueFilingStates, filingKinds } from '#/domain/taxation/business-filing.ts'
import { liveRedCodes, toIssueStates } from '#/domain/taxation/invoice.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { everywhere, mayWorkAt } from '#/server/kernel/scope.ts'
import * as store from '#/server/services/tasks/store.ts'
import * as law from '#/server/services/tasks/store-law.ts'

type TaskRow = Awaited<ReturnType<typeof store.tasksOf>>[number]

function present(task: TaskRow) {
  return {
    id: task.id,
    kind: task.kind,
    title: task.title,
    state: task.state as 'queued' | 'running' | 'done' | 'failed',
    done: task.done_count,
    total: task.total_count,
    fileId: task.file_id,
    message: task.message,
    createdAt: task.created_at.toISOString(),
    finishedAt: task.finished_at?.toISOString() ?? null,
  }
}

interface Reason {
  readonly rights: readonly Permission[]
  /**
   * The queries of the unit's list and of the list for centre and platform, which filter the same batches
   * differently.
   */
  readonly unit: string
  readonly centre: string
}

/** The keys needed for each kind of task, and the list that shows it. */
const reasons: Readonly<Record<store.WaitingRow['kind'], Reason>> = {
  fix: { rights: ['zf:make'], unit: 'states=fixing', centre: 'states=fixing' },
  check: { rights: ['zf:check'], unit: 'states=checking', centre: 'states=checking' },
  audit: { rights: ['zf:audit'], unit: 'states=auditing&short=no', centre: 'tab=auditing&short=no' },
  topup: { rights: ['cz:apply', 'zf:audit'], unit: 'states=auditing&short=yes', centre: 'tab=auditing&short=yes' },
  pay: { rights: ['zf:pay'], unit: 'states=payable', centre: 'states=payable' },
  byHand: { rights: ['zf:offline'], unit: 'states=paying', centre: 'tab=byHand' },
  failed: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&trouble=failed', centre: 'states=partial,failed&trouble=failed' },
  returned: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&trouble=returned', centre: 'tab=returned&states=partial,failed' },
}
const order = Object.keys(reasons) as store.WaitingRow['kind'][]

const isUnits = (ctx: Context) => ctx.actor.usertype === userType.unit
const batchList = (ctx: Context) => (isUnits(ctx) ? pages.zfPtList : pages.zfPtListpt)

type Waiting = z.input<Modules['tasks']['waiting']['output']>[number]

/** A kind of pending work with its list and its sums by place. */
interface FoundWork {
  readonly kind: Waiting['kind']
  readonly path: string
  readonly sums: readonly store.Sum[]
}

async function batchesFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const list = batchList(ctx)
  const kinds = order.filter((kind) => reasons[kind].rights.some((right) => ctx.actor.may(right)))
  if (kinds.length === 0 || !ctx.actor.may(list.permission)) return []
  const rows = await store.waitingBatches(ctx, scope)
  return kinds.map((kind) => ({
    kind,
    path: `${list.path}?${isUnits(ctx) ? reasons[kind].unit : reasons[kind].centre}`,
    sums: rows.filter((row) => row.kind === kind),
  }))
}

/** Contracts to sign, paper contracts to compare, and partners without an agreement. */
async function papersFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const found: FoundWork[] = []
  if (ctx.actor.may(pages.dzqyList.permission)) {
    found.push({ kind: 'sign', sums: await store.openSignatures(ctx), path: `${pages.dzqyList.path}?tab=tasks&isMine=1` })
  }
  if (ctx.actor.may('ht:check') && ctx.actor.may(pages.htList.permission)) {
    found.push({ kind: 'papers', sums: await store.uncheckedPaperContracts(ctx, scope), path: `${pages.htList.path}?isToCheck=1` })
  }
  if (ctx.actor.may('partner:edit') && ctx.actor.may(pages.partnerList.permission)) {
    found.push({ kind: 'agreements', sums: await store.partnersWithoutAgreement(ctx), path: `${pages.partnerList.path}?standing=lacking` })
  }
  return found
}

/** Orders to answer and to accept, and contracts without an order. */
async function ordersFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.ordersListms
  if (!ctx.actor.may(permission)) return []
  if (ctx.actor.operatorId !== null) return [{ kind: 'orderOffers', sums: await store.ordersOffered(ctx), path: `${path}?isOffered=1` }]
  const found: FoundWork[] = []
  if (ctx.actor.may('orders:check')) found.push({ kind: 'orderAcceptances', sums: await store.deliveredOrders(ctx, scope), path: `${path}?states=delivered` })
  // The platform sees every contract, but units and centres create the orders.
  if (ctx.actor.may('orders:make') && !scope.all) {
    const list = ctx.actor.may(pages.htList.permission) ? `${pages.htList.path}?isUnordered=1` : `${path}?create=framework&isUnordered=1`
    found.push({ kind: 'orderContracts', sums: await store.contractsWithoutOrder(ctx, scope), path: list })
  }
  return found
}

/** Businesses in registration or cancellation, and their late reports and declarations. */
async function businessesFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  if (!ctx.actor.may('gth:edit')) return []
  const { underway, late } = await store.waitingBusinesses(ctx, scope)
  const { userYzList: register, taxCalendar: calendar } = pages
  const found: FoundWork[] = []
  if (ctx.actor.may(register.permission)) {
    found.push({ kind: 'registrations', sums: underway, path: `${register.path}?view=entities&states=${store.underwayStates.join(',')}` })
  }
  if (ctx.actor.may(calendar.permission))
    found.push({ kind: 'obligations', sums: late, path: `${calendar.path}?duty=overdue&kinds=${obligationKinds.join(',')}` })
  return found
}

/** Bank exceptions to investigate, and others' proposals to confirm. */
async function bankExceptionsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.zfycList
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = []
  if (ctx.actor.may('zf:propose')) found.push({ kind: 'bankExceptions', sums: await store.bankExceptions(ctx, scope, 'open'), path: `${path}?states=open` })
  if (ctx.actor.may('zf:settle')) found.push({ kind: 'toConfirm', sums: await store.bankExceptions(ctx, scope, 'proposed'), path: `${path}?isForMe=1` })
  return found
}

/** Results of manual payments that a colleague reported. */
async function reportsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.zfPtListpt
  if (isUnits(ctx) || !ctx.actor.may('zf:offline') || !ctx.actor.may(permission)) return []
  return [{ kind: 'reportsToConfirm', sums: await store.reportedResults(ctx, scope), path: `${path}?tab=reports` }]
}

/** Open reconciliation differences, others' proposals and days with late files. */
async function reconciliationFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.zfdzList
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = []
  if (ctx.actor.may('recon:edit')) {
    const open = await store.reconDifferences(ctx, scope, 'open')
    found.push({ kind: 'reconDue', sums: open, path: `${path}?pane=items&states=open,waiting` })
    found.push({ kind: 'reconFiles', sums: await store.reconFiles(ctx, scope), path: `${path}?isLate=1` })
  }
  if (ctx.actor.may('recon:check')) {
    const proposed = await store.reconDifferences(ctx, scope, 'proposed')
    found.push({ kind: 'reconToCheck', sums: proposed, path: `${path}?pane=items&toCheck=1` })
  }
  return found
}

/**
 * Prepayments: for the centre refunds, corrections and disputed statements; for the unit statements and low balances.
 */
async function prepaymentsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.yufukuan
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = []
  if (isUnits(ctx)) {
    if (!ctx.actor.may('cz:apply')) return []
    found.push({ kind: 'ownStatements', sums: await store.statementsIn(ctx, scope, 'issued'), path: `${path}?pane=statements&states=issued` })
    found.push({ kind: 'lowBalances', sums: await store.lowBalances(ctx, scope), path: `${path}?isLow=1` })
    return found
  }
  if (ctx.actor.may('refund:check'))
    found.push({ kind: 'refunds', sums: await store.refundsIn(ctx, scope, 'applied'), path: `${path}?pane=refunds&states=applied&isForMe=1` })
  if (ctx.actor.may('refund:pay'))
    found.push({ kind: 'refundsToPay', sums: await store.refundsIn(ctx, scope, 'approved'), path: `${path}?pane=refunds&states=approved&isForMe=1` })
  if (ctx.actor.may('adjustment:check'))
    found.push({ kind: 'adjustments', sums: await store.proposedAdjustments(ctx, scope), path: `${path}?pane=adjustments&states=proposed&isForMe=1` })
  if (ctx.actor.may('cz:confirm'))
    found.push({ kind: 'disputedStatements', sums: await store.statementsIn(ctx, scope, 'disputed'), path: `${path}?pane=statements&states=disputed` })
  return found
}

/** Commission: own bills to confirm; for the centre bills to answer, pay or confirm. */
async function commissionsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.hzhbBjbusiness
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = [{ kind: 'commissionBills', sums: await store.ownBills(ctx), path: `${path}?waits=toConfirm` }]
  if (ctx.actor.may('commission:edit')) {
    found.push({ kind: 'commissionToPay', sums: await store.commissionBills(ctx, scope, 'toPay'), path: `${path}?waits=toPay` })
  }
  if (ctx.actor.may('commission:check')) {
    found.push({
      kind: 'commissionToCheck',
      sums: await store.commissionBills(ctx, scope, 'toCheck'),
      path: `${path}?waits=toCheck`,
    })
  }
  return found
}

/** Tax periods to close, declare and pay, those that others closed, and quarterly platform reports. */
async function taxesFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { path, permission } = pages.taxListWtdz
  const found: FoundWork[] = []
  if (ctx.actor.may(permission) && ctx.actor.may('tax:edit'))
    found.push({ kind: 'taxPeriods', sums: await store.taxPeriods(ctx, scope, 'toDeclare'), path: `${path}?waits=toDeclare` })
  if (ctx.actor.may(permission) && ctx.actor.may('tax:check'))
    found.push({ kind: 'taxToConfirm', sums: await store.taxPeriods(ctx, scope, 'toConfirm'), path: `${path}?waits=toConfirm` })
  const reports = pages.platformReports
  if (ctx.actor.may(reports.permission) && ctx.actor.may('report:edit'))
    found.push({ kind: 'platformQuarters', sums: await store.openQuarters(ctx, scope), path: `${reports.path}?isOpen=1` })
  return found
}

const filingTasks = { vat: 'vatFilings', incomeTax: 'incomeTaxFilings', incomeAnnual: 'annualSettlements', annualReport: 'annualReports' } as const

/** Filings of registered businesses: all of a centre's for staff who file, an operator's own. */
async function filingsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { taxList, index } = pages
  if (ctx.actor.operatorId !== null) return [{ kind: 'ownFilings', sums: await store.ownObligations(ctx), path: `${index.path}?isNow=1` }]
  if (!ctx.actor.may(taxList.permission) || !ctx.actor.may('tax:edit')) return []
  const found: FoundWork[] = []
  for (const kind of filingKinds)
    found.push({
      kind: filingTasks[kind],
      sums: await store.businessFilings(ctx, scope, kind),
      path: `${taxList.path}?pane=${kind}&period=past&states=${dueFilingStates.join(',')}`,
    })
  return found
}

/** Tax law: others' drafts, a year without holidays, a policy that ends without a successor. */
async function lawFor(ctx: Context): Promise<FoundWork[]> {
  const { path, permission } = pages.taxPolicies
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = []
  if (ctx.actor.may('policy:check')) found.push({ kind: 'policiesToPublish', sums: await law.policiesToPublish(ctx), path: `${path}?pane=drafts&isForMe=1` })
  if (ctx.actor.may('policy:check')) found.push({ kind: 'yearsToPublish', sums: await law.yearsToPublish(ctx), path: `${path}?pane=calendar&isForMe=1` })
  if (ctx.actor.may('policy:edit')) found.push({ kind: 'calendarMissing', sums: law.calendarMissing(ctx), path: `${path}?pane=calendar` })
  if (ctx.actor.may('policy:edit')) found.push({ kind: 'policyMissing', sums: await law.policyMissing(ctx), path })
  return found
}

/** Invoices to review, issue and reverse, and invoice titles to decide. */
async function invoicesFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { fpListDz, fpListGth, ttList } = pages
  const found: FoundWork[] = []
  if (ctx.actor.may('fp:check') && ctx.actor.may(fpListDz.permission) && ctx.actor.may(ttList.permission))
    found.push({ kind: 'titlesToReview', sums: await store.pendingTitles(ctx, scope), path: `${ttList.path}?states=pending&isActive=1` })
  return [
    ...found,
    ...(await invoicesOf(ctx, scope, fpListDz, settlementMode.generalContract)),
    ...(await invoicesOf(ctx, scope, fpListGth, settlementMode.individualBusiness)),
  ]
}

/** The invoices of one mode, which have their own page. */
async function invoicesOf(ctx: Context, scope: Scope, { path, permission }: typeof pages.fpListDz | typeof pages.fpListGth, mode: Mode): Promise<FoundWork[]> {
  if (!ctx.actor.may(permission)) return []
  const found: FoundWork[] = []
  const inStates = (states: readonly string[]) => store.invoiceApplications(ctx, scope, states, mode)
  if (ctx.actor.may('fp:check')) found.push({ kind: 'invoicesToReview', sums: await inStates(['pending']), path: `${path}?states=pending` })
  if (ctx.actor.may('fp:issue')) {
    found.push({ kind: 'invoicesToIssue', sums: await inStates(toIssueStates), path: `${path}?states=${toIssueStates.join(',')}` })
    found.push({ kind: 'invoicesFailed', sums: await inStates(['failed']), path: `${path}?states=failed` })
    found.push({
      kind: 'redOpen',
      sums: await store.openReds(ctx, scope, mode, liveRedCodes),
      path: `${path}?pane=reds&isOpen=1&codes=${liveRedCodes.join(',')}`,
    })
  }
  if (ctx.actor.may('fp:apply'))
    found.push({ kind: 'redToConfirm', sums: await store.openReds(ctx, scope, mode, ['02']), path: `${path}?pane=reds&isOpen=1&codes=02` })
  if (ctx.actor.may('fp:issue') || ctx.actor.may('fp:apply'))
    found.push({ kind: 'redDue', sums: await store.redDue(ctx, scope, mode), path: `${path}?pane=returned` })
  return found
}

/** Claims to correct, confirm and pay, and payment objections to answer and decide. */
async function claimsFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const { zfSkList: desk, zfSkYzList: own } = pages
  if (ctx.actor.operatorId !== null) {
    return ctx.actor.may(own.permission)
      ? [{ kind: 'claimsReturned', sums: await store.returnedClaims(ctx), path: `${own.path}?pane=claims&states=returned` }]
      : []
  }
  if (!ctx.actor.may(desk.permission)) return []
  const found: FoundWork[] = []
  if (ctx.actor.may('sk:confirm')) {
    found.push({ kind: 'claimsToConfirm', sums: await store.claims(ctx, scope, 'pending'), path: `${desk.path}?states=pending` })
    found.push({ kind: 'objectionsToAnswer', sums: await store.openObjections(ctx, scope, 'toAnswer'), path: `${desk.path}?pane=objections&states=open` })
  }
  if (ctx.actor.may('zf:make')) found.push({ kind: 'claimsToMerge', sums: await store.claims(ctx, scope, 'confirmed'), path: `${desk.path}?states=confirmed` })
  if (ctx.actor.may('sk:decide'))
    found.push({
      kind: 'objectionsToDecide',
      sums: await store.openObjections(ctx, scope, 'toDecide'),
      path: `${desk.path}?pane=objections&toDecide=1`,
    })
  return found
}

/** Each kind of applicant has its own list of applications. */
const applicationsOf = {
  unit: { kind: 'applications', of: ['unit'] },
  partner: { kind: 'partnerApplications', of: ['partner'] },
  operator: { kind: 'operatorApplications', of: ['operator', 'international'] },
} as const

/** Pending work other than batches: top-ups, bank work and reviews. */
async function deskFor(ctx: Context, scope: Scope): Promise<FoundWork[]> {
  const found: FoundWork[] = []
  if (ctx.actor.may('cz:confirm') && ctx.actor.may(pages.yufukuan.permission)) {
    found.push({ kind: 'confirm', sums: await store.openTopups(ctx, scope), path: `${pages.yufukuan.path}?states=submitted,matched` })
    found.push({ kind: 'unclaimed', sums: await store.unclaimedCredits(ctx, scope), path: `${pages.yufukuan.path}?pane=credits&state=unclaimed` })
  }
  if (ctx.actor.may('user:audit') && ctx.actor.may(pages.datacheck.permission)) {
    found.push({ kind: 'candidates', sums: await store.openCandidates(ctx, scope), path: `${pages.datacheck.path}?state=open` })
    found.push({ kind: 'exceptions', sums: await store.openExceptions(ctx, scope), path: `${pages.datacheck.path}?exceptions=open` })
  }
  if (ctx.actor.may('user:audit') && ctx.actor.may(pages.userYzPtList.permission) && !isUnits(ctx)) {
    found.push({ kind: 'verifications', sums: await store.waitingVerifications(ctx, scope), path: `${pages.userYzPtList.path}?hand=mine` })
    found.push({ kind: 'disputes', sums: await store.openDisputes(ctx, scope), path: `${pages.userYzPtList.path}?disputes=open` })
  }
  if (ctx.actor.may('user:freeze') && ctx.actor.may(pages.userYzPtList.permission)) {
    found.push({ kind: 'closings', sums: await store.openClosings(ctx, scope), path: `${pages.userYzPtList.path}?closings=open` })
  }
  if (ctx.actor.may('hzhb:audit') && ctx.actor.may(pages.hzhbList.permission)) {
    for (const tab of ['unit', 'partner', 'operator'] as const) {
      const { kind, of } = applicationsOf[tab]
      found.push({ kind, sums: await store.waitingApplications(ctx, scope, of), path: `${pages.hzhbList.path}?tab=${tab}&state=pending` })
    }
    if (ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0))
      found.push({ kind: 'appeals', sums: await store.openAppeals(ctx, scope), path: `${pages.hzhbList.path}?appeals=open` })
  }
  if (ctx.actor.may('user:edit') && ctx.actor.may(pages.dwEmployeeCheck.permission)) {
    found.push({ kind: 'accounts', sums: await store.pendingAccounts(ctx, scope), path: `${pages.dwEmployeeCheck.path}?state=pending` })
  }
  if (ctx.actor.may('fee:edit') && ctx.actor.may(pages.shoufeiblList.permission))
    found.push({ kind: 'feePlans', sums: await store.proposedPlans(ctx), path: `${pages.shoufeiblList.path}?isForMe=true` })
  if (ctx.actor.may('change:decide') && ctx.scope.all)
    found.push({ kind: 'changes', sums: await store.changesToDecide(ctx), path: `${pages.changeList.path}?isForMe=true` })
  if (ctx.actor.may('integrity') && ctx.scope.all)
    found.push({ kind: 'integrity', sums: await store.activeStops(ctx), path: `${pages.syslog.path}?pane=checks` })
  return [
    ...found,
    ...(await bankExceptionsFor(ctx, scope)),
    ...(await reportsFor(ctx, scope)),
    ...(await reconciliationFor(ctx, scope)),
    ...(await claimsFor(ctx, scope)),
    ...(await prepaymentsFor(ctx, scope)),
    ...(await commissionsFor(ctx, scope)),
    ...(await taxesFor(ctx, scope)),
    ...(await filingsFor(ctx, scope)),
    ...(await lawFor(ctx)),
    ...(await invoicesFor(ctx, scope)),
    ...(await businessesFor(ctx, scope)),
    ...(await papersFor(ctx, scope)),
    ...(await ordersFor(ctx, scope)),
  ]
}

/** Returns the work at the caller's current place first, then at other centres and modes. */
function sortByPlace(ctx: Context, found: readonly FoundWork[]): Waiting[] {
  const rows = found.flatMap(({ kind, path, sums }): Waiting[] => {
    if (ctx.actor.places.length === 0) return [{ kind, path, ...summed(sums), place: null }]
    return sums.flatMap(({ centre_id: centreId, mode, count, amount }): Waiting[] => {
      if (centreId === null) return [{ kind, path, count, amount: fen(amount), place: null }]
      const isHere = centreId === ctx.scope.centreId && (mode === null || mode === ctx.scope.mode)
      return mayWorkAt(ctx, centreId, mode) ? [{ kind, path, count, amount: fen(amount), place: { centreId, mode: mode as Mode | null, isHere } }] : []
    })
  })
  const turn = ({ place }: Waiting) => (place === null || place.isHere ? 0 : place.centreId * 3 + (place.mode ?? 0))
  return rows.filter((row) => row.count > 0).toSorted((a, b) => turn(a) - turn(b))
}

/** Sums count and amount over all places. */
export function summed(sums: readonly store.Sum[]): { count: number; amount: Fen } {
  return { count: sums.reduce((sum, each) => sum + each.count, 0), amount: fen(sums.reduce((sum, each) => sum + each.amount, 0)) }
}

/** Returns the caller's pending work with its lists, across all their centres and modes. */
export async function waitingFor(ctx: Context): Promise<Waiting[]> {
  const scope = everywhere(ctx)
  const find = async () => [...(await batchesFor(ctx, scope)), ...(await deskFor(ctx, scope))]
  return sortByPlace(ctx, scope.centreIds.length > 1 ? await ctx.widen('work at the caller’s other centres', find) : await find())
}

export const tasks: Implementation<Modules['tasks']> = {
  async list(ctx) {
    return (await store.tasksOf(ctx)).map(present)
  },

  async get(ctx, { id }) {
    const task = (await store.tasksOf(ctx, id))[0] ?? refuse(taskRefusals, 'notFound')
    return present(task)
  },

  waiting: (ctx) => waitingFor(ctx),
}
