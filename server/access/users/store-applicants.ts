import type { Context } from '#/server/kernel/context.ts'

export async function setApplication(ctx: Context, userId: number, applicationId: number): Promise<void> {
  await ctx.db.updateTable('app_user').set({ application_id: applicationId }).where('id', '=', userId).execute()
}

export async function setSubject(
  ctx: Context,
  userId: number,
  of: { unitId: number | null; operatorId: number | null; partnerId: number | null },
): Promise<void> {
  await ctx.db.updateTable('app_user').set({ unit_id: of.unitId, operator_id: of.operatorId, partner_id: of.partnerId }).where('id', '=', userId).execute()
}
