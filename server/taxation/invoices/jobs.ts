import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, subscribe } from '#/server/kernel/jobs/job.ts'
import { linesReturned } from '#/server/money/payouts/public.ts'
import { mailInvoices, mailJob } from '#/server/taxation/invoices/mailing.ts'
import { ordersJob, processDueOrders } from '#/server/taxation/invoices/orders.ts'
import { voidExpiredRedLetters, voidExpiredRedLettersJob } from '#/server/taxation/invoices/red-letters.ts'
import { importResults, readResultsJob } from '#/server/taxation/invoices/results.ts'
import { flagReturnedJob, processReturns } from '#/server/taxation/invoices/returned.ts'

const redLetterIntervalSeconds = 300
const ordersIntervalSeconds = 20

export const jobs: Jobs = {
  handlers: [
    handleJob(readResultsJob, importResults),
    handleJob(mailJob, mailInvoices),
    handleJob(voidExpiredRedLettersJob, voidExpiredRedLetters),
    handleJob(flagReturnedJob, processReturns),
    handleJob(ordersJob, processDueOrders),
  ],
  reacts: [subscribe(linesReturned, flagReturnedJob, (happened) => happened)],
  every: { [voidExpiredRedLettersJob.name]: redLetterIntervalSeconds, [ordersJob.name]: ordersIntervalSeconds },
}
