import type { DocumentImageKind, RecognisedField } from '#/domain/people/recognition.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import type {
  CardCheckRequest,
  CardCheckResult,
  CompanyCheckRequest,
  CompanyCheckResult,
  FaceCheckRequest,
  FaceVerdict,
  Gateways,
  IdentityCheckRequest,
  IdentityCheckResult,
  Verdict,
} from '#/server/kernel/external/gateways.ts'
import * as recognition from '#/server/people/identity/recognition.ts'
import type { ReadingHolder } from '#/server/people/identity/store.ts'

export type { CardCheckRequest, CardCheckResult, DocumentImageKind, IdentityCheckRequest, ReadingHolder, RecognisedField as ReadField, Verdict }
export type RecognisedCard = recognition.RecognisedCard

const unverifiedVerdict = { answer: 'unverified', by: '', why: 'noAnswer' } as const

/**
 * Reads the photograph of a card (JPG, PNG or WEBP up to 10 MB) and refuses anything else. Returns fields with
 * confidence and doubt, warnings, and the cleaned picture. Reading takes seconds, so call this in `prepare` of a staged
 * operation (`server/kernel/request/implementation.ts`), and `storeRecognised` in the result. The contents of a picture
 * never cause an error: unreadable fields are empty, with a warning.
 */
export function recogniseCard(upload: Upload, side: DocumentImageKind, now: Date): Promise<RecognisedCard> {
  return recognition.recogniseCard(upload, side, now)
}

/** Stores the private picture with its sealed reading. Returns the file id. */
export function storeRecognised(ctx: Context, recognised: RecognisedCard, holder: ReadingHolder): Promise<string> {
  return recognition.storeRecognised(ctx, recognised, holder)
}

/** Returns the reading of a stored picture of this holder, for comparison with later changes. */
export function readingOf(ctx: Context, fileId: string, holder: ReadingHolder): ReturnType<typeof recognition.readingOf> {
  return recognition.readingOf(ctx, fileId, holder)
}

/** The bank's verdict on a card; when unverified, people decide with evidence. */
export type CardOutcome = CardCheckResult | 'unverified'

/** Asks whether a name belongs to an identity number. */
export async function verifyIdentity(ctx: Context, request: IdentityCheckRequest): Promise<Verdict<IdentityCheckResult>> {
  return (await ctx.outside('identity', request, () => ctx.gateways.identities([request])))[0] ?? unverifiedVerdict
}

/** Asks whether a card belongs to a person (name, identity number, card, and mobile number if present). */
export async function verifyCard(ctx: Context, request: CardCheckRequest): Promise<Verdict<CardCheckResult>> {
  return (await verifyCards(ctx, [request]))[0] ?? unverifiedVerdict
}

/** Asks about many cards; one answer per question, in order. */
export async function verifyCards(ctx: Context, requests: readonly CardCheckRequest[]): Promise<Verdict<CardCheckResult>[]> {
  return requests.length === 0 ? [] : ctx.outside('cards', requests, () => inquireCards(ctx, requests))
}

/** Asks about many cards within a job, between its transactions. */
export async function inquireCards({ gateways }: { readonly gateways: Gateways }, requests: readonly CardCheckRequest[]): Promise<Verdict<CardCheckResult>[]> {
  return gateways.cards(requests)
}

/** Asks whether a face belongs to an identity. */
export function verifyFace(ctx: Context, request: FaceCheckRequest): Promise<FaceVerdict> {
  return ctx.outside('face', request, () => ctx.gateways.face(request))
}

/** Asks whether the company register lists name, credit code and legal person together. */
export function verifyCompany(ctx: Context, request: CompanyCheckRequest): Promise<Verdict<CompanyCheckResult>> {
  return ctx.outside('company', request, () => ctx.gateways.company(request))
}
