import { sql } from 'kysely'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

export const unfinishedCounters = {
  invoices: (ctx, owner) =>
    selectFigure(ctx, sql`from invoice_application where ${ownerCondition(owner)} and state in ('pending', 'todo', 'issuing', 'part', 'failed')`),
} satisfies Partial<UnfinishedCounters>
