import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { Dice, validInput } from '#/server/tests/hostile-inputs-testing.ts'
import { addTestAccount, allOperations, allPermissionKeys, type NamedOperation, sendAs, type TestAccount } from '#/server/tests/hostile-testing.ts'
import { createHostileWorld } from '#/server/tests/hostile-world-testing.ts'
import {
  decidingValues,
  digestsOf,
  digestsOfOthers,
  foreignCondition,
  type IdField,
  idFieldsOf,
  idsOf,
  relatedIds,
  secretsOfOthers,
  tableOf as tableNamed,
  tablesOf,
  versionsOf,
} from '#/server/tests/isolation-testing.ts'
import { type TestServer, testServer } from '#/server/tests/testing.ts'

// Tests the isolation of tenants. The accounts have every permission except the platform's, so only their scope limits
// them.

/** The largest possible id. No row has it, and no statement may cast it to a smaller type. */
const missingId = Number.MAX_SAFE_INTEGER
const missingUuid = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
const fields = allOperations.flatMap(idFieldsOf)

/** Returns the value with one element per id in its innermost list. Returns undefined if that list is missing. */
function withIds(value: unknown, path: readonly string[], ids: readonly (number | string)[]): unknown {
  const [step = '', ...rest] = path
  if (value === undefined || value === null) return undefined
  if (step !== '*') {
    const inner = withIds((value as Record<string, unknown>)[step], rest, ids)
    return inner === undefined ? undefined : { ...value, [step]: inner }
  }
  if (rest.length === 0) return [...ids]
  const [first] = value as unknown[]
  const [name = ''] = rest
  return ids.map((id) => ({ ...(first as object), [name]: id }))
}

const uuidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Returns the response without the parts that differ each time: request id, requested id, new files and tasks. */
function comparableText(body: Readonly<Record<string, unknown>>, id: number | string): string {
  const { requestId: _, ...rest } = body
  return JSON.stringify(rest, (name, value: unknown) => {
    if (name === 'taskId') return 'NEW'
    if (typeof value === 'string' && typeof id === 'number' && id < 100) return value.replaceAll(uuidPattern, 'UUID')
    if (typeof value === 'string') return value.replaceAll(uuidPattern, 'UUID').replaceAll(new RegExp(`(?<![0-9])(${id}|${missingId})(?![0-9])`, 'g'), 'ID')
    return (value === id || value === missingId) && name !== 'code' ? 'ID' : value
  })
}

/** Returns a response as text, with the text of the sheet that it exported. */
async function readable(server: TestServer, body: Readonly<Record<string, unknown>>): Promise<string> {
  const text = JSON.stringify(body)
  const { fileId } = (body.data ?? {}) as { fileId?: unknown }
  if (typeof fileId !== 'string') return text
  const bytes = await server.running.kernel.store.read(fileId)
  if (Buffer.from(bytes.subarray(0, 2)).toString() !== 'PK') return text
  const archive = await openArchive(Buffer.from(bytes))
  const parts = await Promise.all(archive.names.map(async (name) => Buffer.concat(await Array.fromAsync(archive.read(name))).toString('utf8')))
  return [text, ...parts].join('\n')
}

test('every operation refuses ids beyond the safe integers', () => {
  const acceptedFields = fields.filter(({ isUuid, leaf }) => !isUuid && leaf.schema.safeParse(Number.MAX_SAFE_INTEGER + 1).success)
  assert.deepEqual(
    acceptedFields.map(({ named, leaf }) => `${named.name} ${leaf.path.join('.')}`),
    [],
  )
})

describe('isolation: rows of other tenants', () => {
  const server = testServer()
  let tables: Awaited<ReturnType<typeof tablesOf>>
  let testAccounts: readonly TestAccount[]
  const tableOf = (name: string | null) => tables.find((table) => table.name === name)

  before(async () => {
    await createHostileWorld(server)
    tables = await tablesOf(server)
    const allKeys = { keys: allPermissionKeys }
    testAccounts = [
      await addTestAccount(server, { ...allKeys, id: 9_100_001, username: 'unit one', usertype: userType.unit, unitId: 1 }),
      await addTestAccount(server, { ...allKeys, id: 9_100_002, username: 'unit three', usertype: userType.unit, unitId: 3 }),
      await addTestAccount(server, {
        ...allKeys,
        id: 9_100_003,
        username: 'centre three',
        usertype: userType.centre,
        poststatus: postStatus.auditor,
        centreId: 3,
      }),
      await addTestAccount(server, {
        ...allKeys,
        id: 9_100_004,
        username: 'director of five',
        usertype: userType.centre,
        poststatus: postStatus.director,
        centreId: 5,
      }),
      await addTestAccount(server, { ...allKeys, id: 9_100_005, username: 'some operator', usertype: userType.operator, operatorId: 1001 }),
      await addTestAccount(server, { ...allKeys, id: 9_100_006, username: 'some partner', usertype: userType.partner, partnerId: 1 }),
    ]
  })

  const centreOf = (who: TestAccount) => String(who.centres[0] ?? 2)

  const askAs = (who: TestAccount, named: NamedOperation, input: Readonly<Record<string, unknown>>) =>
    sendAs(server, who.id, named, input, { centre: centreOf(who) })

  /** Returns some rows of the caller's tenant, by table. */
  const operatorRowsOf = async (who: TestAccount) => {
    const idsByField = new Map<string, (number | string)[]>()
    for (const name of new Set(fields.map((field) => field.table))) {
      const table = tableOf(name)
      if (table && foreignCondition(who, table) !== null) idsByField.set(table.name, await idsOf(server, who, table, 'own', 10))
    }
    return idsByField
  }

  /** Builds an input whose list names these rows. All other ids are related to the first row. */
  const listing = (
    field: IdField,
    ids: readonly (number | string)[],
    relatives: ReadonlyMap<string, readonly (number | string)[]>,
    versions: readonly number[],
  ): Record<string, unknown> => {
    const [name = ''] = field.leaf.path
    for (let seed = 1; ; seed++) {
      const input = validInput(field.named.spec.input, new Dice(seed), (path) => {
        if (path.join() === field.leaf.path.join()) return ids[0]
        return relatives.get(tableNamed(field.named, path) ?? '')?.[0] ?? missingId
      })
      const inputWithIds = withIds(input[name], field.leaf.path.slice(1), ids)
      if (inputWithIds === undefined) continue
      return {
        ...input,
        [name]: inputWithIds,
        ...('versions' in input && { versions: versions.slice(0, ids.length) }),
        ...('acknowledge' in input && { acknowledge: true }),
      }
    }
  }

  /** Calls with this id in this one field. All other ids belong to the caller where possible. */
  const askWith = async (
    who: TestAccount,
    field: IdField,
    id: number | string,
    idsByField: ReadonlyMap<string, readonly (number | string)[]>,
    seed: number,
  ) => {
    const dice = new Dice(seed)
    const input = validInput(field.named.spec.input, dice, (path) => {
      if (path.join() === field.leaf.path.join()) return id
      return idsByField.get(tableNamed(field.named, path) ?? '')?.[0] ?? (field.isUuid ? missingUuid : missingId)
    })
    Object.assign(input, decidingValues[field.named.name])
    // An optional field must be present, or the call would not test it.
    const [first = ''] = field.leaf.path
    if (input[first] === undefined || input[first] === null) input[first] = field.leaf.path[1] === '*' ? [id] : id
    const body = await askAs(who, field.named, input).catch((error: unknown) => {
      throw new Error(
        `${field.named.name} with ${JSON.stringify(input)} as ${who.username} is a defect: ${error instanceof Error ? error.stack : String(error)}`,
      )
    })
    return { body, input }
  }

  test('the table of every id field is known to this test', () => {
    const unknownFields = fields.filter((field) => tableOf(field.table) === undefined).map((field) => `${field.named.name} ${field.leaf.path.join('.')}`)
    assert.deepEqual(unknownFields, [], 'add the field to server/tests/isolation-testing.ts')
    assert.ok(fields.length > 30)
  })

  test('a foreign id gets the same response as a missing one and changes nothing', async () => {
    const differingResponses: string[] = []
    let requestCount = 0
    for (const who of testAccounts) {
      const digestsBefore = await digestsOfOthers(server, who, tables)
      const idsByField = new Map<string, (number | string)[]>()
      const foreignIdsByTable = new Map<string, (number | string)[]>()
      for (const name of new Set(fields.map((field) => field.table))) {
        const table = tableOf(name)
        if (!table || foreignCondition(who, table) === null) continue
        idsByField.set(table.name, await idsOf(server, who, table, 'own'))
        foreignIdsByTable.set(table.name, await idsOf(server, who, table, 'foreign'))
      }
      for (const [at, field] of fields.entries()) {
        const foreignIds = foreignIdsByTable.get(field.table ?? '') ?? []
        const unknownId = field.isUuid ? missingUuid : missingId
        const askForMissing = async () => comparableText((await askWith(who, field, unknownId, idsByField, at)).body, unknownId)
        const missingAnswer = foreignIds.length > 0 ? await askForMissing() : ''
        for (const id of foreignIds.slice(0, 2)) {
          const { body, input } = await askWith(who, field, id, idsByField, at)
          const answer = comparableText(body, id)
          requestCount++
          // Earlier calls may have changed the caller's own rows, and so the response to a missing id. That response is
          // requested again before comparing.
          if (answer !== missingAnswer && answer !== (await askForMissing()))
            differingResponses.push(
              `${who.username}: ${field.named.name} ${JSON.stringify(input)} → ${answer.slice(0, 300)} instead of ${missingAnswer.slice(0, 300)}`,
            )
        }
      }
      assert.deepEqual(await digestsOfOthers(server, who, tables), digestsBefore, `${who.username} changed data of another user`)
    }
    assert.deepEqual(differingResponses, [])
    assert.ok(requestCount > 150, `only ${requestCount} questions`)
  })

  test('a list with one foreign id is refused as a whole', async () => {
    const listFields = fields.filter(({ leaf, table }) => leaf.path.includes('*') && tableOf(table) !== undefined)
    const violations: string[] = []
    const succeededOperations = new Set<string>()
    for (const who of testAccounts) {
      const visibleRows = await operatorRowsOf(who)
      const digestsBefore = await digestsOf(server, tables)
      const repeatedChecks: (() => Promise<void>)[] = []
      for (const field of listFields) {
        const table = tableOf(field.table)
        const [foreign] = table && foreignCondition(who, table) !== null ? await idsOf(server, who, table, 'foreign', 1) : []
        if (!table || foreign === undefined) continue
        for (const id of visibleRows.get(table.name) ?? []) {
          const relatedRows = new Map([...visibleRows, ...(await relatedIds(server, table, id))])
          const versions = await versionsOf(server, table, [id, foreign])
          const body = await askAs(who, field.named, listing(field, [id, foreign], relatedRows, versions))
          if (body.code === 1) violations.push(`${who.username}: ${field.named.name} ${field.leaf.path.join('.')} → ${JSON.stringify(body).slice(0, 160)}`)
          repeatedChecks.push(async () => {
            const { code } = await askAs(who, field.named, listing(field, [id], relatedRows, versions))
            if (code === 1) succeededOperations.add(field.named.name)
          })
        }
      }
      const digestsAfter = await digestsOf(server, tables)
      violations.push(...Object.keys(digestsBefore).flatMap((name) => (digestsAfter[name] === digestsBefore[name] ? [] : [`${who.username} changed ${name}`])))
      // The same call must succeed without the foreign id. Otherwise the refusals would prove nothing.
      for (const each of repeatedChecks) await each()
    }
    assert.deepEqual([...new Set(violations)], [])
    assert.ok(succeededOperations.size >= 10, `only ${[...succeededOperations].join(', ')} went through at all`)
  })

  test('no read returns data of another tenant', async () => {
    const reads = allOperations.filter(({ spec }) => spec.kind === 'read')
    const leaks: string[] = []
    const readCharacters = new Map<string, number>()
    for (const who of testAccounts) {
      const secrets = await secretsOfOthers(server, who, tables)
      assert.ok(secrets.length > 20)
      for (const named of reads) {
        for (const body of await readResponsesOf(who, named)) {
          const text = await readable(server, body)
          readCharacters.set(who.username, (readCharacters.get(who.username) ?? 0) + (body.code === 1 ? text.length : 0))
          const leakedSecrets = secrets.filter((word) => text.includes(word))
          if (leakedSecrets.length > 0) leaks.push(`${who.username}: ${named.name} tells ${leakedSecrets.slice(0, 5).join(', ')}`)
        }
      }
    }
    assert.deepEqual(leaks, [])
    for (const who of testAccounts.slice(0, 3)) assert.ok((readCharacters.get(who.username) ?? 0) > 5000, `${who.username} saw nothing at all`)
  })

  /** Returns the responses of a read: without input, and for each of the caller's own rows that the read accepts. */
  async function readResponsesOf(who: TestAccount, named: NamedOperation) {
    const ask = (input: Readonly<Record<string, unknown>>) => askAs(who, named, input)
    const bodies = [await ask({})]
    for (const field of idFieldsOf(named)) {
      const table = tableOf(field.table)
      if (!table || field.leaf.path.length > 1) continue
      for (const id of await idsOf(server, who, table, 'own', 3)) bodies.push(await ask({ [field.field]: id }))
    }
    return bodies
  }
})
