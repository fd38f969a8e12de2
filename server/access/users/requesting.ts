import type { z } from 'zod'
import { accountFieldNames, userRefusals } from '#/api/access/users.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { type AccountField, editableAccountFields } from '#/domain/access/account-review.ts'
import { needsReview } from '#/domain/access/duties.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { joinWords } from '#/domain/base/text.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { expectValidFields, loadRequestedRoles, protectLastAdmins, storeLetter } from '#/server/access/users/editing.ts'
import { deliverFirstPassword } from '#/server/access/users/proposing.ts'
import type { UserRow } from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import * as reviews from '#/server/access/users/store-review.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

type Correction = Omit<z.output<Modules['users']['askAgain']['input']>, 'id'>

/** Refuses changes to fields that were not rejected, and rejected fields left unchanged. */
function expectCorrected(ctx: Context, target: UserRow, correction: Correction): void {
  const rejects = target.review?.rejects ?? []
  const editableFields = editableAccountFields(rejects)
  const isTouched: Readonly<Record<AccountField, boolean>> = {
    name: correction.name !== undefined && correction.name !== target.name,
    mobile: correction.mobile !== undefined && correction.mobile !== target.mobile,
    roles: correction.roleIds !== undefined && [...correction.roleIds].sort().join() !== [...(target.review?.roleIds ?? [])].sort().join(),
    letter: correction.letterFile !== undefined,
  }
  const fieldName = (field: AccountField) => ({ field: translate(accountFieldNames[field], ctx.language) })
  for (const field of Object.keys(isTouched) as AccountField[])
    if (isTouched[field] && !editableFields.includes(field)) refuse(userRefusals, 'fieldShut', fieldName(field))
  for (const { field } of rejects) if (!isTouched[field]) refuse(userRefusals, 'fieldNeeded', fieldName(field))
}

/**
 * Corrects the rejected fields and applies again. Returns whether a review is pending. Without duties that need review
 * the account becomes active at once.
 */
export async function resubmitApplication(ctx: Context, target: UserRow, correction: Correction): Promise<boolean> {
  const before = await reviews.latestApplication(ctx, target.id)
  const unitId = target.unit_id
  if (!before || unitId === null) refuse(userRefusals, 'notRejected')
  expectCorrected(ctx, target, correction)
  const { name, mobile } = correction
  expectValidFields(ctx, { name, mobile })
  blockers.expectMobileChangeable(target, mobile)
  const roles = await loadRequestedRoles(ctx, correction.roleIds ?? before.role_ids)
  await blockers.expectGrantable(ctx, roles, { usertype: target.usertype, has: target.roles.map((role) => role.id) })
  const keys = blockers.keysOfRoles(roles)
  blockers.expectAcknowledged(ctx, blockers.overlappingDutiesOf(await lookups.hasDualControl(ctx, unitId), keys), correction.acknowledge)
  await changes.update(ctx, target.id, { ...(name !== undefined && { name }), ...(mobile !== undefined && { mobile }) })
  const roleIds = roles.map((role) => role.id)
  const isWaiting = needsReview(keys, target.keys)
  if (isWaiting) {
    const letterFileId = correction.letterFile ? await storeLetter(ctx, unitId, correction.letterFile) : before.letter_file_id
    await reviews.insert(ctx, { userId: target.id, unitId, roleIds, letterFileId, correctsId: before.id })
    if (target.status === accountStatus.rejected) await changes.update(ctx, target.id, { status: accountStatus.pending })
  } else {
    await protectLastAdmins(ctx, target, () => changes.setRoles(ctx, target.id, roleIds))
    if (target.status === accountStatus.rejected) {
      await changes.update(ctx, target.id, { status: accountStatus.active })
      await deliverFirstPassword(ctx, target)
    }
  }
  const correctedFields = (target.review?.rejects ?? []).map((each) => each.field)
  ctx.note({
    refType: 'user',
    refId: target.id,
    unitId,
    detail: {
      words: joinWords(
        roles.map((role) => role.name),
        'zh',
      ),
      corrected: correctedFields,
      isWaiting,
    },
  })
  return isWaiting
}
