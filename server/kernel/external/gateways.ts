import type { IdKind } from '#/domain/base/id-paper.ts'
import type { ExternalService } from '#/domain/services/gateway.ts'
import type { TextMessage } from '#/server/kernel/external/courier.ts'

/**
 * The reason why a verifier gave no verdict: not configured, unsupported ID kind, limit reached, or no trustworthy
 * answer.
 */
export type NoVerdictReason = 'notSetUp' | 'kind' | 'cardLimit' | 'dayLimit' | 'noAnswer'

/** A verifier's answer. `unverified` means that the verifier could not decide, so a reviewer must. */
export interface Verdict<A> {
  readonly answer: A | 'unverified'
  /** The gateway that answered: `sandbox` in the demo, empty when none answered. */
  readonly by: string
  readonly why: NoVerdictReason | null
}

/** The subject of a request, such as `operator 12`, for the cost log. */
interface RequestRef {
  readonly ref?: string
}

/** Asks whether name and identity number belong together (a two-element check). */
export interface IdentityCheckRequest extends RequestRef {
  readonly name: string
  readonly idKind: IdKind
  readonly idNumber: string
}
export type IdentityCheckResult = 'match' | 'mismatch' | 'not_found'

/** Asks whether a card belongs to a person: a three-element check, or four elements with the mobile number. */
export interface CardCheckRequest extends IdentityCheckRequest {
  readonly mobile: string
  readonly cardNo: string
}
export type CardCheckResult = 'match' | 'card_mismatch' | 'name_mismatch'

/** Asks whether a face matches the photo in the police register. */
export interface FaceCheckRequest extends IdentityCheckRequest {
  readonly picture: Uint8Array
}
export type FaceCheckResult = 'match' | 'mismatch' | 'no_face'
export interface FaceVerdict extends Verdict<FaceCheckResult> {
  /** Similarity from 0 to 100. */
  readonly likeness: number
}

/**
 * Asks whether the company register lists these values together. Without a legal representative, only name and code are
 * compared.
 */
export interface CompanyCheckRequest extends RequestRef {
  readonly name: string
  readonly creditCode: string
  readonly legal: string
}
export type CompanyCheckResult = 'match' | 'mismatch' | 'not_found'

/** A request from a gateway, with the raw body. */
export interface GatewayNotice {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * External verification and SMS services. Every request costs money, is counted and limited, and must run outside
 * transactions.
 */
export interface Gateways {
  /** Returns the gateway that serves a service: `sandbox` in a demo without settings, null when there is none. */
  source(service: ExternalService): string | null
  /** Reloads the gateway settings. The database notifies every server of a change. */
  refresh(): Promise<void>
  identities(requests: readonly IdentityCheckRequest[]): Promise<Verdict<IdentityCheckResult>[]>
  cards(requests: readonly CardCheckRequest[]): Promise<Verdict<CardCheckResult>[]>
  face(request: FaceCheckRequest): Promise<FaceVerdict>
  company(request: CompanyCheckRequest): Promise<Verdict<CompanyCheckResult>>
  /** Sends a text message through the configured gateway. */
  text(message: TextMessage): Promise<void>
  /** Processes a delivery report. */
  report(notice: GatewayNotice): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>
  /**
   * Calls the service once with the current settings. Returns an empty text when it answers correctly, otherwise the
   * fault.
   */
  test(service: ExternalService): Promise<string>
  stop(): Promise<void>
}
