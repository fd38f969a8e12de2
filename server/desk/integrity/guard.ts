import { AsyncResource } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopPayoutsOnLostCommits } from '#/server/desk/integrity/lost-commits.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'

const guardDelayMs = 1000

/**
 * Checks for lost commits as soon as a commit was refused or a connection was lost, and repeats the check until it
 * succeeds. Returns a function that ends the guard.
 */
export function guardCommits(kernel: Kernel): () => void {
  const { commitRecord: acknowledged, database, log } = kernel
  let isDue = false
  let isOver = false
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    while (isDue && !isOver) {
      isDue = false
      try {
        await stopPayoutsOnLostCommits(jobContext(kernel, () => isOver))
      } catch (error) {
        log.warn({ error: String(error) }, 'the check for lost commits is repeated')
        isDue = true
        await sleep(guardDelayMs, null, { ref: false })
      }
    }
    isRunning = false
  }
  // Detached from the transaction that was refused or lost its connection.
  const scheduleCheck = AsyncResource.bind(() => {
    isDue = true
    void run()
  })
  acknowledged.onRefusal(scheduleCheck)
  database.onLoss(scheduleCheck)
  return () => {
    isOver = true
  }
}
