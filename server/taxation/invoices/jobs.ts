import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, subscribe } from '#/server/kernel/jobs/job.ts'
import { linesReturned } from '#/server/money/payouts/public.ts'
import { mailInvoices, mailJob } from '#/server/taxation/invoices/mailing.ts'
import { ordersJob, processDueOrders } from '#/server/taxation/invoices/orders.ts'
import { clockJob, voidExpiredRedLetters } from '#/server/taxation/invoices/red-letters.ts'
import { importResults, readResultsJob } from '#/server/taxation/invoices/results.ts'
import { processReturns, returnedJob } from '#/server/taxation/invoices/returned.ts'

const clockSeconds = 300
const ordersSeconds = 20

export const jobs: Jobs = {
  handlers: [
    handleJob(readResultsJob, importResults),
    handleJob(mailJob, mailInvoices),
    handleJob(clockJob, voidExpiredRedLetters),
    handleJob(returnedJob, processReturns),
    handleJob(ordersJob, processDueOrders),
  ],
  reacts: [subscribe(linesReturned, returnedJob, (happened) => happened)],
  every: { [clockJob.name]: clockSeconds, [ordersJob.name]: ordersSeconds },
}
