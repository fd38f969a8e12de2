import { sealContract } from '#/server/contracts/sealing.ts'
import { tell } from '#/server/contracts/telling.ts'
import type { Jobs } from '#/server/kernel/context.ts'

/** What contracts do by themselves. */
export const jobs: Jobs = { handlers: { 'contracts.seal': sealContract, 'contracts.tell': tell } }
