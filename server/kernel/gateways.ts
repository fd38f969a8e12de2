import type { Service } from '#/domain/gateway.ts'
import type { IdKind } from '#/domain/id-paper.ts'
import type { TextMessage } from '#/server/kernel/courier.ts'

/** Why nobody could say: no provider is set up or none for this kind of paper, a limit is reached, or no answer came that can be believed. */
export type NoVerdict = 'notSetUp' | 'kind' | 'cardLimit' | 'dayLimit' | 'noAnswer'

/** What a provider said, and who it was. `unverified` is never a yes nor a no: people decide. */
export interface Verdict<A> {
  readonly answer: A | 'unverified'
  /** The kind of gateway that said it; `sandbox` in the demo, empty where nobody did. */
  readonly by: string
  readonly why: NoVerdict | null
}

/** For whom a question is asked, so that the log of costs can say it: `operator 12`. */
interface Asked {
  readonly ref?: string
}

/** Whether a name belongs to an identity number (two elements). */
export interface IdentityQuestion extends Asked {
  readonly name: string
  readonly idKind: IdKind
  readonly idNumber: string
}
export type IdentityAnswer = 'match' | 'mismatch' | 'not_found'

/** Whether a card belongs to a person: three elements, four with the mobile number. */
export interface CardQuestion extends IdentityQuestion {
  readonly mobile: string
  readonly cardNo: string
}
export type CardAnswer = 'match' | 'card_mismatch' | 'name_mismatch'

/** Whether a face is the one in the police's register. */
export interface FaceQuestion extends IdentityQuestion {
  readonly picture: Uint8Array
}
export type FaceAnswer = 'match' | 'mismatch' | 'no_face'
export interface FaceVerdict extends Verdict<FaceAnswer> {
  /** 0 to 100: how alike. */
  readonly likeness: number
}

/** Whether the register of companies has these together; without a legal person only name and code. */
export interface CompanyQuestion extends Asked {
  readonly name: string
  readonly creditCode: string
  readonly legal: string
}
export type CompanyAnswer = 'match' | 'mismatch' | 'not_found'

/** A request that a gateway made to us, with its body as it came. */
export interface GatewayNotice {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** What others do for the platform. Every question is paid for, counted and limited; none may stand inside a transaction. */
export interface Gateways {
  /** Who answers for a service now; `sandbox` in the demo where nothing is set up, null where nobody can be asked. */
  source(service: Service): string | null
  /** Reads again what is set up: after a change, which the database announces to every server. */
  refresh(): Promise<void>
  identities(questions: readonly IdentityQuestion[]): Promise<Verdict<IdentityAnswer>[]>
  cards(questions: readonly CardQuestion[]): Promise<Verdict<CardAnswer>[]>
  face(question: FaceQuestion): Promise<FaceVerdict>
  company(question: CompanyQuestion): Promise<Verdict<CompanyAnswer>>
  /** Sends a text message through the gateway that is set up. */
  text(message: TextMessage): Promise<void>
  /** A delivery report. */
  report(notice: GatewayNotice): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>
  /** Calls the service once with the settings that stand; an empty text when it answers as agreed, else what is wrong. */
  test(service: Service): Promise<string>
  stop(): Promise<void>
}
