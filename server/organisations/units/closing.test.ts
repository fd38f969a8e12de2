import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type ClaimScenario, claimScenario } from '#/server/money/collections/testing.ts'
import { closePaidBatches, extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer, testServer } from '#/server/tests/testing.ts'

const modeTwoPlace = { centre: 2, mode: 2 } as const
const account = '622200001111'
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('closing a unit with money under way', () => {
  const server = checkedTestServer()
  let lastSerial = 0
  let unit: { id: number; version: number; name: string }
  const db = () => server.running.kernel.database.kysely
  const importBankCredit = async () => {
    const serial = `C${String(++lastSerial).padStart(10, '0')}`
    const rows = [[`${dayOf(server.running.kernel.clock.now())} 00:00:01`, serial, '收入', '500.00', unit.name, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, modeTwoPlace)
    return serial
  }
  const submit = (bankSerial: string) =>
    server.must('payer', 'prepayments.submit', { centreId: 2, mode: 2, amount: '500.00', payerName: unit.name, payerAccount: account, bankSerial })
  const close = () => server.call('platform', 'units.close', { id: unit.id, version: unit.version, reason: '合作终止', password: demoPassword })

  before(async () => {
    const name = '新程科技有限公司'
    const { id, version } = await server.must('platform', 'units.create', {
      name,
      creditCode: creditCodeFor('91', '330106', 511_001),
      legalPerson: '程新',
      legalIdNumber: idNumberFor('330106', '19790112', 510),
      bizKind: 'ordinary',
      industry: '软件开发',
      contactName: '程新',
      contactMobile: '13900001111',
      places: [{ centreId: 2, mode: 2, feePlanId: 1 }],
    })
    unit = { id, version, name }
    await sql`update app_user set unit_id = ${id} where username = 'payer'`.execute(db())
  })

  test('a top-up, a balance and a refund keep the unit open', async () => {
    const topup = await submit(await importBankCredit())
    assert.equal((await close()).error, 'notEmpty')
    await server.must('centre', 'prepayments.confirm', { id: topup.id, version: topup.version }, modeTwoPlace)
    assert.equal((await close()).error, 'notEmpty')
    const refund = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '500.00', reason: '项目结束' })
    assert.equal((await close()).error, 'notEmpty')
    const approvedRefund = await server.must(
      'finance',
      'prepayments.decideRefund',
      { refundId: refund.id, version: refund.version, approve: true },
      modeTwoPlace,
    )
    assert.equal((await close()).error, 'notEmpty')
    const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }
    const paidOn = dayOf(server.running.kernel.clock.now())
    await server.must(
      'centre',
      'prepayments.payRefund',
      { refundId: approvedRefund.id, version: approvedRefund.version, paidOn, bankSerial: 'OUT0001', slip },
      modeTwoPlace,
    )
    assert.equal((await close()).data?.status, 7)
  })

  test('a closed unit receives no money, even from a top-up submitted before', async () => {
    const [late, next] = [await importBankCredit(), await importBankCredit()]
    const setStatus = (status: number) => sql`update unit set status = ${status} where id = ${unit.id}`.execute(db())
    await setStatus(8)
    const topup = await submit(late)
    await setStatus(7)
    assert.equal((await server.call('centre', 'prepayments.confirm', { id: topup.id, version: topup.version }, modeTwoPlace)).error, 'unitClosed')
    const secondTopup = { centreId: 2, mode: 2, amount: '500.00', payerName: unit.name, payerAccount: account, bankSerial: next } as const
    assert.equal((await server.call('payer', 'prepayments.submit', secondTopup)).error, 'unitClosed')
    const credit = await db().selectFrom('bank_credit').select('id').where('serial', '=', next).executeTakeFirstOrThrow()
    const claim = {
      creditId: credit.id,
      unitId: unit.id,
      mode: 2,
      reason: '补登记',
      papers: { filename: '说明.pdf', mediaType: 'application/pdf', bytes: pdfPage('claim') },
    } as const
    assert.equal((await server.call('finance', 'prepayments.claimFor', claim, modeTwoPlace)).error, 'unitClosed')
    const adjustmentInput = { unitId: unit.id, mode: 2, direction: 'more', amount: '12.00', reason: '补差', file: claim.papers } as const
    const adjustment = await server.must('finance', 'prepayments.proposeAdjustment', adjustmentInput, modeTwoPlace)
    const decision = { adjustmentId: adjustment.id, version: adjustment.version, approve: true }
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', decision, modeTwoPlace)).error, 'ownerClosed')
    await server.must('centre', 'prepayments.reject', { id: topup.id, version: topup.version, reason: '单位已注销' }, modeTwoPlace)
  })
})

describe('work that keeps a unit open', () => {
  const server = testServer()
  let scenario: ClaimScenario
  const refusal = async (language: Language = 'zh') => {
    const { version } = await server.must('platform', 'units.get', { id: 1 })
    const close = { id: 1, version, reason: '合作终止', password: demoPassword }
    return (await server.call('platform', 'units.close', close, { language })).message
  }
  const count = async (work: string) => Number(new RegExp(`${work} (\\d+)`).exec(await refusal())?.[1] ?? 0)

  before(async () => {
    await extendDocuments(server)
    scenario = claimScenario(server)
  })

  test('a claim keeps the unit open until its payment has left the return window', async () => {
    const [claims, batches] = [await count('待确认或待支付收款单'), await count('未完结批次（含退汇观察期）')]
    const claim = await scenario.submitClaim({})
    assert.equal(await count('待确认或待支付收款单'), claims + 1)
    await scenario.pay(await scenario.mergeClaims(await scenario.confirm(claim)))
    assert.equal(await count('待确认或待支付收款单'), claims + 1)
    await server.settle(2)
    assert.deepEqual([await count('待确认或待支付收款单'), await count('未完结批次（含退汇观察期）')], [claims, batches + 1])
    await closePaidBatches(server)
    assert.equal(await count('未完结批次（含退汇观察期）'), batches)
  })

  test('an invoice application keeps the unit open until the application has ended', async () => {
    const before = await count('未开完的开票申请')
    const { name, creditCode: taxNo } = await server.must('platform', 'units.get', { id: 1 })
    const title = await server.must('payer', 'titles.create', { name, taxNo, email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail()
    const form = { centreId: 2, basis: 'amount', titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn', amount: '100.00' } as const
    const { id, version } = await server.must('payer', 'invoices.apply', form)
    assert.equal(await count('未开完的开票申请'), before + 1)
    await server.must('payer', 'invoices.withdraw', { invoicingId: id, version })
    assert.equal(await count('未开完的开票申请'), before)
  })

  test('a payment exception keeps the unit open until two people have resolved the exception', async () => {
    const bank = bankScenario(server)
    const exceptions = exceptionScenario(server)
    const before = await count('未处理支付异常')
    await bank.sendOneLine((no, net) => [replies.paid(no, net - 1)])
    assert.equal(await count('未处理支付异常'), before + 1)
    await exceptions.settle(await exceptions.findOnly('wrong_amount'), 'as_ordered')
    assert.equal(await count('未处理支付异常'), before)
  })

  test('the refusal lists the open work in each language', async () => {
    assert.match(await refusal('zh'), /^不能注销，请先处理完：.*单位余额 ¥/)
    assert.match(await refusal('en'), /^The unit cannot be closed yet: .*¥[\d,.]+ in unit balances\.$/)
    assert.match(await refusal('es'), /^Todavía no se puede cerrar: .*de saldo de empresas\.$/)
    assert.match(await refusal('ja'), /^まだ解約できません：.*企業残高 ¥/)
  })
})
