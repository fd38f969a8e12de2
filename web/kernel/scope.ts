import { postStatus, userType } from '#/domain/base/codes.ts'
import { centresOf, modesOf, type SignedInCentre, session, type User } from './session.ts'

/** The centre and settlement mode that centre staff work in, and the alternatives. */
export interface WorkScope {
  /** False when the user can choose only the mode. True for directors and for staff of several centres. */
  readonly canChooseCentre: boolean
  readonly centres: readonly SignedInCentre[]
  readonly centre: SignedInCentre | null
  readonly modes: readonly number[]
  readonly mode: number
}

/**
 * Returns the effective scope of a centre user: the stored choice where allowed, else the first centre and its first
 * mode (specification §4). null for all other users.
 */
export function workScope(user: User, storedCentre: string | null, storedMode: string | null): WorkScope | null {
  if (user.usertype !== userType.centre) return null
  const centres = centresOf(user.yycenter)
  const canChooseCentre = user.poststatus === postStatus.director || user.poststatus === postStatus.crossCentre
  const centre = (canChooseCentre ? centres.find((each) => String(each.id) === storedCentre) : undefined) ?? centres[0] ?? null
  const modes = modesOf(centre?.isdz ?? user.isdz)
  const mode = modes.find((each) => String(each) === storedMode) ?? modes[0] ?? 1
  return { canChooseCentre, centres, centre, modes, mode }
}

/** Stores the default scope, so that the first business call names a centre that the server accepts. */
export function storeDefaultScope(user: User): void {
  const scope = workScope(user, session.centreId(), session.mode())
  if (!scope) return
  if (scope.centre) session.setCentreId(scope.centre.id)
  session.setMode(scope.mode)
}

/** Returns whether the user may have a payment password (specification §4, Selectors). */
export function hasPaymentPassword(user: Pick<User, 'usertype' | 'poststatus'>, mayPay: boolean): boolean {
  return (user.usertype === userType.unit || user.poststatus === postStatus.director) && mayPay
}
