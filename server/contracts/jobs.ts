import { sweep } from '#/server/contracts/expiring.ts'
import { zipContracts } from '#/server/contracts/export.ts'
import { startMany } from '#/server/contracts/many.ts'
import { sealContract } from '#/server/contracts/sealing.ts'
import { tell } from '#/server/contracts/telling.ts'
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
