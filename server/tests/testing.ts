import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { z } from 'zod'
import type { ModuleName, Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobs } from '#/server/app/modules.ts'
import { type RunningApp, type StartOptions, startApp } from '#/server/app/start.ts'
import type { Context } from '#/server/kernel/context.ts'
import { readSettings, type Settings } from '#/server/kernel/installation/settings.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { openNewDatabase, type ReplicaSettings, testKeys } from '#/server/tests/databases-testing.ts'

type OperationName<M extends ModuleName> = keyof Modules[M] & string
type InputOf<O> = O extends { input: infer I extends z.ZodType } ? z.input<I> : never
type DataOf<O> = O extends { output: infer T extends z.ZodType } ? z.output<T> : never

/** A response in the form that tests read: data on success, otherwise the name of the error. */
export type CallResponse<T> =
  | { readonly code: 1; readonly data: T; readonly error?: undefined; readonly message: string }
  | { readonly code: number; readonly data?: undefined; readonly error: string; readonly message: string; readonly place?: unknown }

export interface TestServer {
  readonly running: RunningApp
  /** Calls an operation as the browser does. Signs in each user once. */
  call<M extends ModuleName, N extends OperationName<M>>(
    who: string | null,
    name: `${M}.${N}`,
    input: InputOf<Modules[M][N]>,
    options?: CallOptions,
  ): Promise<CallResponse<DataOf<Modules[M][N]>>>
  /** Like `call`, but throws when the server refuses. */
  must<M extends ModuleName, N extends OperationName<M>>(
    who: string | null,
    name: `${M}.${N}`,
    input: InputOf<Modules[M][N]>,
    options?: CallOptions,
  ): Promise<DataOf<Modules[M][N]>>
  /** Runs a job once. */
  job(name: string, data?: Record<string, unknown>): Promise<void>
  /**
   * Runs the jobs that recur every minute or more often, `rounds` times. Advances the clock by `stepMs` after each
   * round. Tests run less frequent jobs by name.
   */
  settle(rounds?: number, stepMs?: number): Promise<void>
  advance(milliseconds: number): void
  close(): Promise<void>
}

export interface CallOptions {
  readonly key?: string
  readonly centre?: number
  readonly mode?: number
  readonly language?: 'zh' | 'en' | 'es' | 'ja'
  readonly takesHidden?: boolean
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

function encode(input: Record<string, unknown>): Map<string, string | Upload> {
  const raw = new Map<string, string | Upload>()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const isFile = typeof value === 'object' && value !== null && 'bytes' in value
    raw.set(name, isFile ? (value as Upload) : typeof value === 'string' ? value : JSON.stringify(value))
  }
  return raw
}

interface TestOptions
  extends Pick<StartOptions, 'demoSize' | 'clockAheadMs' | 'courier' | 'perMinute' | 'pollSeconds' | 'webDir' | 'live' | 'bucketLimits' | 'drainMs'> {
  readonly withWorkers?: boolean
  readonly mode?: Settings['mode']
  /** Additional settings, by the names of their environment variables. */
  readonly env?: Readonly<Record<string, string>>
  readonly log?: Context['log']
  readonly replica?: ReplicaSettings
}

function callerOf({ kernel }: RunningApp): TestServer['call'] {
  const tokens = new Map<string, Promise<string>>()

  const send = async (name: string, input: Record<string, unknown>, token: string | undefined, extra: CallOptions) => {
    const [module = '', operation = ''] = name.split('.')
    const pendingCall = handleCall(kernel, {
      module,
      name: operation,
      read: formOfInput(encode(input)),
      token,
      centre: String(extra.centre ?? 2),
      mode: extra.mode === undefined ? undefined : String(extra.mode),
      key: extra.key ?? randomUUID(),
      takesHidden: extra.takesHidden === true,
      language: extra.language ?? 'zh',
      ip: '127.0.0.1',
      agent: 'test',
      requestId: randomUUID(),
    })
    // Over HTTP, a caller that waits too long for a connection gets the error `busy`.
    const answer = await pendingCall.catch((error: unknown) => {
      if (error instanceof DatabaseBusy) return { body: { code: 0, error: 'busy', message: '' } }
      throw error
    })
    return answer.body as unknown as { code: number; data?: unknown; error?: string; message: string } & Record<string, unknown>
  }
  const signedIn = async (who: string): Promise<string> => {
    const body = await send('auth.login', { username: who, password: demoPassword }, undefined, {})
    if (typeof body.token !== 'string') throw new Error(`${who} could not sign in: ${body.message}`)
    return body.token
  }
  const tokenOf = (who: string): Promise<string> => {
    const token = tokens.get(who) ?? signedIn(who)
    tokens.set(who, token)
    return token
  }
  return async (who, name, input, extra = {}) => {
    const token = who === null ? undefined : await tokenOf(who)
    const { code, message, error, data, ...flat } = await send(name, input as Record<string, unknown>, token, extra)
    // A successful proof renews the token, as it does in a browser.
    if (who !== null && String(name) === 'profile.prove' && code === 1) tokens.set(who, Promise.resolve((data as { token: string }).token))
    return (code === 1 ? { code, message, data: data ?? flat } : { code, message, error: error ?? '', place: flat.place }) as never
  }
}

/** Refusals that only mean that the machine is busy. */
const busyErrors: readonly string[] = ['busy', 'pdfSlow', 'certificateSlow']

const frequentSeconds = 60
const frequentJobs = jobs.flatMap(({ every = {} }) => Object.keys(every).filter((name) => (every[name] ?? 0) <= frequentSeconds))

/** Wraps a running server for tests. `close` stops the server but does not delete its data. */
export function wrapServer(running: RunningApp): TestServer {
  const call = callerOf(running)
  const job: TestServer['job'] = async (name, data = {}) => {
    const handler = jobs.flatMap((each) => each.handlers).find((each) => each.name === name)
    if (!handler) throw new Error(`no job ${name}`)
    await handler.run(
      jobContext(running.kernel, () => false),
      data,
    )
  }
  return {
    running,
    call,
    job,
    must: async (who, name, input, extra) => {
      const answer = await call(who, name, input, extra)
      if (answer.error && busyErrors.includes(answer.error)) throw new Error(`${name}: the machine is too busy`)
      if (answer.code !== 1) assert.fail(`${name} was refused: ${answer.error} ${answer.message}`)
      return answer.data as never
    },
    settle: async (rounds = 12, stepMs = 10_000) => {
      for (let round = 0; round < rounds; round++) {
        for (const name of frequentJobs) await job(name)
        running.kernel.clock.advance(stepMs)
      }
    },
    advance: (milliseconds) => running.kernel.clock.advance(milliseconds),
    close: () => running.stop(),
  }
}

/** Starts a server without HTTP on a new database: in memory, or on `TEST_DATABASE_URL`. */
export async function startTestServer({
  mode = 'demo',
  env = {},
  log = silent,
  withWorkers = false,
  replica,
  ...given
}: TestOptions = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'yck-'))
  const testSettings = readSettings({ ...testKeys, ...env, MODE: mode, DATA_DIR: dir, LOG_LEVEL: 'silent' })
  const { demoSize = 'small', clockAheadMs } = given
  const isStandard = mode === 'demo' && clockAheadMs === undefined && !Object.keys(env).some((name) => name in testKeys)
  const { database, drop, ...urls } = await openNewDatabase(dir, isStandard ? demoSize : null, replica)
  const settings: Settings = { ...testSettings, ...urls }
  const running = await startApp(settings, log, { webDir: dir, withoutWorkers: !withWorkers, database, ...given, demoSize })
  return {
    ...wrapServer(running),
    close: async () => {
      await running.stop()
      await drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function serverOfSuite(options: TestOptions, check: (server: TestServer) => Promise<void>): TestServer {
  let started: TestServer | undefined
  const server = () => started ?? assert.fail('the server starts before the first test')
  before(async () => {
    started = await startTestServer(options)
  })
  after(async () => {
    try {
      await check(server())
    } finally {
      await started?.close()
    }
  })
  return {
    get running() {
      return server().running
    },
    call: (...call) => server().call(...call),
    must: (...call) => server().must(...call),
    job: (...job) => server().job(...job),
    settle: (...rounds) => server().settle(...rounds),
    advance: (milliseconds) => server().advance(milliseconds),
    close: () => server().close(),
  }
}

/** Starts a server before the tests of the suite, and closes it after them. */
export const testServer = (options: TestOptions = {}): TestServer => serverOfSuite(options, async () => undefined)

/** Like `testServer`. After the tests, every invariant must hold. */
export const checkedTestServer = (options: TestOptions = {}): TestServer =>
  serverOfSuite(options, async ({ running }) => assert.deepEqual(await checkInvariants(running.kernel.database.kysely), []))
