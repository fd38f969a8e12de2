import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const unitName = '星河互娱科技有限公司'
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '对方开户行', '附言']
const dayMs = 86_400_000

/** The notification matrix of the design: who is notified of an event, and by which channel. */
describe('matrix of notifications', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  let seenCount = 0
  const { specials, ordinary } = demoPeople()
  const specialPerson = (name: keyof typeof specials) => specials[name] ?? assert.fail()
  const plainPerson = (at: number) => ordinary.filter((person) => person.entity === null && person.id !== 1001)[at] ?? assert.fail()
  const me = [...ordinary, ...Object.values(specials)].find((person) => person.id === 1001) ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  before(async () => {
    await server.settle(2)
    await receivedMessages()
  })

  /** Returns the recipients and kinds of the messages since the last call, such as `maker batchPaid`. */
  const receivedMessages = async () => {
    const messages = await sql<{ id: number; words: string }>`select message.id, username || ' ' || kind as words from message
      join app_user on app_user.id = user_id where message.id > ${seenCount} order by message.id`.execute(db())
    seenCount = messages.rows.at(-1)?.id ?? seenCount
    return messages.rows
      .map((row) => row.words)
      .filter((words) => !words.endsWith(' reconMissing'))
      .sort()
  }
  /** Returns the letters since the last call, by channel and recipient. */
  const deliverQueued = async () => {
    const queuedJobs = await sql<{ name: string; data: Record<string, unknown> }>`delete from pgboss.job
      where name in ('messages.deliver', 'messages.payee', 'messages.notice') returning name, data`.execute(db())
    for (const { name, data } of queuedJobs.rows) await server.job(name, data)
    const outboxRows = await sql<{
      way: string
      to: string
      subject: string
      body: string
    }>`delete from outbox returning way, recipient as "to", subject, body`.execute(db())
    return outboxRows.rows.map(({ way, to, subject, body }) => `${way} ${to} ${way === 'mail' ? subject : body}`).sort()
  }
  const mobileOf = async (username: string) =>
    (await sql<{ mobile: string }>`select mobile from app_user where username = ${username}`.execute(db())).rows[0]?.mobile ?? assert.fail()

  test('each step of a batch notifies its next actors, and success notifies maker and payer', async () => {
    const draft = await scenario.draft([{ person: plainPerson(0), yuan: '1000.00' }])
    assert.deepEqual(await receivedMessages(), [])
    const submittedBatch = await scenario.submit(draft)
    assert.deepEqual(await receivedMessages(), ['checker batchToCheck', 'unit1 batchToCheck'])
    const checkedBatch = await scenario.check(submittedBatch)
    assert.deepEqual(await receivedMessages(), ['auditor batchToAudit'])
    const payableBatch = await scenario.audit(checkedBatch)
    assert.deepEqual(await receivedMessages(), ['payer batchToPay', 'unit1 batchToPay'])
    await deliverQueued()
    await scenario.pay(payableBatch)
    assert.deepEqual(await receivedMessages(), [])
    await server.settle()
    assert.deepEqual(await receivedMessages(), ['maker batchPaid', 'payer batchPaid'])
  })

  test('participants in a batch and disabled accounts are not notified of its next step', async () => {
    const batch = await scenario.submit(await scenario.draft([{ person: plainPerson(0), yuan: '200.00' }], { maker: 'unit1' }), 'unit1')
    assert.deepEqual(await receivedMessages(), ['checker batchToCheck'])
    await sql`update app_user set status = ${accountStatus.disabled} where username = 'auditor'`.execute(db())
    await server.must('checker', 'payments.check', { ...scenario.target(batch), approve: true })
    assert.deepEqual(await receivedMessages(), [])
    await sql`update app_user set status = ${accountStatus.active} where username = 'auditor'`.execute(db())
    await server.must(
      'auditor',
      'payments.audit',
      { ...scenario.target(await scenario.get(batch.id)), approve: false, reason: '金额不符', checklist: fullChecklist },
      atCentre,
    )
    assert.deepEqual(await receivedMessages(), ['unit1 batchRejected'])
    await deliverQueued()
  })

  test('pending work is mailed in the reader’s language, or only listed after mail is turned off', async () => {
    await sql`update session set language = 'ja' where user_id = 6`.execute(db())
    await sql`update app_user set email = null where username = 'unit1'`.execute(db())
    const batch = await scenario.submit(await scenario.draft([{ person: plainPerson(0), yuan: '1234.50' }]))
    assert.deepEqual(await deliverQueued(), [`mail checker@example.com バッチ ${batch.no} の確認待ち`])
    await server.must('checker', 'messages.choose', { topic: 'work', way: 'mail', isOn: false })
    const second = await scenario.submit(await scenario.draft([{ person: plainPerson(1), yuan: '1.00' }]))
    assert.deepEqual(await deliverQueued(), [], 'muted')
    const [newest] = (await server.must('checker', 'messages.list', { unread: true })).rows
    assert.deepEqual([newest?.kind, newest?.values.no, newest?.values.unit], ['batchToCheck', second.no, unitName])
    assert.match(String(newest?.values.amount), /^¥\d/)
    await sql`update session set language = 'zh' where user_id = 6`.execute(db())
    await sql`update app_user set email = 'unit1@example.com' where username = 'unit1'`.execute(db())
    await receivedMessages()
  })

  test('operators are notified of each payment, while unit and centre get one message per batch', async () => {
    // One account belongs to these people in turn; the others have no account.
    const payPerson = async (person: typeof me) => {
      await sql`update app_user set operator_id = ${person.id} where username = 'operator'`.execute(db())
      const batch = await scenario.createPaidBatch([
        { person, yuan: '300.00' },
        { person: plainPerson(2), yuan: '100.00' },
      ])
      await deliverQueued()
      await receivedMessages()
      await server.settle()
      return batch
    }
    const paidBatch = await payPerson(me)
    assert.deepEqual(await receivedMessages(), ['maker batchPaid', 'operator moneyArrived', 'payer batchPaid'])
    const [line] = await scenario.lines(paidBatch.id)
    assert.deepEqual(
      (await deliverQueued()).filter((each) => each.startsWith('sms')),
      [`sms ${await mobileOf('operator')} ${`¥300.00 已到账：付款方：${unitName}，单号 ${line?.no}。`}`],
    )
    await payPerson(specialPerson('nameMismatch'))
    assert.deepEqual(await receivedMessages(), ['maker batchPartial', 'operator moneyFailed', 'payer batchPartial', 'unit1 batchPartial'])
    await payPerson(specialPerson('bounces'))
    assert.deepEqual(await receivedMessages(), ['maker batchPaid', 'operator moneyArrived', 'payer batchPaid'])
    await deliverQueued()
    server.advance(2 * dayMs)
    await server.settle(3)
    // Advancing two days also triggers the quarterly report reminders (platformreports.test.ts).
    const returnMessages = (await receivedMessages()).filter((words) => !words.endsWith(' platformOverdue'))
    assert.deepEqual(returnMessages, ['centre batchReturned', 'maker batchReturned', 'operator moneyReturned', 'payer batchReturned', 'unit1 batchReturned'])
    const texts = (await deliverQueued()).filter((each) => each.startsWith('sms'))
    assert.equal(texts.length, 5)
    assert.ok(texts.every((text) => !text.includes(specialPerson('bounces').cardNo) && !text.includes(specialPerson('bounces').idNumber)))
    await sql`update app_user set operator_id = 1001 where username = 'operator'`.execute(db())
  })

  test('people without an account get a text message only where the centre enables it', async () => {
    const pay = async () => {
      const batch = await scenario.createPaidBatch([{ person: plainPerson(3), yuan: '50.00' }])
      await deliverQueued()
      await server.settle()
      const [line] = await scenario.lines(batch.id)
      return [line?.no, (await deliverQueued()).filter((each) => each.startsWith('sms'))] as const
    }
    assert.deepEqual((await pay())[1], [])
    await sql`update centre set texts_payees = true where id = 2`.execute(db())
    const [no, texts] = await pay()
    assert.deepEqual(texts, [`sms ${plainPerson(3).mobile} ¥50.00 已到账：付款方：${unitName}，单号 ${no}。`])
    await sql`update centre set texts_payees = false where id = 2`.execute(db())
    await receivedMessages()
  })

  test('each state of a top-up notifies the people concerned', async () => {
    const apply = (serial: string, amount = '1234.50') =>
      server.must('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: '622200001111', bankSerial: serial })
    const today = server.running.kernel.clock.now().toISOString().slice(0, 10)
    const row = (serial: string, amount: string, name: string) => [`${today} 10:30:00`, serial, '收入', amount, name, '622200001111', '招商银行', '']
    const sheet = await writeSheet({
      sheets: [
        { name: '流水', columns: headings.map((heading) => ({ heading })), rows: [row('XLJ001', '1234.50', unitName), row('XLJ002', '9.00', '无名公司')] },
      ],
    })
    const [first, second] = [await apply('XLJ001'), await apply('XLJ009', '77.00')]
    assert.deepEqual(await receivedMessages(), ['centre topupSubmitted', 'centre topupSubmitted', 'finance topupSubmitted', 'finance topupSubmitted'])
    await server.must('centre', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes: sheet } }, atCentre)
    assert.deepEqual(await receivedMessages(), ['finance creditsUnclaimed'])
    const matchedTopup = (await server.must('finance', 'prepayments.list', { states: ['matched'] }, atCentre)).rows.find(
      (prepayment) => prepayment.id === first.id,
    )
    await server.must('finance', 'prepayments.confirm', { id: first.id, version: matchedTopup?.version ?? 0 }, atCentre)
    assert.deepEqual(await receivedMessages(), [
      'centre topupConfirmed',
      'maker topupConfirmed',
      'newcomer topupConfirmed',
      'payer topupConfirmed',
      'unit1 topupConfirmed',
    ])
    await server.must('finance', 'prepayments.reject', { id: second.id, version: second.version, reason: '未查到来款' }, atCentre)
    assert.deepEqual(await receivedMessages(), [
      'centre topupRejected',
      'maker topupRejected',
      'newcomer topupRejected',
      'payer topupRejected',
      'unit1 topupRejected',
    ])
    await deliverQueued()
  })

  test('a balance below the unit’s limit causes one notification', async () => {
    const { available } = await scenario.balance()
    await sql`update unit_setting_version version set low_balance_fen = ${available - 5000} from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(db())
    const lowBalanceMessages = async () => (await receivedMessages()).filter((each) => each.endsWith('balanceLow'))
    await scenario.createPayableBatch([{ person: plainPerson(4), yuan: '100.00' }])
    assert.deepEqual(await lowBalanceMessages(), ['maker balanceLow', 'newcomer balanceLow', 'payer balanceLow', 'unit1 balanceLow'])
    await scenario.createPayableBatch([{ person: plainPerson(5), yuan: '100.00' }])
    assert.deepEqual(await lowBalanceMessages(), [])
    await deliverQueued()
  })

  test('an identity dispute notifies unit and centre, and its end notifies unit and operator', async () => {
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    assert.deepEqual(await receivedMessages(), [
      'auditor disputeToResolve',
      'centre disputeToResolve',
      'maker disputeRaised',
      'newcomer disputeRaised',
      'unit1 disputeRaised',
    ])
    assert.equal((await deliverQueued()).filter((each) => each.startsWith('sms')).length, 5)
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const file = { filename: '谈话记录.png', mediaType: 'image/png', bytes: png }
    const resolution = { disputeId: id, decision: 'keep', resolution: '本人确认', file } as const
    for (const demoUsername of ['centre', 'auditor']) await server.must(demoUsername, 'disputes.resolve', resolution, atCentre)
    assert.deepEqual(await receivedMessages(), ['maker disputeKept', 'newcomer disputeKept', 'operator disputeKept', 'unit1 disputeKept'])
    await deliverQueued()
  })

  test('only a sign-in from a new device is notified, by message, mail and text message', async () => {
    const windowsAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
    const signIn = async (agent: string) => {
      const rawInput = new Map([
        ['username', 'payer'],
        ['password', demoPassword],
      ])
      const callOptions = {
        centre: '2',
        mode: undefined,
        key: crypto.randomUUID(),
        language: 'zh',
        ip: '127.0.0.1',
        agent,
        requestId: crypto.randomUUID(),
      } as const
      await handleCall(server.running.kernel, { module: 'auth', name: 'login', read: async () => rawInput as never, token: undefined, ...callOptions })
    }
    await signIn(windowsAgent)
    assert.deepEqual(await receivedMessages(), ['payer newDevice'])
    const deliveredMessages = await deliverQueued()
    assert.deepEqual(
      deliveredMessages.map((each) => each.split(' ')[0]),
      ['mail', 'sms'],
    )
    assert.match(deliveredMessages[1] ?? '', /Chrome · Windows/)
    await signIn(windowsAgent.replace('141', '142'))
    assert.deepEqual(await receivedMessages(), [])
  })

  test('centre and unit are warned in the last month and again in the last week of a contract', async () => {
    const row = (
      await sql<{ id: number }>`select id from contract where sign_state = 'done' and unit_id = 1 and centre_id = 2 and operator_id is null limit 1`.execute(
        db(),
      )
    ).rows[0]
    const setContractEnd = (days: number) => {
      const day = new Date(server.running.kernel.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
      return sql`update contract set valid_to = ${day}::date where id = ${row?.id}`.execute(db())
    }
    await sql`update contract set ending_told = 0 where valid_to < ${server.running.kernel.clock.now()}::timestamptz + interval '90 days'`.execute(db())
    await sql`update contract set ending_told = null where id = ${row?.id}`.execute(db())
    const markAllRead = () => server.must('centre', 'messages.read', { all: true }, atCentre)
    await markAllRead()
    await setContractEnd(20)
    await server.job('contracts.sweep')
    const first = await receivedMessages()
    assert.deepEqual(first, ['centre contractsEnding', 'maker contractEnding', 'newcomer contractEnding', 'unit1 contractEnding'])
    await server.job('contracts.sweep')
    assert.deepEqual(await receivedMessages(), [])
    await markAllRead()
    await setContractEnd(6)
    await server.job('contracts.sweep')
    assert.deepEqual(await receivedMessages(), first)
    await deliverQueued()
  })

  test('each message is queued separately and retried for days', async () => {
    await scenario.submit(await scenario.draft([{ person: plainPerson(6), yuan: '10.00' }]))
    const queuedJobs = await sql<{ retry_limit: number; retry_delay_max: number; data: Record<string, unknown> }>`select retry_limit, retry_delay_max, data
      from pgboss.job where name = 'messages.deliver'`.execute(db())
    assert.ok(queuedJobs.rows.length > 0)
    assert.ok(queuedJobs.rows.every((row) => row.retry_limit >= 100 && row.retry_delay_max === 3600))
    assert.equal(new Set(queuedJobs.rows.map((row) => JSON.stringify(row.data))).size, queuedJobs.rows.length)
  })
})
