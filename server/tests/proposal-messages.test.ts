import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { pages } from '#/api/pages.ts'
import { demoPeople } from '#/demo/load.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import { listFile, runImportJob } from '#/server/onboarding/imports/testing.ts'
import { receiptPicture, testPlace } from '#/server/people/entities/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

/** Two-person rules outside units and businesses. Add a new rule as a case below, or here when another message covers it. */
const otherRules = `account_application account_change acct_mapping balance_adjustment calendar_year candidate channel_resumed
  commission_adjustment commission_bill contract contract_template credit_return custody_proof hand_verification
  identity_dispute import_sheet invoice_application invoice_title opening_sheet opening_sheet_undone other_sale payment_objection payout_exception
  payout_report payout_stop platform_report recon_rule refund refund_failure refund_paid registration_appeal relation_exception
  reporter_plan residence_decision split_rule tax_clearing tax_clearing_cancelled tax_clearing_entry tax_clearing_payment
  tax_clearing_transfer tax_declaration tax_draft tax_draft_left tax_entry tax_entry_reversed tax_form topup transfer_return`.split(/\s+/)

type Decide = (isApproved: boolean, reason: string) => Promise<unknown>

interface ProposalCase {
  readonly rule: string
  readonly subject: string
  readonly path: RegExp
  /** Whether the decision takes no reason. */
  readonly isReasonless?: boolean
  /** Makes a proposal as `platform`. Returns its decision by another person. */
  readonly propose: () => Promise<Decide>
}

describe('messages to proposers', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const [person = assert.fail('no person'), relative = assert.fail('no person')] = demoPeople().ordinary.filter((each) => each.entity === null)
  const owner =
    drawWorld('small').people.find(({ entity, unitIds, status }) => unitIds[0] === 1 && entity?.levyRatePpm === 0 && status === accountStatus.active) ??
    assert.fail('no owner')
  let serial = 0

  before(async () => {
    await paymentScenario(server).createPaidBatch([{ person, yuan: '1000.00' }])
    await server.settle(2)
    await sql`update unit set partner_id = 1, marketer_id = 17, salesman_id = 18 where id = 1`.execute(db())
    await sql`update operator_entity set state = 'operating', levy = 'deemed' where operator_id = ${owner.id}`.execute(db())
    server.advance(60_000)
  })

  const proposeIdentity = async (): Promise<Decide> => {
    const { version } = await server.must('platform', 'units.get', { id: 1 })
    await server.must('platform', 'units.update', { id: 1, version, contactMobile: `1391111000${serial++}` })
    const { identityChange } = await server.must('operation', 'units.get', { id: 1 })
    return (isApproved, reason) => server.must('operation', 'units.decideIdentity', { identityChangeId: identityChange?.id ?? 0, isApproved, reason })
  }

  /** Changes the settings of a new unit. Returns the id of the new version. */
  const changeTerms = async (changed: { dualControl?: boolean; singleLimit?: string }, effectiveFrom: string): Promise<number> => {
    serial++
    const { places } = await server.must('platform', 'units.create', {
      name: `通知测试${serial}有限公司`,
      creditCode: creditCodeFor('91', '330106', 540_000 + serial),
      legalPerson: '程新',
      legalIdNumber: idNumberFor('330106', '19790112', 540),
      bizKind: 'ordinary',
      industry: '软件开发',
      contactName: '程新',
      contactMobile: '13900001111',
      places: [{ centreId: 2, mode: 2, feePlanId: 1 }],
    })
    const settingId = places[0]?.settingId ?? assert.fail('no place')
    const { terms: current, latestNo } = await server.must('platform', 'units.terms', { settingId })
    const yuan = (amount: number) => String(amount / 100)
    const terms = {
      ...current,
      autoAuditLimit: yuan(current.autoAuditLimit),
      singleLimit: yuan(current.singleLimit),
      dayLimit: yuan(current.dayLimit),
      monthLimit: yuan(current.monthLimit),
      evidenceLimit: yuan(current.evidenceLimit),
      lowBalance: yuan(current.lowBalance),
      ...changed,
    }
    const { versions } = await server.must('platform', 'units.propose', { settingId, baseNo: latestNo, terms, effectiveFrom, reason: '商务约定' })
    return versions[0]?.id ?? assert.fail('no version')
  }

  const proposeTerms = async (): Promise<Decide> => {
    const versionId = await changeTerms({ dualControl: false }, today())
    return (isApproved, reason) => server.must('operation', 'units.decide', { versionId, subject: 'terms', isApproved, reason })
  }

  const proposeWithdrawal = async (): Promise<Decide> => {
    const versionId = await changeTerms({ singleLimit: '100' }, shiftDay(today(), 2))
    await server.must('platform', 'units.withdraw', { versionId, reason: '客户改主意' })
    return (isApproved, reason) => server.must('operation', 'units.decide', { versionId, subject: 'withdrawal', isApproved, reason })
  }

  const proposeAssignment = async (): Promise<Decide> => {
    await server.must('platform', 'units.assign', { ids: [1], salesmanId: 19 })
    const proposed = (await server.must('operation', 'units.assignments', { id: 1 })).find(({ state }) => state === 'proposed')
    return (isApproved, reason) => server.must('operation', 'units.decideAssignment', { assignmentId: proposed?.id ?? 0, isApproved, reason })
  }

  const proposeHandover = async (): Promise<Decide> => {
    await sql`update unit set salesman_id = 18 where id = 1`.execute(db())
    await server.must('platform', 'staff.handOver', { id: 18, receiverId: 19, effectiveOn: today(), reason: '岗位调整' })
    const { handovers } = await server.must('operation', 'staff.get', { id: 18 })
    return (isApproved, reason) => server.must('operation', 'staff.decideHandover', { handoverId: handovers[0]?.id ?? 0, isApproved, reason })
  }

  const proposeEnd = async (): Promise<Decide> => {
    await server.must('platform', 'relations.add', { unitId: 1, relation: 'shareholder', people: [{ name: relative.name, idNumber: relative.idNumber }] })
    const { rows } = await server.must('platform', 'relations.list', { unitId: 1, size: 100 })
    const relationId = rows.find(({ name }) => name === relative.name)?.id ?? assert.fail('not related')
    await server.must('platform', 'relations.remove', { relationId, reason: '已退股' })
    return (isApproved, reason) => server.must('auditor', 'relations.decideEnd', { relationId, isApproved, reason }, atCentre)
  }

  const proposePlan = async (): Promise<Decide> => {
    const terms = (rate: string) => ({
      ...({ method: 'fixed', isProgressive: false, basis: 'gross', minimum: '0' } as const),
      tiers: [{ from: '0', to: null, rate }],
    })
    const plan = { name: `通知方案 ${++serial}`, mode: 2, effectiveFrom: today(), reason: '商务约定' } as const
    const { id: planId, latestNo } = await server.must('platform', 'fees.createPlan', { ...plan, terms: terms('6') })
    const revision = { planId, baseNo: latestNo, terms: terms('7'), effectiveFrom: shiftDay(today(), 1), reason: '重新商定' }
    const { versions } = await server.must('platform', 'fees.revisePlan', revision)
    return (isApproved, reason) => server.must('operation', 'fees.decidePlan', { planVersionId: versions[0]?.id ?? 0, isApproved, reason })
  }

  const proposePlanWithdrawal = async (): Promise<Decide> => {
    const terms = (rate: string) => ({
      ...({ method: 'fixed', isProgressive: false, basis: 'gross', minimum: '0' } as const),
      tiers: [{ from: '0', to: null, rate }],
    })
    const plan = { name: `通知方案 ${++serial}`, mode: 2, effectiveFrom: today(), reason: '商务约定' } as const
    const { id: planId, latestNo } = await server.must('platform', 'fees.createPlan', { ...plan, terms: terms('6') })
    const revision = { planId, baseNo: latestNo, terms: terms('5'), effectiveFrom: shiftDay(today(), 2), reason: '重新商定' }
    const planVersionId = (await server.must('platform', 'fees.revisePlan', revision)).versions[0]?.id ?? 0
    await server.must('platform', 'fees.withdrawPlan', { planVersionId, reason: '客户改主意' })
    return (isApproved, reason) => server.must('operation', 'fees.decidePlan', { planVersionId, subject: 'withdrawal', isApproved, reason })
  }

  const proposeUndo = async (): Promise<Decide> => {
    const { name, idNumber } = demoPeople().ordinary.filter(({ centreId, unitIds }) => centreId === 2 && unitIds[0] === 1)[++serial] ?? assert.fail('no person')
    const row = { name, idKind: '居民身份证', idNumber, incomeMonth: `${today().slice(0, 4)}-01`, gross: '10000.00', vat: '0', withheld: '90.00' }
    const file = await listFile(incomeKind, [row])
    const { importId } = await server.must('centre', 'imports.upload', { kind: 'income', file, allowSameFile: true }, atCentre)
    const target = async () => ({ importId, version: (await server.must('centre', 'imports.get', { importId }, atCentre)).version })
    await server.must('centre', 'imports.commit', await target(), atCentre)
    await server.must('finance', 'imports.confirm', await target(), atCentre)
    await runImportJob(server, importId)
    await server.must('platform', 'imports.undo', { ...(await target()), reason: '原系统数据有误' }, atCentre)
    return async (isApproved) => server.must('finance', isApproved ? 'imports.confirmUndo' : 'imports.keep', await target(), atCentre)
  }

  const proposeTax = (change: 'levy' | 'taxKind') => async (): Promise<Decide> => {
    const { entities } = await server.must('platform', 'entities.ofOperator', { operatorId: owner.id })
    const { id: entityId, version } = entities[0] ?? assert.fail('no business')
    const target = { entityId, version, reason: '税务局通知', file: receiptPicture }
    const { taxChange } =
      change === 'levy'
        ? await server.must('platform', 'entities.setLevy', { ...target, rate: '1.5', from: today(), documentNo: '税核 1 号' })
        : await server.must('platform', 'entities.changeTax', { ...target, taxKind: 'general' })
    return (isConfirmed, answer) => server.must('centre', 'entities.decideTax', { taxChangeId: taxChange?.id ?? 0, isConfirmed, answer }, testPlace)
  }

  const cases: readonly ProposalCase[] = [
    { rule: 'unit_identity_change', subject: 'identity', path: new RegExp(`^${pages.userDwList.path}\\?open=1$`), propose: proposeIdentity },
    { rule: 'unit_setting_version', subject: 'terms', path: new RegExp(`^${pages.ptbiliEdit.path}\\?open=\\d+&pane=history$`), propose: proposeTerms },
    {
      rule: 'unit_setting_version_withdrawn',
      subject: 'withdrawal',
      path: new RegExp(`^${pages.ptbiliEdit.path}\\?open=\\d+&pane=history$`),
      propose: proposeWithdrawal,
    },
    { rule: 'unit_assignment', subject: 'assignment', path: new RegExp(`^${pages.userDwList.path}\\?open=1&pane=team$`), propose: proposeAssignment },
    { rule: 'customer_handover', subject: 'handover', path: new RegExp(`^${pages.employeeList.path}\\?open=18&pane=handovers$`), propose: proposeHandover },
    { rule: 'unit_related_person', subject: 'relationEnd', path: new RegExp(`^${pages.userDwList.path}\\?open=1&pane=related$`), propose: proposeEnd },
    { rule: 'fee_plan_version', subject: 'feePlan', path: new RegExp(`^${pages.shoufeiblList.path}\\?open=\\d+&pane=history$`), propose: proposePlan },
    {
      rule: 'fee_plan_version_withdrawn',
      subject: 'planWithdrawal',
      path: new RegExp(`^${pages.shoufeiblList.path}\\?open=\\d+&pane=history$`),
      propose: proposePlanWithdrawal,
    },
    { rule: 'import_sheet_undone', subject: 'incomeUndo', path: /^\/user\/importQc\/\d+$/, isReasonless: true, propose: proposeUndo },
    { rule: 'entity_tax_change', subject: 'taxation', path: new RegExp(`^${pages.userYzList.path}\\?view=entities&open=\\d+$`), propose: proposeTax('levy') },
    {
      rule: 'entity_tax_change',
      subject: 'taxation',
      path: new RegExp(`^${pages.userYzList.path}\\?view=entities&open=\\d+$`),
      propose: proposeTax('taxKind'),
    },
  ]

  /** Returns the messages about decisions since a message, with their recipients. */
  const decisionsAfter = async (id: number) =>
    (
      await sql<{ username: string; values: Record<string, unknown>; path: string }>`select username, message.values, message.path
        from message join app_user on app_user.id = message.user_id where message.id > ${id} and message.kind = 'proposalDecided'`.execute(db())
    ).rows
  const lastMessage = async () => (await sql<{ id: number }>`select coalesce(max(id), 0) as id from message`.execute(db())).rows[0]?.id ?? 0

  for (const [at, { rule, subject, path, isReasonless, propose }] of cases.entries())
    test(`the proposer gets one message about a rejected and an approved ${rule} (${at + 1})`, async () => {
      for (const [isApproved, reason] of [
        [false, '与营业执照不符'],
        [true, ''],
      ] as const) {
        const decide = await propose()
        const before = await lastMessage()
        await decide(isApproved, reason)
        const messages = await decisionsAfter(before)
        assert.deepEqual(
          messages.map(({ username, values }) => [username, values.subject, values.isApproved, values.reason]),
          [['platform', subject, isApproved ? 'yes' : 'no', isReasonless ? '' : reason]],
        )
        assert.match(messages[0]?.path ?? '', path)
      }
      const [newest] = (await server.must('platform', 'messages.list', {})).rows
      assert.equal(newest?.kind, 'proposalDecided')
    })

  test('a message names a built-in fee plan in the language of its reader', async () => {
    const { latestNo: baseNo, name, ...plan } = await server.must('platform', 'fees.plan', { planId: 1 })
    assert.equal(name, '标准 6%')
    const terms = { method: 'fixed' as const, isProgressive: false, basis: plan.basis, minimum: '0', tiers: [{ from: '0', to: null, rate: '7' }] }
    const revision = { planId: 1, baseNo, terms, effectiveFrom: shiftDay(today(), 1), reason: '重新商定' }
    const { versions } = await server.must('platform', 'fees.revisePlan', revision)
    await server.must('operation', 'fees.decidePlan', { planVersionId: versions[0]?.id ?? 0, isApproved: false, reason: '价格过高' })
    for (const [language, expected] of [
      ['zh', '标准 6%'],
      ['en', 'Standard 6%'],
      ['es', 'Estándar 6 %'],
      ['ja', '標準 6%'],
    ] as const)
      assert.equal((await server.must('platform', 'messages.list', {}, { language })).rows[0]?.values.name, expected)
  })

  test('each two-person rule of the database has a case here or is listed as another rule', async () => {
    const { rows } = await sql<{ rule: string }>`select distinct regexp_replace(tgname, '_(by_other|by_third)$', '') as rule
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = 'expect_other_hand' order by 1`.execute(db())
    const covered = [...new Set([...cases.map(({ rule }) => rule), ...otherRules])].sort()
    assert.deepEqual(
      rows.map(({ rule }) => rule),
      covered,
    )
  })
})
