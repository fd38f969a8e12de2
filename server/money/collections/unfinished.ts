import { sql } from 'kysely'
import { figureOf, ownerCondition, type Unfinished } from '#/server/kernel/unfinished.ts'

export const unfinished = {
  claims: (ctx, owner) => figureOf(ctx, sql`from collection where ${ownerCondition(owner)} and state in ('pending', 'confirmed', 'paying')`),
} satisfies Partial<Unfinished>
