import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'

/** Returns whether the caller may manage operators: the platform, and centre staff who see the whole centre. */
export function managesOperators(ctx: Context): boolean {
  return ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
}
