import type { Modules } from '#/api/modules.ts'
import { rosterRefusals } from '#/api/people/operators.texts.ts'
import { particularNames, particularProblemTexts } from '#/api/people/particulars.texts.ts'
import { maskAddress } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { clauses, labelled, listed } from '#/domain/base/text.ts'
import { type Particulars, particularFields, particularProblems } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { recheckBatches } from '#/server/people/operators/lifecycle.ts'
import { detail, lockForUpdate } from '#/server/people/operators/roster.ts'
import * as store from '#/server/people/operators/store-particulars.ts'

/** Refuses invalid particulars, with a reason per field. */
function expectRight(ctx: Context, given: Particulars, row: store.ParticularsRow): void {
  const problems = particularProblems(given, { kind: row.id_kind, number: row.id_number }, dayOf(ctx.now))
  const words = particularFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined ? [] : [labelled(say(particularNames[field], ctx.language), say(particularProblemTexts[problem], ctx.language), ctx.language)]
  })
  if (words.length > 0) refuse(rosterRefusals, 'particulars', { words: clauses(words, ctx.language) })
}

/** Masks the address for the trail. */
const shown = (given: Particulars): Particulars => ({ ...given, address: maskAddress(given.address) })

/** Corrections of the data required by tax declarations. */
export const particularOperations = {
  async setParticulars(ctx, { operatorId, reason, address, ...rest }) {
    const row = await lockForUpdate(ctx, operatorId, 'particulars')
    const known = (await store.particularsOf(ctx, operatorId)) ?? refuse(rosterRefusals, 'notFound')
    const given: Particulars = { ...rest, address: address ?? known.particulars.address }
    expectRight(ctx, given, known)
    await store.setParticulars(ctx, operatorId, given)
    await recheckBatches(ctx, operatorId, null)
    const changed = particularFields.filter((field) => given[field] !== known.particulars[field])
    const pick = (from: Particulars) => Object.fromEntries(changed.map((field) => [field, shown(from)[field]]))
    const words = listed(
      changed.map((field) => say(particularNames[field], ctx.language)),
      ctx.language,
    )
    const about = { refType: 'operator', refId: row.id, centreId: row.centre_id }
    ctx.note({ ...about, before: pick(known.particulars), after: pick(given), detail: { no: row.code, reason, words } })
    return detail(ctx, operatorId)
  },
} satisfies Partial<Implementation<Modules['operators']>>
