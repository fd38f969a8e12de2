import type { Modules } from '#/api/modules.ts'
import { entityRefusals } from '#/api/people/entities.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { isObligationDue } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { entityExport } from '#/server/people/entities/book.ts'
import { bookkeepingOperations } from '#/server/people/entities/changing.ts'
import { entityResponse } from '#/server/people/entities/moving.ts'
import { callerBlocker, ownerProblem, presentEntity, presentEntityDetails, presentObligation } from '#/server/people/entities/presentation.ts'
import { registeringOperations } from '#/server/people/entities/registering.ts'
import * as store from '#/server/people/entities/store.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { taxOperations } from '#/server/people/entities/taxing.ts'

const maxRows = 5000
const maxOwnBusinesses = 20

/** Returns an operator's businesses, active ones first. */
async function presentBusinesses(ctx: Context, operatorId: number) {
  const { rows } = await store.list(ctx, { operatorId }, maxOwnBusinesses)
  return presentEntityDetails(
    ctx,
    rows.sort((a, b) => Number(a.state === 'cancelled') - Number(b.state === 'cancelled')),
  )
}

export const entities: Implementation<Modules['entities']> = {
  ...registeringOperations,
  ...bookkeepingOperations,
  ...taxOperations,

  async list(ctx, { after, size, ...filter }) {
    const [{ rows, next }, count] = await Promise.all([store.list(ctx, filter, size, after), after === undefined ? store.count(ctx, filter) : null])
    return { rows: rows.map((row) => presentEntity(ctx, row)), next, count }
  },

  get: (ctx, { entityId }) => entityResponse(ctx, entityId),

  async ofOperator(ctx, { operatorId }) {
    const owner = (await store.findOwner(ctx, operatorId)) ?? refuse(entityRefusals, 'operatorNotFound')
    const businesses = await presentBusinesses(ctx, operatorId)
    const currentBusiness = businesses.find(({ state }) => state !== 'cancelled')
    const blocker = callerBlocker(ctx) ?? ownerProblem(owner)
    const reason = blocker
      ? translate(entityRefusals[blocker], ctx.language)
      : currentBusiness
        ? translate(entityRefusals.hasLiving, ctx.language, { name: currentBusiness.name })
        : ''
    return { entities: businesses, mayBegin: reason }
  },

  async mine(ctx, { isNow }) {
    const businesses = ctx.actor.usertype === userType.operator && ctx.scope.operatorId !== null ? await presentBusinesses(ctx, ctx.scope.operatorId) : []
    if (!isNow) return businesses
    const today = dayOf(ctx.now)
    return businesses
      .map((entity) => ({ ...entity, obligations: entity.obligations.filter((duty) => isObligationDue(duty, today)) }))
      .filter(({ obligations }) => obligations.length > 0)
  },

  async calendar(ctx, { after, size, ...filter }) {
    const [{ rows, next }, counts] = await Promise.all([
      duties.listObligations(ctx, filter, size, after),
      after === undefined ? duties.countPending(ctx, filter) : null,
    ])
    return { rows: rows.map((row) => presentObligation(ctx, row)), next, counts }
  },

  async export(ctx, filter) {
    return storeExport(ctx, filter, async () => {
      const rows = await exportRows(async (size) => (await store.list(ctx, filter, size)).rows, maxRows)
      return entityExport(ctx, filter, rows)
    })
  },
}
