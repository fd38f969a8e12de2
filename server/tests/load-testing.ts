import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { drawWorld } from '#/demo/world.ts'

// Sends a mixed load over HTTP: lists and figures for many accounts, and batches from creation to payment.

type Answer = Readonly<Record<string, unknown>>

/** A measured request: the operation, its milliseconds, and the status and reason of a refusal or an empty text. */
export interface Sample {
  readonly name: string
  readonly isWrite: boolean
  readonly took: number
  readonly refusal: string
}

export interface LoadOptions {
  /** Chooses the server for the next request and returns its address without a path. */
  readonly route: () => string
  readonly workers: number
  readonly isOver: () => boolean
  /** Share of the requests that are steps of payments, 0 to 1. */
  readonly writes: number
  /** Restricts payments to the units of this centre. */
  readonly centre?: number
  /** Number of batches per unit that proceed at the same time; three by default. */
  readonly flowsOfUnit?: number
  /**
   * Milliseconds during which a call without a response, or with status 502 to 504, is repeated under its idempotency
   * key; 0 by default.
   */
  readonly patienceMs?: number
  /** Receives every response, including repeated responses. */
  readonly onSample?: (sample: Sample) => void
  /** Called with every batch whose payment was acknowledged. */
  readonly paid?: (batchId: number) => void
}

interface UnitStaff {
  readonly unit: number
  readonly centre: number
  readonly order: string
  readonly suffix: string
  readonly auditor: string
}

interface BatchFlow {
  readonly desk: UnitStaff
  step: number
  round: number
  batch: Answer
}

const auditorByCentre: Readonly<Record<number, string>> = { 2: 'auditor', 3: 'auditor03', 5: 'auditor05' }
const unitStaffs: readonly UnitStaff[] = (
  [
    [1, 2],
    [2, 2],
    [3, 3],
    [4, 2],
    [5, 2],
    [7, 3],
    [9, 5],
    [10, 5],
    [11, 5],
    [12, 2],
  ] as const
).map(([unit, centre]) => ({
  unit,
  centre,
  order: `${unit}2`,
  suffix: unit === 1 ? '' : String(unit).padStart(2, '0'),
  auditor: auditorByCentre[centre] ?? '',
}))
const readRequests = [
  ['payments.list', { size: '50' }],
  ['payments.list', { size: '50' }],
  ['dashboard.figures', {}],
  ['dashboard.figures', {}],
  ['lines.list', { size: '50' }],
  ['tasks.waiting', {}],
  ['vouchers.list', { size: '50' }],
  ['messages.list', { size: '20' }],
  ['payments.counts', {}],
] as const
const linesOfBatch = 10

/** Signs in the accounts, each from a separate address. */
async function signInAccounts({ route, patienceMs = 0, onSample = () => undefined }: LoadOptions) {
  const sessions = new Map<string, { token: string; centre: number; ip: string }>()
  async function post(path: string, form: Answer, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const body = new FormData()
    for (const [key, value] of Object.entries(form)) body.append(key, typeof value === 'string' ? value : JSON.stringify(value))
    if (Object.keys(form).length === 0) body.append('_', '')
    try {
      const answer = await fetch(`${route()}${path}`, { method: 'POST', body, headers: { 'accept-language': 'zh-CN', ...headers } })
      const text = await answer.text()
      if (answer.ok) return JSON.parse(text) as Answer
      const reason = /"error":"(\w+)"/.exec(text)?.[1] ?? 'no reason'
      return { error: `http ${answer.status} ${reason}${answer.status === 503 && !answer.headers.has('retry-after') ? ' without Retry-After' : ''}` }
    } catch (error) {
      return { error: `no answer: ${error instanceof Error ? String(error.cause ?? error) : String(error)}` }
    }
  }
  async function signIn(who: string, centre: number): Promise<void> {
    const ip = `10.1.0.${sessions.size + 1}`
    const answer = await post('/api/user/login', { username: who, password: demoPassword }, { 'x-forwarded-for': ip })
    if (typeof answer.token !== 'string') throw new Error(`${who}: ${JSON.stringify(answer)}`)
    sessions.set(who, { token: answer.token, centre, ip })
  }
  for (const { suffix, centre } of unitStaffs) for (const role of ['maker', 'checker', 'payer']) await signIn(`${role}${suffix}`, centre)
  for (const [centre, who] of Object.entries(auditorByCentre)) await signIn(who, Number(centre))
  await signIn('finance', 2)
  return { call: callerOf(post, sessions, { patienceMs, onSample }), readers: [...sessions.keys()] }
}

function callerOf(
  post: (path: string, form: Answer, headers: Readonly<Record<string, string>>) => Promise<Answer>,
  sessions: ReadonlyMap<string, { token: string; centre: number; ip: string }>,
  { patienceMs, onSample }: Required<Pick<LoadOptions, 'patienceMs' | 'onSample'>>,
) {
  return async (who: string, name: string, form: Answer, isWrite = false): Promise<{ answer: Answer; sample: Sample }> => {
    const session = sessions.get(who)
    if (!session) throw new Error(`no session of ${who}`)
    const startTime = performance.now()
    const headers = {
      'x-token': session.token,
      yycenterid: String(session.centre),
      nstype: '2',
      'x-forwarded-for': session.ip,
      ...(isWrite && { 'idempotency-key': randomUUID() }),
    }
    for (;;) {
      const body = await post(`/api/${name.replace('.', '/')}`, form, headers)
      const refusal = body.code === 1 ? '' : String(body.error ?? body.code)
      const sample = { name, isWrite, took: performance.now() - startTime, refusal }
      onSample(sample)
      if (!/^(http 50[234]|no answer)/.test(refusal) || sample.took > patienceMs) return { answer: (body.data ?? body) as Answer, sample }
      await sleep(500)
    }
  }
}

type Call = Awaited<ReturnType<typeof signInAccounts>>['call']

const checklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }

function payeesByUnit(): ReadonlyMap<number, readonly Answer[]> {
  const world = drawWorld('full')
  const specialIds = new Set(Object.values(world.specials).map(({ id }) => id))
  const readyPeople = world.people.filter(({ id, entity }) => !specialIds.has(id) && entity === null)
  return new Map(
    unitStaffs.map(({ unit }) => [
      unit,
      readyPeople
        .filter(({ unitIds }) => unitIds.includes(unit))
        .map(({ name, idNumber, mobile, bankName, cardNo }) => ({ name, idNumber, mobile, bankName, cardNo })),
    ]),
  )
}

/** Runs the next step of a batch: create, fill, submit, check, audit or pay. */
async function advanceFlow(call: Call, flow: BatchFlow, payees: readonly Answer[]): Promise<Sample> {
  const { desk, batch } = flow
  const { id, version } = batch
  const [maker, checker, payer] = [`maker${desk.suffix}`, `checker${desk.suffix}`, `payer${desk.suffix}`]
  const rows = Array.from({ length: Math.min(linesOfBatch, payees.length) }, (_, at) => ({
    ...payees[(flow.round * 7 + at) % payees.length],
    amountText: `${(10 + ((flow.round * 13 + at) % 500) / 100).toFixed(2)}`,
  }))
  const steps = [
    () => call(maker, 'payments.create', { orderId: desk.order, amountBasis: 'gross' }, true),
    () => call(maker, 'lines.add', { batchId: id, rows }, true),
    () => call(maker, 'payments.submit', { id, version, acknowledgement: '已逐条核对' }, true),
    () => call(checker, 'payments.check', { id, version, approve: true }, true),
    () => call(desk.auditor, 'payments.audit', { id, version, approve: true, checklist }, true),
    () => {
      const { lineCount, net, tax, fee, cost } = batch
      return call(payer, 'payments.pay', { id, version, lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword }, true)
    },
  ]
  const { answer, sample } = await (steps[flow.step] ?? steps[0] ?? Promise.reject)()
  if (sample.refusal !== '' || flow.step === 5) [flow.step, flow.round] = [0, flow.round + 1]
  else {
    flow.batch = flow.step === 1 ? (await call(maker, 'payments.get', { id })).answer : answer
    flow.step += 1
  }
  return sample
}

/** Returns a function that chooses the addresses in turn. */
export function roundRobin(bases: readonly string[]): LoadOptions['route'] {
  let requestCount = 0
  return () => bases[requestCount++ % bases.length] ?? ''
}

/** Returns a condition that ends a load after this many seconds. */
export function afterSeconds(seconds: number): LoadOptions['isOver'] {
  const endsAt = performance.now() + seconds * 1000
  return () => performance.now() >= endsAt
}

/** Sends the load until it is over. Returns every request with its time. */
export async function sendLoad(load: LoadOptions): Promise<readonly Sample[]> {
  const { workers, isOver, writes, centre, flowsOfUnit = 3, paid } = load
  const { call, readers } = await signInAccounts(load)
  const payees = payeesByUnit()
  const flows: BatchFlow[] = unitStaffs
    .filter((desk) => centre === undefined || desk.centre === centre)
    .flatMap((desk) => Array.from({ length: flowsOfUnit }, (_, at) => ({ desk, step: 0, round: at * 11, batch: {} })))
  const forbiddenReads = new Set<string>()
  const samples: Sample[] = []
  const randomOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
  async function sendRead(): Promise<void> {
    const [who, [name, form]] = [randomOf(readers), randomOf(readRequests)]
    if (forbiddenReads.has(name + who)) return
    const { sample } = await call(who, name, form)
    if (sample.refusal === 'forbidden') forbiddenReads.add(name + who)
    else samples.push(sample)
  }
  async function runWorker(): Promise<void> {
    while (!isOver()) {
      const flow = Math.random() < writes ? flows.shift() : undefined
      if (!flow) await sendRead()
      else {
        const batchId = Number(flow.batch.id)
        const sample = await advanceFlow(call, flow, payees.get(flow.desk.unit) ?? [])
        samples.push(sample)
        if (sample.name === 'payments.pay' && sample.refusal === '') paid?.(batchId)
        flows.push(flow)
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, runWorker))
  return samples
}
