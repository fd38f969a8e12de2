import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'

/**
 * Returns whether the caller may export the data of operators: staff of the platform or of a centre with the
 * permission.
 */
export function canReadOthers(ctx: Context): boolean {
  const isPlatformOrCentre = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  return isPlatformOrCentre && ctx.actor.may('plain:export')
}
