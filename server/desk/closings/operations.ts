import { closingObstacleNames, closingRefusals } from '#/api/desk/closings.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import { closingDueOn, closingObstacleKinds, isBlockingObstacle } from '#/domain/people/closing.ts'
import { closeAccount, expectOwnPassword } from '#/server/access/auth/public.ts'
import { endOperatorsContracts } from '#/server/agreements/contracts/public.ts'
import { finishJob } from '#/server/desk/closings/jobs.ts'
import * as store from '#/server/desk/closings/store.ts'
import { expectOwnCode, sendOwnCode } from '#/server/desk/profile/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { closeOperator } from '#/server/people/operators/public.ts'
import { holdersAt, sendAccountNotice, sendNotification } from '#/server/services/messages/public.ts'

/** Returns the caller's operator; refuses other accounts. */
function callerOperatorId(ctx: Context): number {
  const { operatorId } = ctx.actor
  return ctx.actor.usertype === userType.operator && operatorId !== null ? operatorId : refuse(closingRefusals, 'notOperator')
}

/** Returns why the caller may not decide a request, or null. */
function decisionBlocker(ctx: Context, row: store.ClosingRow): 'decided' | 'noPlace' | 'noRight' | null {
  if (row.state !== 'open') return 'decided'
  const canDecide = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  if (!canDecide) return 'noPlace'
  return ctx.actor.may('user:freeze') ? null : 'noRight'
}

function presentOwn(row: store.ClosingRow) {
  return {
    ...fieldsOf(row, 'id', 'state', 'reason', 'created_at', 'due_on', 'resolution', 'decided_at'),
  }
}

function present(ctx: Context, row: store.ClosingRow) {
  const blocker = decisionBlocker(ctx, row)
  return {
    ...presentOwn(row),
    ...fieldsOf(row, 'operator_id', 'operator_name', 'operator_code'),
    isLate: row.state === 'open' && row.due_on < dayOf(ctx.now),
    decidedBy: row.decided_by ?? '',
    mayDecide: blockerText(ctx, closingRefusals, blocker),
  }
}

async function obstaclesOf(ctx: Context, operatorId: number) {
  const counts = await store.countObstacles(ctx, operatorId)
  return closingObstacleKinds.flatMap((kind) => (counts[kind] > 0 ? [{ kind, count: counts[kind], isBlocking: isBlockingObstacle(kind) }] : []))
}

async function requireOwnClosing(ctx: Context, operatorId: number, closingId: number): Promise<store.ClosingRow> {
  const row = (await store.listByOperator(ctx, operatorId)).find((each) => each.id === closingId)
  return row ?? refuse(closingRefusals, 'notFound')
}

const noteOf = (row: Pick<store.ClosingRow, 'operator_id' | 'centre_id'>, detail: Record<string, unknown>) =>
  ({ refType: 'operator', refId: row.operator_id, centreId: row.centre_id, detail }) as const

/** Closes the account at once; a job deletes the contacts after notifying their owner. */
async function close(ctx: Context, row: store.ClosingRow): Promise<void> {
  const blockingObstacles = (await obstaclesOf(ctx, row.operator_id)).filter((each) => each.isBlocking)
  if (blockingObstacles.length > 0) {
    const obstacleTexts = blockingObstacles.map(({ kind, count }) => `${translate(closingObstacleNames[kind], ctx.language)} ${count}`)
    refuse(closingRefusals, 'hindered', { what: joinWords(obstacleTexts, ctx.language) })
  }
  await endOperatorsContracts(ctx, row.operator_id, translate(closingObstacleNames.agreements, 'zh'))
  await closeOperator(ctx, row.operator_id)
  for (const userId of await store.accountIdsOf(ctx, row.operator_id)) ctx.note((await closeAccount(ctx, userId)).note)
  await ctx.enqueue(finishJob, { operatorId: row.operator_id, language: row.language })
}

export const closings: Implementation<Modules['closings']> = {
  async own(ctx) {
    const operatorId = callerOperatorId(ctx)
    const requests = await store.listByOperator(ctx, operatorId)
    return { requests: requests.map(presentOwn), obstacles: await obstaclesOf(ctx, operatorId) }
  },

  askCode(ctx) {
    callerOperatorId(ctx)
    return sendOwnCode(ctx)
  },

  async request(ctx, { password, ask, code, reason }) {
    const operatorId = callerOperatorId(ctx)
    const centreId = (await store.lockOperator(ctx, operatorId)) ?? refuse(closingRefusals, 'notOperator')
    if ((await store.listByOperator(ctx, operatorId)).some((each) => each.state === 'open')) refuse(closingRefusals, 'openAlready')
    await expectOwnPassword(ctx, password)
    await expectOwnCode(ctx, ask, code)
    const dueOn = closingDueOn(dayOf(ctx.now), workingCalendar)
    const id = await store.insert(ctx, { operatorId, centreId, reason, dueOn })
    const path = `${pages.userYzPtList.path}?closings=1`
    const to = await holdersAt(ctx, centreId, 'user:freeze')
    await sendNotification(ctx, { to, kind: 'closingToDecide', values: { name: ctx.actor.name, day: dueOn }, path, refType: 'closing', refId: id })
    await sendAccountNotice(ctx, ctx.actor.userId, 'closingAsked', { day: dueOn })
    ctx.note(noteOf({ operator_id: operatorId, centre_id: centreId }, { reason, day: dueOn }))
    return presentOwn(await requireOwnClosing(ctx, operatorId, id))
  },

  async withdraw(ctx, { closingId }) {
    const operatorId = callerOperatorId(ctx)
    await store.lockOperator(ctx, operatorId)
    const row = await requireOwnClosing(ctx, operatorId, closingId)
    if (row.state !== 'open') refuse(closingRefusals, 'decided')
    await store.endClosing(ctx, row.id, 'withdrawn', '')
    ctx.note({ ...noteOf(row, {}), before: { state: 'open' }, after: { state: 'withdrawn' } })
    return presentOwn(await requireOwnClosing(ctx, operatorId, closingId))
  },

  async list(ctx, { state, ...turn }) {
    const { rows, count, next, open } = await store.list(ctx, state, turn)
    return { rows: rows.map((row) => present(ctx, row)), count, next, open }
  },

  async get(ctx, { closingId }) {
    const row = (await store.find(ctx, closingId)) ?? refuse(closingRefusals, 'notFound')
    return { ...present(ctx, row), obstacles: row.state === 'open' ? await obstaclesOf(ctx, row.operator_id) : [] }
  },

  async decide(ctx, { closingId, decision, resolution }) {
    const first = (await store.find(ctx, closingId)) ?? refuse(closingRefusals, 'notFound')
    await store.lockOperator(ctx, first.operator_id)
    const row = (await store.find(ctx, closingId)) ?? refuse(closingRefusals, 'notFound')
    refuseIf(closingRefusals, decisionBlocker(ctx, row))
    if (decision === 'refuse' && resolution.length < 2) refuse(closingRefusals, 'reasonNeeded')
    if (decision === 'close') await close(ctx, row)
    else {
      const to = await store.accountIdsOf(ctx, row.operator_id)
      await sendNotification(ctx, { to, kind: 'closingRefused', values: { reason: resolution }, path: pages.index.path, refType: 'closing', refId: row.id })
    }
    const state = decision === 'close' ? 'closed' : 'refused'
    await store.endClosing(ctx, row.id, state, resolution)
    ctx.note({ ...noteOf(row, { reason: resolution }), before: { state: 'open' }, after: { state } })
    return present(ctx, (await store.find(ctx, closingId)) ?? row)
  },
}
