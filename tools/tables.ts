// The owner of each table: db/schema/<home>.sql or a file of the folder db/schema/<home>/ describes it.
// `tidy-tables.test.ts` checks that no other module writes a table.

/**
 * Tables by their folder in server/: first the kernel's, then group by group, bottom-up. The folder writes them unless
 * `shared` or `writtenElsewhere` says otherwise.
 */
export const homes: Readonly<Record<string, readonly string[]>> = {
  kernel: ['session', 'idempotency', 'throttle', 'counter', 'vault_key', 'task', 'stored_file', 'audit_log', 'audit_chain'],
  'services/files': ['file_link'],
  'services/messages': ['message', 'message_choice', 'outbox'],
  'services/tickets': ['reg_ticket'],
  'services/views': ['saved_view'],
  'services/errors': ['client_error'],
  'services/news': ['article', 'article_version', 'article_reads', 'article_vote'],
  'access/auth': ['app_user', 'second_factor', 'recovery_code', 'passkey', 'passkey_challenge', 'login_ticket', 'login_address'],
  'access/recovery': ['recovery_ask', 'recovery_ticket'],
  'access/users': ['user_role', 'user_centre', 'account_application', 'account_change'],
  'access/changes': ['guarded_change'],
  'access/roles': ['role', 'role_permission', 'role_right_given', 'permission_name', 'permission_order'],
  'organisations/centres': ['centre', 'centre_city_rate', 'channel', 'platform_setting'],
  'organisations/partners': ['partner'],
  'organisations/fees': ['fee_plan', 'fee_plan_version', 'split_rule'],
  'organisations/units': ['unit', 'unit_assignment', 'unit_setting', 'unit_setting_version'],
  'organisations/staff': ['staff_record', 'customer_handover'],
  'organisations/certificates': ['seal_certificate'],
  'organisations/relations': ['unit_related_person', 'relation_exception'],
  'people/operators': ['operator', 'operator_card', 'unit_operator', 'candidate', 'candidate_merge'],
  'people/papers': ['candidate_paper'],
  'people/identity': ['card_reading'],
  'people/entities': ['operator_entity', 'entity_step', 'entity_paper', 'entity_obligation', 'entity_levy_rate'],
  'people/disputes': ['identity_dispute'],
  'people/verifications': ['hand_verification'],
  'agreements/templates': ['contract_template'],
  'agreements/contracts': ['contract', 'contract_revision', 'sign_task', 'sign_ticket', 'consent'],
  'agreements/orders': ['invoice_category', 'service_order', 'order_operator', 'order_paper'],
  'money/ledger': ['account', 'ledger_journal', 'ledger_entry', 'ledger_unbooked'],
  'money/prepayments': ['topup', 'bank_credit', 'credit_return', 'refund', 'balance_adjustment', 'balance_statement', 'balance_limit'],
  'money/tax': ['tax_policy', 'tax_standing', 'tax_reservation', 'tax_period', 'tax_adjustment', 'tax_earlier'],
  'money/payments': ['payment_batch', 'batch_deed', 'warning_acceptance', 'evidence'],
  'money/lines': ['payment_line'],
  'money/payouts': [
    'payout_attempt',
    'payout_event',
    'payout_slip',
    'payout_report',
    'payout_notice',
    'channel_notice',
    'channel_file',
    'payout_exception',
    'payout_exception_step',
    'commission_item',
    'sandbox_payment',
  ],
  'money/reconciliation': ['recon_rule', 'recon_file', 'recon_day', 'recon_row', 'recon_item', 'recon_step'],
  'money/commissions': ['commission_day', 'commission_bill', 'commission_adjustment', 'commission_step'],
  'money/othersales': ['other_sale'],
  'money/collections': ['collection', 'collection_paper', 'payment_objection'],
  'money/vouchers': ['voucher', 'voucher_upload'],
  'money/dossiers': ['batch_letter'],
  'taxation/businessfilings': [
    'business_filing',
    'business_filing_figure',
    'business_filing_step',
    'business_filing_receipt',
    'business_filing_payment',
    'business_filing_certificate',
  ],
  'taxation/periods': [
    'tax_declaration',
    'tax_line',
    'tax_step',
    'tax_receipt',
    'tax_credit',
    'tax_entry',
    'tax_credit_move',
    'tax_payment',
    'tax_certificate',
    'tax_result',
    'tax_result_item',
  ],
  'taxation/forms': ['tax_form', 'tax_file'],
  'taxation/policies': ['tax_draft', 'tax_draft_example', 'tax_point_answer', 'calendar_year'],
  'taxation/accounting': ['acct_mapping', 'acct_mapping_row', 'acct_issue', 'acct_voucher', 'acct_voucher_line'],
  'taxation/platformreports': ['platform_report', 'platform_report_row', 'platform_basic'],
  'taxation/titles': ['invoice_title', 'invoice_title_version'],
  'taxation/einvoices': ['einvoice_channel', 'einvoice_exchange'],
  'taxation/invoices': [
    'invoice_application',
    'invoice',
    'red_letter',
    'invoice_file',
    'invoice_step',
    'invoice_import',
    'invoice_line',
    'invoice_use',
    'invoice_quota',
    'invoice_order',
  ],
  'taxation/businessinvoices': ['issue_authorisation', 'business_invoice_use'],
  'onboarding/applications': ['invite', 'application', 'application_file', 'application_event', 'application_code', 'registration_appeal'],
  'onboarding/imports': ['import_sheet', 'import_row', 'import_file'],
  'onboarding/moving': ['opening_sheet', 'opening_row'],
  'desk/dashboard': ['paid_month'],
  'desk/reports': ['report_month', 'report_day', 'report_people', 'report_fee_day', 'report_fee_file'],
  'desk/profile': ['mobile_ask'],
  'desk/closings': ['account_closing'],
  'desk/audit': ['audit_signature', 'audit_verification'],
  'desk/gateways': ['gateway', 'gateway_template', 'gateway_call', 'text_message'],
  'desk/integrity': ['integrity_run', 'integrity_finding', 'payout_stop', 'lost_order'],
}

/** Modules that write a table besides its owner, with the reason; `kernel` and `app` are the shared layers. */
export const shared: Readonly<Record<string, { readonly by: readonly string[]; readonly why: string }>> = {
  payment_batch: { by: ['lines', 'payouts'], why: 'lines count and prepare it, payments moves it between people, payouts closes it' },
  payment_line: { by: ['payouts'], why: 'lines writes it until it is queued, payouts from then on' },
  invoice_line: { by: ['businessinvoices'], why: 'the invoices of a business and of the fee use parts of a payment in the statement that finds them free' },
  invoice_title: { by: ['units'], why: 'a unit gets the title of its application in the transaction that creates it' },
  channel: { by: ['payouts'], why: 'centres sets it up, payouts stops and resumes it' },
  service_order: { by: ['contracts'], why: 'orders move to a renewed contract in the transaction of its signature' },
  unit_setting: { by: ['contracts'], why: 'the terms refer to a renewed contract in the transaction of its signature' },
  app_user: { by: ['users'], why: 'auth writes the changes of signing in, users those of administrators' },
  user_role: { by: ['auth', 'roles'], why: 'users gives roles to a person, roles people to a role, auth the first role of an account created by a command' },
  sign_task: { by: ['signing'], why: 'contracts creates and ends it, signing executes it' },
  sign_ticket: { by: ['signing'], why: 'contracts issues it, signing uses it' },
  file_link: { by: ['signing'], why: 'signing opens a document to a signer without an account' },
  stored_file: {
    by: ['payouts', 'retention', 'files'],
    why: 'the kernel stores files, retention deletes them, payouts keeps used slips permanently, files marks those that it has sealed',
  },
  session: { by: ['profile'], why: 'the kernel opens and ends it, profile marks that its holder showed the password' },
  throttle: { by: ['auth'], why: 'the kernel counts, auth lets an account go that an administrator unlocks' },
  counter: { by: ['app'], why: 'the kernel counts, the check of readiness writes one number to know that it can' },
}

/** Tables that no source of the server writes. */
export const writtenElsewhere: Readonly<Record<string, string>> = {
  audit_chain: 'by the function app.audit_append alone, which requests may call',
  audit_log: 'by the function app.audit_append alone, which requests may call',
  batch_deed: 'by triggers on the tables that were changed',
  invoice_title_version: 'by a trigger on the title',
  invoice_use: 'by triggers on the parts of payments that applications hold',
  business_invoice_use: 'by a trigger on the parts of payments that applications hold',
  ledger_unbooked: 'by triggers, while a transaction runs',
  platform_setting: 'by app.apply_change, when two people have agreed on the limit of a person',
  role_right_given: 'with the built-in roles, when the program starts',
}

/**
 * Tables that say who and where: accounts, units, centres, partners, operators, and their names. Every module may read
 * them for names, status and scope.
 */
export const reference: readonly string[] = ['app_user', 'user_role', 'user_centre', 'role_permission', 'centre', 'unit', 'unit_setting', 'partner', 'operator']

/**
 * The modules of higher groups whose tables a module reads. A function of the owner, or a registration as for pending
 * work (`server/kernel/pending.ts`), replaces each of them; none is added.
 */
export const readsUpward: Readonly<Record<string, readonly string[]>> = {
  'access/auth': ['people/entities'],
  'access/changes': ['taxation/einvoices', 'taxation/invoices'],
  'agreements/contracts': ['money/payments'],
  'agreements/orders': ['money/payments'],
  kernel: ['services/files', 'taxation/policies'],
  'money/collections': ['taxation/businessfilings', 'taxation/invoices', 'taxation/periods'],
  'money/dossiers': ['taxation/businessfilings', 'taxation/invoices', 'taxation/periods'],
  'money/payments': ['taxation/invoices'],
  'money/vouchers': ['taxation/periods'],
  'organisations/centres': ['money/ledger'],
  'organisations/certificates': ['agreements/contracts'],
  'organisations/partners': ['agreements/contracts'],
  'organisations/relations': ['money/lines', 'money/payments'],
  'organisations/staff': ['money/lines'],
  'organisations/units': ['agreements/contracts', 'agreements/orders', 'money/ledger', 'money/vouchers', 'people/operators', 'taxation/titles'],
  'people/disputes': ['agreements/contracts', 'money/lines'],
  'people/entities': ['onboarding/applications'],
  'people/operators': ['agreements/contracts', 'money/lines', 'money/payments', 'money/tax'],
}
