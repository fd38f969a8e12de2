import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { type RoleKey, roles } from '#/db/base/roles.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { faultOf, formOf, type HttpResponse, listenOnFreePort, sendRequest } from '#/server/tests/hostile-http-testing.ts'
import { corruptValue, Dice, hostileTexts, type IdSource, validInput } from '#/server/tests/hostile-inputs-testing.ts'
import { accountPerRole, allOperations, demoAccount, type NamedOperation, type TestAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { createHostileWorld } from '#/server/tests/hostile-world-testing.ts'
import { idFieldsOf, secretsOfOthers, tableOf, tablesOf } from '#/server/tests/isolation-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Random requests over HTTP to every operation as every role. `FUZZ` sets their number, `SEED` repeats a run.

const requestCount = Number(process.env.FUZZ ?? 2000)
const seed = Number(process.env.SEED ?? 20_261_121)
const concurrentCalls = 8
const maxGrowthBytes = 96 * 1024 * 1024

interface SentCall {
  readonly named: NamedOperation
  readonly who: TestAccount | null
  readonly input: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

function isOpenTo({ spec }: NamedOperation, role: RoleKey): boolean {
  const heldPermissions: readonly string[] = roles[role].permissions
  const neededPermissions: readonly string[] = typeof spec.access === 'string' ? [spec.access] : spec.access
  return (
    spec.access === 'public' ||
    spec.access === 'session' ||
    heldPermissions.includes(superKey) ||
    neededPermissions.some((key) => heldPermissions.includes(key))
  )
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Invariants that the hostile test data violates, because its vouchers were inserted without payments. */
const expectedViolations = ['INV-56', 'INV-57', 'INV-62', 'INV-67']

describe(`${requestCount} random requests with SEED=${seed}`, () => {
  let server: TestServer
  let base: string
  let accounts: readonly (TestAccount | null)[]
  let roleHolders: ReadonlyMap<RoleKey, TestAccount>
  const idsByTable = new Map<string, readonly (number | string)[]>()
  const secretsByAccount = new Map<number, readonly string[]>()
  const tokensByAccount = new Map<number, string>()
  const dice = new Dice(seed)
  const defects: unknown[] = []

  before(async () => {
    const silent = () => undefined
    server = await startTestServer({ perMinute: 100_000_000, log: { info: silent, warn: silent, error: (facts) => defects.push(facts) } })
    await createHostileWorld(server)
    roleHolders = await accountPerRole(server)
    accounts = [...roleHolders.values(), await demoAccount(server, 'newcomer'), await demoAccount(server, 'unit2'), await demoAccount(server, 'maker03'), null]
    const tables = await tablesOf(server)
    for (const name of new Set(allOperations.flatMap(idFieldsOf).map((field) => field.table))) {
      if (name === null) continue
      const result = await sql<{ id: number | string }>`select id from ${sql.table(name)} order by id desc limit 60`.execute(
        server.running.kernel.database.kysely,
      )
      idsByTable.set(
        name,
        result.rows.map((row) => row.id),
      )
    }
    for (const who of accounts) if (who && [2, 3, 5].includes(who.usertype)) secretsByAccount.set(who.id, await secretsOfOthers(server, who, tables))
    base = await listenOnFreePort(server)
  })
  after(() => server.close())

  const idsFor =
    (named: NamedOperation): IdSource =>
    (path, chance) => {
      const tableIds = idsByTable.get(tableOf(named, path) ?? '') ?? []
      return tableIds.length > 0 && chance.occurs(0.9) ? chance.oneOf(tableIds) : undefined
    }

  /**
   * Generates a request as a browser could send it, usually with some parts corrupted. The clock moves only by minutes,
   * because the contracts would expire otherwise.
   */
  const generateCall = (named: NamedOperation): SentCall => {
    const input = validInput(named.spec.input, dice, idsFor(named))
    if (named.name === 'demo.advance') input.minutes = dice.oneOf([1, 2, 0, -1, 1e9])
    else if (dice.occurs(0.65)) {
      const names = Object.keys(named.spec.input.shape)
      for (let times = dice.oneOf([1, 1, 1, 2, 3]); times > 0 && names.length > 0; times--) {
        const name = dice.oneOf(names)
        input[name] = corruptValue(input[name], dice)
      }
      if (dice.occurs(0.1)) input[dice.oneOf(['__proto__x', 'constructor', 'toString', '_', 'extra'])] = dice.oneOf(hostileTexts)
    }
    const centre = dice.occurs(0.8) ? '2' : dice.oneOf(['3', '5', '0', '-1', '1e9', '[2]', 'null', "2'"])
    const headers = {
      yycenterid: centre,
      nstype: dice.oneOf(['1', '2', '{"id":2}', '3', '[]', '{', '1e99']),
      'idempotency-key': dice.occurs(0.95) ? `k${dice.below(1e9)}` : dice.oneOf(['same', 'x'.repeat(300)]),
      'accept-language': dice.oneOf(['zh', 'en', 'es', 'ja', 'xx-YY;q=9', '*']),
    }
    const allowedCallers = [...roleHolders].filter(([role]) => isOpenTo(named, role)).map(([, who]) => who)
    // Most callers have the permission. Others are refused early, and permissions.test.ts covers them.
    return { named, who: allowedCallers.length > 0 && dice.occurs(0.75) ? dice.oneOf(allowedCallers) : dice.oneOf(accounts), input, headers }
  }

  // Some operations end the session. A new session is opened directly, because repeated sign-ins would lock the
  // account.
  const tokenOf = async (who: TestAccount) => {
    const knownToken = tokensByAccount.get(who.id)
    if (knownToken !== undefined) return knownToken
    const token = await tokenFor(server, who.id)
    tokensByAccount.set(who.id, token)
    return token
  }

  const sendCall = async ({ named, who, input, headers }: SentCall): Promise<HttpResponse> => {
    const token = who ? { 'x-token': await tokenOf(who) } : {}
    const answer = await sendRequest(`${base}${named.url}`, { method: 'POST', body: formOf(input), headers: { ...headers, ...token } })
    if (who && (answer.body.code === 50008 || named.module === 'auth' || named.module === 'profile')) tokensByAccount.delete(who.id)
    return answer
  }

  const problemOf = ({ who }: SentCall, answer: HttpResponse): string | null => {
    const fault = faultOf(answer)
    if (fault !== null) return fault
    const leakedSecret = who && secretsByAccount.get(who.id)?.find((word) => answer.text.includes(word))
    return leakedSecret ? `reveals another tenant: ${leakedSecret}` : null
  }

  test('random requests cause no defect, leak, broken invariant or large memory growth', async () => {
    const problems: string[] = []
    const countByOutcome = new Map<string, number>()
    const successesByOperation = new Map<string, number>()
    let heapBefore = 0
    for (let sentCount = 0; sentCount < requestCount; sentCount += concurrentCalls) {
      if (sentCount >= requestCount / 4 && heapBefore === 0) heapBefore = heapBytes()
      const batch = Array.from({ length: concurrentCalls }, (_, at) => generateCall(allOperations[(sentCount + at) % allOperations.length] as NamedOperation))
      const answers = await Promise.all(batch.map(sendCall))
      for (const [at, answer] of answers.entries()) {
        const each = batch[at] as SentCall
        const problem = problemOf(each, answer)
        if (problem !== null)
          problems.push(`${each.named.name} as ${each.who?.username ?? 'nobody'} with ${JSON.stringify(each.input).slice(0, 400)}: ${problem}`)
        const outcome = answer.status === 200 ? (answer.body.error ?? 'done') : String(answer.status)
        countByOutcome.set(outcome, (countByOutcome.get(outcome) ?? 0) + 1)
        if (answer.body.code === 1) successesByOperation.set(each.named.name, (successesByOperation.get(each.named.name) ?? 0) + 1)
      }
    }
    const outcomeTexts = [...countByOutcome].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`)
    process.stdout.write(
      `${requestCount} requests, SEED=${seed}: ${outcomeTexts.join(', ')}; ${successesByOperation.size} of ${allOperations.length} operations succeeded at least once\n`,
    )
    assert.deepEqual([...new Set(problems)].slice(0, 20), [], `SEED=${seed}; ${JSON.stringify(defects.slice(0, 5))}`)
    assert.deepEqual(defects.slice(0, 5), [], 'nothing was logged as a defect')
    assert.equal((await sendRequest(`${base}/readyz`)).status, 200)
    const heapGrowth = heapBytes() - heapBefore
    assert.ok(heapGrowth < maxGrowthBytes, `the heap grew by ${Math.round(heapGrowth / 1024 / 1024)} MB since the first quarter`)
    await server.settle(2)
    const brokenInvariants = await checkInvariants(server.running.kernel.database.kysely)
    assert.deepEqual(
      brokenInvariants.filter(({ name }) => !expectedViolations.includes(name)),
      [],
    )
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
