import { sweep } from '#/server/agreements/contracts/expiring.ts'
import { zipContracts } from '#/server/agreements/contracts/export.ts'
import { startMany } from '#/server/agreements/contracts/many.ts'
import { sealContract } from '#/server/agreements/contracts/sealing.ts'
import { tell } from '#/server/agreements/contracts/telling.ts'
import type { Jobs } from '#/server/kernel/context.ts'

/** What contracts do by themselves. */
export const jobs: Jobs = {
  handlers: {
    'contracts.seal': sealContract,
    'contracts.tell': tell,
    'contracts.startMany': startMany,
    'contracts.zip': zipContracts,
    'contracts.sweep': sweep,
  },
  every: { 'contracts.sweep': 60 },
}
