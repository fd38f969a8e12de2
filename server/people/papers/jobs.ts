import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { paperMessages, paperNames } from '#/api/people/papers.texts.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import { documentLinkHours } from '#/domain/people/candidate.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job, subscribe } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { documentsRequested, lockRequestedCandidate } from '#/server/people/operators/public.ts'
import { issuePaperTicket } from '#/server/services/tickets/public.ts'

const askJob = job('papers.ask', z.object({ candidateId: Id, language: z.enum(languages) }))

/** Creates the link in the job, so that the queue never holds it. */
async function draft(ctx: Context, candidateId: number, language: Language): Promise<TextMessage | null> {
  const person = await lockRequestedCandidate(ctx, candidateId)
  if (!person) return null
  const link =
    ctx.site.url === null ? translate(paperMessages.noLink, language) : `${ctx.site.url}/Uploadapp?of=person&ticket=${await issuePaperTicket(ctx, candidateId)}`
  const kinds = person.wanted.map((kind) => translate(paperNames[kind], language))
  const values = { unit: person.unitName, kinds, reason: person.reason, hours: documentLinkHours, link }
  return { to: person.mobile, about: `candidate:${candidateId}`, ...toSmsTemplate('papersWanted', paperMessages.wanted, language, values) }
}

/** Asks a person for pictures. A retry sends a new link, so that the last message received is valid. */
async function askForPapers(job: JobContext, { candidateId, language }: DataOf<typeof askJob>): Promise<void> {
  const message = await job.runAsOwner('papers.ask', (ctx) => draft(ctx, candidateId, language))
  if (message) await job.courier.sms(message)
}

export const jobs: Jobs = { handlers: [handleJob(askJob, askForPapers)], reacts: [subscribe(documentsRequested, askJob, (requested) => requested)] }
