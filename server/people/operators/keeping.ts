import { userType } from '#/domain/codes.ts'
import type { Context } from '#/server/kernel/context.ts'

/** Whether this person keeps operators: the platform, and people of a centre who see the whole of it. */
export function keeps(ctx: Context): boolean {
  return ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
}
