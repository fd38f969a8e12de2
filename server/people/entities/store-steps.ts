import { sql } from 'kysely'
import type { EntityState, EvidenceKind } from '#/domain/entity.ts'
import type { Context } from '#/server/kernel/context.ts'

/** One fact of a step, before and after. */
export interface StepFact {
  readonly fact: string
  readonly before: string
  readonly after: string
}

export interface NewStep {
  readonly entity: { readonly id: number; readonly operator_id: number; readonly centre_id: number }
  readonly move: string
  readonly from: EntityState | null
  readonly to: EntityState
  readonly reason?: string
  readonly facts?: readonly StepFact[]
  readonly papers?: readonly { readonly kind: EvidenceKind; readonly fileId: string }[]
}

/** Adds to the history of a business. */
export async function addStep(ctx: Context, { entity, move, from, to, reason = '', facts = [], papers = [] }: NewStep): Promise<void> {
  const place = { entity_id: entity.id, operator_id: entity.operator_id, centre_id: entity.centre_id }
  await ctx.widen('the history of a business the caller has locked', async () => {
    const result = await sql<{
      id: number
    }>`insert into entity_step (entity_id, operator_id, centre_id, move, from_state, to_state, reason, facts, created_by, created_at)
      values (${place.entity_id}, ${place.operator_id}, ${place.centre_id}, ${move}, ${from}, ${to}, ${reason}, ${JSON.stringify(facts)}::jsonb,
        ${ctx.actor.userId === 0 ? null : ctx.actor.userId}, ${ctx.now}) returning id`.execute(ctx.db)
    const step_id = result.rows[0]?.id as number
    if (papers.length > 0)
      await ctx.db
        .insertInto('entity_paper')
        .values(papers.map((paper) => ({ ...place, step_id, kind: paper.kind, file_id: paper.fileId })))
        .execute()
  })
}

export interface StepRow {
  id: number
  entity_id: number
  move: string
  from_state: EntityState | null
  to_state: EntityState
  reason: string
  facts: StepFact[]
  by: string | null
  created_at: Date
  papers: { id: number; kind: EvidenceKind; file_id: string; name: string }[]
}

/** The history of businesses that the caller sees, the newest first. */
export async function stepsOf(ctx: Context, entityIds: readonly number[]): Promise<StepRow[]> {
  const result = await ctx.widen('the history of businesses in sight', () =>
    sql<StepRow>`select step.id, step.entity_id, step.move, step.from_state, step.to_state, step.reason, step.facts, author.name as by, step.created_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'file_id', paper.file_id, 'name', stored_file.name) order by paper.id)
          from entity_paper paper join stored_file on stored_file.id = paper.file_id where paper.step_id = step.id), '[]') as papers
      from entity_step step left join app_user author on author.id = step.created_by
      where step.entity_id = any(${[...entityIds]}::bigint[]) order by step.id desc`.execute(ctx.db),
  )
  return result.rows
}
