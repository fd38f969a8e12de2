import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { makeStatementSheet, statementSheetJob } from '#/server/money/prepayments/statement-sheet.ts'
import { dueStatementMonth, issueMissingStatements } from '#/server/money/prepayments/statements.ts'
import { booksWithoutStatement } from '#/server/money/prepayments/store-statements.ts'

const statementsJob = job('prepayments.issueStatements', noPayload)
const hourSeconds = 3600

/** Issues the statements of the latest due month, one transaction per centre and mode. */
async function issue(work: JobContext): Promise<void> {
  const places = await work.run(statementsJob.name, (ctx) => booksWithoutStatement(ctx, dueStatementMonth(ctx.now)))
  for (const place of places) {
    if (work.isStopping()) return
    await work.run(statementsJob.name, (ctx) => issueMissingStatements(ctx, place, dueStatementMonth(ctx.now)))
  }
}

export const jobs: Jobs = {
  handlers: [handleJob(statementsJob, issue), handleJob(statementSheetJob, makeStatementSheet)],
  every: { [statementsJob.name]: hourSeconds },
}
