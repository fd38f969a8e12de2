import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { superKey } from '#/api/pages.ts'
import { type RoleKey, roles } from '#/db/base/roles.ts'
import { Dice, validInput } from '#/server/tests/hostile-inputs-testing.ts'
import { accountPerRole, allOperations, demoAccount, type NamedOperation, send, sendAs, type TestAccount } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Calls every operation as every role. permissions.matrix.txt lists the roles of each operation and is reviewed by a
// developer. `UPDATE=1 node --test server/tests/permissions.test.ts` rewrites it.

const matrixPath = join(import.meta.dirname, 'permissions.matrix.txt')
const missingId = 987_654_321
const roleKeys = Object.keys(roles) as RoleKey[]

function requiredKeys({ spec }: NamedOperation): readonly string[] | null {
  if (spec.access === 'public' || spec.access === 'session') return null
  return typeof spec.access === 'string' ? [spec.access] : spec.access
}

function isDeclared(named: NamedOperation, role: RoleKey): boolean {
  const neededKeys = requiredKeys(named)
  const heldKeys: readonly string[] = roles[role].permissions
  return neededKeys === null || heldKeys.includes(superKey) || neededKeys.some((key) => heldKeys.includes(key))
}

function matrixTextOf(allowed: ReadonlyMap<string, readonly RoleKey[]>): string {
  const lines = allOperations.map((named) => {
    const who = allowed.get(named.name) ?? []
    const words = named.spec.access === 'public' ? 'anyone' : who.length === roleKeys.length ? 'everyone signed in' : who.join(' ')
    return `${named.name.padEnd(32)} ${words}`
  })
  return `${lines.sort().join('\n')}\n`
}

describe('permissions of every operation', () => {
  const server = testServer()
  let accountsByRole: ReadonlyMap<RoleKey, TestAccount>
  const dice = new Dice(20_261_121)
  const answers: { readonly named: NamedOperation; readonly who: string; readonly error: string; readonly code: number; readonly requestId: string }[] = []

  // The ids in these calls do not exist. Permitted operations therefore fail for another reason and leave the demo
  // unchanged.
  const ask = async (named: NamedOperation, who: string, userId: number | null) => {
    const requestId = randomUUID()
    const input = validInput(named.spec.input, dice, (path) => (/file/i.test(path.join()) ? undefined : missingId))
    const pendingAnswer = userId === null ? send(server, named, input, { requestId }) : sendAs(server, userId, named, input, { requestId })
    const body = await pendingAnswer.catch((error: unknown) => {
      throw new Error(`${named.name} as ${who} is a defect: ${error instanceof Error ? error.stack : String(error)}`)
    })
    answers.push({ named, who, error: body.error ?? '', code: body.code, requestId })
  }

  before(async () => {
    accountsByRole = await accountPerRole(server)
    const forcedAccount = await demoAccount(server, 'newcomer')
    const pendingAccount = await demoAccount(server, 'pending')
    for (const named of allOperations) {
      await ask(named, 'anonymous', null)
      await ask(named, 'forced', forcedAccount.id)
      await ask(named, 'pending', pendingAccount.id)
      for (const [role, person] of accountsByRole) await ask(named, role, person.id)
    }
  })

  const answersOf = (who: string) => answers.filter((answer) => answer.who === who)

  test('a role may call exactly the operations that its permissions allow', () => {
    const unexpectedAnswers = roleKeys.flatMap((role) =>
      answersOf(role)
        .filter(({ named, error }) => (error === 'forbidden') === isDeclared(named, role) || error === 'signed_out' || error === 'must_change_password')
        .map(({ named, error }) => `${named.name} as ${role}: ${error || 'done'}, declared ${isDeclared(named, role) ? 'allowed' : 'forbidden'}`),
    )
    assert.deepEqual(unexpectedAnswers, [])
  })

  test('the operations of each role match the reviewed matrix', () => {
    const rolesByOperation = new Map(
      allOperations.map(({ name }) => [
        name,
        roleKeys.filter((role) => answersOf(role).some((each) => each.named.name === name && each.error !== 'forbidden')),
      ]),
    )
    const matrix = matrixTextOf(rolesByOperation)
    if (process.env.UPDATE) writeFileSync(matrixPath, matrix)
    const recordedMatrix = existsSync(matrixPath) ? readFileSync(matrixPath, 'utf8') : ''
    assert.deepEqual(matrix.split('\n'), recordedMatrix.split('\n'), 'look at who may do what now, then: UPDATE=1 node --test server/tests/permissions.test.ts')
  })

  test('without a session, only public operations are allowed', () => {
    for (const who of ['anonymous', 'pending']) {
      const unexpectedAnswers = answersOf(who).filter(({ named, code, error }) =>
        named.spec.access === 'public' ? error === 'signed_out' : error !== 'signed_out' || code !== 50008,
      )
      assert.deepEqual(
        unexpectedAnswers.map(({ named, error }) => `${named.name} as ${who}: ${error || 'done'}`),
        [],
      )
    }
  })

  test('an account that must change its password can do nothing else first (INV-23)', () => {
    const unexpectedAnswers = answersOf('forced').filter(
      ({ named, error }) => (error === 'must_change_password') === (named.spec.access === 'public' || named.spec.whileForced === true),
    )
    assert.deepEqual(
      unexpectedAnswers.map(({ named, error }) => `${named.name}: ${error || 'done'}`),
      [],
    )
  })

  test('every denial is logged with its user and operation', async () => {
    const deniedAnswers = answers.filter((answer) => answer.error === 'forbidden')
    assert.ok(deniedAnswers.length > 0)
    const rows = await server.running.kernel.database.kysely
      .selectFrom('audit_log')
      .select(['request_id', 'action', 'user_id'])
      .where('outcome', '=', 'denied')
      .execute()
    const trailKeys = new Set(rows.map((row) => `${row.request_id} ${row.action} ${row.user_id}`))
    const unloggedDenials = deniedAnswers.filter(
      ({ requestId, named, who }) => !trailKeys.has(`${requestId} ${named.name} ${accountsByRole.get(who as RoleKey)?.id}`),
    )
    assert.deepEqual(
      unloggedDenials.map(({ named, who }) => `${named.name} as ${who}`),
      [],
    )
  })
})
