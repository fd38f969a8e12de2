import type { Modules } from '#/api/modules.ts'
import { rosterRefusals } from '#/api/people/operators.texts.ts'
import { particularNames, particularProblemTexts } from '#/api/people/particulars.texts.ts'
import { maskAddress } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { joinClauses, joinWords, prependLabel } from '#/domain/base/text.ts'
import { type Particulars, particularFields, particularProblems } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { recheckBatches } from '#/server/people/operators/lifecycle.ts'
import { lockForUpdate, operatorDetail } from '#/server/people/operators/roster.ts'
import * as store from '#/server/people/operators/store-particulars.ts'

/** Refuses invalid particulars, with a reason per field. */
function expectValidParticulars(ctx: Context, particulars: Particulars, row: store.ParticularsRow): void {
  const problems = particularProblems(particulars, { kind: row.id_kind, number: row.id_number }, dayOf(ctx.now))
  const problemTexts = particularFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined
      ? []
      : [prependLabel(translate(particularNames[field], ctx.language), translate(particularProblemTexts[problem], ctx.language), ctx.language)]
  })
  if (problemTexts.length > 0) refuse(rosterRefusals, 'particulars', { words: joinClauses(problemTexts, ctx.language) })
}

/** Masks the address for the trail. */
const maskedParticulars = (particulars: Particulars): Particulars => ({ ...particulars, address: maskAddress(particulars.address) })

/** Corrections of the data required by tax declarations. */
export const particularOperations = {
  async setParticulars(ctx, { operatorId, reason, address, ...rest }) {
    const row = await lockForUpdate(ctx, operatorId, 'particulars')
    const current = (await store.particularsOf(ctx, operatorId)) ?? refuse(rosterRefusals, 'notFound')
    const particulars: Particulars = { ...rest, address: address ?? current.particulars.address }
    expectValidParticulars(ctx, particulars, current)
    await store.setParticulars(ctx, operatorId, particulars)
    await recheckBatches(ctx, operatorId, null)
    const changedFields = particularFields.filter((field) => particulars[field] !== current.particulars[field])
    const pickChanged = (from: Particulars) => Object.fromEntries(changedFields.map((field) => [field, maskedParticulars(from)[field]]))
    const changedNames = joinWords(
      changedFields.map((field) => translate(particularNames[field], ctx.language)),
      ctx.language,
    )
    const trailRef = { refType: 'operator', refId: row.id, centreId: row.centre_id }
    ctx.note({ ...trailRef, before: pickChanged(current.particulars), after: pickChanged(particulars), detail: { no: row.code, reason, words: changedNames } })
    return operatorDetail(ctx, operatorId)
  },
} satisfies Partial<Implementation<Modules['operators']>>
