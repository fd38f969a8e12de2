import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { paperMessages, paperNames } from '#/api/people/papers.texts.ts'
import { documentLinkHours } from '#/domain/candidate.ts'
import { type Language, languages } from '#/domain/text.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type TextMessage, worded } from '#/server/kernel/courier.ts'
import { type DataOf, handle, job, react } from '#/server/kernel/job.ts'
import { say } from '#/server/kernel/say.ts'
import { askedPerson, papersWanted } from '#/server/people/operators/public.ts'
import { issuePaperTicket } from '#/server/services/tickets/public.ts'

const askJob = job('papers.ask', z.object({ candidateId: Id, language: z.enum(languages) }))

/** Makes the link here and not with the ask, so that it never stands in the queue. */
async function draft(ctx: Context, candidateId: number, language: Language): Promise<TextMessage | null> {
  const person = await askedPerson(ctx, candidateId)
  if (!person) return null
  const link =
    ctx.site.url === null ? say(paperMessages.noLink, language) : `${ctx.site.url}/Uploadapp?of=person&ticket=${await issuePaperTicket(ctx, candidateId)}`
  const kinds = person.wanted.map((kind) => say(paperNames[kind], language))
  const values = { unit: person.unitName, kinds, reason: person.reason, hours: documentLinkHours, link }
  return { to: person.mobile, about: `candidate:${candidateId}`, ...worded('papersWanted', paperMessages.wanted, language, values) }
}

/** Writes to somebody of whom pictures are wanted. Tried again after a failure, with a new link: whichever message arrives last has the one that works. */
async function ask(job: JobContext, { candidateId, language }: DataOf<typeof askJob>): Promise<void> {
  const message = await job.runAsOwner('papers.ask', (ctx) => draft(ctx, candidateId, language))
  if (message) await job.courier.sms(message)
}

/** What the papers do by themselves. */
export const jobs: Jobs = { handlers: [handle(askJob, ask)], reacts: [react(papersWanted, askJob, (wanted) => wanted)] }
