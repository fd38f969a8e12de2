/** Who is asked whether a card belongs to a person. */
export interface CardQuestion {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
}

/** What the bank (or the police's register behind it) answers. */
export type CardAnswer = 'match' | 'card_mismatch' | 'name_mismatch'

/** Verifies identities and cards. Paid and limited outside (the same card at most five times a day), so answers are kept with the card. */
export interface IdentityVerifier {
  /** Card, name and identity number belong together (three elements); one answer per question, in order. */
  verifyCards(questions: readonly CardQuestion[]): Promise<CardAnswer[]>
}

/** The sandbox: cards ending in 9999 belong to somebody else, names of 假名 do not match their identity number. */
export const sandboxVerifier: IdentityVerifier = {
  verifyCards: async (questions) =>
    questions.map(({ name, cardNo }) => (name.includes('假名') ? 'name_mismatch' : cardNo.endsWith('9999') ? 'card_mismatch' : 'match')),
}
