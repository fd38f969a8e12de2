import type { Modules } from '#/api/modules.ts'
import { cardWarningTexts, identityRefusals } from '#/api/people/identity.texts.ts'
import type { CardField } from '#/domain/people/recognition.ts'
import { sandboxVerifier } from '#/domain/services/gateway.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { countPicture } from '#/server/people/identity/limits.ts'
import { type RecognisedCard, recogniseCard, storeRecognised } from '#/server/people/identity/recognition.ts'
import type { ReadingHolder } from '#/server/people/identity/store.ts'
import { readTicket } from '#/server/services/tickets/public.ts'

/** Returns the holder of the card: the signed-in user, or the applicant of the ticket. */
async function holderOf(ctx: Context, ticket: string | undefined): Promise<ReadingHolder> {
  if (ctx.actor.userId > 0) return `user ${ctx.actor.userId}`
  const ticketRow = ticket === undefined ? null : await readTicket(ctx, ticket)
  return ticketRow ? `application ${ticketRow.applicationId}` : refuse(identityRefusals, 'noTicket')
}

function presentRecognisedCard(ctx: Context, fileId: string, { side, fields, warnings, quality }: RecognisedCard) {
  const value = (field: CardField) => fields.find((each) => each.field === field)?.value ?? ''
  return {
    side,
    fileid: fileId,
    quality,
    warnings: warnings.map((code) => ({ code, text: translate(cardWarningTexts[code], ctx.language) })),
    fields: fields.map((field) => ({ ...field, isTrusted: field.doubt === null })),
    name: value('name'),
    sex: value('sex'),
    nation: value('nation'),
    birth: value('birth'),
    address: value('address'),
    idnum: value('idNumber'),
    authority: value('authority'),
    validfrom: value('validFrom'),
    validto: value('validTo'),
    cardno: value('cardNo'),
    bank: value('bank'),
    type: value('cardType'),
    creditcode: value('creditCode'),
    legal: value('legal'),
    scope: value('scope'),
    date: value('founded'),
  }
}

export const identity: Implementation<Modules['identity']> = {
  async ways(ctx) {
    const source = ctx.gateways.source('identity')
    return { isSandbox: source === sandboxVerifier, isVerifying: source !== null, hasSpecimens: ctx.isDemo }
  },

  recognise: {
    async admit(ctx, { ticket }) {
      await holderOf(ctx, ticket)
      await countPicture(ctx)
    },
    async prepare({ file, side, ticket }, { now }) {
      const recognisedCard = await recogniseCard(file, side, now)
      return async (ctx) => {
        const fileId = await storeRecognised(ctx, recognisedCard, await holderOf(ctx, ticket))
        const doubts = recognisedCard.fields.filter(({ doubt }) => doubt !== null).map(({ field }) => field)
        ctx.note({
          refType: 'file',
          refId: fileId,
          detail: { side, warnings: recognisedCard.warnings, doubts, quality: recognisedCard.quality, ms: recognisedCard.tookMs },
        })
        return presentRecognisedCard(ctx, fileId, recognisedCard)
      }
    },
  },

  async specimen(ctx, { side, seed }) {
    if (!ctx.demo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    return { name: `specimen-${side}-${seed}.jpg`, jpeg: (await ctx.demo.specimen(side, seed)).toString('base64') }
  },
}
