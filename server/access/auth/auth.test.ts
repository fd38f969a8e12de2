import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { maxStoredTables } from '#/api/services/preferences.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { postStatus } from '#/domain/base/codes.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Exercises session calls over HTTP against the full server (specification §3, §4, §6, §7).

const minute = 60_000

interface Body {
  readonly code: number
  readonly message: string
  readonly error?: string
  readonly [field: string]: unknown
}

interface RequestParts {
  readonly form?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

describe('sign-in and session', () => {
  let app: TestServer

  before(async () => {
    // Locks and sessions expire by wall-clock time, so the tests freeze it and advance it explicitly.
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    app = await startTestServer({ env: { WIRE: 'specification' } })
  })
  after(async () => {
    await app.close()
    mock.timers.reset()
  })
  beforeEach(() => advanceClock(20 * minute))

  const advanceClock = (milliseconds: number) => mock.timers.setTime(Date.now() + milliseconds)

  async function post(url: string, { form = {}, query, headers = {} }: RequestParts = {}): Promise<Body> {
    const data = new FormData()
    for (const [name, value] of Object.entries({ _: '', ...form })) data.append(name, value)
    const encodedForm = new Response(data)
    const answer = await app.running.server.inject({
      method: 'POST',
      url: query ? `${url}?${new URLSearchParams(query)}` : url,
      headers: { 'content-type': encodedForm.headers.get('content-type') ?? '', 'accept-language': 'zh-CN', ...headers },
      payload: Buffer.from(await encodedForm.arrayBuffer()),
    })
    assert.equal(answer.statusCode, 200)
    return answer.json() as Body
  }
  const login = (username: string, password = demoPassword) => post('/api/user/login', { form: { username, password } })
  const openToken = async (username: string) => String((await login(username)).token)
  const info = (token: string, headers = {}) => post('/api/user/info', { headers: { 'x-token': token, ...headers } })
  const setStatus = (username: string, status: number) =>
    app.running.kernel.database.kysely.updateTable('app_user').set({ status }).where('username', '=', username).execute()

  test('the login response carries token, status, menu and account fields', async () => {
    const answer = await login('maker')
    assert.deepEqual([answer.code, answer.status, answer.usertype, answer.isEditPassWord, answer.yztype, answer.message], [1, 8, 2, 1, 0, ''])
    assert.ok(typeof answer.token === 'string' && answer.token.length >= 40)
    assert.deepEqual([typeof answer.isdl, typeof answer.isdz], ['string', 'string'])
    const menu = answer.userMenuBOS as { key: string; path: string }[]
    assert.ok(menu.some((row) => row.key === 'zfPtList' && row.path === '/zf/zfPtList'))
    assert.ok(!menu.some((row) => row.key === 'zfPtListpt'))
    assert.equal((await login('newcomer')).isEditPassWord, 0)
  })

  test('with WIRE=specification, selectors and messages accept parameters in the query or form', async () => {
    const queryLogin = await post('/api/user/login', { query: { username: ' maker ', password: demoPassword } })
    assert.equal(queryLogin.status, 8)
    const token = String(queryLogin.token)
    const passwordCheck = await post('/api/user/CheckPasswd', { query: { type: '1', pwd: demoPassword }, headers: { 'x-token': token } })
    assert.equal(passwordCheck.code, 1)
    assert.equal(passwordCheck.message, '旧密码验证通过')
    for (const parameterSource of ['form', 'query'] as const) {
      const areas = await post('/api/ms/get_sfData', { [parameterSource]: { pid: '330000' }, headers: { 'x-token': token } })
      assert.deepEqual([areas.code, areas.count], [1, 0], parameterSource)
      const platforms = await post('/api/ms/get_ptData', { [parameterSource]: { keyword: '没有这家' }, headers: { 'x-token': token } })
      assert.deepEqual([platforms.code, platforms.count], [1, 0], parameterSource)
      const messages = await post('/api/share/user/getMsg', { [parameterSource]: { type: 'msg' }, headers: { 'x-token': token } })
      assert.deepEqual([messages.code, typeof (messages.data as { unread: number }).unread], [1, 'number'], parameterSource)
    }
    const wrongPasswordCheck = await post('/api/user/CheckPasswd', { form: { type: '1', pwd: 'Wrong#2026' }, headers: { 'x-token': token } })
    assert.deepEqual([wrongPasswordCheck.code, wrongPasswordCheck.message], [0, '原密码错误'])
  })

  test('an account whose status is not 8 gets a message instead of a token', async () => {
    for (const status of [0, 1, 2, 3, 4, 5, 6, 7, 9]) {
      await setStatus('checker', status)
      const answer = await login('checker')
      assert.deepEqual([answer.code, answer.status, answer.token], [1, status, undefined])
      assert.notEqual(answer.message, '')
      assert.deepEqual(answer.userMenuBOS, [])
    }
    await setStatus('checker', 8)
    assert.ok((await login('checker')).token)
  })

  test('an account that is no longer active is signed out on the next call', async () => {
    const token = await openToken('checker')
    await setStatus('checker', 6)
    assert.equal((await info(token)).code, 50008)
    await setStatus('checker', 8)
  })

  test('the user-info response carries posts, title, permissions, centres and account data', async () => {
    const answer = await info(await openToken('centre'))
    assert.deepEqual([answer.posttatus, answer.poststatus, answer.usertype, answer.title], [1, 1, 4, '云创客平台'])
    assert.ok((answer.data as { permission: string }[]).some((row) => row.permission === 'payZfPt'))
    assert.deepEqual([answer.logo, answer.msg, answer.yyzdid, answer.yzzgid, answer.status], ['/mark.svg', '', '2', '', 8])
    assert.match(String(answer.introduction), /^默认运营中心 · .+ · .+$/)
    assert.deepEqual([answer.islr, (await info(await openToken('maker'))).islr], ['1', '0'])
    assert.ok(String(answer.introduction).endsWith(String(answer.rolesname)))
    assert.deepEqual(
      [typeof answer.rolesname, typeof answer.isdz, typeof answer.islr, typeof answer.uid, typeof answer.name],
      ['string', 'string', 'string', 'number', 'string'],
    )
    const centres = JSON.parse(String(answer.yycenter)) as { id: number; isdz: string }[]
    assert.deepEqual(
      centres.map(({ id, isdz }) => [id, isdz]),
      [
        [2, '1,2'],
        [5, '2'],
      ],
    )
  })

  test('the user-info fields logo, introduction, msg, yyzdid and yzzgid match the account', async () => {
    const unit = await info(await openToken('maker'))
    assert.match(String(unit.introduction), /^星河互娱科技有限公司 · ./)
    assert.deepEqual([unit.logo, unit.yyzdid, unit.yzzgid, unit.msg, unit.avatar], ['/mark.svg', '2', '', '', ''])
    const avatar = 'https://files.example/face.png'
    await app.running.kernel.database.kysely.updateTable('app_user').set({ avatar }).where('username', '=', 'checker').execute()
    assert.equal((await info(await openToken('checker'))).avatar, avatar)
    const operator = await info(await openToken('operator'))
    const storedAccount = await app.running.kernel.database.kysely
      .selectFrom('app_user')
      .innerJoin('operator', 'operator.id', 'app_user.operator_id')
      .innerJoin('operator_entity', 'operator_entity.operator_id', 'operator.id')
      .select(['operator_entity.id', 'operator.centre_id'])
      .where('app_user.username', '=', 'operator')
      .executeTakeFirstOrThrow()
    assert.deepEqual([operator.yzzgid, operator.yyzdid], [String(storedAccount.id), String(storedAccount.centre_id)])
    assert.equal((await info(await openToken('platform'))).yyzdid, '')
    const settings = app.running.kernel.settings as { notice: string }
    settings.notice = '今晚维护'
    assert.equal((await info(await openToken('maker'))).msg, '今晚维护')
    settings.notice = ''
    assert.equal((await info(await openToken('newcomer'))).msg, '为了保障您的账号安全，首次登录请修改密码')
  })

  test('an account with poststatus 4 may select only centres where the person works', async () => {
    const { username } = await app.running.kernel.database.kysely
      .selectFrom('app_user')
      .select('username')
      .where('poststatus', '=', postStatus.crossCentre)
      .executeTakeFirstOrThrow()
    const token = await openToken(username)
    const { poststatus, yycenter } = await info(token)
    const centres = JSON.parse(String(yycenter)) as { id: number }[]
    assert.equal(poststatus, 4)
    assert.ok(centres.length > 1)
    for (const { id } of centres)
      assert.notEqual((await post('/api/tasks/waiting', { headers: { 'x-token': token, yycenterid: String(id) } })).message, '请选择运营中心')
    assert.equal((await post('/api/tasks/waiting', { headers: { 'x-token': token, yycenterid: '999' } })).message, '请选择运营中心')
  })

  test('NsType is a number or JSON with an id, and an unusable mode is replaced', async () => {
    const token = await openToken('centre')
    const effectivePlace = async (NsType: string, yycenterid: string) => {
      const data = new FormData()
      data.append('_', '')
      const encodedForm = new Response(data)
      const answer = await app.running.server.inject({
        method: 'POST',
        url: '/api/payments/list',
        headers: { 'content-type': encodedForm.headers.get('content-type') ?? '', 'x-token': token, nstype: NsType, yycenterid },
        payload: Buffer.from(await encodedForm.arrayBuffer()),
      })
      return [(answer.json() as Body).code, answer.headers['x-nstype-effective']]
    }
    assert.deepEqual(await effectivePlace('2', '2'), [1, '2'])
    assert.deepEqual(await effectivePlace('{"id":2}', '2'), [1, '2'])
    assert.deepEqual(await effectivePlace('1', '5'), [1, '2'])
    assert.deepEqual(await effectivePlace('nonsense', '2'), [1, '1'])
  })

  test('centre staff must select a centre where they work, except to read their session', async () => {
    const token = await openToken('centre')
    const headers = { 'x-token': token, yycenterid: '3' }
    assert.deepEqual(await post('/api/payments/list', { headers }).then(({ code, message }) => [code, message]), [0, '请选择运营中心'])
    assert.equal((await info(token, { yycenterid: '3' })).code, 1)
  })

  test('five wrong passwords lock the account, and a sixth causes a longer lock', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) assert.equal((await login('unit2', 'Wrong#2026')).error, 'wrongLogin')
    assert.equal((await login('unit2')).error, 'locked')
    advanceClock(59_999)
    assert.equal((await login('unit2')).error, 'locked')
    advanceClock(1)
    assert.equal((await login('unit2', 'Wrong#2026')).error, 'wrongLogin')
    advanceClock(61_000)
    assert.equal((await login('unit2')).error, 'locked', 'the second lock is longer than the first')
    advanceClock(61_000)
    assert.equal((await login('unit2')).status, 8)
  })

  test('a wrong name and a wrong password get the same response', async () => {
    const [name, password] = [await login('nobody-here'), await login('maker', 'Wrong#2026')]
    assert.deepEqual([name.error, name.message], [password.error, password.message])
  })

  test('a logged-out, made-up or missing token is refused (50008)', async () => {
    const token = await openToken('maker')
    assert.equal((await post('/api/user/logout_pc', { headers: { 'x-token': token } })).code, 1)
    assert.equal((await info(token)).code, 50008)
    assert.equal((await info('not-a-token')).code, 50008)
    assert.equal((await post('/api/user/info')).code, 50008)
  })

  test('a session expires after 30 minutes without a call, or 12 hours after sign-in (50014)', async () => {
    const token = await openToken('maker')
    advanceClock(30 * minute)
    assert.equal((await info(token)).code, 1)
    advanceClock(30 * minute + 1)
    assert.equal((await info(token)).code, 50014)
    const activeToken = await openToken('maker')
    for (let renewals = 0; renewals < 24; renewals++) {
      advanceClock(29 * minute)
      assert.equal((await info(activeToken)).code, 1)
    }
    advanceClock(24 * minute - 1)
    assert.equal((await info(activeToken)).code, 1)
    advanceClock(1)
    assert.equal((await info(activeToken)).code, 50014)
  })

  test('signing in on an eleventh device ends the least recently used session (50012)', async () => {
    const first = await openToken('payer')
    const others: string[] = []
    for (let devices = 2; devices <= 10; devices++) {
      advanceClock(1000)
      others.push(await openToken('payer'))
    }
    assert.equal((await info(first)).code, 1)
    advanceClock(1000)
    await openToken('payer')
    assert.equal((await info(first)).code, 50012)
    for (const token of others) assert.equal((await info(token)).code, 1)
  })

  test('a new login password must follow the rules and ends all sessions except the current one', async () => {
    const [here, there] = [await openToken('maker02'), await openToken('maker02')]
    const change = (form: Record<string, string>) => post('/api/user/editpassword', { form: { type: '1', ...form }, headers: { 'x-token': here } })
    assert.equal((await change({ oldpassword: 'Wrong#2026', password: 'Andere#W26' })).error, 'wrongOld')
    assert.equal((await change({ oldpassword: demoPassword, password: 'short' })).message, '请设置8-16位字母，特殊符号数字组成的密码')
    assert.equal(
      (await change({ oldpassword: demoPassword, password: 'alllowercase1' })).message,
      '密码必须包含至少一个小写字母、一个大写字母、一个数字和一个特殊字符',
    )
    assert.equal((await change({ oldpassword: demoPassword, password: demoPassword })).error, 'same_as_old')
    assert.equal((await change({ oldpassword: demoPassword, password: 'Andere #W26' })).message, '密码不能包含空格')
    assert.equal((await change({ oldpassword: demoPassword, password: 'Andere#W26' })).code, 1)
    assert.equal((await info(there)).code, 50008)
    assert.equal((await info(here)).code, 1)
    assert.equal((await login('maker02')).error, 'wrongLogin')
    assert.equal((await login('maker02', 'Andere#W26')).status, 8)
  })

  test('a password with four different characters that meets the rules of §5 is accepted', async () => {
    let oldpassword = demoPassword
    for (const password of ['Aa1!Aa1!', 'Aa@11111']) {
      const headers = { 'x-token': String((await login('maker03', oldpassword)).token) }
      assert.equal((await post('/api/user/editpassword', { form: { type: '1', oldpassword, password }, headers })).code, 1, password)
      oldpassword = password
    }
  })

  test('accounts without the payment right cannot set a payment password', async () => {
    const replacePaymentPassword = async (who: string) =>
      post('/api/user/editpassword', {
        form: { type: '2', oldpassword: demoPassword, paypassword: 'Paying#2027' },
        headers: { 'x-token': await openToken(who) },
      })
    assert.equal((await replacePaymentPassword('maker')).error, 'no_payment_right')
    assert.equal((await replacePaymentPassword('auditor')).error, 'no_payment_right')
  })

  test('a forced password change blocks lists but not reading the session (INV-23)', async () => {
    const token = await openToken('newcomer')
    assert.equal((await post('/api/payments/list', { headers: { 'x-token': token } })).error, 'must_change_password')
    assert.equal((await info(token)).code, 1)
  })

  test('interface settings follow the user to other browsers, and invalid ones are refused', async () => {
    const table = { order: ['no', 'state'], hidden: ['unit'], pinned: [], density: 'compact' as const }
    await app.must('checker', 'preferences.keep', { theme: '#11a983', colours: 'grey', tables: { batches: table } })
    await app.must('checker', 'preferences.keep', { theme: '#f5222d', tables: { 'top-ups': { ...table, hidden: [] } } })
    await app.must('checker', 'preferences.keep', {})
    // An empty lock time resets the setting.
    await app.must('checker', 'preferences.keep', { lockAfter: '' as unknown as number })
    const settings = { theme: '#f5222d', colours: 'grey', tables: { batches: table, 'top-ups': { ...table, hidden: [] } } }
    assert.deepEqual((await info(await openToken('checker'))).preferences, settings)
    assert.deepEqual((await info(await openToken('payer'))).preferences, {})
    assert.equal((await app.call('checker', 'preferences.keep', { theme: 'url(//elsewhere)' })).error, 'invalid_input')
    const tooManyTables = Object.fromEntries(Array.from({ length: maxStoredTables + 1 }, (_, at) => [`t${at}`, table]))
    assert.equal((await app.call('checker', 'preferences.keep', { tables: tooManyTables })).error, 'tooMany')
    assert.equal((await app.call('checker', 'preferences.keep', { tables: { batches: { ...table, hidden: ['a b'] } } })).error, 'invalid_input')
    const randomColumns = () => Array.from({ length: 60 }, () => randomBytes(20).toString('hex'))
    const oversizedTables = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`t${at}`, { ...table, order: randomColumns(), hidden: randomColumns() }]))
    assert.equal((await app.call('checker', 'preferences.keep', { tables: oversizedTables })).error, 'tooLarge')
    assert.deepEqual((await info(await openToken('checker'))).preferences, settings, 'a refused call keeps nothing')
    await app.must('checker', 'preferences.reset', {})
    assert.deepEqual((await info(await openToken('checker'))).preferences, {})
    const preferencesEntry = await app.running.kernel.database.kysely
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'preferences.keep')
      .orderBy('seq')
      .executeTakeFirstOrThrow()
    assert.deepEqual((preferencesEntry.detail as { settings: string[] }).settings, ['theme', 'colours', 'table.batches'])
  })

  test('the log contains no password', async () => {
    const rows = await app.running.kernel.database.kysely.selectFrom('audit_log').selectAll().execute()
    const text = JSON.stringify(rows)
    assert.ok(rows.some((row) => row.action === 'auth.login'))
    for (const secret of [demoPassword, 'Wrong#2026', 'Andere#W26', 'Paying#2027']) assert.ok(!text.includes(secret), secret)
  })
})
