import { sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'
import { manualChannels } from '#/server/organisations/centres/public.ts'

const dutyByState = {
  checking: { right: 'zf:check', isUnits: true },
  auditing: { right: 'zf:audit', isUnits: false },
  payable: { right: 'zf:pay', isUnits: true },
  paying: { right: 'zf:offline', isUnits: false },
} as const satisfies Record<string, { right: Permission; isUnits: boolean }>

/**
 * Returns the users who may do the next step of a batch in this state. Such users hold the permission at the unit of
 * the batch, or at its centre and mode or the platform, and took no part in the batch. Auditors must not have checked
 * it. A batch in payment needs a user only with a manual channel.
 */
export async function findRecipientIds(ctx: Context, batch: BatchRow, state: keyof typeof dutyByState, channelId: number | null): Promise<number[]> {
  const { right, isUnits } = dutyByState[state]
  const placeCondition = isUnits
    ? sql`person.usertype = ${userType.unit} and person.unit_id = ${batch.unit_id}`
    : sql`(person.usertype = ${userType.platform} or (person.usertype = ${userType.centre} and exists (select from user_centre post
        where post.user_id = person.id and post.centre_id = ${batch.centre_id} and ${batch.mode}::smallint = any(post.modes))))`
  const channelCondition = state === 'paying' ? sql`${channelId}::bigint in ${manualChannels}` : sql`true`
  const checkerCondition = state === 'auditing' ? sql`person.id is distinct from (select checker_id from payment_batch where id = ${batch.id})` : sql`true`
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select person.id from app_user person
    where person.status = ${accountStatus.active} and ${placeCondition} and ${channelCondition} and ${checkerCondition}
      and exists (select from user_role join role_permission using (role_id) where user_id = person.id and permission = ${right})
      and not exists (select from batch_deed deed where deed.batch_id = ${batch.id} and deed.user_id = any(app.hands_of(person.id))) order by person.id`
  return rows.map((row) => row.id)
}
