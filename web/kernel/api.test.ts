import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { api, onHiddenRows } from './api.ts'
import { installation } from './installation.ts'
import { language } from './language.ts'
import { isSessionOver, NOTICE_MS, type Notice, onNotice, stayOnPage } from './notices.ts'
import { fixedAddresses } from './paths.ts'
import { type User, user } from './session.ts'
import { ApiError } from './wire.ts'

interface SentRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly form: FormData
}

const storage = new Map<string, string>()
const sentRequests: SentRequest[] = []
let answer: () => Response = () => Response.json({ code: 1, message: '', data: {} })
const notices: Notice[] = []
onNotice((notice) => notices.push(notice))

beforeEach(() => {
  sentRequests.length = 0
  notices.length = 0
  storage.clear()
  storage.set('token', 'secret')
  installation.wire = 'body'
  language.set('zh')
  isSessionOver.set(false)
  user.set({} as User)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: (key: string) => storage.get(key) ?? null } })
  globalThis.fetch = async (url, init) => {
    sentRequests.push({ url: String(url), headers: init?.headers as Record<string, string>, form: init?.body as FormData })
    return answer()
  }
})

afterEach(() => {
  answer = () => Response.json({ code: 1, message: '', data: {} })
})

test('a call posts its input as a form, with the session in the headers', async () => {
  await api.payments.get({ id: 7 })
  assert.equal(sentRequests[0]?.url, '/api/payments/get')
  assert.equal(sentRequests[0]?.form.get('id'), '7')
  assert.equal(sentRequests[0]?.headers['X-Token'], 'secret')
})

test('every call sends the given idempotency key or a new one', async () => {
  await api.payments.cancel({ id: 7, version: 1 }, { idempotencyKey: 'mine' })
  await api.payments.cancel({ id: 7, version: 1 })
  await api.payments.get({ id: 7 })
  const [mine, ...own] = sentRequests.map(({ headers }) => headers['Idempotency-Key'] ?? '')
  assert.equal(mine, 'mine')
  for (const key of own) assert.match(key, /^[0-9a-f-]{32,36}$/)
  assert.equal(new Set(own).size, 2)
})

test('passwords are sent in the body, or in the query with WIRE=specification', async () => {
  answer = () => Response.json({ code: 1, message: '', status: accountStatus.active, token: 't' })
  await api.auth.login({ username: 'maker', password: 'a&b' })
  assert.equal(sentRequests[0]?.url, '/api/user/login')
  assert.equal(sentRequests[0]?.form.get('password'), 'a&b')
  installation.wire = 'specification'
  const loginAnswer = await api.auth.login({ username: 'maker', password: 'a&b' })
  assert.equal(sentRequests[1]?.url, '/api/user/login?username=maker&password=a%26b')
  assert.equal(sentRequests[1]?.form, undefined)
  assert.equal(loginAnswer.token, 't')
})

test('a refusal throws and, unless the call is quiet, shows a notice', async () => {
  answer = () => Response.json({ code: 0, message: '余额不足', error: 'insufficient' })
  await assert.rejects(api.payments.get({ id: 1 }), /余额不足/)
  assert.deepEqual(notices, [{ tone: 'error', text: '余额不足' }])
  await assert.rejects(api.payments.get({ id: 1 }, { isQuiet: true }), /余额不足/)
  assert.equal(notices.length, 1)
})

test('three codes open the session dialog, and only a new non-quiet call reopens it', async () => {
  for (const code of [50008, 50012, 50014]) {
    isSessionOver.set(false)
    answer = () => Response.json({ code, message: '登录已过期' })
    await assert.rejects(api.tasks.waiting(), ApiError)
    assert.equal(isSessionOver.get(), true, String(code))
  }
  const pendingCall = api.tasks.waiting()
  stayOnPage()
  await assert.rejects(pendingCall, ApiError)
  assert.equal(isSessionOver.get(), false)
  await assert.rejects(api.tasks.waiting({}, { isQuiet: true }), ApiError)
  assert.equal(isSessionOver.get(), false)
  await assert.rejects(api.tasks.waiting(), ApiError)
  assert.equal(isSessionOver.get(), true)
})

test('before the user info has arrived no refused call opens the session dialog', async () => {
  user.set(null)
  answer = () => Response.json({ code: 50014, message: '登录已过期' })
  await assert.rejects(api.auth.info({}, { isQuiet: true }), ApiError)
  await assert.rejects(api.tasks.waiting({}, { isQuiet: true }), ApiError)
  assert.equal(isSessionOver.get(), false)
})

test('a server defect carries its request id and is not final, but a 413 is final', async () => {
  answer = () => Response.json({ code: 0, message: '服务器出现故障', requestId: 'r-1' }, { status: 500 })
  await assert.rejects(
    api.payments.cancel({ id: 7, version: 1 }),
    (thrown: unknown) => thrown instanceof ApiError && thrown.requestId === 'r-1' && !thrown.isFinal,
  )
  answer = () => new Response('', { status: 413 })
  await assert.rejects(api.payments.cancel({ id: 7, version: 1 }), (thrown: unknown) => thrown instanceof ApiError && thrown.code === 413 && thrown.isFinal)
})

test('a transport failure shows one notice and is not final', async () => {
  globalThis.fetch = async () => Promise.reject(new TypeError('fetch failed'))
  await assert.rejects(
    api.payments.cancel({ id: 7, version: 1 }),
    (thrown: unknown) => thrown instanceof ApiError && thrown.error === 'transport' && !thrown.isFinal,
  )
  assert.deepEqual(notices, [{ tone: 'error', text: '无法连接服务器，请检查网络后重试' }])
})

test('a call fails after 150,000 ms with a notice that names the time-out', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  // Node's own mock of AbortSignal.timeout aborts with another error than a browser.
  const timeout = mock.method(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
    return controller.signal
  })
  globalThis.fetch = (_, init) => new Promise((_answer, fail) => init?.signal?.addEventListener('abort', () => fail(init.signal?.reason)))
  const failures: unknown[] = []
  void api.payments.get({ id: 7 }).catch((cause) => failures.push(cause))
  const flushTasks = () => new Promise((resolve) => setImmediate(resolve))
  mock.timers.tick(149_999)
  await flushTasks()
  assert.deepEqual([failures, notices], [[], []])
  mock.timers.tick(1)
  await flushTasks()
  assert.equal((failures[0] as ApiError | undefined)?.error, 'transport')
  assert.deepEqual(notices, [{ tone: 'error', text: '请求超时（150 秒），请稍后重试；写入操作不会重复执行' }])
  timeout.mock.restore()
  mock.timers.reset()
})

/** A response whose body breaks off after the headers. */
const brokenResponse = (cause: unknown) => new Response(new ReadableStream({ start: (body) => body.error(cause) }), { status: 200 })

test('an aborted call rejects with the reason and shows no notice', async () => {
  const controller = new AbortController()
  globalThis.fetch = async () => {
    controller.abort()
    return brokenResponse(controller.signal.reason)
  }
  await assert.rejects(api.invoices.imports({}, { signal: controller.signal }), (thrown: unknown) => thrown === controller.signal.reason)
  assert.equal(notices.length, 0)
})

test('a broken response body is a transport failure', async () => {
  globalThis.fetch = async () => brokenResponse(new TypeError('terminated'))
  await assert.rejects(api.invoices.imports(), (thrown: unknown) => thrown instanceof ApiError && thrown.error === 'transport' && thrown.message !== 'Error')
  assert.notEqual(notices[0]?.text, 'Error')
})

test('a file with hidden rows is resent with X-Hidden-Rows only after the user confirms', async () => {
  answer = () => Response.json({ code: 0, message: '有隐藏的行', error: 'hiddenRows' })
  const file = new File(['x'], '明细.xlsx')
  for (const [isMeant, headers] of [
    [false, [undefined]],
    [true, [undefined, 'take', 'take']],
  ] as const) {
    sentRequests.length = 0
    // The second answer refuses too, so the user is asked a second time.
    let questionCount = 0
    const unsubscribe = onHiddenRows(async (message) => {
      assert.equal(message, '有隐藏的行')
      questionCount += 1
      return isMeant && questionCount < 3
    })
    await assert.rejects(api.lines.import({ batchId: 1, file }), /有隐藏的行/)
    assert.deepEqual(
      sentRequests.map((each) => each.headers['X-Hidden-Rows']),
      headers,
    )
    unsubscribe()
  }
})

test('an upload sends the file with its name', async () => {
  await api.lines.import({ batchId: 1, file: new File(['x'], '明细.xlsx') })
  const file = sentRequests[0]?.form.get('file')
  assert.equal(file instanceof File && file.name, '明细.xlsx')
})

test('a failed upload of an unreadable file names the file', async () => {
  const file = new File(['x'], '明细.xlsx')
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }) as unknown as Blob
  globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
  await assert.rejects(api.lines.import({ batchId: 1, file }), (thrown: unknown) => thrown instanceof ApiError && thrown.error === 'file_unreadable')
  assert.match(notices[0]?.text ?? '', /明细\.xlsx/)
  await assert.rejects(api.lines.import({ batchId: 1, file: new File(['x'], '明细.xlsx') }), (thrown: unknown) => (thrown as ApiError).error === 'transport')
})

test('calls have no base URL and time out after 150,000 ms, and notices last 5,000 ms', async () => {
  const timeoutMock = mock.method(AbortSignal, 'timeout')
  await api.auth.info()
  assert.equal(sentRequests[0]?.url, '/api/user/info')
  assert.deepEqual(
    timeoutMock.mock.calls.map((call) => call.arguments),
    [[150_000]],
  )
  assert.equal(NOTICE_MS, 5000)
  timeoutMock.mock.restore()
})

// The calls of specification §7, with our operation for each. The specification shows no payload for logout.
const specifiedCalls: readonly (readonly [operation: string, path: string, payload: 'query' | 'body' | 'none'])[] = [
  ['auth.login', '/api/user/login', 'query'],
  ['auth.info', '/api/user/info', 'none'],
  ['auth.logout', '/api/user/logout_pc', 'none'],
  ['auth.changePassword', '/api/user/editpassword', 'body'],
  ['auth.checkPassword', '/api/user/CheckPasswd', 'query'],
  ['applications.message', '/api/share/user/getMsg', 'query'],
  ['lookups.titles', '/api/ms/get_ttData', 'body'],
  ['lookups.operators', '/api/ms/get_yzData', 'body'],
  ['lookups.staff', '/api/ms/get_yxy_or_ywy', 'body'],
  ['lookups.areas', '/api/ms/get_sfData', 'query'],
  ['lookups.platforms', '/api/ms/get_ptData', 'query'],
  ['identity.recognise', '/api/share/v3/getCardInfo', 'body'],
]

test('each call of the specification uses its path and sends its fields in the query or body', async () => {
  // A call missing from the specification: we added the second factor.
  assert.deepEqual(Object.keys(fixedAddresses).sort(), [...specifiedCalls.map(([operation]) => operation), 'auth.secondFactor'].sort())
  const call = (name: string, input: Record<string, string>) => {
    const [module = '', operation = ''] = name.split('.')
    assert.ok(module in modules, name)
    const calls = api as unknown as Record<string, Record<string, (input: Record<string, string>, options: { isQuiet: true }) => Promise<unknown>>>
    return calls[module]?.[operation]?.(input, { isQuiet: true })
  }
  for (const [name, path, payload] of specifiedCalls)
    for (const mode of ['body', 'specification'] as const) {
      sentRequests.length = 0
      installation.wire = mode
      await call(name, payload === 'none' ? {} : { field: 'a b' })
      // Secrets go in the query on the customer's wire only.
      const isInQuery = payload === 'query' && (mode === 'specification' || path.startsWith('/api/ms/'))
      assert.equal(sentRequests[0]?.url, isInQuery ? `${path}?field=a+b` : path)
      assert.deepEqual(sentRequests[0]?.form && [...sentRequests[0].form], payload === 'none' || isInQuery ? undefined : [['field', 'a b']], name)
    }
})
