import type { Modules } from '#/api/modules.ts'
import { type Permission, pages } from '#/api/pages.ts'
import { taskRefusals } from '#/api/services/tasks.texts.ts'
import { userType } from '#/domain/codes.ts'
import { type Fen, fen, ZERO } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import * as store from '#/server/services/tasks/store.ts'

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
  /** The list of a unit's own people, and the one of the centre and the platform, which show the same batches under different filters. */
  readonly unit: string
  readonly centre: string
}

/** Who is told what waits, and where it is listed. */
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
const order = Object.keys(reasons)

const isUnits = (ctx: Context) => ctx.actor.usertype === userType.unit
const batchList = (ctx: Context) => (isUnits(ctx) ? pages.zfPtList : pages.zfPtListpt)

type WaitingFor = {
  kind:
    | store.WaitingRow['kind']
    | 'confirm'
    | 'unclaimed'
    | 'candidates'
    | 'disputes'
    | 'bankExceptions'
    | 'toConfirm'
    | 'exceptions'
    | 'registrations'
    | 'obligations'
    | 'applications'
    | 'appeals'
    | 'accounts'
    | 'sign'
    | 'papers'
    | 'agreements'
    | 'integrity'
  count: number
  amount: Fen
  path: string
}

async function batchesFor(ctx: Context): Promise<WaitingFor[]> {
  const list = batchList(ctx)
  const kinds = order.filter((kind) => reasons[kind as store.WaitingRow['kind']].rights.some((right) => ctx.actor.may(right)))
  if (kinds.length === 0 || !ctx.actor.may(list.permission)) return []
  const rows = (await store.waitingBatches(ctx)).filter((row) => kinds.includes(row.kind))
  return rows
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, count, amount }) => ({ kind, count, amount: fen(amount), path: `${list.path}?${isUnits(ctx) ? reasons[kind].unit : reasons[kind].centre}` }))
}

/** Papers to sign for oneself, papers of others to compare with their originals, and partners that need one. */
async function papersFor(ctx: Context): Promise<WaitingFor[]> {
  const found: WaitingFor[] = []
  if (ctx.actor.may(pages.dzqyList.permission)) {
    found.push({ kind: 'sign', count: await store.openSignatures(ctx), amount: ZERO, path: `${pages.dzqyList.path}?isMine=1` })
  }
  if (ctx.actor.may('ht:check') && ctx.actor.may(pages.htList.permission)) {
    found.push({ kind: 'papers', count: await store.uncheckedPaperContracts(ctx), amount: ZERO, path: `${pages.htList.path}?state=draft&source=paper` })
  }
  if (ctx.actor.may('partner:edit') && ctx.actor.may(pages.partnerList.permission)) {
    found.push({ kind: 'agreements', count: await store.partnersWithoutAgreement(ctx), amount: ZERO, path: `${pages.partnerList.path}?standing=lacking` })
  }
  return found
}

/** Businesses on their way to work or to their end, and reports and declarations of businesses that are late. */
async function businessesFor(ctx: Context): Promise<WaitingFor[]> {
  const { path, permission } = pages.userYzList
  if (!ctx.actor.may('gth:edit') || !ctx.actor.may(permission)) return []
  const { underway, late } = await store.waitingBusinesses(ctx)
  return [
    { kind: 'registrations', count: underway, amount: ZERO, path: `${path}?view=entities&states=${store.underwayStates.join(',')}` },
    { kind: 'obligations', count: late, amount: ZERO, path: `${path}?view=calendar&duty=overdue` },
  ]
}

/** What banks did and nobody has settled: to look into, and to confirm what somebody else proposed. */
async function bankExceptionsFor(ctx: Context): Promise<WaitingFor[]> {
  const { path, permission } = pages.zfycList
  if (!ctx.actor.may(permission)) return []
  const found: WaitingFor[] = []
  if (ctx.actor.may('zf:propose')) found.push({ kind: 'bankExceptions', ...(await store.bankExceptions(ctx, 'open')), path: `${path}?states=open` })
  if (ctx.actor.may('zf:settle')) found.push({ kind: 'toConfirm', ...(await store.bankExceptions(ctx, 'proposed')), path: `${path}?states=proposed` })
  return found
}

/** What waits beside batches: at the bank's side, and at the reviews. */
async function deskFor(ctx: Context): Promise<WaitingFor[]> {
  const found: WaitingFor[] = []
  if (ctx.actor.may('cz:confirm') && ctx.actor.may(pages.yufukuan.permission)) {
    const topups = await store.openTopups(ctx)
    found.push({ kind: 'confirm', count: topups.count, amount: fen(topups.amount), path: `${pages.yufukuan.path}?states=submitted,matched` })
    const credits = await store.unclaimedCredits(ctx)
    found.push({ kind: 'unclaimed', count: credits.count, amount: fen(credits.amount), path: `${pages.yufukuan.path}?pane=credits&state=unclaimed` })
  }
  if (ctx.actor.may('user:audit') && ctx.actor.may(pages.datacheck.permission)) {
    found.push({ kind: 'candidates', count: await store.openCandidates(ctx), amount: ZERO, path: `${pages.datacheck.path}?state=open` })
    found.push({ kind: 'exceptions', count: await store.openExceptions(ctx), amount: ZERO, path: `${pages.datacheck.path}?exceptions=1` })
  }
  if (ctx.actor.may('user:audit') && ctx.actor.may(pages.userYzPtList.permission) && !isUnits(ctx)) {
    found.push({ kind: 'disputes', count: await store.openDisputes(ctx), amount: ZERO, path: `${pages.userYzPtList.path}?disputes=1` })
  }
  if (ctx.actor.may('hzhb:audit') && ctx.actor.may(pages.hzhbList.permission)) {
    found.push({ kind: 'applications', count: await store.waitingApplications(ctx), amount: ZERO, path: `${pages.hzhbList.path}?state=pending` })
    if (ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0))
      found.push({ kind: 'appeals', count: await store.openAppeals(ctx), amount: ZERO, path: `${pages.hzhbList.path}?appeals=1` })
  }
  if (ctx.actor.may('user:edit') && ctx.actor.may(pages.dwEmployeeCheck.permission)) {
    found.push({ kind: 'accounts', count: await store.pendingAccounts(ctx), amount: ZERO, path: `${pages.dwEmployeeCheck.path}?state=pending` })
  }
  if (ctx.actor.may('integrity') && ctx.scope.all)
    found.push({ kind: 'integrity', count: await store.activeStops(ctx), amount: ZERO, path: `${pages.syslog.path}?pane=checks` })
  found.push(...(await bankExceptionsFor(ctx)), ...(await businessesFor(ctx)), ...(await papersFor(ctx)))
  return found.filter((each) => each.count > 0)
}

/** What waits for the caller, and where it is listed. */
export async function waitingFor(ctx: Context): Promise<WaitingFor[]> {
  return [...(await batchesFor(ctx)), ...(await deskFor(ctx))]
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
