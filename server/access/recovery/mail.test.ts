import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { hashPassword } from '#/server/kernel/session/passwords.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

/** Starts an SMTP server that records the mail it receives. The server rejects mail while `isRefusing` is set. */
async function startMailServer() {
  const receivedMails: { to: string[]; from: string; text: string }[] = []
  const state = { isRefusing: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      void text(stream).then((content) => {
        if (state.isRefusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        receivedMails.push({ to: rcptTo.map((each) => each.address), from: mailFrom ? mailFrom.address : '', text: content })
        return done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return { received: receivedMails, state, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((resolve) => smtp.close(resolve)) }
}

/** Decodes the text of a base64 or quoted-printable mail. */
function textOfMail(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

describe('recovery in production', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let server: TestServer
  const logLines: string[] = []
  const keepLogLine = (fields: object, message: string) => void logLines.push(JSON.stringify(fields), message)
  before(async () => {
    mail = await startMailServer()
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'platform@example.com', SITE_URL: 'https://platform.example.com/' }
    server = await startTestServer({ mode: 'production', env, log: { info: keepLogLine, warn: keepLogLine, error: keepLogLine } })
    await db()
      .insertInto('app_user')
      .values({
        username: 'ann',
        name: 'Ann',
        usertype: userType.platform,
        status: accountStatus.active,
        password_hash: await hashPassword('Alt#Wort26'),
        email: 'Ann@Example.com',
        created_at: new Date(),
      })
      .execute()
  })
  after(async () => {
    await server.close()
    await mail.close()
  })
  const db = () => server.running.kernel.database.kysely

  test('production without an SMS provider offers neither recovery by text message nor a sandbox', async () => {
    assert.deepEqual(await server.must(null, 'recovery.ways', {}), { mail: true, sms: false, isSandbox: false, support: '' })
    assert.equal((await server.call(null, 'recovery.ask', { username: 'ann', contact: '13900000001' })).error, 'noSms')
    const { ask } = await server.must(null, 'recovery.ask', { username: 'bob', contact: 'bob@example.com' })
    assert.equal((await server.call(null, 'recovery.sandbox', { ask })).error, 'forbidden')
  })

  test('a rejected mail arrives on retry, its code resets the password, and no secret is stored', async () => {
    mail.state.isRefusing = true
    const { ask } = await server.must(null, 'recovery.ask', { username: 'ann', contact: 'ann@example.com' }, { language: 'en' })
    await assert.rejects(server.job('recovery.send', { ask }), /did not take the mail/)
    assert.equal(mail.received.length, 0)
    mail.state.isRefusing = false
    await server.job('recovery.send', { ask })
    const [letter] = mail.received
    assert.equal(mail.received.length, 1)
    assert.deepEqual([letter?.to, letter?.from], [['ann@example.com'], 'platform@example.com'])
    const mailWords = textOfMail(letter?.text ?? '')
    const code = mailWords.match(/\b\d{6}\b/)?.[0] ?? ''
    const link = mailWords.match(/https:\/\/platform\.example\.com\/Reset\?ticket=(\S+)/)?.[1] ?? ''
    assert.ok(code && link, mailWords)
    const wrongCode = code === '000000' ? '111111' : '000000'
    assert.equal((await server.call(null, 'recovery.prove', { ask, code: wrongCode })).error, 'wrongCode')
    const { ticket } = await server.must(null, 'recovery.prove', { ask, code })
    await server.must(null, 'recovery.reset', { ticket, password: 'Neu#Wort26' })
    assert.equal((await server.must(null, 'auth.login', { username: 'ann', password: 'Neu#Wort26' })).status, 8)

    const allStoredText = await storedText()
    assert.ok(allStoredText.length > 1000)
    for (const secret of [link, ticket, 'Neu#Wort26', 'Alt#Wort26']) assert.ok(!allStoredText.includes(secret), `a secret stayed: ${secret}`)
    assert.ok(!new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(allStoredText), 'the code stayed')
    assert.deepEqual(await db().selectFrom('outbox').select('id').execute(), [])
  })

  /** Returns the log, the queue and the recovery tables as text. */
  async function storedText(): Promise<string> {
    const tables = ['audit_log', 'recovery_ask', 'recovery_ticket', 'outbox', 'throttle', 'pgboss.job']
    const rows = []
    for (const table of tables) rows.push(...(await sql`select to_jsonb(kept) - 'created_at' - 'at' as row from ${sql.table(table)} kept`.execute(db())).rows)
    return JSON.stringify(rows) + logLines.join('\n')
  }
})

test('production without a mail server offers no recovery and shows the support contact', async () => {
  const server = await startTestServer({ mode: 'production', env: { SUPPORT_CONTACT: '400-000-0000', SITE_RECORD: ' 浙ICP备2026000001号 ' } })
  assert.deepEqual(await server.must(null, 'recovery.ways', {}), { mail: false, sms: false, isSandbox: false, support: '400-000-0000' })
  assert.deepEqual(await server.must(null, 'auth.site', {}), { record: '浙ICP备2026000001号', support: '400-000-0000' })
  assert.equal((await server.call(null, 'recovery.ask', { username: 'ann', contact: 'ann@example.com' })).error, 'noMail')
  await server.close()
})
