import type { Modules } from '#/api/modules.ts'
import { cardWarningTexts } from '#/api/people/identity.texts.ts'
import { paperRefusals } from '#/api/people/papers.texts.ts'
import { characters } from '#/domain/base/text.ts'
import { type CandidateDocumentKind, cardSideByDocument } from '#/domain/people/candidate.ts'
import type { CardWarning } from '#/domain/people/recognition.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { countEvent, expectBelowLimit, type ThrottleLimit } from '#/server/kernel/request/throttle.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { recogniseCard, storeRecognised } from '#/server/people/identity/public.ts'
import { lockRequestedCandidate, type RequestedCandidate, reopenReview } from '#/server/people/operators/public.ts'
import * as store from '#/server/people/papers/store.ts'
import { cleanPicture, thumbnailUrl } from '#/server/services/files/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'
import { endPaperTickets, readPaperTicket } from '#/server/services/tickets/public.ts'

const pictureLimit: ThrottleLimit = { subject: 'paper-picture', most: 60, windowMs: 3_600_000 }

/** Returns the person whose pictures were requested. Refuses expired, used and unknown links. */
async function personByTicket(ctx: Context, ticket: string): Promise<{ person: RequestedCandidate; until: Date }> {
  const ticketRow = (await readPaperTicket(ctx, ticket)) ?? refuse(paperRefusals, 'ticketDead')
  const person = (await lockRequestedCandidate(ctx, ticketRow.candidateId)) ?? refuse(paperRefusals, 'ticketDead')
  return { person, until: ticketRow.until }
}

async function requireRequested(ctx: Context, ticket: string, kind: CandidateDocumentKind): Promise<RequestedCandidate> {
  const { person } = await personByTicket(ctx, ticket)
  if (!person.wanted.includes(kind)) refuse(paperRefusals, 'notWanted')
  return person
}

const translateWarnings = (ctx: Context, warnings: readonly string[]) => warnings.map((code) => translate(cardWarningTexts[code as CardWarning], ctx.language))

function note(ctx: Context, person: RequestedCandidate, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'candidate', refId: person.id, centreId: person.centreId, detail })
}

export const papers: Implementation<Modules['papers']> = {
  async open(ctx, { ticket }) {
    const { person, until } = await personByTicket(ctx, ticket)
    const uploadedDocuments = await store.list(ctx, person.id, person.wanted)
    // The link may reach another person, so the name is masked.
    const [first = '', ...others] = characters(person.name)
    const name = `${first}${'*'.repeat(Math.max(1, others.length))}`
    return {
      name,
      unitName: person.unitName,
      reason: person.reason,
      until: until.toISOString(),
      wanted: [...person.wanted],
      papers: uploadedDocuments.map(({ id, kind, warnings }) => ({ id, kind, warnings: translateWarnings(ctx, warnings) })),
    }
  },

  add: {
    async admit(ctx, { ticket, kind }) {
      await expectBelowLimit(ctx, pictureLimit, paperRefusals.tooMany)
      await requireRequested(ctx, ticket, kind)
      await countEvent(ctx, pictureLimit)
    },
    async prepare({ ticket, kind, file }, { now }) {
      const side = cardSideByDocument[kind]
      const recognisedCard = side === null ? null : await recogniseCard(file, side, now)
      const picture = recognisedCard?.picture ?? (await cleanPicture(file.bytes))
      return async (ctx) => {
        const person = await requireRequested(ctx, ticket, kind)
        const name = `${kind}.${picture.mediaType === 'image/png' ? 'png' : 'jpg'}`
        const fileId = recognisedCard
          ? await storeRecognised(ctx, recognisedCard, `candidate ${person.id}`)
          : (await ctx.files.save({ name, mediaType: picture.mediaType, bytes: picture.bytes, purpose: 'paper' })).id
        const warnings = recognisedCard?.warnings ?? []
        const id = await store.storePicture(ctx, { candidateId: person.id, centreId: person.centreId, kind, fileId, warnings })
        note(ctx, person, { paper: kind, warnings })
        return { paper: { id, kind, warnings: translateWarnings(ctx, warnings) } }
      }
    },
  },

  async picture(ctx, { ticket, paperId }) {
    const { person } = await personByTicket(ctx, ticket)
    const paper = (await store.list(ctx, person.id, person.wanted)).find((each) => each.id === paperId) ?? refuse(paperRefusals, 'paperGone')
    const file = (await ctx.files.open(paper.file_id)) ?? refuse(paperRefusals, 'paperGone')
    return { url: await thumbnailUrl(ctx, file.bytes) }
  },

  async submit(ctx, { ticket }) {
    const { person } = await personByTicket(ctx, ticket)
    const uploadedKinds = new Set((await store.list(ctx, person.id, person.wanted)).map((each) => each.kind))
    if (!person.wanted.every((kind) => uploadedKinds.has(kind))) refuse(paperRefusals, 'missing')
    await endPaperTickets(ctx, person.id)
    await reopenReview(ctx, person.id)
    note(ctx, person, { papers: [...person.wanted] })
    const path = `/datacheck/datacheck?open=${person.id}`
    await sendNotification(ctx, { to: [person.reviewerId], kind: 'papersArrived', values: { name: person.name }, path, refType: 'candidate', refId: person.id })
    return {}
  },
}
