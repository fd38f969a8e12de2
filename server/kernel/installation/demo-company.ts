import type { Text } from '#/domain/base/text.ts'
import type { DocumentImageKind } from '#/domain/people/recognition.ts'

/** The part of the demo that modules may use. In demo mode only, `server/app/start.ts` loads it from `demo/`. */
export interface DemoCompany {
  /** The sign-in and payment passwords of all demo accounts. */
  readonly password: string
  readonly paymentPassword: string
  /** The demo accounts listed on the sign-in page. */
  readonly accounts: readonly { readonly username: string; readonly role: Text }[]
  /** Draws a specimen card as a JPEG; the same seed gives the same card. */
  readonly specimen: (side: DocumentImageKind, seed: number) => Promise<Buffer>
}
