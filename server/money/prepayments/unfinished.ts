import { sql } from 'kysely'
import { figureOf, ownerCondition, type Unfinished } from '#/server/kernel/unfinished.ts'

export const unfinished = {
  topups: (ctx, owner) => figureOf(ctx, sql`from topup where ${ownerCondition(owner)} and state in ('submitted', 'matched')`),
} satisfies Partial<Unfinished>
