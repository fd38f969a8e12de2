import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, subscribe } from '#/server/kernel/job.ts'
import { linesReturned } from '#/server/money/payouts/public.ts'
import { mail, mailJob } from '#/server/taxation/invoices/mailing.ts'
import { ordersJob, processDueOrders } from '#/server/taxation/invoices/orders.ts'
import { clockJob, voidExpired } from '#/server/taxation/invoices/red-letters.ts'
import { importResults, readResultsJob } from '#/server/taxation/invoices/results.ts'
import { followReturns, returnedJob } from '#/server/taxation/invoices/returned.ts'

const clockSeconds = 300
const ordersSeconds = 20

export const jobs: Jobs = {
  handlers: [
    handleJob(readResultsJob, importResults),
    handleJob(mailJob, mail),
    handleJob(clockJob, voidExpired),
    handleJob(returnedJob, followReturns),
    handleJob(ordersJob, processDueOrders),
  ],
  reacts: [subscribe(linesReturned, returnedJob, (happened) => happened)],
  every: { [clockJob.name]: clockSeconds, [ordersJob.name]: ordersSeconds },
}
