import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { languages } from '#/domain/base/text.ts'
import { event } from '#/server/kernel/jobs/job.ts'

/** An operator became payable or is no longer payable, at one unit or at all. */
export const operatorChanged = event('operators.changed', z.object({ operatorId: Id, unitId: Id.nullable() }))

/** A payee of a draft batch changed: an operator, or a candidate whose review advanced (`candidateId`). */
export const payeesChanged = event('operators.payeesChanged', z.object({ batchId: Id, candidateId: Id.nullable() }))

/** A review needs pictures from the candidate. */
export const documentsRequested = event('operators.papersWanted', z.object({ candidateId: Id, language: z.enum(languages) }))
