import { accountStatus } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface AssessmentRow extends Row<'impact_assessment', 'id' | 'assessed_on' | 'lead' | 'conclusion' | 'file_id' | 'register' | 'created_at'> {
  created_by: Row<'app_user'>['name']
}

/** Returns all assessments, newest first. */
export async function list(ctx: Context): Promise<AssessmentRow[]> {
  return ctx.rows<AssessmentRow>`select made.id, made.assessed_on, made.lead, made.conclusion, made.file_id, made.register, made.created_at, maker.name as created_by
    from impact_assessment made join app_user maker on maker.id = made.created_by order by made.id desc`
}

export const countPeople = async (ctx: Context): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from operator where status <> ${accountStatus.closed}`)?.count ?? 0

interface NewAssessment {
  readonly assessedOn: string
  readonly lead: string
  readonly conclusion: string
  readonly fileId: string
  readonly register: string
}

export async function insert(ctx: Context, { assessedOn, lead, conclusion, fileId, register }: NewAssessment): Promise<number> {
  const newRow = { lead, conclusion, register, assessed_on: assessedOn, file_id: fileId, created_by: ctx.actor.userId, created_at: ctx.now }
  const { id } = await ctx.db.insertInto('impact_assessment').values(newRow).returning('id').executeTakeFirstOrThrow()
  return id
}
