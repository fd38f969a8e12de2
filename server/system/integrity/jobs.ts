import type { Jobs } from '#/server/kernel/context.ts'
import { checkDue, runAsked } from '#/server/system/integrity/running.ts'

/** What the checks of the books do by themselves. */
export const jobs: Jobs = { handlers: { 'integrity.check': checkDue, 'integrity.run': runAsked }, every: { 'integrity.check': 300 } }
