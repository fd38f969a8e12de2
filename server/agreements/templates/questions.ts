import type { RawBuilder } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** The number of contracts drawn from the template in the SQL row `template`. */
export const contractsDrawn = question<() => RawBuilder<number>>('templates.contractsDrawn')
