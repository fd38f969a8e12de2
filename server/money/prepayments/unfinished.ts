import { sql } from 'kysely'
import { figureOf, ownedBy, type Unfinished } from '#/server/kernel/unfinished.ts'

export const unfinished = {
  topups: (ctx, owner) => figureOf(ctx, sql`from topup where ${ownedBy(owner)} and state in ('submitted', 'matched')`),
} satisfies Partial<Unfinished>
