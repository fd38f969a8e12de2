import { sql } from 'kysely'
import type { EntityState, EvidenceKind } from '#/domain/people/entity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** One fact of a step, before and after. */
export interface StepFact {
  readonly fact: string
  readonly before: string
  readonly after: string
}

export interface NewStep {
  readonly entity: Row<'operator_entity', 'id' | 'operator_id' | 'centre_id'>
  readonly move: string
  readonly from: EntityState | null
  readonly to: EntityState
  readonly reason?: string
  readonly facts?: readonly StepFact[]
  readonly papers?: readonly { readonly kind: EvidenceKind; readonly fileId: string }[]
}

/** Adds a step to a business's history. */
export async function addStep(ctx: Context, { entity, move, from, to, reason = '', facts = [], papers = [] }: NewStep): Promise<void> {
  const place = { entity_id: entity.id, operator_id: entity.operator_id, centre_id: entity.centre_id }
  await ctx.widen('the history of a business the caller has locked', async () => {
    const { id: step_id } = await ctx.db
      .insertInto('entity_step')
      .values({
        ...place,
        move,
        from_state: from,
        to_state: to,
        reason,
        facts: JSON.stringify(facts),
        created_by: ctx.actor.userId === 0 ? null : ctx.actor.userId,
        created_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (papers.length > 0)
      await ctx.db
        .insertInto('entity_paper')
        .values(papers.map((paper) => ({ ...place, step_id, kind: paper.kind, file_id: paper.fileId })))
        .execute()
  })
}

export interface StepRow extends Row<'entity_step', 'id' | 'entity_id' | 'move' | 'from_state' | 'to_state' | 'reason' | 'facts' | 'created_at'> {
  from_state: EntityState | null
  to_state: EntityState
  facts: StepFact[]
  by: Row<'app_user'>['name'] | null
  papers: (Row<'entity_paper', 'id' | 'kind' | 'file_id'> & { kind: EvidenceKind; name: FileFacts['name'] })[]
}

/** Returns the history of visible businesses, newest first. */
export const stepsOf = (ctx: Context, entityIds: readonly number[]): Promise<StepRow[]> =>
  ctx.widen(
    'the history of businesses in sight',
    () =>
      ctx.rows<StepRow>`select step.id, step.entity_id, step.move, step.from_state, step.to_state, step.reason, step.facts, author.name as by, step.created_at,
        coalesce((select jsonb_agg(jsonb_build_object('id', paper.id, 'kind', paper.kind, 'file_id', paper.file_id, 'name', file.name) order by paper.id)
          from entity_paper paper join lateral ${fileFacts(sql`paper.file_id`)} file on true where paper.step_id = step.id), '[]') as papers
      from entity_step step left join app_user author on author.id = step.created_by
      where step.entity_id = any(${[...entityIds]}::bigint[]) order by step.id desc`,
  )
