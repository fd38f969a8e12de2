import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#/server/lib/database/database.ts'
import { refuseUnfitServer } from '#/server/lib/database/server-checks.ts'
import { asOwner, inTransaction } from '#/server/lib/database/transaction.ts'

// Records the messages of clients to a server that only listens. Like PgBouncer in transaction mode, it has no session
// state.

interface ReceivedMessages {
  /** Simple queries are listed by text, prepared statements by name and text, and other messages by their letter. */
  readonly messages: string[]
  readonly startups: string[]
  readonly url: string
}

function message(letter: string, body: Buffer | string): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}
const readyForQueryMessage = (state: string) => message('Z', state)
const welcomeMessages = Buffer.concat([message('R', Buffer.alloc(4)), readyForQueryMessage('I')])
const refusalMessage = message('E', 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0')

function answerTo(text: string): Buffer {
  const tag = text.startsWith('begin') ? 'BEGIN' : (text.split(' ')[0] ?? '').toUpperCase()
  return Buffer.concat([message('C', `${tag}\0`), readyForQueryMessage(tag === 'BEGIN' ? 'T' : 'I')])
}

/** The server answers this statement only when it has received the next one. */
const heldStatement = 'select held'

function serve(socket: Socket, received: Pick<ReceivedMessages, 'messages' | 'startups'>): void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (!isStarted && rest.length >= 4) {
      isStarted = true
      const startup = rest.subarray(8, rest.readInt32BE(0)).toString()
      received.startups.push(startup)
      rest = rest.subarray(rest.readInt32BE(0))
      if (startup.includes('statement_timeout')) return void socket.end(refusalMessage)
      socket.write(welcomeMessages)
    }
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const letter = String.fromCharCode(rest[0] ?? 0)
      const text = rest.subarray(5, rest.readInt32BE(1)).toString()
      rest = rest.subarray(rest.readInt32BE(1) + 1)
      const [name = '', prepared = ''] = text.split('\0')
      received.messages.push(letter === 'Q' ? text : letter === 'P' ? `${name}: ${prepared}` : letter)
      if (letter === 'Q' && received.messages.at(-2) === heldStatement) socket.write(answerTo(heldStatement))
      if (letter === 'Q' && text !== heldStatement) socket.write(answerTo(text))
      if (letter === 'S') socket.write(Buffer.concat([message('1', ''), message('2', ''), message('n', ''), answerTo('select')]))
    }
  })
}

async function startFakeServer(t: TestContext): Promise<ReceivedMessages> {
  const receivedMessages = { messages: [] as string[], startups: [] as string[] }
  const server = createServer((socket) => serve(socket, receivedMessages))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { ...receivedMessages, url: `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/x` }
}

test('connections behind PgBouncer open without the start parameters that it refuses', async (t) => {
  const fakeServer = await startFakeServer(t)
  const database = await openDatabase({ url: fakeServer.url })
  t.after(() => database.close())
  await sql`select 1`.execute(database.kysely)
  assert.ok(fakeServer.startups[0]?.includes('statement_timeout'))
  assert.ok(fakeServer.startups.slice(1).every((startup) => !startup.includes('statement_timeout')))
})

test('a transaction begins with all settings in one message and leaves no session state', async (t) => {
  const fakeServer = await startFakeServer(t)
  const database = await openDatabase({ url: fakeServer.url })
  t.after(() => database.close())
  await inTransaction(database, { 'app.user': "7'", 'app.units': '{1}' }, (trx) => sql`select 1`.execute(trx))
  await asOwner(database, (trx) => sql`select 2`.execute(trx), { statementMs: 0 })
  assert.deepEqual(
    fakeServer.messages.filter((each) => each !== 'X'),
    [
      "select current_database() as name, getdatabaseencoding() as encoding, current_setting('server_version') as version, current_setting('server_version_num')::int as number",
      "set timezone to 'Asia/Shanghai'",
      "set timezone to 'Asia/Shanghai'; set search_path to public, pg_temp",
      'select pg_backend_pid() as pid',
      "begin; set local statement_timeout = 30000; set local idle_in_transaction_session_timeout = 60000; set local jit = off; set local role app_rw; select set_config(E'app.user', E'7''', true), set_config(E'app.units', E'{1}', true)",
      'select 1',
      'commit',
      'begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 60000; set local jit = off',
      'select 2',
      'commit',
    ],
  )
})

test('statements issued together in a transaction are sent without waiting for each other', { timeout: 20_000 }, async (t) => {
  const fakeServer = await startFakeServer(t)
  const database = await openDatabase({ url: fakeServer.url })
  t.after(() => database.close())
  await asOwner(database, (trx) => Promise.all([sql.raw(heldStatement).execute(trx), sql`select 1`.execute(trx)]))
  assert.deepEqual(fakeServer.messages.slice(-3), [heldStatement, 'select 1', 'commit'])
})

test('a repeated statement is not prepared behind a connection pool, where connections change', async (t) => {
  const fakeServer = await startFakeServer(t)
  const database = await openDatabase({ url: fakeServer.url })
  t.after(() => database.close())
  for (let times = 0; times < 3; times++) await sql`select ${times}::int`.execute(database.kysely)
  const preparedMessages = fakeServer.messages.filter((each) => each.endsWith('select $1::int'))
  assert.deepEqual(preparedMessages, [': select $1::int', ': select $1::int', ': select $1::int'])
})

test('LISTEN goes to the direct address, because a pool does not pass notifications on', async (t) => {
  const [pooled, direct] = [await startFakeServer(t), await startFakeServer(t)]
  const database = await openDatabase({ url: pooled.url, listenUrl: direct.url })
  t.after(() => database.close())
  const unlisten = await database.listen('tasks', () => undefined)
  await unlisten()
  assert.ok(direct.messages.includes('listen "tasks"'))
  assert.ok(!pooled.messages.some((each) => each.startsWith('listen')))
})

test('requests hold at most the configured number of connections', async (t) => {
  const fakeServer = await startFakeServer(t)
  const database = await openDatabase({ url: fakeServer.url, connections: { requests: 2, jobs: 2 } })
  t.after(() => database.close())
  const startupsBefore = fakeServer.startups.length
  await Promise.all(Array.from({ length: 5 }, () => inTransaction(database, {}, (trx) => sql`select 1`.execute(trx))))
  assert.equal(fakeServer.startups.length - startupsBefore, 2)
})

test('a database with an encoding other than UTF-8 is refused, and the error names the encoding', { skip: !process.env.TEST_DATABASE_URL }, async () => {
  const url = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `test_ascii_${process.pid}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  try {
    await admin.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
    url.pathname = `/${name}`
    await assert.rejects(openDatabase({ url: url.href }), {
      message: `the database ${name} has the encoding SQL_ASCII: create it with encoding 'UTF8' template template0`,
    })
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
})

test('a server without the data of the time zone is refused, and the error names the package', { skip: !process.env.TEST_DATABASE_URL }, async () => {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  try {
    await refuseUnfitServer(client, 'Asia/Shanghai')
    await assert.rejects(refuseUnfitServer(client, 'Asia/Nowhere'), {
      message: 'the database server does not know the time zone Asia/Nowhere: install its time zone data (package tzdata)',
    })
  } finally {
    await client.end()
  }
})

test('a server older than PostgreSQL 15 is refused, and the error names its version', async () => {
  const clientOf = (number: number) => ({ query: async () => ({ rows: [{ name: 'yck', encoding: 'UTF8', version: `${number / 10_000}`, number }] }) })
  await assert.rejects(refuseUnfitServer(clientOf(140_000) as never, 'Asia/Shanghai'), { message: 'the database server is PostgreSQL 14: use 15 or newer' })
  await refuseUnfitServer(clientOf(150_000) as never, 'Asia/Shanghai')
})
