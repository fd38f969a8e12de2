import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ExternalService, type GatewayKind, gatewayKinds, sandboxVerifier } from '#/domain/services/gateway.ts'
import { adapterOf } from '#/server/desk/gateways/adapters.ts'
import type { GatewayConnection, GatewayRuntime } from '#/server/desk/gateways/opening.ts'
import * as sandbox from '#/server/desk/gateways/sandbox.ts'
import type { CallResult, NewCall } from '#/server/desk/gateways/store-work.ts'
import * as work from '#/server/desk/gateways/store-work.ts'
import type {
  CardCheckRequest,
  CardCheckResult,
  CompanyCheckRequest,
  CompanyCheckResult,
  FaceCheckRequest,
  FaceCheckResult,
  Gateways,
  IdentityCheckRequest,
  IdentityCheckResult,
  NoVerdictReason,
  Verdict,
} from '#/server/kernel/external/gateways.ts'
import { faultMessage } from '#/server/kernel/external/signed-call.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

/** Maximum concurrent requests. */
const maxConcurrent = 8
/** After this many consecutive failures the provider counts as unavailable, and no further requests are sent. */
const maxFailures = 3

export const startOfDay = (now: Date): Date => new Date(`${dayOf(now)}T00:00:00+08:00`)

interface Inquiry<Q, A> {
  readonly service: ExternalService
  /** The answer of the demo without a provider. */
  readonly sandboxAnswer: (request: Q) => A
  readonly ask: (gateway: GatewayConnection, request: Q) => Promise<A>
  readonly note: (request: Q) => Omit<NewCall, 'seq'>
  /** The name of the setting with the price per answer. */
  readonly price: (request: Q) => string
  /** The answer as stored in the cost log. */
  readonly resultOf: (answer: A) => string
  /** The kind of ID of the person; absent for requests that are not about a person. */
  readonly idKindOf?: (request: Q) => IdKind
  /** Restores an answer from the log. If absent, every request is sent again. */
  readonly restore?: (result: string) => A
}

interface GatewayAnswer<A> {
  readonly answer: A | null
  readonly by: string
  readonly why: NoVerdictReason | null
}

const dayMs = 86_400_000
const storeResult = (runtime: GatewayRuntime, row: CallResult) => runtime.write((db) => work.storeResults(db, [row]))

/** Sends the requests that the limits admitted, concurrently, and stores each result at once. */
async function requestWithinLimits<Q, A>(
  runtime: GatewayRuntime,
  gateway: GatewayConnection,
  inquiry: Inquiry<Q, A>,
  admitted: readonly { id: number; request: Q; done: (answer: GatewayAnswer<A>) => void }[],
): Promise<void> {
  const waitingRequests = [...admitted]
  let failures = 0
  const sendOne = async ({ id, request, done }: (typeof waitingRequests)[number]) => {
    if (failures >= maxFailures) {
      done({ answer: null, by: '', why: 'noAnswer' })
      return storeResult(runtime, { id, result: 'notAsked', cost: 0, ms: 0 })
    }
    const startTime = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startTime)
    try {
      const answer = await inquiry.ask(gateway, request)
      failures = 0
      done({ answer, by: gateway.kind, why: null })
      return await storeResult(runtime, { id, result: inquiry.resultOf(answer), cost: Number(gateway.settings[inquiry.price(request)] ?? 0), ms: elapsedMs() })
    } catch (error) {
      failures++
      done({ answer: null, by: '', why: 'noAnswer' })
      runtime.log.warn({ service: inquiry.service, kind: gateway.kind, fault: faultMessage(error) }, 'a gateway gave no answer that can be believed')
      return storeResult(runtime, { id, result: 'noAnswer', cost: 0, ms: elapsedMs() })
    }
  }
  const worker = async () => {
    for (let next = waitingRequests.shift(); next; next = waitingRequests.shift()) await sendOne(next)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, waitingRequests.length) }, worker))
}

/** Sends all requests, except those about kinds of ID that the provider does not support. */
async function requestAll<Q, A>(runtime: GatewayRuntime, inquiry: Inquiry<Q, A>, requests: readonly Q[]): Promise<GatewayAnswer<A>[]> {
  refuseInTransaction('a request to a gateway')
  const { idKindOf } = inquiry
  const kind = runtime.connectionOf(inquiry.service)?.kind
  const acceptedIdKinds = kind === undefined || idKindOf === undefined ? undefined : (gatewayKinds[kind] as GatewayKind).idKinds
  const isAcceptedKind = (request: Q) => acceptedIdKinds === undefined || idKindOf === undefined || acceptedIdKinds.includes(idKindOf(request))
  const providerAnswers = await requestUncached(runtime, inquiry, requests.filter(isAcceptedKind))
  return requests.map((request) => (isAcceptedKind(request) ? providerAnswers.shift() : undefined) ?? { answer: null, by: '', why: 'kind' })
}

/**
 * Reuses answers of the last 24 hours and sends the other requests within the limits. Each request is stored before it
 * is sent.
 */
async function requestUncached<Q, A>(runtime: GatewayRuntime, inquiry: Inquiry<Q, A>, requests: readonly Q[]): Promise<GatewayAnswer<A>[]> {
  const { service, restore } = inquiry
  const gateway = runtime.connectionOf(service)
  // Outside the demo, a request without a configured provider gets no answer.
  if (!gateway)
    return requests.map((request) =>
      runtime.isDemo ? { answer: inquiry.sandboxAnswer(request), by: sandboxVerifier, why: null } : { answer: null, by: '', why: 'notSetUp' },
    )
  const at = runtime.now()
  const newCalls = requests.map((request, seq) => ({ seq, ...inquiry.note(request) }))
  const digests = newCalls.map((each) => each.question)
  const cachedAnswers = restore
    ? await runtime.write((db) => work.storedResults(db, service, gateway.kind, digests, new Date(at.getTime() - dayMs)))
    : new Map<string, string>()
  const callLimits = { service, provider: gateway.kind, at, dayStart: startOfDay(at), maxPerDay: Number(gateway.settings.platformDay) }
  const callsToMake = newCalls.filter((each) => !cachedAnswers.has(each.question))
  const { ids, left } =
    callsToMake.length === 0 ? { ids: new Map<number, number>(), left: 0 } : await runtime.write((db) => work.recordAllowedCalls(db, callLimits, callsToMake))
  const gatewayAnswers = newCalls.map(({ question }): GatewayAnswer<A> => {
    const result = cachedAnswers.get(question)
    if (result !== undefined && restore) return { answer: restore(result), by: gateway.kind, why: null }
    return { answer: null, by: '', why: ids.size >= left ? 'dayLimit' : 'cardLimit' }
  })
  const admittedRequests = requests.flatMap((request, seq) => {
    const id = ids.get(seq)
    const done = (answer: GatewayAnswer<A>) => {
      gatewayAnswers[seq] = answer
    }
    return id === undefined ? [] : [{ id, request, done }]
  })
  await requestWithinLimits(runtime, gateway, inquiry, admittedRequests)
  return gatewayAnswers
}

const toVerdict = <A>({ answer, by, why }: GatewayAnswer<A>): Verdict<A> => ({ answer: answer ?? 'unverified', by, why })

function identityInquiry(digest: DigestFunction): Inquiry<IdentityCheckRequest, IdentityCheckResult> {
  return {
    service: 'identity',
    sandboxAnswer: sandbox.sandboxIdentityResult,
    idKindOf: ({ idKind }) => idKind,
    ask: ({ kind, call }, request) => adapterOf('identity', kind).identity(call, request),
    note: ({ name, idKind, idNumber, ref = '' }) => ({ what: 'id2', ref, subject: '', question: digest('id2', name, idKind, idNumber) }),
    price: () => 'price2',
    resultOf: (answer) => answer,
    restore: (result) => result as IdentityCheckResult,
  }
}

function cardInquiry(runtime: GatewayRuntime, digest: DigestFunction): Inquiry<CardCheckRequest, CardCheckResult> {
  const hasMobile = ({ mobile }: CardCheckRequest) => mobile !== ''
  return {
    service: 'identity',
    sandboxAnswer: sandbox.sandboxCardResult,
    idKindOf: ({ idKind }) => idKind,
    ask: ({ kind, call }, request) => adapterOf('identity', kind).card(call, request),
    note: (request) => ({
      what: hasMobile(request) ? 'card4' : 'card3',
      ref: request.ref ?? '',
      subject: runtime.vault.index('card_no', request.cardNo),
      question: digest('card', request.name, request.idKind, request.idNumber, request.cardNo, request.mobile),
    }),
    price: (request) => (hasMobile(request) ? 'price4' : 'price3'),
    resultOf: (answer) => answer,
    restore: (result) => result as CardCheckResult,
  }
}

const faceInquiry: Inquiry<FaceCheckRequest, { answer: FaceCheckResult; likeness: number }> = {
  service: 'face',
  sandboxAnswer: sandbox.sandboxFaceResult,
  idKindOf: ({ idKind }) => idKind,
  ask: ({ kind, call }, request) => adapterOf('face', kind).compare(call, request),
  note: ({ ref = '' }) => ({ what: 'face', ref, subject: '', question: '' }),
  price: () => 'price',
  resultOf: ({ answer }) => answer,
}

function companyInquiry(digest: DigestFunction): Inquiry<CompanyCheckRequest, CompanyCheckResult> {
  return {
    service: 'register',
    sandboxAnswer: sandbox.sandboxCompanyResult,
    ask: ({ kind, call }, request) => adapterOf('register', kind).queryCompany(call, request),
    note: ({ name, creditCode, legal, ref = '' }) => ({ what: 'company', ref, subject: '', question: digest('company', name, creditCode, legal) }),
    price: () => 'price',
    resultOf: (answer) => answer,
    restore: (result) => result as CompanyCheckResult,
  }
}

type DigestFunction = (...parts: string[]) => string

/** Sends requests to the identity, face and company register providers. */
export function createVerifiers(runtime: GatewayRuntime): Pick<Gateways, 'identities' | 'cards' | 'face' | 'company'> {
  const digest: DigestFunction = (...parts) => runtime.vault.index('message', parts.join('\0'))
  const noAnswer = { answer: null, by: '', why: 'noAnswer' } as const
  return {
    identities: async (requests) => (await requestAll(runtime, identityInquiry(digest), requests)).map(toVerdict),
    cards: async (requests) => (await requestAll(runtime, cardInquiry(runtime, digest), requests)).map(toVerdict),
    async face(request) {
      const [answer = noAnswer] = await requestAll(runtime, faceInquiry, [request])
      return { answer: answer.answer?.answer ?? 'unverified', likeness: answer.answer?.likeness ?? 0, by: answer.by, why: answer.why }
    },
    async company(request) {
      const [answer = noAnswer] = await requestAll(runtime, companyInquiry(digest), [request])
      return toVerdict(answer)
    },
  }
}
