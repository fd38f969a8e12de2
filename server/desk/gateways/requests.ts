import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type GatewayKind, gatewayKinds, type Service, sandboxVerifier } from '#/domain/services/gateway.ts'
import { adapterOf } from '#/server/desk/gateways/adapters.ts'
import type { Desk, OpenedGateway } from '#/server/desk/gateways/opening.ts'
import * as sandbox from '#/server/desk/gateways/sandbox.ts'
import type { CallResult, NewCall } from '#/server/desk/gateways/store-work.ts'
import * as work from '#/server/desk/gateways/store-work.ts'
import type {
  CardAnswer,
  CardQuestion,
  CompanyAnswer,
  CompanyQuestion,
  FaceAnswer,
  FaceQuestion,
  Gateways,
  IdentityAnswer,
  IdentityQuestion,
  NoVerdict,
  Verdict,
} from '#/server/kernel/gateways.ts'
import { faultOf } from '#/server/kernel/signed-call.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

/** Maximum concurrent questions. */
const lanes = 8
/** After this many consecutive failures the provider counts as down, and the remaining questions are not sent. */
const maxFailures = 3

export const startOfDay = (now: Date): Date => new Date(`${dayOf(now)}T00:00:00+08:00`)

interface Round<Q, A> {
  readonly service: Service
  /** The sandbox answer. */
  readonly pretend: (question: Q) => A
  readonly ask: (gateway: OpenedGateway, question: Q) => Promise<A>
  readonly note: (question: Q) => Omit<NewCall, 'seq'>
  /** The setting with the price of an answer. */
  readonly price: (question: Q) => string
  /** The answer as stored in the cost log. */
  readonly resultOf: (answer: A) => string
  /** The ID kind of the person, for questions about one. */
  readonly paper?: (question: Q) => IdKind
  /** Restores an answer from the log; absent when every question must be asked again. */
  readonly again?: (result: string) => A
}

interface GatewayAnswer<A> {
  readonly answer: A | null
  readonly by: string
  readonly why: NoVerdict | null
}

const dayMs = 86_400_000
const keep = (desk: Desk, row: CallResult) => desk.write((db) => work.settle(db, [row]))

/** Sends the admitted questions concurrently and stores each result at once. */
async function ask<Q, A>(
  desk: Desk,
  gateway: OpenedGateway,
  round: Round<Q, A>,
  admitted: readonly { id: number; question: Q; done: (answer: GatewayAnswer<A>) => void }[],
): Promise<void> {
  const waiting = [...admitted]
  let failures = 0
  const one = async ({ id, question, done }: (typeof waiting)[number]) => {
    if (failures >= maxFailures) {
      done({ answer: null, by: '', why: 'noAnswer' })
      return keep(desk, { id, result: 'notAsked', cost: 0, ms: 0 })
    }
    const started = performance.now()
    const took = () => Math.round(performance.now() - started)
    try {
      const answer = await round.ask(gateway, question)
      failures = 0
      done({ answer, by: gateway.kind, why: null })
      return await keep(desk, { id, result: round.resultOf(answer), cost: Number(gateway.settings[round.price(question)] ?? 0), ms: took() })
    } catch (error) {
      failures++
      done({ answer: null, by: '', why: 'noAnswer' })
      desk.log.warn({ service: round.service, kind: gateway.kind, fault: faultOf(error) }, 'a gateway gave no answer that can be believed')
      return keep(desk, { id, result: 'noAnswer', cost: 0, ms: took() })
    }
  }
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(next)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, waiting.length) }, lane))
}

/** Asks all questions, except those about ID kinds that the provider does not support. */
async function askAll<Q, A>(desk: Desk, round: Round<Q, A>, questions: readonly Q[]): Promise<GatewayAnswer<A>[]> {
  refuseInTransaction('a question to a gateway')
  const { paper } = round
  const kind = desk.opened(round.service)?.kind
  const papers = kind === undefined || paper === undefined ? undefined : (gatewayKinds[kind] as GatewayKind).idKinds
  const isKnown = (question: Q) => papers === undefined || paper === undefined || papers.includes(paper(question))
  const answer = await askKnown(desk, round, questions.filter(isKnown))
  return questions.map((question) => (isKnown(question) ? answer.shift() : undefined) ?? { answer: null, by: '', why: 'kind' })
}

/**
 * Reuses answers of the last 24 hours and asks the rest within the limits. Each question is stored before it is sent.
 */
async function askKnown<Q, A>(desk: Desk, round: Round<Q, A>, questions: readonly Q[]): Promise<GatewayAnswer<A>[]> {
  const { service, again } = round
  const gateway = desk.opened(service)
  // Only the demo accepts sandbox answers.
  if (!gateway)
    return questions.map((question) =>
      desk.isDemo ? { answer: round.pretend(question), by: sandboxVerifier, why: null } : { answer: null, by: '', why: 'notSetUp' },
    )
  const at = desk.now()
  const noted = questions.map((question, seq) => ({ seq, ...round.note(question) }))
  const digests = noted.map((each) => each.question)
  const known = again ? await desk.write((db) => work.answered(db, service, gateway.kind, digests, new Date(at.getTime() - dayMs))) : new Map<string, string>()
  const admission = { service, provider: gateway.kind, at, dayStart: startOfDay(at), maxPerDay: Number(gateway.settings.platformDay) }
  const fresh = noted.filter((each) => !known.has(each.question))
  const { ids, left } = fresh.length === 0 ? { ids: new Map<number, number>(), left: 0 } : await desk.write((db) => work.admit(db, admission, fresh))
  const received = noted.map(({ question }): GatewayAnswer<A> => {
    const result = known.get(question)
    if (result !== undefined && again) return { answer: again(result), by: gateway.kind, why: null }
    return { answer: null, by: '', why: ids.size >= left ? 'dayLimit' : 'cardLimit' }
  })
  const admitted = questions.flatMap((question, seq) => {
    const id = ids.get(seq)
    const done = (answer: GatewayAnswer<A>) => {
      received[seq] = answer
    }
    return id === undefined ? [] : [{ id, question, done }]
  })
  await ask(desk, gateway, round, admitted)
  return received
}

const verdict = <A>({ answer, by, why }: GatewayAnswer<A>): Verdict<A> => ({ answer: answer ?? 'unverified', by, why })

function identityRound(digest: Digest): Round<IdentityQuestion, IdentityAnswer> {
  return {
    service: 'identity',
    pretend: sandbox.identityOf,
    paper: ({ idKind }) => idKind,
    ask: ({ kind, call }, question) => adapterOf('identity', kind).identity(call, question),
    note: ({ name, idKind, idNumber, ref = '' }) => ({ what: 'id2', ref, subject: '', question: digest('id2', name, idKind, idNumber) }),
    price: () => 'price2',
    resultOf: (answer) => answer,
    again: (result) => result as IdentityAnswer,
  }
}

function cardRound(desk: Desk, digest: Digest): Round<CardQuestion, CardAnswer> {
  const is4 = ({ mobile }: CardQuestion) => mobile !== ''
  return {
    service: 'identity',
    pretend: sandbox.cardOf,
    paper: ({ idKind }) => idKind,
    ask: ({ kind, call }, question) => adapterOf('identity', kind).card(call, question),
    note: (question) => ({
      what: is4(question) ? 'card4' : 'card3',
      ref: question.ref ?? '',
      subject: desk.vault.index('card_no', question.cardNo),
      question: digest('card', question.name, question.idKind, question.idNumber, question.cardNo, question.mobile),
    }),
    price: (question) => (is4(question) ? 'price4' : 'price3'),
    resultOf: (answer) => answer,
    again: (result) => result as CardAnswer,
  }
}

const faceRound: Round<FaceQuestion, { answer: FaceAnswer; likeness: number }> = {
  service: 'face',
  pretend: sandbox.faceOf,
  paper: ({ idKind }) => idKind,
  ask: ({ kind, call }, question) => adapterOf('face', kind).compare(call, question),
  note: ({ ref = '' }) => ({ what: 'face', ref, subject: '', question: '' }),
  price: () => 'price',
  resultOf: ({ answer }) => answer,
}

function companyRound(digest: Digest): Round<CompanyQuestion, CompanyAnswer> {
  return {
    service: 'register',
    pretend: sandbox.companyOf,
    ask: ({ kind, call }, question) => adapterOf('register', kind).look(call, question),
    note: ({ name, creditCode, legal, ref = '' }) => ({ what: 'company', ref, subject: '', question: digest('company', name, creditCode, legal) }),
    price: () => 'price',
    resultOf: (answer) => answer,
    again: (result) => result as CompanyAnswer,
  }
}

type Digest = (...parts: string[]) => string

/** Sends questions to the identity, face and company register providers. */
export function verifiers(desk: Desk): Pick<Gateways, 'identities' | 'cards' | 'face' | 'company'> {
  const digest: Digest = (...parts) => desk.vault.index('message', parts.join('\0'))
  const nothing = { answer: null, by: '', why: 'noAnswer' } as const
  return {
    identities: async (questions) => (await askAll(desk, identityRound(digest), questions)).map(verdict),
    cards: async (questions) => (await askAll(desk, cardRound(desk, digest), questions)).map(verdict),
    async face(question) {
      const [answer = nothing] = await askAll(desk, faceRound, [question])
      return { answer: answer.answer?.answer ?? 'unverified', likeness: answer.answer?.likeness ?? 0, by: answer.by, why: answer.why }
    },
    async company(question) {
      const [answer = nothing] = await askAll(desk, companyRound(digest), [question])
      return verdict(answer)
    },
  }
}
