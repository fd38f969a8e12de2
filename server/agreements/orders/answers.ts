import { sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unknownCategories } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(unknownCategories, async (ctx, names) => {
    const result = await sql<Row<'invoice_category', 'name'>>`select name from unnest(${[...names]}::text[]) name
      where name not in (select category.name from invoice_category category where category.is_active)`.execute(ctx.db)
    return result.rows.map((row) => row.name)
  }),
]
