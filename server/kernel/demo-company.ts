import type { Text } from '#/domain/base/text.ts'
import type { CardSide } from '#/domain/people/recognition.ts'

/** The part of the demo that modules may use. `server/app/start.ts` loads it from `demo/`, in demo mode only. */
export interface DemoCompany {
  /** The sign-in and payment passwords of all demo accounts. */
  readonly password: string
  readonly paymentPassword: string
  /** The accounts on the sign-in page. */
  readonly accounts: readonly { readonly username: string; readonly role: Text }[]
  /** Draws a specimen card as a JPEG; the same seed gives the same card. */
  readonly specimen: (side: CardSide, seed: number) => Promise<Buffer>
}
