import { financeKeeper } from '#/db/demo/access.ts'
import { userType } from '#/domain/codes.ts'
import { dayOf, monthStart, shiftMonth } from '#/domain/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { policies } from '#/server/taxation/policies/public.ts'

/** A draft of the platform's finance for the month after next, with one differing example to acknowledge: another reading of U2. */
export async function addPolicies(from: (at: Date, who: Partial<Actor>) => Context, now: Date): Promise<void> {
  const ctx = from(now, { userId: financeKeeper, usertype: userType.platform })
  const firstDay = monthStart(shiftMonth(dayOf(now).slice(0, 7), 2))
  const begun = await policies.begin(ctx, { firstDay })
  const saved = await policies.save(ctx, {
    draftId: begun.id,
    version: begun.version,
    values: [
      { path: 'source', value: '演示草稿：中断两个月重新起算（非真实政策）' },
      { path: 'withholding.source', value: '演示口径，待主管税务机关答复（U2）' },
      { path: 'withholding.gapMonthsToReset', value: 2 },
    ],
  })
  await policies.examine(ctx, { draftId: saved.id, version: saved.version })
}
