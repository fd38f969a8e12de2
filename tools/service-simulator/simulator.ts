import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { digestOf, isGenuine, signatureOf, stringValue } from '#/tools/service-simulator/signing.ts'

// Four external services on one port: text messages, identity, face and company register, with the protocol of the
// product's HTTP adapters. Answers are correct unless a recipe changes the behaviour. POST /control/recipe { path,
// behaviour, times } sets a recipe. The path /control/seen returns the received requests. POST /control/report {
// report, as?, at?, url? } sends a delivery report, optionally with another key or time.

const behaviours = ['slow', 'hang', 'error', 'unsigned', 'nonsense', 'contradiction', 'refuse', 'after', 'drop'] as const
type Behaviour = (typeof behaviours)[number]

interface SimulatorOptions {
  readonly port: number
  readonly app: string
  readonly secret: string
  /** The URL for delivery reports. Without it the simulator sends none. */
  readonly reportUrl?: string
}

interface SeenRequest {
  readonly path: string
  readonly body: Record<string, unknown>
}

const isFalse = (name: string) => name.includes('假名')
const slowMs = 400

type Answer = Readonly<Record<string, unknown>>

function identityAnswer(path: string, body: Record<string, unknown>): Answer {
  const [name, idNumber, cardNo] = [stringValue(body.name), stringValue(body.idNumber), stringValue(body.cardNo)]
  if (path === '/identity/id2') return { result: isFalse(name) ? 'mismatch' : idNumber.endsWith('0000') ? 'not_found' : 'match' }
  return { result: isFalse(name) ? 'name_mismatch' : cardNo.endsWith('9999') ? 'card_mismatch' : 'match' }
}

function faceAnswer(body: Record<string, unknown>): Answer {
  if (stringValue(body.picture).length < 2700) return { result: 'no_face', likeness: 0 }
  return stringValue(body.name).includes('假脸') ? { result: 'mismatch', likeness: 31.4 } : { result: 'match', likeness: 93.2 }
}

const routes: Readonly<Record<string, (path: string, body: Record<string, unknown>) => Answer>> = {
  '/sms/send': (_, body) =>
    stringValue(body.template) === 'T-UNKNOWN'
      ? { result: 'refused', reason: 'TEMPLATE' }
      : { result: 'accepted', ref: `R${digestOf(stringValue(body.id)).slice(0, 12)}` },
  '/identity/id2': identityAnswer,
  '/identity/card3': identityAnswer,
  '/identity/card4': identityAnswer,
  '/face/compare': (_, body) => faceAnswer(body),
  '/register/check': (_, body) => ({ result: stringValue(body.name).includes('测试不符') ? 'mismatch' : 'match' }),
  ...Object.fromEntries(['sms', 'identity', 'face', 'register'].map((service) => [`/${service}/ping`, () => ({ result: 'ok' })])),
}

/** Contradictory answers by path. */
const contradictions: Readonly<Record<string, Answer>> = { '/face/compare': { result: 'match', likeness: 12 } }
const isContrary: Answer = { result: ['match', 'mismatch'], isMatch: true }

interface Simulator {
  readonly address: string
  close(): Promise<void>
}

interface ReportOptions {
  readonly as?: string
  readonly at?: number
  readonly url?: string
}

/** Sends delivery reports, signed as the product expects unless configured otherwise. */
const reporter =
  ({ app, secret, reportUrl = '' }: SimulatorOptions) =>
  async (body: object, { as = secret, at = Date.now(), url = reportUrl }: ReportOptions = {}) => {
    const rawAnswer = JSON.stringify(body)
    const [time, nonce] = [String(at), randomBytes(16).toString('hex')]
    const signature = signatureOf(as, ['POST', new URL(url).pathname, time, nonce, digestOf(rawAnswer)])
    const headers = { 'content-type': 'application/json', 'x-app': app, 'x-timestamp': time, 'x-nonce': nonce, 'x-signature': signature }
    const answer = await fetch(url, { method: 'POST', body: rawAnswer, headers })
    return { status: answer.status, body: await answer.json() }
  }

/** Starts the four services on a local port; port 0 picks a free one. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { secret } = options
  const recipes = new Map<string, { behaviour: Behaviour; times: number }>()
  const recordedRequests: SeenRequest[] = []
  const nonces = new Set<string>()
  const behaviourOf = (path: string): Behaviour | null => {
    const recipe = recipes.get(path)
    if (!recipe || recipe.times <= 0) return null
    recipe.times--
    return recipe.behaviour
  }
  const report = reporter(options)
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const body = await buffer(request)
      const sendAnswer = (status: number, answer: object | string, headers: Record<string, string> = {}) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
      }
      if (path === '/control/recipe') {
        const { path: of, behaviour, times = 1 } = JSON.parse(body.toString()) as { path: string; behaviour: Behaviour; times?: number }
        recipes.set(of, { behaviour, times })
        return sendAnswer(200, {})
      }
      if (path === '/control/seen') return sendAnswer(200, recordedRequests)
      if (path === '/control/report') {
        const { report: sent, ...how } = JSON.parse(body.toString()) as { report: object; as?: string; at?: number; url?: string }
        return sendAnswer(200, await report(sent, how))
      }
      const route = routes[path]
      if (!route) return sendAnswer(404, { error: 'no such service' })
      const nonce = stringValue(request.headers['x-nonce'])
      if (!isGenuine(request, path, body, options) || nonces.has(nonce)) return sendAnswer(401, { error: 'signature' })
      nonces.add(nonce)
      const requestBody = JSON.parse(body.toString()) as Record<string, unknown>
      recordedRequests.push({ path, body: requestBody })
      const behaviour = behaviourOf(path)
      if (behaviour === 'hang') return
      if (behaviour === 'drop') return void request.socket.destroy()
      if (behaviour === 'error') return sendAnswer(500, { error: 'out of order' })
      if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs))
      const correctAnswer =
        behaviour === 'refuse'
          ? { result: 'refused', reason: 'BLACKLIST' }
          : behaviour === 'contradiction'
            ? (contradictions[path] ?? isContrary)
            : route(path, requestBody)
      // The service executes the request and then fails, so the caller cannot know the result.
      if (behaviour === 'after') return sendAnswer(502, { error: 'late' })
      const rawAnswer = behaviour === 'nonsense' ? '<html>yes</html>' : JSON.stringify(correctAnswer)
      const signature = signatureOf(behaviour === 'unsigned' ? 'another key' : secret, [nonce, digestOf(rawAnswer)])
      sendAnswer(200, rawAnswer, { 'x-signature': signature })
      if (path === '/sms/send' && options.reportUrl && correctAnswer.result === 'accepted' && behaviour === null)
        await report({ id: requestBody.id, status: 'delivered' }).catch(() => undefined)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
