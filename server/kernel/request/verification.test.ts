import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('verification files', () => {
  const server = testServer({ mode: 'production', env: { VERIFICATION_FILES: '{"MP_verify_Ab12.txt":"Ab12"}' } })
  const get = (url: string) => server.running.server.inject({ method: 'GET', url })

  test('a configured verification file is served as plain text from the root', async () => {
    const answer = await get('/MP_verify_Ab12.txt')
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-type']), /^text\/plain/)
    assert.equal(answer.body, 'Ab12')
  })

  test('production asks browsers to use https for a year, including subdomains', async () => {
    const policy = String((await get('/healthz')).headers['strict-transport-security'])
    assert.ok(Number(/max-age=(\d+)/.exec(policy)?.[1]) >= 31_536_000, policy)
    assert.match(policy, /includeSubDomains/)
  })

  test('other file names and paths return 404', async () => {
    for (const url of ['/other_name.txt', '/toString.txt', '/__proto__.txt', '/a.txt', '/..%2fpackage.txt', '/MP_verify_Ab12.txt/x', `/${'x'.repeat(65)}.txt`])
      assert.equal((await get(url)).statusCode, 404, url)
  })
})

test('the error names invalid mail, file and site settings', () => {
  const invalidSettings = [
    [{ VERIFICATION_FILES: 'abc' }, /VERIFICATION_FILES must be a JSON object/],
    [{ VERIFICATION_FILES: '{"../x.txt":"a"}' }, /VERIFICATION_FILES: \.\.\/x\.txt/],
    [{ VERIFICATION_FILES: '{"abcdef.txt":1}' }, /must be a text/],
    [{ SMTP_URL: 'http://mail' }, /SMTP_URL must begin/],
    [{ SMTP_URL: 'smtps://mail' }, /MAIL_FROM must be/],
    [{ SMTP_URL: 'smtps://mail', MAIL_FROM: 'nobody' }, /MAIL_FROM must be/],
    [{ SITE_URL: 'javascript:alert(1)' }, /SITE_URL must be/],
  ] as const
  for (const [env, said] of invalidSettings) assert.throws(() => readSettings(env), said)
  const { smtp, siteUrl } = readSettings({ SMTP_URL: 'smtps://u:p@mail', MAIL_FROM: '云创客 <no-reply@example.com>', SITE_URL: 'https://a.example/' })
  assert.deepEqual([smtp?.from, siteUrl], ['云创客 <no-reply@example.com>', 'https://a.example'])
})
