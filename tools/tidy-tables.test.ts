import assert from 'node:assert/strict'
import { test } from 'node:test'
import { code, offenders, roomOf } from '#/tools/sources.ts'

// Who speaks to the database, and who writes what.

test('SQL stands in the stores, the machinery and the database folder', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server'),
    (source) => {
      if (/^server\/(kernel|lib|app|tests)\//.test(source.path) || /\/(store(-[a-z]+)?|invariants)\.ts$/.test(source.path)) return null
      return /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(source.text) ? 'has SQL' : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('each table is written by its owners alone', () => {
  const owners: Readonly<Record<string, readonly string[]>> = {
    payment_batch: ['payments', 'lines', 'payouts'],
    payment_line: ['lines', 'payouts', 'payments'],
    payout_attempt: ['payouts', 'payments'],
    payout_event: ['payouts', 'payments'],
    ledger_journal: ['ledger'],
    ledger_entry: ['ledger'],
    account: ['ledger'],
    tax_standing: ['tax'],
    voucher: ['vouchers'],
    topup: ['prepayments'],
    bank_credit: ['prepayments'],
    operator: ['operators'],
    operator_card: ['operators'],
    operator_entity: ['entities'],
    entity_step: ['entities'],
    entity_paper: ['entities'],
    entity_obligation: ['entities'],
    candidate: ['operators'],
    candidate_paper: ['papers'],
    candidate_merge: ['operators'],
    unit_operator: ['operators'],
    identity_dispute: ['disputes'],
    unit_related_person: ['relations'],
    relation_exception: ['relations'],
    application: ['applications'],
    application_file: ['applications'],
    application_event: ['applications'],
    application_code: ['applications'],
    registration_appeal: ['applications'],
    invite: ['applications'],
    reg_ticket: ['tickets'],
    evidence: ['payments'],
    batch_deed: [],
    unit: ['units'],
    unit_setting: ['units', 'contracts'],
    unit_setting_version: ['units'],
    invoice_title: ['units'],
    partner: ['partners'],
    centre: ['centres'],
    staff_record: ['staff'],
    customer_handover: ['staff'],
    channel: ['centres', 'payouts'],
    commission_item: ['payouts'],
    payout_exception: ['payouts'],
    payout_exception_step: ['payouts'],
    payout_notice: ['payouts'],
    task: ['audit', 'contracts', 'operators', 'staff', 'tasks', 'units', 'users', 'vouchers'],
    app_user: ['auth', 'users'],
    account_application: ['users'],
    user_centre: ['users'],
    user_role: ['users', 'auth', 'roles'],
    audit_verification: ['audit'],
    role: ['roles'],
    role_permission: ['roles'],
    permission_name: ['roles'],
    permission_order: ['roles'],
    second_factor: ['auth'],
    recovery_code: ['auth'],
    login_ticket: ['auth'],
    card_reading: ['identity'],
    mobile_ask: ['profile'],
    message: ['messages'],
    message_choice: ['messages'],
    client_error: ['errors'],
    contract: ['contracts'],
    contract_template: ['templates'],
    contract_revision: ['contracts'],
    sign_task: ['contracts', 'signing'],
    sign_ticket: ['contracts', 'signing'],
    consent: ['contracts'],
    import_sheet: ['imports'],
    import_row: ['imports'],
  }
  const wrong = offenders(
    code.filter((source) => source.zone === 'server' && roomOf(source.path.split('/')) !== null),
    (source) => {
      const module = roomOf(source.path.split('/'))?.module ?? ''
      for (const match of source.text.matchAll(
        /(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'|\b(?:insert into|delete from|(?<!for |do )update)\s+([a-z_]+)\b/g,
      )) {
        const table = match[1] ?? match[2] ?? ''
        const allowed = owners[table]
        if (allowed && !allowed.includes(module)) return `writes ${table}, which belongs to ${allowed.join(', ')}`
      }
      return null
    },
  )
  assert.deepEqual(wrong, [])
})
