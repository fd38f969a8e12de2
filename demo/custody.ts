import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'

type ContextAt = (at: Date, who: Partial<Actor>) => Context

const platformId = 1
const financeId = 4
const centreId = 2
const dayMs = 86_400_000

const directorId = 2

/** Stores a document that a person uploaded. */
async function storeDocument(
  { files }: Context,
  title: string,
  rows: readonly (readonly [string, string])[],
  of: { purpose: string; centreId?: number; operatorId?: number },
  at: Date,
) {
  const bytes = await renderDocument({ title, createdAt: at, blocks: [{ kind: 'fields', rows }] })
  const { id } = await files.save({ name: `${title}.pdf`, mediaType: 'application/pdf', bytes, ...of })
  return id
}

/**
 * Adds the proof of a supervised account at one centre, which ends soon. The other centres of mode 1 have no proof for
 * the money that they hold for others.
 */
export async function addCustody(from: ContextAt, now: Date): Promise<void> {
  const ctx = from(now, {})
  const { account_no, account_bank: bank } = await ctx.db
    .selectFrom('centre')
    .select(['account_no', 'account_bank'])
    .where('id', '=', centreId)
    .executeTakeFirstOrThrow()
  const rows = [
    ['监管银行', bank],
    ['监管账户', account_no],
  ] as const
  const id = await storeDocument(ctx, '资金监管账户协议', rows, { purpose: 'custody', centreId }, now)
  const today = dayOf(now)
  const proof = {
    centre_id: centreId,
    version: 1,
    way: 'supervised',
    bank,
    account_no,
    agreed_on: shiftDay(today, -320),
    valid_until: shiftDay(today, 45),
  } as const
  await ctx.db
    .insertInto('custody_proof')
    .values({
      ...proof,
      agreement_file_id: id,
      state: 'confirmed',
      created_by: financeId,
      created_at: new Date(now.getTime() - 310 * dayMs),
      decided_by: platformId,
      decided_at: new Date(now.getTime() - 309 * dayMs),
    })
    .execute()
}

/** Adds a proposal of tax residence that awaits another person of the centre. */
export async function addResidences(from: ContextAt, now: Date): Promise<void> {
  const ctx = from(now, {})
  const { id: operatorId } = await ctx.db
    .selectFrom('operator')
    .select('id')
    .where('centre_id', '=', centreId)
    .where('status', '=', accountStatus.active)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const today = dayOf(now)
  const file_id = await storeDocument(ctx, '出入境记录', [['境内居住天数', '204']], { purpose: 'residence', centreId, operatorId }, now)
  const residenceColumns = {
    operator_id: operatorId,
    centre_id: centreId,
    version: 1,
    residence: 'resident',
    from_day: `${today.slice(0, 4)}-01-01`,
    ground: 'days',
  } as const
  await ctx.db
    .insertInto('residence_decision')
    .values({ ...residenceColumns, days: 204, file_id, reason: '本人提交出入境记录', created_by: directorId, created_at: new Date(now.getTime() - dayMs) })
    .execute()
}
