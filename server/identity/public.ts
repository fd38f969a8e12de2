import type { CardSide, ReadField } from '#/domain/recognition.ts'
import * as recognition from '#/server/identity/recognition.ts'
import type { Holder } from '#/server/identity/store.ts'
import {
  type CardAnswer,
  type CardQuestion,
  type FaceAnswer,
  type FaceQuestion,
  type IdentityAnswer,
  type IdentityQuestion,
  sandboxVerifier,
} from '#/server/identity/verifier.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'

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

/** Whether answers about identities, cards and faces are made up: screens that show them say so. */
export const isVerifierSandbox = verifier.isSandbox

/** Whether a name belongs to an identity number. */
export async function verifyIdentity(question: IdentityQuestion): Promise<IdentityAnswer> {
  return (await verifier.verifyIdentities([question]))[0] ?? 'not_found'
}

/** Whether a card belongs to a person (name, identity number, card, and the mobile number when there is one). */
export async function verifyCard(question: CardQuestion): Promise<CardAnswer> {
  return (await verifier.verifyCards([question]))[0] ?? 'card_mismatch'
}

/** The same for many cards; one answer per question, in order. */
export function verifyCards(questions: readonly CardQuestion[]): Promise<CardAnswer[]> {
  return verifier.verifyCards(questions)
}

/** Whether a face is the one that belongs to an identity. */
export function verifyFace(question: FaceQuestion): Promise<FaceAnswer> {
  return verifier.verifyFace(question)
}
