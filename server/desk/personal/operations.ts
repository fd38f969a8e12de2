import { personalRefusals } from '#/api/desk/personal.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { userType } from '#/domain/base/codes.ts'
import { expectPlainExport, expectProof } from '#/server/access/auth/public.ts'
import { requestCopy } from '#/server/desk/personal/copying.ts'
import { canReadOthers } from '#/server/desk/personal/permission.ts'
import { processingRegister } from '#/server/desk/personal/register.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { personOfOperator } from '#/server/people/operators/public.ts'

export const personal: Implementation<Modules['personal']> = {
  async register(ctx) {
    return processingRegister(ctx.personal)
  },

  async copy(ctx, { format }) {
    const { operatorId } = ctx.actor
    if (ctx.actor.usertype !== userType.operator || operatorId === null) return refuse(personalRefusals, 'notOperator')
    await expectProof(ctx)
    ctx.note({ refType: 'operator', refId: operatorId, detail: { format } })
    return { taskId: await requestCopy(ctx, { operatorId, format, isOwn: true }) }
  },

  async copyFor(ctx, { operatorId, format, reason }) {
    if (!canReadOthers(ctx)) refuse(personalRefusals, 'noPlace')
    const person = (await personOfOperator(ctx, operatorId)) ?? refuse(personalRefusals, 'notFound')
    const exportReason = await expectPlainExport(ctx, reason)
    ctx.note({ refType: 'operator', refId: operatorId, centreId: person.centreId, detail: { format, reason: exportReason } })
    return { taskId: await requestCopy(ctx, { operatorId, format, isOwn: false }) }
  },
}
