import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { digestOf, isGenuine, type SigningKey, signatureOf, stringValue } from '#/tools/service-simulator/signing.ts'
import { type OfficeResponse, TaxOffice } from './office.ts'

// The tax office's platform with the protocol of docs/einvoice-http.md. Answers are correct unless a recipe changes the
// behaviour: POST /control/recipe { path, behaviour, times }. /control/use, buyer, open, quota and advance simulate
// actions of others. /control/seen returns the received requests.

/**
 * Ways to fail. `late` executes, but reports the result only on a later query. `after` executes and then drops the
 * connection.
 */
type Behaviour = 'hang' | 'error' | 'drop' | 'late' | 'after' | 'unsigned' | 'nonsense' | 'contradiction' | 'refuse'

interface SimulatorOptions extends SigningKey {
  readonly port: number
  /** The monthly quota in fen, without tax. */
  readonly quota: number
  /** The platform's clock, so that a test can set the time. */
  readonly clock?: () => number
}

type Body = Readonly<Record<string, unknown>>

export interface EinvoiceSimulator {
  readonly address: string
  readonly office: TaxOffice
  /** Sets the behaviour on a path for a number of calls. */
  recipe(path: string, behaviour: Behaviour, times?: number): void
  /** Returns the requests on a path, oldest first. */
  seen(path: string): Body[]
  close(): Promise<void>
}

const routes: Readonly<Record<string, (office: TaxOffice, body: Body) => OfficeResponse>> = {
  '/einvoice/issue': (office, body) => office.issue(body),
  '/einvoice/query': (office, body) => office.query(body),
  '/einvoice/red/apply': (office, body) => office.redApply(body),
  '/einvoice/red/query': (office, body) => office.redQuery(body),
  '/einvoice/red/confirm': (office, body) => office.redConfirm(body),
  '/einvoice/files': (office, body) => office.files(body),
  '/einvoice/quota': (office) => office.quota(),
  '/einvoice/ping': () => ({ result: 'ok' }),
}

const controls: Readonly<Record<string, (office: TaxOffice, body: Body) => OfficeResponse>> = {
  '/control/use': (office, { number }) => ({ done: office.use(stringValue(number)) ?? true }),
  '/control/buyer': (office, { confirmNo, isAgreed }) => ({ done: office.decide(stringValue(confirmNo), isAgreed === true) ?? true }),
  '/control/open': (office, { number, total }) => ({ confirmNo: office.open(stringValue(number), Number(total)) }),
  '/control/quota': (office, { left }) => ({ done: office.setQuota(Number(left)) ?? true }),
  '/control/advance': (office, { hours }) => ({ done: office.advance(Number(hours)) ?? true }),
}

/** Returns an answer whose request number and total differ from those of the correct answer. */
const contradictionOf = (correctAnswer: OfficeResponse): OfficeResponse => ({
  ...correctAnswer,
  ...(typeof correctAnswer.total === 'number' && { total: correctAnswer.total + 1 }),
  requestNo: 'SOMEBODY-ELSE',
})

/** Starts the platform on a local port; port 0 picks a free one. */
export async function startSimulator(options: SimulatorOptions): Promise<EinvoiceSimulator> {
  const { secret, quota, clock } = options
  const office = new TaxOffice(quota, clock)
  const recipes = new Map<string, { behaviour: Behaviour; times: number }>()
  const recordedRequests: { path: string; body: Body }[] = []
  const nonces = new Set<string>()
  const behaviourOf = (path: string): Behaviour | null => {
    const recipe = recipes.get(path)
    if (!recipe || recipe.times <= 0) return null
    recipe.times--
    return recipe.behaviour
  }
  const recipe = (path: string, behaviour: Behaviour, times = 1) => void recipes.set(path, { behaviour, times })
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const rawBody = await buffer(request)
      const sendAnswer = (status: number, answer: object | string, headers: Record<string, string> = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
      }
      const body = () => JSON.parse(rawBody.toString() || '{}') as Body
      if (path === '/control/seen') return sendAnswer(200, recordedRequests)
      if (path === '/control/recipe') {
        const { path: of, behaviour, times } = body()
        recipe(stringValue(of), behaviour as Behaviour, Number(times ?? 1))
        return sendAnswer(200, {})
      }
      const control = controls[path]
      if (control) return sendAnswer(200, control(office, body()))
      const route = routes[path]
      if (!route) return sendAnswer(404, { error: 'no such question' })
      const nonce = stringValue(request.headers['x-nonce'])
      if (!isGenuine(request, path, rawBody, options) || nonces.has(nonce)) return sendAnswer(401, { error: 'signature' })
      nonces.add(nonce)
      recordedRequests.push({ path, body: body() })
      const behaviour = behaviourOf(path)
      if (behaviour === 'hang') return
      if (behaviour === 'drop') return void request.socket.destroy()
      if (behaviour === 'error') return sendAnswer(500, { error: 'out of order' })
      if (behaviour === 'refuse') return sendSigned(sendAnswer, nonce, JSON.stringify({ result: 'refused', reason: '系统维护' }))
      const correctAnswer = route(office, body())
      if (behaviour === 'after') return void request.socket.destroy()
      const sentAnswer = behaviour === 'late' ? { result: 'pending' } : behaviour === 'contradiction' ? contradictionOf(correctAnswer) : correctAnswer
      sendSigned(
        sendAnswer,
        nonce,
        behaviour === 'nonsense' ? '<html>yes</html>' : JSON.stringify(sentAnswer),
        behaviour === 'unsigned' ? 'another key' : secret,
      )
    })().catch(() => response.destroy())
  })
  const sendSigned = (end: (status: number, answer: string, headers: Record<string, string>) => void, nonce: string, respond: string, as = secret) =>
    end(200, respond, { 'x-signature': signatureOf(as, [nonce, digestOf(respond)]) })
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    office,
    recipe,
    seen: (path) => recordedRequests.filter((each) => each.path === path).map((each) => each.body),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
