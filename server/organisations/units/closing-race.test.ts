import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, monthOf, shiftDay } from '#/domain/base/period.ts'
import { claimScenario } from '#/server/money/collections/testing.ts'
import { extendDocuments, orderId } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { whileLocked } from '#/server/tests/locks-testing.ts'
import { type TestServer, testServer } from '#/server/tests/testing.ts'

const skipReason = process.env.TEST_DATABASE_URL === undefined && 'the embedded database runs one transaction at a time'
const { active, closed } = accountStatus
const modeOnePlace = { centre: 2, mode: 1 } as const
const modeTwoPlace = { centre: 2, mode: 2 } as const
const place = { centreId: 2, mode: 2 } as const
/** The contract of unit 1 with centre 2 in mode 2. */
const frameworkContractId = 12
const paper = { filename: '说明.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }

let counter = 0

interface WorkStarter {
  /** Prepares the work and returns the call that begins it. */
  readonly begin: (server: TestServer) => Promise<() => Promise<{ readonly error?: string | undefined }>>
  readonly refusal: string
  /** The rows whose closing stops the work; both by default. */
  readonly owners?: readonly ('unit' | 'centre')[]
}

const today = (server: TestServer) => dayOf(server.running.kernel.clock.now())

const newUnit = (serial: number) => ({
  name: '新程科技有限公司',
  creditCode: creditCodeFor('91', '330106', serial),
  legalPerson: '程新',
  legalIdNumber: idNumberFor('330106', '19790112', 510),
  bizKind: 'ordinary' as const,
  industry: '软件开发',
  contactName: '程新',
  contactMobile: '13900001111',
  places: [{ ...place, feePlanId: 1 }],
})

/** Drafts an order under the contract of unit 1 at centre 2 in mode 2. */
const draftOrder = (server: TestServer) => {
  const contract = { contractId: frameworkContractId, category: '软件服务' }
  const description = '按约定的清单开发并交付仓储管理软件，含部署、培训和一年的维护，按月提交工作量清单，以验收单为依据结算。'
  const price = { mode: 'fixed' as const, price: '100.00', highest: '', quantity: 10 }
  const texts = { title: '仓储软件开发', description, criteria: '成果交付，甲方签字确认。' }
  const days = { from: today(server), to: shiftDay(today(server), 30) }
  return server.call('maker', 'orders.create', { ...contract, kind: 'task', ...texts, price, budget: '1000.00', ...days })
}

/** Drafts a contract between unit 1 and centre 2. */
const draftContract = async (server: TestServer) => {
  const { templates } = await server.must('centre', 'contracts.choices', {}, modeTwoPlace)
  const templateId = templates.find((template) => template.kind === 'general_contract')?.id ?? assert.fail('the demo has a template')
  const days = { from: today(server), to: shiftDay(today(server), 300) }
  return server.call('centre', 'contracts.create', { templateId, ...place, unitId: 1, ...days, fields: { service_scope: '软件开发' } }, modeTwoPlace)
}

const ownTitle = async (server: TestServer) => {
  const { name, creditCode: taxNo } = await server.must('platform', 'units.get', { id: 1 })
  const { rows } = await server.must('payer', 'titles.list', { page: 1, size: 20 })
  return rows.find((row) => row.name === name) ?? (await server.must('payer', 'titles.create', { name, taxNo, email: 'fp@xinghe.cn' }))
}

/** Calls that begin work of unit 1 at centre 2. */
const workStarters: Readonly<Record<string, WorkStarter>> = {
  'a batch': { refusal: 'noSetting', begin: async (server) => () => server.call('maker', 'payments.create', { orderId }) },
  'a claim': {
    refusal: 'noSetting',
    begin: async (server) => {
      const days = [counter, counter] as const
      counter++
      return () => claimScenario(server).claim({ submit: true, days })
    },
  },
  'an invoice application': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const title = await ownTitle(server)
      const { places } = await server.must('payer', 'invoices.terms', {})
      const category = places.find((each) => each.centreId === 2)?.categories[0] ?? assert.fail()
      const form = { centreId: 2, basis: 'amount', titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn', amount: '100.00' } as const
      return () => server.call('payer', 'invoices.apply', form)
    },
  },
  'a run of business invoices': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const title = await ownTitle(server)
      const owner = { unitId: 1, centreId: 2 }
      const { categories } = await server.must('finance', 'businessinvoices.terms', owner, modeOnePlace)
      const category = categories[0] ?? assert.fail()
      const month = monthOf(server.running.kernel.clock.now())
      const kinds = { kind: 'ordinary', category, feeKind: 'ordinary', feeCategory: category } as const
      return () => server.call('finance', 'businessinvoices.generate', { ...owner, ...kinds, basis: 'month', month, titleId: title.id }, modeOnePlace)
    },
  },
  'an order': { refusal: 'placeClosed', begin: async (server) => () => draftOrder(server) },
  'the publication of an order': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const { id, version } = (await draftOrder(server)).data ?? assert.fail()
      return () => server.call('maker', 'orders.move', { id, version, move: 'publish' })
    },
  },
  'a contract': { refusal: 'placeClosed', begin: async (server) => () => draftContract(server) },
  'the sending of a contract': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const { id, version } = (await draftContract(server)).data ?? assert.fail()
      return () => server.call('centre', 'contracts.send', { id, version }, modeTwoPlace)
    },
  },
  'a reopened contract': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const { id, version } = (await draftContract(server)).data ?? assert.fail()
      await sql`update contract set sign_state = 'expired' where id = ${id}`.execute(server.running.kernel.database.kysely)
      return () => server.call('centre', 'contracts.extend', { id, version, days: 7 }, modeTwoPlace)
    },
  },
  'a contract on paper': {
    refusal: 'placeClosed',
    begin: async (server) => {
      const terms = { kind: 'general_contract', name: '总包服务合同', ...place, unitId: 1, from: today(server), to: shiftDay(today(server), 300) } as const
      return () => server.call('centre', 'contracts.uploadPaper', { ...terms, file: paper }, modeTwoPlace)
    },
  },
  'an invoice title': {
    refusal: 'titleUnitClosed',
    owners: ['unit'],
    begin: async (server) => () =>
      server.call('payer', 'titles.create', { name: '新抬头', taxNo: creditCodeFor('91', '330106', 511_009), email: 'fp@xinghe.cn' }),
  },
  'a changed invoice title': {
    refusal: 'titleUnitClosed',
    owners: ['unit'],
    begin: async (server) => {
      const { id: titleId, version, taxNo } = await ownTitle(server)
      return () => server.call('payer', 'titles.change', { titleId, version, name: '新名称', taxNo, email: 'fp@xinghe.cn' })
    },
  },
  'a place of the unit': {
    refusal: 'wrongStatus',
    owners: ['unit'],
    begin: async (server) => () => server.call('platform', 'units.openPlace', { unitId: 1, centreId: 3, mode: 2, feePlanId: 1 }),
  },
  'a new unit': { refusal: 'centreUnfit', owners: ['centre'], begin: async (server) => () => server.call('platform', 'units.create', newUnit(511_002)) },
}

describe('closing at the same time as new work', { skip: skipReason }, () => {
  const server = testServer()
  let unitId = 0
  const db = () => server.running.kernel.database.kysely
  /** Runs two calls up to their audit entries, the first one ahead, and then lets both continue. */
  const runTogether = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
    whileLocked<[A, B]>(db(), sql`lock table audit_chain in exclusive mode`, [first, second])
  const submit = () => {
    const bankSerial = `R${String(++counter).padStart(10, '0')}`
    return server.call('payer', 'prepayments.submit', { ...place, amount: '500.00', payerName: '新程', payerAccount: '622200001111', bankSerial })
  }
  const prepareClosing = async () => {
    const { version } = await server.must('platform', 'units.get', { id: unitId })
    return () => server.call('platform', 'units.close', { id: unitId, version, reason: '合作终止', password: demoPassword })
  }
  const prepareDisabling = async () => {
    const { version } = await server.must('platform', 'centres.get', { id: 2 })
    return () => server.call('platform', 'centres.setActive', { id: 2, version, isActive: false, reason: '业务调整' })
  }
  const prepareDecision = async () => {
    const form = { unitId, mode: 2, direction: 'more', amount: '12.00', reason: '补差', file: paper } as const
    const { id, version } = await server.must('finance', 'prepayments.proposeAdjustment', form, modeTwoPlace)
    return () => server.call('centre', 'prepayments.decideAdjustment', { adjustmentId: id, version, approve: true }, modeTwoPlace)
  }
  const setOpen = async () => {
    await sql`update unit set status = ${active} where status = ${closed}`.execute(db())
    await sql`update centre set is_active = true where id = 2`.execute(db())
  }

  before(async () => {
    const { id } = await server.must('platform', 'units.create', newUnit(511_001))
    unitId = id
    await sql`update app_user set unit_id = ${id} where username = 'payer'`.execute(db())
    // A sign-in would wait for the audit log instead of the call that follows it.
    for (const demoUsername of ['payer', 'centre']) await server.must(demoUsername, 'tasks.waiting', {}, demoUsername === 'centre' ? modeTwoPlace : {})
  })
  beforeEach(() => setOpen())

  test('a top-up that is being submitted keeps its unit open', async () => {
    const [submitted, closed] = await runTogether(submit, await prepareClosing())
    assert.deepEqual([submitted.code, closed.error], [1, 'notEmpty'])
    await server.must('payer', 'prepayments.withdraw', { id: submitted.data?.id ?? 0, version: submitted.data?.version ?? 0 })
  })

  test('a top-up of a unit that is being closed is refused', async () => {
    const [closed, submitted] = await runTogether(await prepareClosing(), submit)
    assert.deepEqual([closed.data?.status, submitted.error], [7, 'unitClosed'])
  })

  test('an adjustment for a unit that is being closed is refused', async () => {
    const decide = await prepareDecision()
    const [closed, decided] = await runTogether(await prepareClosing(), decide)
    assert.deepEqual([closed.data?.status, decided.error], [7, 'ownerClosed'])
  })

  test('an adjustment that is being booked keeps its unit open', async () => {
    const [decided, closed] = await runTogether(await prepareDecision(), await prepareClosing())
    assert.deepEqual([decided.code, closed.error], [1, 'notEmpty'])
  })

  test('a top-up that is being submitted keeps its centre open', async () => {
    const closingMessage = async () => (await (await prepareDisabling())()).message
    const topups = async () => Number(/处理中充值 (\d+)/.exec(await closingMessage())?.[1] ?? 0)
    const before = await topups()
    const [submitted, disabled] = await runTogether(submit, await prepareDisabling())
    assert.equal(submitted.code, 1)
    assert.match(disabled.message, new RegExp(`处理中充值 ${before + 1} 笔`))
  })
})

describe('new work at the same time as closing', { skip: skipReason }, () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    await extendDocuments(server)
  })

  const closingStatements = {
    unit: sql`with closing as (select id from unit where id = 1 for update) update unit set status = ${closed} from closing where unit.id = closing.id`,
    centre: sql`with closing as (select id from centre where id = 2 for update) update centre set is_active = false from closing where centre.id = closing.id`,
  }

  for (const [name, { begin, refusal, owners = ['unit', 'centre'] as const }] of Object.entries(workStarters))
    test(`${name} waits for the closing of its ${owners.join(' or ')} and is refused`, async () => {
      const startWork = await begin(server)
      for (const owner of owners) {
        const [answer] = await whileLocked<[{ readonly error?: string | undefined }]>(db(), closingStatements[owner], [startWork])
        await sql`update unit set status = ${active} where id = 1`.execute(db())
        await sql`update centre set is_active = true where id = 2`.execute(db())
        assert.equal(answer.error, refusal, `while the ${owner} closes`)
      }
    })
})
