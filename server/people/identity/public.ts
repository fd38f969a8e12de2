import type { CardSide, ReadField } from '#/domain/recognition.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'
import * as recognition from '#/server/people/identity/recognition.ts'
import type { Holder } from '#/server/people/identity/store.ts'
import {
  type CardAnswer,
  type CardQuestion,
  type FaceAnswer,
  type FaceQuestion,
  type IdentityAnswer,
  type IdentityQuestion,
  sandboxVerifier,
} from '#/server/people/identity/verifier.ts'

export type { CardAnswer, CardQuestion, CardSide, FaceAnswer, Holder, IdentityAnswer, ReadField }
export type Recognised = recognition.Recognised

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

// The one place that knows who verifies; another provider is another implementation of the same interface.
const verifier = sandboxVerifier

function asked(): typeof verifier {
  refuseWithin('a question to a verifier')
  return verifier
}

/** Whether answers about identities, cards and faces are made up: screens that show them say so. */
export const isVerifierSandbox = verifier.isSandbox

/** Whether a name belongs to an identity number. */
export function verifyIdentity(ctx: Context, question: IdentityQuestion): Promise<IdentityAnswer> {
  return ctx.outside('identity', question, async () => (await asked().verifyIdentities([question]))[0] ?? 'not_found')
}

/** Whether a card belongs to a person (name, identity number, card, and the mobile number when there is one). */
export async function verifyCard(ctx: Context, question: CardQuestion): Promise<CardAnswer> {
  return (await verifyCards(ctx, [question]))[0] ?? 'card_mismatch'
}

/** The same for many cards; one answer per question, in order. */
export async function verifyCards(ctx: Context, questions: readonly CardQuestion[]): Promise<CardAnswer[]> {
  return questions.length === 0 ? [] : ctx.outside('cards', questions, () => askAboutCards(questions))
}

/** The same for a job, between its transactions. */
export async function askAboutCards(questions: readonly CardQuestion[]): Promise<CardAnswer[]> {
  return asked().verifyCards(questions)
}

/** Whether a face is the one that belongs to an identity. */
export function verifyFace(ctx: Context, question: FaceQuestion): Promise<FaceAnswer> {
  return ctx.outside('face', question, () => asked().verifyFace(question))
}
