import type { CardSide, ReadField } from '#/domain/recognition.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import type {
  CardAnswer,
  CardQuestion,
  CompanyAnswer,
  CompanyQuestion,
  FaceQuestion,
  FaceVerdict,
  Gateways,
  IdentityAnswer,
  IdentityQuestion,
  Verdict,
} from '#/server/kernel/gateways.ts'
import * as recognition from '#/server/people/identity/recognition.ts'
import type { Holder } from '#/server/people/identity/store.ts'

export type { CardAnswer, CardQuestion, CardSide, Holder, IdentityQuestion, ReadField, Verdict }
export type Recognised = recognition.Recognised

const nobody = { answer: 'unverified', by: '', why: 'noAnswer' } as const

/**
 * Reads the photograph of a card (a JPG, PNG or WEBP of at most 10 MB; anything else is refused): fields with confidence and doubt, warnings, and the
 * cleaned picture. Takes seconds, so never inside a transaction: it belongs into `prepare` of a staged operation (`server/kernel/implementation.ts`), and
 * `keepRecognised` into what that answers. Never fails for what is on the picture: when nothing is read, the fields are empty and a warning says so.
 */
export function recognise(upload: Upload, side: CardSide, now: Date): Promise<Recognised> {
  return recognition.recognise(upload, side, now)
}

/** Keeps the picture, private, with what was read from it, sealed; answers the id of the file. */
export function keepRecognised(ctx: Context, recognised: Recognised, holder: Holder): Promise<string> {
  return recognition.keepRecognised(ctx, recognised, holder)
}

/** What was read from a kept picture of this holder's: what the person changed since can be told from it. */
export function readingOf(ctx: Context, fileId: string, holder: Holder): ReturnType<typeof recognition.readingOf> {
  return recognition.readingOf(ctx, fileId, holder)
}

/** What the bank says of a card, or that nobody could be asked: then people decide, with evidence. */
export type CardOutcome = CardAnswer | 'unverified'

/** Whether a name belongs to an identity number. */
export async function verifyIdentity(ctx: Context, question: IdentityQuestion): Promise<Verdict<IdentityAnswer>> {
  return (await ctx.outside('identity', question, () => ctx.gateways.identities([question])))[0] ?? nobody
}

/** Whether a card belongs to a person (name, identity number, card, and the mobile number when there is one). */
export async function verifyCard(ctx: Context, question: CardQuestion): Promise<Verdict<CardAnswer>> {
  return (await verifyCards(ctx, [question]))[0] ?? nobody
}

/** The same for many cards; one answer per question, in order. */
export async function verifyCards(ctx: Context, questions: readonly CardQuestion[]): Promise<Verdict<CardAnswer>[]> {
  return questions.length === 0 ? [] : ctx.outside('cards', questions, () => askAboutCards(ctx, questions))
}

/** The same for a job, between its transactions. */
export async function askAboutCards({ gateways }: { readonly gateways: Gateways }, questions: readonly CardQuestion[]): Promise<Verdict<CardAnswer>[]> {
  return gateways.cards(questions)
}

/** Whether a face is the one that belongs to an identity. */
export function verifyFace(ctx: Context, question: FaceQuestion): Promise<FaceVerdict> {
  return ctx.outside('face', question, () => ctx.gateways.face(question))
}

/** Whether the register of companies has a name, a credit code and a legal person together. */
export function verifyCompany(ctx: Context, question: CompanyQuestion): Promise<Verdict<CompanyAnswer>> {
  return ctx.outside('company', question, () => ctx.gateways.company(question))
}
