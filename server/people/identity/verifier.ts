/** Who is asked whether a card belongs to a person. */
export interface CardQuestion {
  readonly name: string
  readonly idNumber: string
  /** With it four elements are compared, without it three. */
  readonly mobile: string
  readonly cardNo: string
}

/** What the bank (or the police's register behind it) answers. */
export type CardAnswer = 'match' | 'card_mismatch' | 'name_mismatch'

/** Whether a name belongs to an identity number (two elements). */
export interface IdentityQuestion {
  readonly name: string
  readonly idNumber: string
}
export type IdentityAnswer = 'match' | 'mismatch' | 'not_found'

/** Whether a face is the one in the police's register. */
export interface FaceQuestion extends IdentityQuestion {
  readonly picture: Uint8Array
}

export interface FaceAnswer {
  readonly answer: 'match' | 'mismatch' | 'no_face'
  /** 0 to 100: how alike. */
  readonly likeness: number
}

/** Verifies identities, cards and faces. Paid and limited outside (the same card at most five times a day), so answers are kept with what was asked. */
export interface IdentityVerifier {
  /** A sandbox says so on every screen that shows its answers. */
  readonly isSandbox: boolean
  /** One answer per question, in order. */
  verifyIdentities(questions: readonly IdentityQuestion[]): Promise<IdentityAnswer[]>
  /** Card, name and identity number belong together; one answer per question, in order. */
  verifyCards(questions: readonly CardQuestion[]): Promise<CardAnswer[]>
  verifyFace(question: FaceQuestion): Promise<FaceAnswer>
}

const isFalse = (name: string) => name.includes('假名')
const smallestFace = 2000

/**
 * The sandbox: cards ending in 9999 belong to somebody else, names of 假名 do not match their identity number, numbers ending in 0000 are not in the
 * register, and the face of 假脸 is another's. A picture of hardly any bytes shows no face.
 */
export const sandboxVerifier: IdentityVerifier = {
  isSandbox: true,
  verifyIdentities: async (questions) =>
    questions.map(({ name, idNumber }) => (isFalse(name) ? 'mismatch' : idNumber.endsWith('0000') ? 'not_found' : 'match')),
  verifyCards: async (questions) =>
    questions.map(({ name, cardNo }) => (isFalse(name) ? 'name_mismatch' : cardNo.endsWith('9999') ? 'card_mismatch' : 'match')),
  verifyFace: async ({ name, picture }) => {
    if (picture.byteLength < smallestFace) return { answer: 'no_face', likeness: 0 }
    return name.includes('假脸') || isFalse(name) ? { answer: 'mismatch', likeness: 31 } : { answer: 'match', likeness: 93 }
  },
}
