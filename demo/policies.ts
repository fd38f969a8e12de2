import { type Kysely, sql } from 'kysely'
import { readPolicies } from '#/db/base/policies.ts'
import { platformFinanceId } from '#/demo/access.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { allPolicies } from '#/server/money/tax/public.ts'
import { policies } from '#/server/taxation/policies/public.ts'

/** Number of days after its first start for which a demo needs valid tax policies. */
const minPolicyDays = 184

/**
 * Returns the tax policies of a demo. If the program's last policy ends in the past or within half a year, it is
 * extended, so that a demo can start on any day.
 */
export async function demoPolicies(trx: Kysely<Tables>, now: Date): Promise<TaxPolicy[]> {
  const shippedPolicies = readPolicies()
  const last = shippedPolicies.at(-1)
  if (!last || last.effectiveTo === null || last.effectiveTo >= shiftDay(dayOf(now), minPolicyDays)) return shippedPolicies
  const effectiveFrom = shiftDay(last.effectiveTo, 1)
  const params = { ...last.params, source: `演示：沿用 ${last.version}（非真实政策）` }
  const next: TaxPolicy = { code: last.code, version: `${effectiveFrom.slice(0, 7)}-demo`, effectiveFrom, effectiveTo: null, params }
  await sql`insert into tax_policy (code, version, effective_from, effective_to, params)
    values (${next.code}, ${next.version}, ${effectiveFrom}, null, ${JSON.stringify(params)}::jsonb)`.execute(trx)
  return [...shippedPolicies, next]
}

/**
 * Adds a draft policy for the month after next, or for the month after the last policy starts, if that is later. The
 * draft reads open point U2 differently, so one worked example differs and awaits acknowledgement. The payer withholds
 * VAT on one category of service (U1).
 */
export async function addPolicies(from: (at: Date, who: Partial<Actor>) => Context, now: Date): Promise<void> {
  const ctx = from(now, { userId: platformFinanceId, usertype: userType.platform })
  const last = (await allPolicies(ctx)).at(-1)?.effective_from ?? dayOf(now)
  const [soon, afterLast] = [shiftMonth(monthOf(now), 2), shiftMonth(last.slice(0, 7), 1)]
  const firstDay = monthStart(soon > afterLast ? soon : afterLast)
  const startedDraft = await policies.begin(ctx, { firstDay })
  const savedDraft = await policies.save(ctx, {
    draftId: startedDraft.id,
    version: startedDraft.version,
    values: [
      { path: 'source', value: '演示草稿：中断两个月重新起算（非真实政策）' },
      { path: 'withholding.source', value: '演示口径，待主管税务机关答复（U2）' },
      { path: 'withholding.gapMonthsToReset', value: 2 },
      { path: 'vat.source', value: '演示口径，待主管税务机关答复（U1）' },
      { path: 'vat.waysByCategory', value: { 广告服务: 'PAYER_WITHHOLD_28' } },
    ],
  })
  await policies.examine(ctx, { draftId: savedDraft.id, version: savedDraft.version })
}
