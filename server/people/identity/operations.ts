import type { Modules } from '#/api/modules.ts'
import { cardWarningTexts, identityRefusals } from '#/api/people/identity.texts.ts'
import { seeded } from '#/demo/random.ts'
import { bankSpecimen, drawBack, drawBank, drawFront, drawLicence, idSpecimen, licenceSpecimen } from '#/demo/specimen.ts'
import { photograph } from '#/demo/specimen-photo.ts'
import type { CardField, CardSide } from '#/domain/people/recognition.ts'
import { bySandbox } from '#/domain/services/gateway.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import { countPicture } from '#/server/people/identity/limits.ts'
import { type RecognisedCard, recognise, storeRecognised } from '#/server/people/identity/recognition.ts'
import type { Holder } from '#/server/people/identity/store.ts'
import { readTicket } from '#/server/services/tickets/public.ts'

/** Returns the holder of the card: the signed-in user, or the applicant of the ticket. */
async function holderOf(ctx: Context, ticket: string | undefined): Promise<Holder> {
  if (ctx.actor.userId > 0) return `user ${ctx.actor.userId}`
  const opened = ticket === undefined ? null : await readTicket(ctx, ticket)
  return opened ? `application ${opened.applicationId}` : refuse(identityRefusals, 'noTicket')
}

function answerOf(ctx: Context, fileId: string, { side, fields, warnings, quality }: RecognisedCard) {
  const value = (field: CardField) => fields.find((each) => each.field === field)?.value ?? ''
  return {
    side,
    fileid: fileId,
    quality,
    warnings: warnings.map((code) => ({ code, text: say(cardWarningTexts[code], ctx.language) })),
    fields: fields.map((each) => ({ ...each, isTrusted: each.doubt === null })),
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

async function specimenOf(side: CardSide, seed: number): Promise<Buffer> {
  const random = seeded(seed)
  if (side === 'bank') return photograph(await drawBank(bankSpecimen(random)), 'clean', random)
  if (side === 'licence') return photograph(await drawLicence(licenceSpecimen(random)), 'clean', random)
  const card = idSpecimen(random)
  return photograph(await (side === 'front' ? drawFront(card) : drawBack(card)), 'clean', random)
}

export const identity: Implementation<Modules['identity']> = {
  async ways(ctx) {
    const source = ctx.gateways.source('identity')
    return { isSandbox: source === bySandbox, isVerifying: source !== null, hasSpecimens: ctx.isDemo }
  },

  recognise: {
    async admit(ctx, { ticket }) {
      await holderOf(ctx, ticket)
      await countPicture(ctx)
    },
    async prepare({ file, side, ticket }, { now }) {
      const recognised = await recognise(file, side, now)
      return async (ctx) => {
        const fileId = await storeRecognised(ctx, recognised, await holderOf(ctx, ticket))
        const doubts = recognised.fields.filter(({ doubt }) => doubt !== null).map(({ field }) => field)
        ctx.note({
          refType: 'file',
          refId: fileId,
          detail: { side, warnings: recognised.warnings, doubts, quality: recognised.quality, ms: recognised.tookMs },
        })
        return answerOf(ctx, fileId, recognised)
      }
    },
  },

  async specimen(ctx, { side, seed }) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    return { name: `specimen-${side}-${seed}.jpg`, jpeg: (await specimenOf(side, seed)).toString('base64') }
  },
}
