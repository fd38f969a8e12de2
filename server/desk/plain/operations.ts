import { plainRefusals } from '#/api/desk/plain.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { expectProof } from '#/server/access/auth/public.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { personOfLine } from '#/server/money/lines/public.ts'
import { personOfAppeal } from '#/server/onboarding/applications/public.ts'
import { personOfCandidate, personOfOperator } from '#/server/people/operators/public.ts'

const personLookups = { operator: personOfOperator, candidate: personOfCandidate, line: personOfLine, appeal: personOfAppeal }

export const plain: Implementation<Modules['plain']> = {
  async show(ctx, { of, id, field }) {
    await expectProof(ctx)
    const person = (await personLookups[of](ctx, id)) ?? refuse(plainRefusals, 'notFound')
    const value = person[field] ?? refuse(plainRefusals, 'notFound')
    ctx.note({ refType: of, refId: id, unitId: person.unitId, centreId: person.centreId, detail: { field, name: person.name } })
    return { value }
  },
}
