import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'
import { makeStatementSheet, statementSheetJob } from '#/server/money/prepayments/statement-sheet.ts'
import { issueAt, monthDue } from '#/server/money/prepayments/statements.ts'
import { booksWithout } from '#/server/money/prepayments/store-statements.ts'

const statementsJob = job('prepayments.issueStatements', nothing)
const hour = 3600

/** Statements of the month that is over, each place in a transaction of its own. */
async function issue(work: JobContext): Promise<void> {
  const places = await work.run(statementsJob.name, (ctx) => booksWithout(ctx, monthDue(ctx.now)))
  for (const place of places) {
    if (work.isStopping()) return
    await work.run(statementsJob.name, (ctx) => issueAt(ctx, place, monthDue(ctx.now)))
  }
}

/** What prepayments do by themselves. */
export const jobs: Jobs = {
  handlers: [handle(statementsJob, issue), handle(statementSheetJob, makeStatementSheet)],
  every: { [statementsJob.name]: hour },
}
