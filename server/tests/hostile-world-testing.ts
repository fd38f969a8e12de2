import { sql } from 'kysely'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { issueCommission } from '#/server/money/commissions/public.ts'
import { fullChecklist } from '#/server/money/payments/testing.ts'
import { readNotice } from '#/server/money/payouts/channels/channel.ts'
import { applyReturns } from '#/server/money/payouts/dispatch/returns.ts'
import { Applicant } from '#/server/onboarding/applications/registering-testing.ts'
import { createApprovedSplit } from '#/server/organisations/fees/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { addMoneyFollowUps, requestLetters } from '#/server/tests/hostile-money-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Several tenants with data that others must not see: batches in every state, people, documents, top-ups, receipts,
// tasks and files.

const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })

interface Payee {
  name: string
  id_number: string
  mobile: string
  bank_name: string
  card_no: string
}

async function payeesOf(server: TestServer, unitId: number): Promise<Payee[]> {
  const result = await sql<Payee>`
    select operator.name, operator.id_number_sealed as id_number, operator.mobile_sealed as mobile, card.bank_name, card.card_no_sealed as card_no
    from unit_operator link join operator on operator.id = link.operator_id join operator_card card on card.operator_id = operator.id and card.is_verified
    where link.unit_id = ${unitId} and operator.status = ${accountStatus.active} and operator.is_identity_verified
      and (select count(*) from unit_operator other where other.operator_id = operator.id) = 1
    order by operator.id desc limit 6`.execute(server.running.kernel.database.kysely)
  const { vault } = server.running.kernel
  return result.rows.map((row) => ({
    ...row,
    id_number: vault.open('id_number', row.id_number),
    mobile: vault.open('mobile', row.mobile),
    card_no: vault.open('card_no', row.card_no),
  }))
}

function lineCellsOf(payee: Payee, yuan: string) {
  return { name: payee.name, idNumber: payee.id_number, mobile: payee.mobile, bankName: payee.bank_name, cardNo: payee.card_no, amountText: yuan }
}

function newPayeeOf(unitId: number) {
  return {
    name: `生面孔${unitId}`,
    idNumber: idNumberFor('320000', '19920202', 300 + unitId),
    mobile: `1390001000${unitId}`,
    bankName: '中国工商银行',
    cardNo: bankCardFor('622202', 91_000 + unitId),
  }
}

interface Tenant {
  readonly unitId: number
  readonly centreId: number
  /** Suffix of the tenant's user names. */
  readonly ending: string
  readonly auditor: string
}

const tenants: readonly Tenant[] = [
  { unitId: 1, centreId: 2, ending: '', auditor: 'auditor' },
  { unitId: 2, centreId: 2, ending: '02', auditor: 'auditor' },
  { unitId: 3, centreId: 3, ending: '03', auditor: 'auditor03' },
]

async function addTenantWork(server: TestServer, tenant: Tenant): Promise<void> {
  const { unitId, centreId, ending, auditor } = tenant
  const [maker, checker, payer] = [`maker${ending}`, `checker${ending}`, `payer${ending}`]
  const at = { centre: centreId, mode: 2 }
  const payees = await payeesOf(server, unitId)
  const { orders } = await server.must(maker, 'payments.choices', {})
  const order = orders.find((each) => each.problem === null && each.mode === 2)
  if (!order) throw new Error(`unit ${unitId} has no order to pay for`)
  const draft = async (yuan: string, remark: string) => {
    const batch = await server.must(maker, 'payments.create', { orderId: order.id, remark })
    await server.must(maker, 'lines.add', { batchId: batch.id, rows: payees.map((payee) => lineCellsOf(payee, yuan)) })
    await server.must(maker, 'lines.exclude', { batchId: batch.id, allInvalid: true })
    return server.must(maker, 'payments.get', { id: batch.id })
  }
  const target = async (id: number) => {
    const { version } = await server.must(maker, 'payments.get', { id })
    return { id, version }
  }
  const openDraft = await draft('20.00', `${unitId}号草稿`)
  await server.must(maker, 'lines.add', {
    batchId: openDraft.id,
    rows: [
      { ...newPayeeOf(unitId), amountText: '12.00' },
      { name: '无名', amountText: 'x' },
    ],
  })
  await server.must(maker, 'payments.attach', { id: openDraft.id, kind: 'acceptance', file: pdf(`验收单${unitId}`) })
  const { rows } = await server.must(maker, 'lines.list', { batchId: openDraft.id })
  const unknownPayee = rows.find((row) => row.name.startsWith('生面孔'))
  if (unknownPayee) await server.must(maker, 'lines.refer', { batchId: openDraft.id, lineIds: [unknownPayee.id] })
  await server.must(maker, 'lines.errorFile', { batchId: openDraft.id })

  const waitingBatch = await draft('30.00', `${unitId}号待复核`)
  await server.must(maker, 'payments.submit', { ...(await target(waitingBatch.id)), acknowledgement: '已逐条核对' })
  const paidBatch = await draft('40.00', `${unitId}号已支付`)
  await server.must(maker, 'payments.submit', { ...(await target(paidBatch.id)), acknowledgement: '已逐条核对' })
  await server.must(checker, 'payments.check', { ...(await target(paidBatch.id)), approve: true })
  await server.must(auditor, 'payments.audit', { ...(await target(paidBatch.id)), approve: true, checklist: fullChecklist }, at)
  const batchToPay = await server.must(payer, 'payments.get', { id: paidBatch.id })
  const { lineCount, net, tax, fee, cost } = batchToPay
  await server.must(payer, 'payments.pay', { ...(await target(paidBatch.id)), lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
  await server.must(payer, 'prepayments.submit', {
    centreId,
    mode: 2,
    amount: `${unitId}00.00`,
    payerName: `${unitId}号付款户`,
    payerAccount: `62220000000${unitId}`,
    bankSerial: `SERIAL-${unitId}-${centreId}`,
    slip: pdf(`回单${unitId}`),
  })
  await server.must(payer, 'vouchers.exportList', {})
}

/** Enters sales on other platforms for one operator of each of two centres. */
async function addOtherSales(server: TestServer): Promise<void> {
  const { clock, database } = server.running.kernel
  for (const [centre, finance] of [
    [2, 'finance'],
    [3, 'finance03'],
  ] as const) {
    const { id } = await database.kysely.selectFrom('operator').select('id').where('centre_id', '=', centre).orderBy('id').limit(1).executeTakeFirstOrThrow()
    const sale = { operatorId: id, month: monthOf(clock.now()), amount: '700.00', payers: `${centre}号平台`, file: pdf(`账单${centre}`), reason: '本人委托' }
    await server.must(finance, 'othersales.enter', sale, { centre, mode: 2 })
  }
}

/** Enters a proof of custody, and a proposal of tax residence, at two centres. */
async function addProofs(server: TestServer): Promise<void> {
  const { clock, database } = server.running.kernel
  const today = dayOf(clock.now())
  for (const centreId of [2, 3]) {
    const { id } = await database.kysely.selectFrom('operator').select('id').where('centre_id', '=', centreId).orderBy('id').limit(1).executeTakeFirstOrThrow()
    const residence = { operatorId: id, fromDay: today, ground: 'domicile', reason: '户籍在境内', file: pdf(`户口簿${centreId}`) } as const
    await server.must('platform', 'residences.propose', residence)
    const proof = {
      centreId,
      way: 'supervised',
      agreedOn: today,
      validUntil: `${Number(today.slice(0, 4)) + 1}-12-31`,
      agreement: pdf(`监管协议${centreId}`),
    } as const
    await server.call('platform', 'custody.propose', proof)
  }
}

/** Files an appeal that claims the identity of an operator of centre 2. */
async function fileAppeal(server: TestServer): Promise<void> {
  const { vault, database } = server.running.kernel
  const row = await database.kysely.selectFrom('operator').select(['name', 'id_number_sealed']).where('id', '=', 1001).executeTakeFirstOrThrow()
  const person = new Applicant(server, 'operator')
  await person.prove()
  const answers = [
    { field: 'name', value: row.name },
    { field: 'idNumber', value: vault.open('id_number', row.id_number_sealed) },
  ]
  await server.must(null, 'applications.appeal', { ticket: person.ticket, answers, statement: '这是我本人的证件' })
}

/** Receives a return notice with an unknown number on one channel of each centre. */
async function addUnknownReturn(server: TestServer): Promise<void> {
  const job = jobContext(server.running.kernel, () => false)
  for (const channelId of [2, 5]) await job.run('test', (ctx) => applyReturns(ctx, channelId, [readNotice({ requestNo: `ODD-${channelId}` })]))
}

/** Issues the commission bills of a partner and of sales staff. */
async function issueBills(server: TestServer): Promise<void> {
  const { kernel } = server.running
  await jobContext(kernel, () => false).run('test', (ctx) => issueCommission(ctx, monthOf(kernel.clock.now())))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from commission_bill`.execute(kernel.database.kysely)
  if (!rows[0]?.count) throw new Error('nobody earned commission')
}

/** Issues an invoice to a tenant and requests a red letter for part of it. */
async function issueInvoice(server: TestServer, { unitId, centreId, ending, auditor }: Tenant): Promise<void> {
  const [payer, finance] = [`payer${ending}`, auditor.replace('auditor', 'finance')]
  const at = { centre: centreId, mode: 2 }
  const day = dayOf(server.running.kernel.clock.now())
  const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = ${unitId}`.execute(
    server.running.kernel.database.kysely,
  )
  const title = await server.must(payer, 'titles.create', { name: rows[0]?.name ?? '', taxNo: rows[0]?.code ?? '', email: `fp${unitId}@example.com` })
  const place = (await server.must(payer, 'invoices.terms', {})).places.find((each) => each.centreId === centreId)
  const form = { centreId, basis: 'amount', amount: '20.00', titleId: title.id, kind: 'ordinary', category: place?.categories[0] ?? '' } as const
  const application = await server.must(payer, 'invoices.apply', { ...form, email: `fp${unitId}@example.com` })
  const row = await server.must(finance, 'invoices.review', { invoicingId: application.id, version: application.version, approve: true }, at)
  const paper = row.invoices[0]
  if (!paper) throw new Error('nothing is invoiced')
  const number = `2635200000010000000${unitId}`
  const issuedApplication = await server.must(
    finance,
    'invoices.issue',
    { invoicingId: row.id, version: row.version, invoiceId: paper.id, number, issuedOn: day, file: pdf(number) },
    at,
  )
  await server.must(
    finance,
    'invoices.askRed',
    { invoicingId: row.id, version: issuedApplication.version, invoiceId: paper.id, reason: 'discount', amount: '1.00' },
    at,
  )
}

/**
 * Inserts the rows of a month end: vouchers, tax office results, e-invoice orders and an authorisation to issue
 * invoices.
 */
async function addMonthEndRows(server: TestServer, { centreId }: Tenant): Promise<void> {
  const { kernel } = server.running
  const at = kernel.clock.now()
  const month = monthOf(at)
  const digest = 'a'.repeat(64)
  await asOwner(kernel.database, async (trx) => {
    const { rows: people } = await sql<{ id: number }>`select user_id as id from user_centre where centre_id = ${centreId} order by user_id limit 2`.execute(
      trx,
    )
    const [maker, checker] = [people[0]?.id ?? 1, people[1]?.id ?? 2]
    await sql`with mapping as (insert into acct_mapping (centre_id, mode, first_month, word, state, made_by, made_at, checked_by, checked_at)
        values (${centreId}, 2, ${month}, '记', 'active', ${maker}, ${at}, ${checker}, ${at}) returning id)
      insert into acct_mapping_row (mapping_id, centre_id, account, code, name, by_unit) select id, ${centreId}, place.* from mapping
        cross join (values ('bank', '1002', '银行存款', false), ('unit_available', '2203', '预收账款', true)) place(account, code, name, by_unit)`.execute(trx)
    await sql`insert into acct_issue (centre_id, mode, month, edition, mapping_id, journal_count, voucher_count, debit_fen, sha256, made_by, made_at)
      select centre_id, mode, first_month, 99, id, 1, 1, 100, ${digest}, made_by, made_at from acct_mapping where centre_id = ${centreId} order by id desc limit 1`.execute(
      trx,
    )
    await sql`insert into acct_voucher (issue_id, centre_id, month, kind, word, no, debit_fen)
      select id, centre_id, month, 'payment', '记', 9999, 100 from acct_issue where centre_id = ${centreId} and edition = 99`.execute(trx)
    await sql`insert into acct_voucher_line (voucher_id, centre_id, account, debit_fen, credit_fen)
      select voucher.id, voucher.centre_id, side.account, side.debit, side.credit from acct_voucher voucher
        cross join (values ('unit_available', 100, 0), ('bank', 0, 100)) side(account, debit, credit) where voucher.centre_id = ${centreId} and voucher.no = 9999`.execute(
      trx,
    )
    await sql`insert into tax_result (declaration_id, centre_id, edition, file_id, sha256, row_count, difference_count, by_id, at)
      select period.id, period.centre_id, 1, (select id from stored_file where centre_id = ${centreId} limit 1), ${digest}, 1, 1, ${maker}, ${at}
      from tax_declaration period where period.centre_id = ${centreId} order by period.id limit 1`.execute(trx)
    await sql`insert into tax_result_item (result_id, centre_id, kind, sheet_line, person, ours_fen, theirs_fen)
      select id, centre_id, 'amount', 2, '某人 110***11', 100, 101 from tax_result where centre_id = ${centreId}`.execute(trx)
    await sql`insert into einvoice_channel (centre_id, kind, set_by, set_at) values (${centreId}, 'manual', ${maker}, ${at}) on conflict do nothing`.execute(
      trx,
    )
    await sql`insert into einvoice_exchange (centre_id, kind, what, request_no, at, by_id, result, took_ms)
      values (${centreId}, 'http', 'issue', ${`STRANGE-${centreId}-1`}, ${at}, ${maker}, 'refused', 5)`.execute(trx)
    await sql`insert into invoice_order (request_no, what, application_id, invoice_id, centre_id, unit_id, mode, state, tries, asked_by, created_at, settled_at)
      select 'STRANGE-' || paper.id || '-1', 'issue', paper.application_id, paper.id, paper.centre_id, paper.unit_id, paper.mode, 'refused', 1, ${maker}, ${at}, ${at}
      from invoice paper where paper.centre_id = ${centreId} order by paper.id limit 1`.execute(trx)
    // The file must belong to the operator. Otherwise the row would reveal the id of another tenant's file to the
    // operator.
    await sql`with chosen as (select * from operator_entity entity where centre_id = ${centreId}
          and not exists (select from issue_authorisation had where had.entity_id = entity.id) order by id limit 1),
      paper as (insert into stored_file (id, name, media_type, size_bytes, sha256, centre_id, operator_id, purpose, created_by, created_at)
        select gen_random_uuid(), '授权书.pdf', 'application/pdf', 1, ${digest}, centre_id, operator_id, 'issue_authorisation', ${maker}, ${at} from chosen returning id)
      insert into issue_authorisation (entity_id, operator_id, centre_id, valid_from, valid_to, file_id, created_by, created_at)
      select chosen.id, chosen.operator_id, chosen.centre_id, '2020-01-01', '2030-12-31', paper.id, ${maker}, ${at} from chosen cross join paper`.execute(trx)
  })
  for (const table of monthEndTables) {
    const { rows } = await sql`select from ${sql.table(table)} where centre_id = ${centreId} limit 1`.execute(kernel.database.kysely)
    if (rows.length === 0) throw new Error(`centre ${centreId} has no row of ${table}`)
  }
}

const monthEndTables = [
  'acct_mapping',
  'acct_mapping_row',
  'acct_issue',
  'acct_voucher',
  'acct_voucher_line',
  'tax_result',
  'tax_result_item',
  'einvoice_channel',
  'einvoice_exchange',
  'invoice_order',
  'issue_authorisation',
]

/** Creates pending work for three units at two centres. Issues and packs the receipts of the payments. */
export async function createHostileWorld(server: TestServer): Promise<void> {
  await createApprovedSplit(server, { mode: 2 })
  for (const tenant of tenants) await addTenantWork(server, tenant)
  await addOtherSales(server)
  await addProofs(server)
  await fileAppeal(server)
  await addUnknownReturn(server)
  await server.settle(3)
  await issueBills(server)
  for (const tenant of tenants) {
    await addMoneyFollowUps(server, tenant)
    await requestLetters(server, tenant)
    await issueInvoice(server, tenant)
    await server.must(`payer${tenant.ending}`, 'vouchers.zip', {})
  }
  for (const tenant of tenants.filter(({ unitId }) => unitId !== 2)) await addMonthEndRows(server, tenant)
}
