import type { Context } from '#/server/kernel/context.ts'
import { hashPassword, newPassword } from '#/server/kernel/passwords.ts'
import * as applicants from '#/server/users/store-applicants.ts'
import * as changes from '#/server/users/store-changes.ts'

const namesMost = 50

/** Somebody who applies: an account that waits, with a password that nobody knows yet. */
interface Applicant {
  readonly applicationId: number
  readonly name: string
  readonly mobile: string
  readonly usertype: 2 | 3 | 5
}

/** Makes the account of an applicant under the mobile number, or that with a letter behind it when it is taken; status 1, no rights. */
export async function createApplicant(ctx: Context, { applicationId, name, mobile, usertype }: Applicant): Promise<{ userId: number; username: string }> {
  const passwordHash = await hashPassword(newPassword())
  for (let at = 0; at < namesMost; at++) {
    const username = at === 0 ? mobile : `${mobile}${'bcdefghjkmnpqrstuvwxyz'[(at - 1) % 22]}${at > 22 ? Math.ceil(at / 22) : ''}`
    const shown = [...name].slice(0, 30).join('')
    const account = { username, name: shown, mobile, usertype, poststatus: 0, status: 1, passwordHash, unitId: null, operatorId: null, partnerId: null }
    const userId = await changes.insert(ctx, account)
    if (userId === null) continue
    await applicants.setApplication(ctx, userId, applicationId)
    return { userId, username }
  }
  throw new Error('no user name is left for an applicant')
}

/** A password for the first sign-in of an applicant, to be sent and kept nowhere else. */
export async function givePassword(ctx: Context, userId: number): Promise<string> {
  const password = newPassword()
  await changes.setPassword(ctx, userId, await hashPassword(password))
  return password
}

/** Where the account of an applicant stands now (domain.md §3.1). */
export async function setApplicantStatus(ctx: Context, userId: number, status: 1 | 2 | 3 | 7 | 8): Promise<void> {
  await changes.change(ctx, userId, { status })
}

/** Ties the account of an applicant to what became of the application, with the role that such accounts begin with. */
export async function settleApplicant(
  ctx: Context,
  userId: number,
  of: { readonly unitId?: number; readonly operatorId?: number; readonly partnerId?: number; readonly roleId: number },
): Promise<void> {
  await applicants.setSubject(ctx, userId, { unitId: of.unitId ?? null, operatorId: of.operatorId ?? null, partnerId: of.partnerId ?? null })
  await changes.setRoles(ctx, userId, [of.roleId])
}
