import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Generated from db/migrations by `npm run schema`; do not edit.

/** jsonb: read as plain data, written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** The same for columns with a default. */
type JsonWithDefault = ColumnType<unknown, string | undefined, string>

interface Account {
  id: Generated<number>
  centre_id: number
  mode: number
  kind: string
  unit_id: number | null
  balance_fen: Generated<number>
}

interface AccountApplication {
  id: Generated<number>
  unit_id: number
  user_id: number
  role_ids: number[]
  letter_file_id: string
  state: Generated<string>
  requested_by: number
  requested_at: Date
  decided_by: number | null
  decided_at: Date | null
  reason: Generated<string>
  reviewer_id: number | null
  rejects: JsonWithDefault
  corrects_id: number | null
}

interface AccountChange {
  id: Generated<number>
  user_id: number
  kind: string
  mobile: string | null
  reason: string
  state: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_note: Generated<string>
}

interface AccountClosing {
  id: GeneratedAlways<number>
  operator_id: number
  user_id: number
  centre_id: number
  state: Generated<string>
  reason: Generated<string>
  language: string
  created_at: Date
  due_on: string
  resolution: Generated<string>
  decided_by: number | null
  decided_at: Date | null
}

interface AcctIssue {
  id: GeneratedAlways<number>
  centre_id: number
  mode: number
  month: string
  edition: number
  mapping_id: number
  journal_count: number
  voucher_count: number
  debit_fen: number
  sha256: string
  made_by: number
  made_at: Date
}

interface AcctMapping {
  id: GeneratedAlways<number>
  centre_id: number
  mode: number
  first_month: string
  word: string
  state: Generated<string>
  reason: Generated<string>
  made_by: number
  made_at: Date
  checked_by: number | null
  checked_at: Date | null
  version: Generated<number>
}

interface AcctMappingRow {
  mapping_id: number
  centre_id: number
  account: string
  code: string
  name: string
  by_unit: boolean
}

interface AcctVoucher {
  id: GeneratedAlways<number>
  issue_id: number
  centre_id: number
  month: string
  kind: string
  word: string
  no: number | null
  left_out: Generated<string>
  debit_fen: number
}

interface AcctVoucherLine {
  id: GeneratedAlways<number>
  voucher_id: number
  centre_id: number
  account: string
  of_unit: number | null
  debit_fen: number
  credit_fen: number
}

interface AppUser {
  id: Generated<number>
  username: string
  name: string
  usertype: number
  poststatus: Generated<number>
  status: number
  password_hash: string
  payment_password_hash: string | null
  must_change_password: Generated<boolean>
  failed_logins: Generated<number>
  locked_until: Date | null
  failed_payments: Generated<number>
  payment_locked_until: Date | null
  centre_id: number | null
  unit_id: number | null
  operator_id: number | null
  partner_id: number | null
  isdl: Generated<string>
  islr: Generated<number>
  avatar: string | null
  last_login_at: Date | null
  created_at: Date
  mobile: string | null
  email: string | null
  password_changed_at: Date | null
  payment_password_changed_at: Date | null
  application_id: number | null
  failed_at: Date | null
  password_reset_by: number | null
  password_reset_at: Date | null
  made_by: number | null
  owned_at: Date | null
  contact_moved: Generated<boolean>
  duty_roles: Generated<number[]>
}

interface Application {
  id: Generated<number>
  no: string
  kind: string
  state: Generated<string>
  mobile_sealed: string
  mobile_index: string
  language: string
  fields: Json
  sealed: Json
  subject_name: Generated<string>
  subject_index: string | null
  credit_code: string | null
  rejects: Json
  round: Generated<number>
  centre_id: number | null
  mode: number | null
  invite_code: string | null
  clause_version: string
  clause_at: Date
  clause_ip: string
  reviewer_id: number | null
  decided_by: number | null
  decided_at: Date | null
  submitted_at: Date | null
  user_id: number | null
  unit_id: number | null
  operator_id: number | null
  partner_id: number | null
  contract_id: number | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
  sign_kinds: Generated<string[]>
}

interface ApplicationCode {
  id: string
  kind: string
  mobile_sealed: string
  mobile_index: string
  language: string
  code_hash: string | null
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

interface ApplicationEvent {
  id: Generated<number>
  application_id: number
  kind: string
  user_id: number | null
  detail: Json
  created_at: Date
}

interface ApplicationFile {
  id: Generated<number>
  application_id: number
  field: string
  file_id: string
  via: string
  warnings: Json
  created_at: Date
}

interface Article {
  id: GeneratedAlways<number>
  group_id: number | null
  section: string
  language: string
  state: Generated<string>
  title: string
  topic: string | null
  summary: Generated<string>
  body: Json
  cover_id: string | null
  attachments: JsonWithDefault
  audiences: Generated<string[]>
  is_pinned: Generated<boolean>
  effective_from: string | null
  publish_at: Date | null
  published_at: Date | null
  shown_no: number | null
  made_by: number
  made_at: Date
  edited_by: number
  edited_at: Date
  version: Generated<number>
}

interface ArticleReads {
  article_id: number
  reads: Generated<number>
}

interface ArticleVersion {
  id: GeneratedAlways<number>
  article_id: number
  no: number
  title: string
  topic: string | null
  summary: string
  body: Json
  cover_id: string | null
  attachments: Json
  audiences: string[]
  is_pinned: boolean
  effective_from: string | null
  published_by: number | null
  published_at: Date
}

interface ArticleVote {
  article_id: number
  visitor: Uint8Array
  network: Uint8Array
  is_helpful: boolean
  at: Date
}

interface AuditChain {
  chain: number
  seq: number
  hash: Uint8Array
}

interface AuditLog {
  chain: number
  seq: number
  at: Date
  request_id: string
  user_id: number
  usertype: number
  centre_id: number | null
  unit_id: number | null
  mode: number | null
  ip: string
  action: string
  ref_type: string | null
  ref_id: string | null
  outcome: string
  detail: Json
  previous: Uint8Array
  hash: Uint8Array
  agent: string | null
  id: GeneratedAlways<number>
}

interface AuditSignature {
  id: GeneratedAlways<number>
  at: Date
  statement: string
  previous: string
  digest: string
  signer: string
  signature: string
}

interface AuditVerification {
  id: GeneratedAlways<number>
  task_id: number
  chain: number | null
  from_day: string | null
  to_day: string | null
  state: string
  checked_count: Generated<number>
  total_count: Generated<number>
  broken: Json | null
  asked_by: number
  asked_at: Date
  finished_at: Date | null
}

interface BalanceAdjustment {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  amount_fen: number
  reason: string
  file_id: string
  state: Generated<string>
  answer: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
  version: Generated<number>
}

interface BalanceLimit {
  id: Generated<number>
  unit_id: number
  centre_id: number
  mode: number
  limit_fen: number
  set_by: number
  set_at: Date
}

interface BalanceStatement {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  month: string
  opening_available_fen: number
  opening_aside_fen: number
  topup_fen: number
  payment_fen: number
  fee_fen: number
  tax_fen: number
  return_fen: number
  refund_fen: number
  adjustment_fen: number
  other_fen: number
  closing_available_fen: number
  closing_aside_fen: number
  journal_count: number
  state: Generated<string>
  reason: Generated<string>
  answer: Generated<string>
  issued_at: Date
  decided_by: number | null
  decided_at: Date | null
  answered_by: number | null
  answered_at: Date | null
  version: Generated<number>
}

interface BankCredit {
  id: Generated<number>
  centre_id: number
  mode: number
  serial: string
  amount_fen: number
  payer_name: string
  payer_account: string
  receiving_account: string
  memo: Generated<string>
  credited_at: Date
  state: Generated<string>
  unit_id: number | null
  created_at: Date
  comparable_payer: GeneratedAlways<string>
  imported_by: number | null
}

interface BankTransfer {
  id: GeneratedAlways<number>
  centre_id: number
  direction: string
  serial: string
  amount_fen: number
  ref_type: string
  ref_id: number
  ref_no: string
  is_booked: boolean
  is_returned: Generated<boolean>
  paid_on: string | null
  is_repeated: Generated<boolean>
  is_void: Generated<boolean>
}

interface BatchDeed {
  batch_id: number
  user_id: number
  deed: string
  centre_id: number
  unit_id: number
  first_at: Date
}

interface BatchLetter {
  id: GeneratedAlways<number>
  batch_id: number
  centre_id: number
  unit_id: number
  figures_sha256: string
  file_id: string
  sha256: string
  has_seal: boolean
  made_by: number
  made_at: Date
}

interface BusinessFiling {
  id: Generated<number>
  centre_id: number
  mode: Generated<number>
  operator_id: number
  entity_id: number
  kind: string
  period: string
  state: Generated<string>
  edition: Generated<number>
  due_on: string
  closed_by: number | null
  closed_at: Date | null
  told_on: string | null
  warned: Generated<string>
  version: Generated<number>
  corrected_from: string | null
  ends_at: Date | null
  outdated_since: Date | null
}

interface BusinessFilingCertificate {
  id: GeneratedAlways<number>
  centre_id: number
  mode: Generated<number>
  kind: string
  period: string
  filing_id: number | null
  operator_id: number | null
  path: string
  problem: Generated<string>
  file_id: string | null
  sha256: string
  by_id: number
  at: Date
}

interface BusinessFilingFigure {
  filing_id: number
  edition: number
  centre_id: number
  operator_id: number
  policy_version: string
  payments: number
  gross_fen: number
  other_fen: Generated<number>
  invoiced_fen: Generated<number>
  special_fen: Generated<number>
  cost_fen: number | null
  sales_fen: number
  exempt_fen: number
  taxable_fen: number
  vat_ppm: number
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  income_fen: number
  basis: string
  levy_ppm: Generated<number>
  levy_source: Generated<string>
  is_confirmed: Generated<boolean>
  before_fen: Generated<number>
  iit_fen: number
  advance_fen: Generated<number>
  level: Generated<string>
  reason: Generated<string>
  at: Date
  by_id: number | null
  carried_fen: Generated<number>
  is_whole_price: Generated<boolean>
  issued_fen: Generated<number>
  issued_special_fen: Generated<number>
  entered_invoiced_fen: Generated<number>
  entered_special_fen: Generated<number>
  returned_fen: Generated<number>
  late_special_fen: Generated<number>
  credit_before_fen: Generated<number>
  credit_after_fen: Generated<number>
  is_credited: Generated<boolean>
  return_vat_fen: Generated<number>
}

interface BusinessFilingPayment {
  id: GeneratedAlways<number>
  filing_id: number
  centre_id: number
  operator_id: number
  kind: string
  amount_fen: number
  paid_on: string
  way: string
  serial: string
  file_id: string
  by_id: number
  at: Date
}

interface BusinessFilingReceipt {
  filing_id: number
  edition: number
  centre_id: number
  operator_id: number
  way: string
  no: string
  declared_on: string
  vat_fen: number
  surcharge_fen: number
  iit_fen: number
  file_id: string
  by_id: number
  at: Date
}

interface BusinessFilingStep {
  id: GeneratedAlways<number>
  filing_id: number
  centre_id: number
  operator_id: number
  kind: string
  edition: number
  at: Date
  by_id: number | null
  amount_fen: number | null
  reason: Generated<string>
}

interface BusinessInvoiceUse {
  line_id: number
  issuer: string
  month: string
  batch_id: number
  centre_id: number
  unit_id: number
  due_fen: number
  used_fen: number
}

interface CalendarYear {
  id: GeneratedAlways<number>
  year: number
  edition: number
  state: Generated<string>
  source: string
  off: Json
  working: Json
  hands: number[]
  made_by: number
  made_at: Date
  published_by: number | null
  published_at: Date | null
  version: Generated<number>
}

interface Candidate {
  id: GeneratedAlways<number>
  centre_id: number
  unit_id: number
  batch_id: number | null
  line_id: number | null
  name: string
  bank_name: Generated<string>
  problems: string[]
  state: string
  reason: Generated<string>
  operator_id: number | null
  submitted_by: number
  decided_by: number | null
  submitted_at: Date
  decided_at: Date | null
  id_number_sealed: string
  id_number_index: string
  mobile_sealed: string
  mobile_index: string
  card_no_sealed: string
  card_no_index: string
  version: Generated<number>
  reviewer_id: number | null
  rejects: JsonWithDefault
  wanted: Generated<string[]>
  wanted_reason: Generated<string>
  asked_at: Date | null
  verification: string | null
  verified_at: Date | null
  verified_by: Generated<string>
}

interface CandidateMerge {
  id: Generated<number>
  candidate_id: number
  centre_id: number
  unit_id: number
  operator_id: number
  card_no_index: string
  card_was_verified: boolean | null
  card_verified_at: Date | null
  link_was_active: boolean | null
  identity_was_verified: boolean
  line_ids: Generated<number[]>
  merged_by: number
  merged_at: Date
  undone_by: number | null
  undone_at: Date | null
}

interface CandidatePaper {
  id: Generated<number>
  candidate_id: number
  centre_id: number
  kind: string
  file_id: string
  warnings: string[]
  created_at: Date
}

interface CardReading {
  file_id: string
  side: string
  holder: string
  fields_sealed: string
  warnings: string[]
  quality: number
  took_ms: number
  created_at: Date
}

interface Centre {
  id: Generated<number>
  code: string
  name: string
  legal_name: string
  credit_code: string
  tax_authority: string
  region_code: string
  modes: number[]
  city_rate_ppm: number
  account_name: string
  account_no: string
  account_bank: string
  age_min: Generated<number>
  age_max: Generated<number>
  single_limit_fen: number
  month_limit_fen: number
  is_active: Generated<boolean>
  created_at: Date
  invoice_kinds: Generated<string[]>
  invoice_categories: Generated<string[]>
  invoice_cap_fen: Generated<number>
  invoice_bank: Generated<string>
  invoice_account_no: Generated<string>
  sign_way: Generated<string>
  status_reason: Generated<string>
  version: Generated<number>
  texts_payees: Generated<boolean>
  business_contracts_from: Generated<string>
  objection_days: Generated<number>
  refuses_owners: Generated<boolean>
}

interface CentreCityRate {
  id: GeneratedAlways<number>
  centre_id: number
  rate_ppm: number
  valid_from: string
  made_by: number
  made_at: Date
}

interface Channel {
  id: Generated<number>
  centre_id: number
  name: string
  kind: string
  is_active: Generated<boolean>
  is_paused: Generated<boolean>
  paused_reason: Generated<string>
  daily_limit_fen: number | null
  single_limit_fen: number | null
  settings_sealed: Generated<string>
  waits_until: Date | null
  balance_fen: number | null
  balance_at: Date | null
  paused_by: number | null
}

interface ChannelFile {
  id: GeneratedAlways<number>
  channel_id: number
  centre_id: number
  day: string
  file_id: string
  name: string
  sha256: string
  fetched_at: Date
  attempt: Generated<number>
  outcome: Generated<string>
  refusal: Generated<string>
  refusal_values: JsonWithDefault
}

interface ChannelNotice {
  id: GeneratedAlways<number>
  channel_id: number
  centre_id: number
  notice_no: string
  sha256: string
  content: Json
  received_at: Date
  applied_at: Date | null
}

interface ClientError {
  id: GeneratedAlways<number>
  user_id: number
  message: string
  stack: string
  page: string
  version: string
  agent: string
  failed_request_id: string | null
  request_id: string
  happened_at: Date
  created_at: Date
}

interface Collection {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  order_id: number
  operator_id: number
  entity_id: number | null
  amount_fen: number
  content: string
  period_from: string
  period_to: string
  state: Generated<string>
  reason: Generated<string>
  is_entered: Generated<boolean>
  came_back: Generated<boolean>
  line_id: number | null
  line_month: string | null
  created_by: number
  created_at: Date
  submitted_at: Date | null
  confirmed_by: number | null
  confirmed_at: Date | null
  paid_at: Date | null
  version: Generated<number>
}

interface CollectionPaper {
  id: Generated<number>
  collection_id: number
  centre_id: number
  unit_id: number
  operator_id: number
  file_id: string
  sha256: string
  created_by: number
  created_at: Date
}

interface CommissionAdjustment {
  id: Generated<number>
  bill_id: number
  centre_id: number
  amount_fen: number
  reason: string
  state: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
}

interface CommissionBill {
  id: Generated<number>
  no: string
  centre_id: number
  mode: number
  party_type: string
  party_id: number
  period: string
  state: Generated<string>
  unit_count: number
  base_fen: number
  accrued_fen: number
  reversed_fen: number
  carried_fen: number
  adjusted_fen: Generated<number>
  amount_fen: number
  invoice_no: Generated<string>
  invoice_file_id: string | null
  paid_on: string | null
  bank_serial: string | null
  slip_file_id: string | null
  prepared_by: number | null
  prepared_at: Date | null
  paid_by: number | null
  paid_at: Date | null
  created_at: Date
  version: Generated<number>
}

interface CommissionDay {
  id: GeneratedAlways<number>
  centre_id: number
  mode: number
  unit_id: number
  batch_id: number
  party_type: string
  party_id: number
  day: string
  item_count: number
  base_fen: number
  fee_fen: number
  accrued_fen: number
  reversed_fen: number
  bill_id: number | null
}

interface CommissionItem {
  id: GeneratedAlways<number>
  centre_id: number
  unit_id: number
  line_id: number
  party_type: string
  party_id: number
  base_fen: number
  amount_fen: number
  state: string
  at: Date
  mode: number
  batch_id: number
  fee_fen: number
}

interface CommissionStep {
  id: GeneratedAlways<number>
  bill_id: number
  centre_id: number
  kind: string
  at: Date
  by_id: number | null
  amount_fen: number | null
  reason: Generated<string>
}

interface Consent {
  id: Generated<number>
  operator_id: number
  kind: string
  centre_id: number
  document_sha256: string
  given_at: Date
  valid_to: string | null
  revoked_at: Date | null
  contract_id: number | null
  evidence: JsonWithDefault
  revoked_by: number | null
  revoke_reason: Generated<string>
}

interface Contract {
  id: Generated<number>
  no: string
  name: string
  centre_id: number
  unit_id: number | null
  mode: number
  amount_cap_fen: number | null
  valid_from: string
  valid_to: string
  sign_state: string
  created_at: Date
  kind: Generated<string>
  operator_id: number | null
  partner_id: number | null
  template_id: number | null
  source: Generated<string>
  parties: JsonWithDefault
  fields: JsonWithDefault
  signers: JsonWithDefault
  places: JsonWithDefault
  consents: Generated<string[]>
  file_id: string | null
  sha256: string | null
  sign_deadline: Date | null
  sent_at: Date | null
  sent_by: number | null
  done_at: Date | null
  ended_at: Date | null
  end_reason: Generated<string>
  previous_id: number | null
  relation: string | null
  checked_by: number | null
  created_by: Generated<number>
  version: Generated<number>
  ending_told: number | null
  entity_id: number | null
  seal_fault: string | null
  seal_fault_at: Date | null
  seal_centre_id: number | null
  origin_no: string | null
  signed_on: string | null
  sheet_id: number | null
  unprintable: Generated<string>
}

interface ContractRevision {
  contract_id: number
  seq: number
  file_id: string
  sha256: string
  task_id: number | null
  made_at: Date
}

interface ContractTemplate {
  id: Generated<number>
  series_id: number | null
  edition: Generated<number>
  name: string
  kind: string
  mode: number | null
  for_centre_id: number | null
  format: string
  body: Json | null
  file_id: string | null
  fields: JsonWithDefault
  signers: Json
  places: JsonWithDefault
  consents: Generated<string[]>
  valid_days: Generated<number>
  sign_days: Generated<number>
  state: Generated<string>
  is_default: Generated<boolean>
  effective_from: string | null
  created_by: number
  created_at: Date
  updated_by: number
  updated_at: Date
  version: Generated<number>
  hands: Generated<number[]>
  is_starter: Generated<boolean>
}

interface Counter {
  name: string
  value: number
}

interface CreditReturn {
  id: Generated<number>
  credit_id: number
  centre_id: number
  mode: number
  reason: string
  paid_on: string
  bank_serial: string
  slip_file_id: string
  state: Generated<string>
  answer: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
}

interface CustodyProof {
  id: Generated<number>
  centre_id: number
  version: number
  way: string
  bank: string
  account_no: string
  agreed_on: string
  valid_until: string
  agreement_file_id: string
  counsel: Generated<string>
  opinion_on: string | null
  opinion_file_id: string | null
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface CustomerHandover {
  id: Generated<number>
  centre_id: number | null
  from_user_id: number
  to_user_id: number
  role: string
  unit_ids: number[] | null
  effective_on: string
  state: string
  reason: Generated<string>
  done_count: Generated<number>
  created_by: number
  created_at: Date
  done_at: Date | null
  decided_by: number | null
  decided_at: Date | null
}

interface EinvoiceChannel {
  centre_id: number
  kind: string
  settings_sealed: Generated<string>
  version: Generated<number>
  set_by: number
  set_at: Date
  tested_at: Date | null
  test_result: string | null
  quota_fen: number | null
  quota_at: Date | null
  id: Generated<number>
}

interface EinvoiceExchange {
  id: GeneratedAlways<number>
  centre_id: number
  kind: string
  what: string
  request_no: string
  at: Date
  by_id: number | null
  asked_digest: Generated<string>
  answered_digest: Generated<string>
  result: string
  took_ms: number
}

interface EntityLevyRate {
  id: Generated<number>
  entity_id: number
  operator_id: number
  centre_id: number
  rate_ppm: number
  valid_from: string
  document_no: Generated<string>
  file_id: string | null
  created_by: number | null
  created_at: Date
  change_id: number | null
}

interface EntityObligation {
  id: Generated<number>
  entity_id: number
  operator_id: number
  centre_id: number
  kind: string
  period: string
  opens_on: string
  due_on: string
  state: Generated<string>
  amount_fen: number | null
  remind_on: string | null
  reminded_on: string | null
  settled_on: string | null
  receipt_no: Generated<string>
  file_id: string | null
  settled_by: number | null
  settled_at: Date | null
}

interface EntityPaper {
  id: Generated<number>
  step_id: number
  entity_id: number
  operator_id: number
  centre_id: number
  kind: string
  file_id: string
}

interface EntityStep {
  id: Generated<number>
  entity_id: number
  operator_id: number
  centre_id: number
  move: string
  from_state: string | null
  to_state: string
  reason: Generated<string>
  facts: JsonWithDefault
  created_by: number | null
  created_at: Date
}

interface EntityTaxChange {
  id: Generated<number>
  entity_id: number
  operator_id: number
  centre_id: number
  move: string
  rate_ppm: number | null
  valid_from: string | null
  document_no: Generated<string>
  tax_kind: string | null
  levy: string | null
  file_id: string
  reason: string
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface Evidence {
  id: GeneratedAlways<number>
  centre_id: number
  unit_id: number
  batch_id: number
  order_id: number
  kind: string
  file_id: string
  sha256: string
  created_by: number
  created_at: Date
  fingerprint: string | null
}

interface FeePlan {
  id: Generated<number>
  name: string
  mode: number
  ended_on: string | null
  created_at: Date
}

interface FeePlanVersion {
  id: Generated<number>
  plan_id: number
  no: number
  method: string
  is_progressive: Generated<boolean>
  basis: string
  minimum_fen: Generated<number>
  tiers: Json
  effective_from: string
  state: string
  needs_second: Generated<boolean>
  reason: Generated<string>
  proposed_by: number | null
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_reason: Generated<string>
  withdraw_asked_by: number | null
  withdraw_asked_at: Date | null
  withdraw_reason: Generated<string>
  withdraw_confirmed_by: number | null
  withdraw_confirmed_at: Date | null
}

interface FileLink {
  token_hash: Uint8Array
  file_id: string
  user_id: number | null
  expires_at: Date
  session_id: number | null
}

interface Gateway {
  service: string
  kind: string
  settings_sealed: string
  is_active: boolean
  version: Generated<number>
  set_by: number
  set_at: Date
  tested_at: Date | null
  test_result: string | null
  id: Generated<number>
}

interface GatewayCall {
  id: GeneratedAlways<number>
  service: string
  what: string
  provider: string
  at: Date
  ref: Generated<string>
  subject_index: Generated<string>
  question: Generated<string>
  result: string
  cost_fen: Generated<number>
  took_ms: number | null
}

interface GatewayTemplate {
  kind: string
  template: string
  set_by: number
  set_at: Date
}

interface GuardedChange {
  id: Generated<number>
  kind: string
  row_id: number
  centre_id: number | null
  becomes: Json
  settings_sealed: string | null
  shown: Json
  reason: string
  state: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_note: Generated<string>
  effective_at: Date | null
  row_name: Generated<string>
  account_no_sealed: string | null
  account_no_index: string | null
}

interface HandVerification {
  id: GeneratedAlways<number>
  centre_id: number
  operator_id: number
  card_id: number | null
  state: Generated<string>
  file_id: string
  reason: string
  asked_by: number
  asked_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision: Generated<string>
}

interface Idempotency {
  user_id: number
  operation: string
  key: string
  request_hash: Uint8Array
  created_at: Date
  answer_sealed: string | null
}

interface IdentityDispute {
  id: Generated<number>
  operator_id: number
  unit_id: number
  centre_id: number
  statement: string
  state: Generated<string>
  created_by: number
  created_at: Date
  resolution: Generated<string>
  file_id: string | null
  resolved_by: number | null
  resolved_at: Date | null
  kept_by: number | null
  kept_at: Date | null
  kept_reason: Generated<string>
}

interface ImpactAssessment {
  id: Generated<number>
  assessed_on: string
  lead: string
  conclusion: string
  file_id: string
  register: string
  created_by: number
  created_at: Date
}

interface ImportFile {
  id: Generated<number>
  sheet_id: number
  centre_id: number
  archive_id: string
  position: number
  path: string
  name: string
  size_bytes: number
  state: Generated<string>
  problem: string | null
  file_id: string | null
  sha256: string | null
  pages: number | null
  added_by: number
  added_at: Date
}

interface ImportRow {
  id: Generated<number>
  sheet_id: number
  centre_id: number | null
  unit_id: number | null
  seq: number
  name: string
  cells: Json
  id_number_sealed: Generated<string>
  id_number_index: Generated<string>
  mobile_sealed: Generated<string>
  mobile_index: Generated<string>
  card_no_sealed: Generated<string>
  card_no_index: Generated<string>
  issues: JsonWithDefault
  state: string
  result: string | null
  made_id: number | null
  id_address_sealed: Generated<string>
}

interface ImportSheet {
  id: Generated<number>
  kind: string
  centre_id: number | null
  unit_id: number | null
  state: Generated<string>
  state_reason: Generated<string>
  file_name: string
  file_id: string
  file_sha256: string
  row_count: Generated<number>
  total_count: Generated<number>
  done_count: Generated<number>
  created_count: Generated<number>
  linked_count: Generated<number>
  created_by: number
  created_at: Date
  committed_by: number | null
  committed_at: Date | null
  finished_at: Date | null
  version: Generated<number>
  file_sums: JsonWithDefault
  undone_by: number | null
  undone_at: Date | null
  undo_reason: Generated<string>
  mode: number | null
  preparers: Generated<number[]>
  prepared_by: number | null
  prepared_at: Date | null
  return_reason: Generated<string>
  undo_asked_by: number | null
  undo_asked_at: Date | null
}

interface IntegrityFinding {
  run_id: number
  name: string
  result: string
  offenders: Generated<string[]>
  milliseconds: number
}

interface IntegrityRun {
  id: GeneratedAlways<number>
  kind: string
  due_at: Date | null
  asked_by: number | null
  state: string
  journal_id: Generated<number>
  started_at: Date
  finished_at: Date | null
}

interface Invite {
  code: string
  user_id: number
  centre_id: number | null
  unit_id: number | null
  partner_id: number | null
  created_at: Date
}

interface Invoice {
  id: Generated<number>
  application_id: number
  centre_id: number
  unit_id: number
  mode: number
  seq: number
  price_fen: number
  tax_fen: number
  total_fen: number
  rate_ppm: number
  state: Generated<string>
  number: string | null
  issued_on: string | null
  issued_by: number | null
  issued_at: Date | null
  red_fen: Generated<number>
  operator_id: number | null
}

interface InvoiceApplication {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  title_id: number
  title: Json
  kind: string
  category: string
  goods: string
  tax_code: string
  email: string
  remark: Generated<string>
  basis: string
  period_from: string | null
  period_to: string | null
  amount_fen: number
  price_fen: number
  tax_fen: number
  rate_ppm: number
  policy_version: string
  line_count: number
  batch_count: number
  invoice_count: number
  issued_count: Generated<number>
  state: Generated<string>
  reason: Generated<string>
  applied_by: number
  applied_at: Date
  reviewed_by: number | null
  reviewed_at: Date | null
  finished_at: Date | null
  mailed_at: Date | null
  version: Generated<number>
  issuer: Generated<string>
  entity_id: number | null
  operator_id: number | null
  released_fen: Generated<number>
  released_count: Generated<number>
}

interface InvoiceCategory {
  id: Generated<number>
  name: string
  short_name: Generated<string>
  tax_code: string | null
  note: Generated<string>
  source: Generated<string>
  is_active: Generated<boolean>
  changed_by: number | null
  changed_at: Date
  version: Generated<number>
}

interface InvoiceFile {
  id: GeneratedAlways<number>
  application_id: number
  invoice_id: number | null
  red_id: number | null
  centre_id: number
  unit_id: number
  kind: string
  file_id: string
  name: string
  sha256: string
  reason: Generated<string>
  added_by: number
  added_at: Date
  replaced_at: Date | null
  operator_id: number | null
}

interface InvoiceImport {
  id: GeneratedAlways<number>
  centre_id: number
  mode: number
  name: string
  file_id: string
  archive_id: string | null
  state: Generated<string>
  row_count: number
  done_count: Generated<number>
  faults: JsonWithDefault
  by_id: number
  at: Date
  done_lines: Generated<number[]>
}

interface InvoiceLine {
  id: GeneratedAlways<number>
  application_id: number
  red_id: number | null
  month: string
  line_id: number
  batch_id: number
  centre_id: number
  unit_id: number
  mode: number
  amount_fen: number
}

interface InvoiceOrder {
  id: Generated<number>
  request_no: string
  what: string
  application_id: number
  invoice_id: number
  red_id: number | null
  centre_id: number
  unit_id: number
  mode: number
  state: Generated<string>
  tries: Generated<number>
  next_at: Date | null
  number: string | null
  issued_on: string | null
  fault: Generated<string>
  fault_values: JsonWithDefault
  asked_by: number
  created_at: Date
  settled_at: Date | null
}

interface InvoiceQuota {
  centre_id: number
  unit_id: number
  mode: number
  used_fen: Generated<number>
  version: Generated<number>
}

interface InvoiceStep {
  id: GeneratedAlways<number>
  application_id: number
  centre_id: number
  unit_id: number
  kind: string
  at: Date
  by_id: number | null
  amount_fen: number | null
  reason: Generated<string>
  operator_id: number | null
}

interface InvoiceTitle {
  id: Generated<number>
  unit_id: number
  name: string
  tax_no: string
  address: Generated<string>
  telephone: Generated<string>
  bank: Generated<string>
  account_no: Generated<string>
  email: Generated<string>
  is_default: Generated<boolean>
  is_active: Generated<boolean>
  created_at: Date
  state: Generated<string>
  reason: Generated<string>
  changed_by: number | null
  changed_at: Date | null
  version: Generated<number>
  hands: Generated<number[]>
}

interface InvoiceTitleVersion {
  id: GeneratedAlways<number>
  title_id: number
  unit_id: number
  version: number
  name: string
  tax_no: string
  address: string
  telephone: string
  bank: string
  account_no: string
  email: string
  state: string
  is_active: boolean
  reason: string
  at: Date
  by_id: number | null
}

interface InvoiceUse {
  line_id: number
  month: string
  batch_id: number
  centre_id: number
  unit_id: number
  mode: number
  cost_fen: number
  used_fen: number
  is_returned: Generated<boolean>
}

interface IssueAuthorisation {
  id: Generated<number>
  entity_id: number
  operator_id: number
  centre_id: number
  valid_from: string
  valid_to: string
  file_id: string | null
  contract_id: number | null
  state: Generated<string>
  reason: Generated<string>
  created_by: number
  created_at: Date
  ended_by: number | null
  ended_at: Date | null
  version: Generated<number>
}

interface LedgerEntry {
  month: string
  journal_id: number
  line: number
  centre_id: number
  unit_id: number | null
  account_id: number
  amount_fen: number
  balance_after_fen: number
}

interface LedgerJournal {
  id: GeneratedAlways<number>
  kind: string
  ref_type: string
  ref_id: number
  ref_no: string
  idem_key: string
  centre_id: number
  mode: number
  unit_id: number | null
  entries: number
  reverses: number | null
  memo: Generated<string>
  at: Date
}

interface LedgerUnbooked {
  id: GeneratedAlways<number>
  first_id: number
  last_id: number
}

interface LoginAddress {
  user_id: number
  address: string
  seen_at: Date
  failures: Generated<number>
  failed_at: Date | null
  locked_until: Date | null
}

interface LoginTicket {
  token_hash: Uint8Array
  user_id: number
  expires_at: Date
  used_at: Date | null
}

interface LostOrder {
  id: GeneratedAlways<number>
  channel_id: number
  request_no: string
  amount_fen: number
  sent_at: Date
  stop_id: number
  answer: Generated<string>
}

interface Message {
  id: GeneratedAlways<number>
  user_id: number
  kind: string
  values: JsonWithDefault
  path: string | null
  ref_type: string | null
  ref_id: string | null
  created_at: Date
  read_at: Date | null
}

interface MessageChoice {
  user_id: number
  topic: string
  way: string
  is_on: boolean
}

interface MobileAsk {
  id: string
  user_id: number
  mobile_sealed: string
  old_mobile_sealed: string
  language: string
  code_hash: string | null
  old_code_hash: string | null
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  purpose: Generated<string>
}

interface OpeningRow {
  id: Generated<number>
  opening_id: number
  centre_id: number
  seq: number
  cells: Json
  account: string | null
  unit_id: number | null
  debit_fen: number
  credit_fen: number
  issues: Json
}

interface OpeningSheet {
  id: Generated<number>
  no: string
  centre_id: number
  mode: number
  day: string
  reason: string
  file_name: string
  file_id: string
  report_file_id: string
  state: string
  row_count: number
  faulty_count: number
  debit_fen: number
  credit_fen: number
  prepared_by: number
  prepared_at: Date
  confirmed_by: number | null
  confirmed_at: Date | null
  undo_asked_by: number | null
  undo_asked_at: Date | null
  undone_by: number | null
  undone_at: Date | null
  ended_reason: Generated<string>
  version: Generated<number>
  hands: Generated<number[]>
}

interface Operator {
  id: Generated<number>
  code: string
  kind: string
  yztype: number
  name: string
  birth: string
  status: number
  status_reason: Generated<string>
  is_identity_verified: Generated<boolean>
  centre_id: number
  created_at: Date
  id_number_sealed: string
  id_number_index: string
  mobile_sealed: string
  mobile_index: string
  region_code: string
  is_imported: Generated<boolean>
  verify_face: Generated<number>
  agreement_until: string | null
  filing_until: string | null
  identity_verified_by: Generated<string>
  face_by: Generated<string>
  id_kind: Generated<string>
  sex: Generated<string>
  nationality: Generated<string>
  id_address_sealed: Generated<string>
  valid_from: string | null
  valid_to: string | null
  paper_told: number | null
  tax_residence: string | null
  tax_residence_by: number | null
  tax_residence_at: Date | null
  comparable_name: GeneratedAlways<string>
  sells_elsewhere: boolean | null
}

interface OperatorCard {
  id: Generated<number>
  operator_id: number
  bank_name: string
  is_default: Generated<boolean>
  is_verified: Generated<boolean>
  verified_at: Date | null
  card_no_sealed: string
  card_no_index: string
  card_tail: string
  brought_by: number | null
  verified_by: Generated<string>
}

interface OperatorEntity {
  id: Generated<number>
  operator_id: number
  name: string
  credit_code: string | null
  state: string
  created_at: Date
  centre_id: number
  form: Generated<string>
  names: Generated<string[]>
  industry: Generated<string>
  biz_scope: Generated<string>
  address: Generated<string>
  licensed_on: string | null
  licence_file_id: string | null
  bank_name: Generated<string>
  account_no_sealed: Generated<string>
  account_no_index: Generated<string>
  account_tail: Generated<string>
  tax_kind: string | null
  levy: string | null
  taxed_on: string | null
  calendar_from: string | null
  calendar_until: string | null
  annual_report_year: number | null
  annual_fee_fen: Generated<number>
  application_id: number | null
  version: Generated<number>
  created_by: number | null
  calendar_edition: Generated<string>
  comparable_name: GeneratedAlways<string>
}

interface OrderOperator {
  id: Generated<number>
  order_id: number
  centre_id: number
  unit_id: number
  operator_id: number
  state: string
  assigned_by: number
  assigned_at: Date
  answered_at: Date | null
  reason: Generated<string>
}

interface OrderPaper {
  id: Generated<number>
  order_id: number
  centre_id: number
  unit_id: number
  operator_id: number | null
  kind: string
  no: string | null
  period: string | null
  amount_fen: number | null
  note: Generated<string>
  explanation: Generated<string>
  file_id: string
  sha256: string
  fingerprint: string | null
  created_by: number
  created_at: Date
  removed_by: number | null
  removed_at: Date | null
  remove_reason: Generated<string>
}

interface OtherSale {
  id: Generated<number>
  operator_id: number
  centre_id: number
  month: string
  version: number
  gross_fen: number
  payers: Generated<string>
  file_id: string | null
  is_entered: boolean
  reason: Generated<string>
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface Outbox {
  id: GeneratedAlways<number>
  way: string
  recipient: string
  subject: string
  body: string
  about: string
  sent_at: Date
}

interface PaidMonth {
  viewer: Generated<string>
  mode: number
  month: string
  paid_fen: number
  payees: number
  tax_fen: number
}

interface Partner {
  id: Generated<number>
  name: string
  credit_code: string | null
  is_active: Generated<boolean>
  created_at: Date
  code: string
  kind: Generated<string>
  contact_name: Generated<string>
  contact_mobile: Generated<string>
  area: Generated<string>
  introduction: Generated<string>
  account_name: Generated<string>
  account_bank: Generated<string>
  account_no_sealed: string | null
  account_no_index: string | null
  id_number_sealed: string | null
  id_number_index: string | null
  status_reason: Generated<string>
  version: Generated<number>
  signing_centre_id: number | null
}

interface Passkey {
  id: Generated<number>
  user_id: number
  credential: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  name: string
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

interface PasskeyChallenge {
  challenge: string
  user_id: number
  purpose: string
  expires_at: Date
}

interface PaymentBatch {
  id: Generated<number>
  no: string
  month: string
  centre_id: number
  unit_id: number
  mode: number
  order_id: number
  channel_id: number
  amount_basis: string
  remark: Generated<string>
  state: string
  state_reason: Generated<string>
  line_count: Generated<number>
  error_count: Generated<number>
  warning_count: Generated<number>
  gross_fen: Generated<number>
  vat_fen: Generated<number>
  surcharge_fen: Generated<number>
  iit_fen: Generated<number>
  fee_fen: Generated<number>
  net_fen: Generated<number>
  cost_fen: Generated<number>
  success_count: Generated<number>
  success_cost_fen: Generated<number>
  failed_count: Generated<number>
  returned_count: Generated<number>
  is_frozen: Generated<boolean>
  is_insufficient: Generated<boolean>
  retry_of_batch_id: number | null
  policy_version: string | null
  fee_snapshot: Json | null
  setting_snapshot: Json | null
  checklist: Json | null
  file_id: string | null
  file_sha256: string | null
  maker_id: number
  checker_id: number | null
  auditor_id: number | null
  payer_id: number | null
  created_at: Date
  submitted_at: Date | null
  checked_at: Date | null
  audited_at: Date | null
  paid_at: Date | null
  finished_at: Date | null
  closed_at: Date | null
  version: Generated<number>
  recalculated_from: Json | null
  failed_resent_count: Generated<number>
  returned_resent_count: Generated<number>
  failed_cost_fen: Generated<number>
  returned_cost_fen: Generated<number>
  submitter_id: number | null
  failed_resent_cost_fen: Generated<number>
  returned_resent_cost_fen: Generated<number>
  halted_at: Date | null
  halted_by: number | null
  halt_reason: Generated<string>
  copy_of_batch_id: number | null
  source_platform: Generated<string>
}

interface PaymentLine {
  month: string
  id: Generated<number>
  batch_id: number
  centre_id: number
  unit_id: number
  mode: number
  seq: number
  no: string
  operator_id: number | null
  entity_id: number | null
  name: string
  id_kind: Generated<string>
  bank_name: string
  entity_name: Generated<string>
  entity_credit_code: Generated<string>
  service: Generated<string>
  remark: Generated<string>
  amount_text: string
  gross_fen: Generated<number>
  vat_fen: Generated<number>
  city_fen: Generated<number>
  education_fen: Generated<number>
  local_education_fen: Generated<number>
  surcharge_fen: Generated<number>
  iit_fen: Generated<number>
  tax_unit_fen: Generated<number>
  fee_fen: Generated<number>
  fee_unit_fen: Generated<number>
  fee_operator_fen: Generated<number>
  net_fen: Generated<number>
  cost_fen: Generated<number>
  income_fen: Generated<number>
  filing_way: string | null
  calculation: Json | null
  issues: JsonWithDefault
  state: string
  fail_code: string | null
  fail_reason: Generated<string>
  sent_at: Date | null
  finished_at: Date | null
  returned_at: Date | null
  released_at: Date | null
  next_query_at: Date | null
  queries: Generated<number>
  retry_of_line_id: number | null
  version: Generated<number>
  id_number_sealed: string
  id_number_index: string
  mobile_sealed: string
  mobile_index: string
  card_no_sealed: string
  card_no_index: string
  card_tail: string
  collection_id: number | null
  booked_at: Date | null
  first_line_id: number | null
  first_line_month: string | null
  nickname: Generated<string>
  user_no: Generated<string>
}

interface PaymentObjection {
  id: Generated<number>
  month: string
  line_id: number
  batch_id: number
  centre_id: number
  unit_id: number
  mode: number
  operator_id: number
  kind: string
  statement: string
  state: Generated<string>
  dispute_id: number | null
  due_on: string
  escalated_at: Date | null
  created_by: number
  created_at: Date
  answer: Generated<string>
  answered_by: number | null
  answered_at: Date | null
  decision: Generated<string>
  decided_by: number | null
  decided_at: Date | null
  version: Generated<number>
}

interface PayoutAttempt {
  id: GeneratedAlways<number>
  month: string
  line_id: number
  centre_id: number
  unit_id: number
  attempt_no: number
  channel_id: number
  request_no: string
  channel_ref: string | null
  amount_fen: number
  state: string
  answer: Json | null
  created_at: Date
  sent_at: Date | null
  finished_at: Date | null
}

interface PayoutEvent {
  id: GeneratedAlways<number>
  line_id: number
  centre_id: number
  unit_id: number
  from_state: string
  to_state: string
  source: string
  notify_id: string | null
  detail: JsonWithDefault
  at: Date
}

interface PayoutException {
  id: GeneratedAlways<number>
  no: string
  kind: string
  fact: string
  channel_id: number
  centre_id: number
  mode: number
  unit_id: number | null
  batch_id: number | null
  line_id: number | null
  line_month: string | null
  attempt_id: number | null
  request_no: string
  notice_id: string
  told: string | null
  ours_fen: number | null
  theirs_fen: number | null
  suspense_fen: number
  stops: string
  reference: Generated<string>
  answer: string
  opened_at: Date
  state: Generated<string>
  owner_id: number | null
  resolution: string | null
  proposed_by: number | null
  resolved_at: Date | null
  version: Generated<number>
}

interface PayoutExceptionStep {
  id: GeneratedAlways<number>
  exception_id: number
  centre_id: number
  kind: string
  by_id: number | null
  resolution: string | null
  reason: Generated<string>
  file_id: string | null
  file_name: Generated<string>
  at: Date
}

interface PayoutNotice {
  channel_id: number
  notice_id: string
  centre_id: number
  request_no: string
  amount_fen: number
  outcome: string
  at: Date
}

interface PayoutReport {
  id: Generated<number>
  attempt_id: number
  line_id: number
  line_month: string
  batch_id: number
  channel_id: number
  centre_id: number
  unit_id: number
  mode: number
  amount_fen: number
  result: string
  serial: string
  happened_at: Date
  reason: string
  file_id: string | null
  file_name: Generated<string>
  state: Generated<string>
  reported_by: number
  reported_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface PayoutSlip {
  id: GeneratedAlways<number>
  attempt_id: number
  line_id: number
  channel_id: number
  centre_id: number
  unit_id: number
  result: string
  serial: string
  happened_at: Date
  reason: Generated<string>
  file_id: string | null
  file_name: Generated<string>
  registered_by: number
  registered_at: Date
  confirmed_by: number | null
}

interface PayoutStop {
  id: GeneratedAlways<number>
  run_id: number
  broken: string[]
  stopped_at: Date
  asked_by: number | null
  asked_at: Date | null
  reason: string | null
  released_by: number | null
  released_at: Date | null
}

interface PermissionName {
  permission: string
  zh: string | null
  en: string | null
  es: string | null
  ja: string | null
  version: Generated<number>
  updated_at: Date
  updated_by: number
}

interface PermissionOrder {
  menu: string
  permissions: string[]
  version: Generated<number>
  updated_at: Date
  updated_by: number
}

interface PlatformBasic {
  id: GeneratedAlways<number>
  centre_id: number | null
  cause: string
  happened_on: string
  due_on: string
  what: string
  noted_by: number
  noted_at: Date
  reported_on: string | null
  receipt_no: Generated<string>
  receipt_file_id: string | null
  reported_by: number | null
  reported_at: Date | null
  version: Generated<number>
}

interface PlatformReport {
  id: GeneratedAlways<number>
  centre_id: number | null
  quarter: string
  edition: number
  state: Generated<string>
  reason: Generated<string>
  row_count: number
  new_count: number
  changed_count: number
  left_count: number
  covered_count: number
  payment_count: number
  gross_fen: number
  refund_fen: number
  net_fen: number
  made_by: number
  made_at: Date
  reported_on: string | null
  receipt_no: Generated<string>
  receipt_file_id: string | null
  reported_by: number | null
  reported_at: Date | null
  version: Generated<number>
  plan_id: number | null
  confirmed_by: number | null
  confirmed_at: Date | null
}

interface PlatformReportPart {
  id: GeneratedAlways<number>
  report_id: number
  centre_id: number
  operator_id: number
  entity_id: number | null
  source_platform: Generated<string>
  nickname: Generated<string>
  user_no: Generated<string>
  ground: string | null
  rule: number | null
  gross_fen: number
  refund_fen: number
  net_fen: number
  fee_fen: number
  payment_count: number
}

interface PlatformReportRow {
  id: GeneratedAlways<number>
  report_id: number
  centre_id: number | null
  operator_id: number
  entity_id: number | null
  status: string
  is_covered: boolean
  name: string
  id_kind: string
  id_number_sealed: string
  id_number_index: string
  nationality: string
  entity_name: Generated<string>
  credit_code: Generated<string>
  code: string
  mobile_sealed: string
  mobile_index: string
  bank_name: Generated<string>
  card_no_sealed: Generated<string>
  card_no_index: Generated<string>
  started_on: string
  ended_on: string | null
  facts: string
  gross_fen: number
  refund_fen: number
  net_fen: number
  fee_fen: number
  payment_count: number
}

interface PlatformSetting {
  id: Generated<number>
  person_month_limit_fen: number | null
  version: Generated<number>
  account_cooling_hours: Generated<number>
}

interface Preference {
  user_id: number
  name: string
  value: Json
  changed_at: Date
}

interface ReconDay {
  id: GeneratedAlways<number>
  channel_id: number
  centre_id: number
  day: string
  state: Generated<string>
  missing: Generated<string[]>
  ours_count: Generated<number>
  ours_fen: Generated<number>
  theirs_count: Generated<number>
  theirs_fen: Generated<number>
  bank_count: Generated<number>
  bank_fen: Generated<number>
  topup_count: Generated<number>
  topup_fen: Generated<number>
  matched_at: Date | null
  closed_by: number | null
  closed_at: Date | null
  told_missing: Generated<boolean>
  version: Generated<number>
  refusal: Generated<string>
  refusal_values: JsonWithDefault
  registered_count: Generated<number>
  registered_fen: Generated<number>
}

interface ReconFile {
  id: GeneratedAlways<number>
  channel_id: number
  centre_id: number
  source: string
  file_id: string
  name: string
  sha256: string
  given_day: string | null
  first_day: string
  last_day: string
  row_count: number
  done_count: Generated<number>
  skipped_count: Generated<number>
  opening_fen: number | null
  closing_fen: number | null
  state: Generated<string>
  added_by: number | null
  added_at: Date
}

interface ReconItem {
  id: GeneratedAlways<number>
  day_id: number
  channel_id: number
  centre_id: number
  mode: number | null
  side: string
  kind: string
  direction: string
  key: string
  serial: Generated<string>
  memo: Generated<string>
  attempt_id: number | null
  ours_fen: number
  theirs_fen: number
  suspense_fen: Generated<number>
  stops: Generated<boolean>
  state: Generated<string>
  ending: string | null
  proposal: string | null
  proposed_by: number | null
  exception_id: number | null
  owner_id: number | null
  due_on: string | null
  found_at: Date
  seen_at: Date
  settled_at: Date | null
  told_due: Generated<boolean>
  version: Generated<number>
  part: Generated<number>
  is_registered: Generated<boolean>
}

interface ReconRow {
  id: GeneratedAlways<number>
  file_id: number
  channel_id: number
  centre_id: number
  source: string
  day: string
  on_day: string
  direction: string
  serial: string
  request_no: string
  amount_fen: number
  is_topup: Generated<boolean>
  memo: Generated<string>
  fee_fen: number | null
  line_id: number | null
  line_month: string | null
  is_registered: Generated<boolean>
  registered_fen: number | null
}

interface ReconRule {
  centre_id: number
  stop_above_fen: number | null
  needs_bank: Generated<boolean>
  version: Generated<number>
  asked_by: number | null
  asked_at: Date | null
  asked_stop_above_fen: number | null
  asked_needs_bank: boolean | null
  confirmed_by: number | null
  confirmed_at: Date | null
}

interface ReconStep {
  id: GeneratedAlways<number>
  day_id: number
  item_id: number | null
  centre_id: number
  kind: string
  treatment: string | null
  reason: Generated<string>
  by_id: number | null
  at: Date
}

interface RecoveryAsk {
  id: string
  user_id: number | null
  way: string
  recipient: string | null
  language: string
  code_hash: string | null
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

interface RecoveryCode {
  user_id: number
  hash: Uint8Array
  used_at: Date | null
}

interface RecoveryTicket {
  token_hash: Uint8Array
  user_id: number
  ask_id: string
  password_was: Uint8Array
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface RedLetter {
  id: Generated<number>
  invoice_id: number
  application_id: number
  centre_id: number
  unit_id: number
  mode: number
  reason: string
  amount_fen: number
  price_fen: number
  tax_fen: number
  code: string
  confirm_no: Generated<string>
  expires_at: Date | null
  is_issued: Generated<boolean>
  number: string | null
  issued_on: string | null
  issued_by: number | null
  issued_at: Date | null
  created_by: number
  created_at: Date
  version: Generated<number>
  operator_id: number | null
}

interface Refund {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  amount_fen: number
  payee_name: string
  payee_account: string
  reason: string
  state: Generated<string>
  answer: Generated<string>
  applied_by: number
  applied_at: Date
  decided_by: number | null
  decided_at: Date | null
  paid_on: string | null
  bank_serial: string | null
  slip_file_id: string | null
  paid_by: number | null
  paid_at: Date | null
  version: Generated<number>
  confirmed_by: number | null
  confirmed_at: Date | null
}

interface RegTicket {
  token_hash: Uint8Array
  application_id: number | null
  purpose: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
  candidate_id: number | null
}

interface RegistrationAppeal {
  id: Generated<number>
  application_id: number
  operator_id: number | null
  unit_id: number | null
  partner_id: number | null
  other_application_id: number | null
  centre_id: number | null
  name: string
  id_number_sealed: Generated<string>
  credit_code: Generated<string>
  mobile_sealed: string
  language: string
  statement: string
  file_id: string | null
  state: Generated<string>
  created_at: Date
  resolution: Generated<string>
  user_id: number | null
  resolved_by: number | null
  resolved_at: Date | null
  upheld_by: number | null
  upheld_at: Date | null
  upheld_reason: Generated<string>
}

interface RelationException {
  id: Generated<number>
  related_id: number
  unit_id: number
  centre_id: number
  statement: string
  file_id: string
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_reason: Generated<string>
  valid_to: string | null
}

interface ReportDay {
  id: GeneratedAlways<number>
  month: string
  kind: string
  centre_id: number
  mode: number
  unit_id: number
  partner_id: number | null
  booked_on: string
  arrived_on: string
  submitted_on: string
  line_count: number
  gross_fen: number
  vat_fen: number
  surcharge_fen: number
  iit_fen: number
  fee_fen: number
  sales_net_fen: number
  net_fen: number
  cost_fen: number
  platform_fen: number
  centre_fen: number
  partner_fen: number
  staff_fen: number
  sales_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
}

interface ReportFeeDay {
  id: GeneratedAlways<number>
  month: string
  kind: string
  centre_id: number
  mode: number
  unit_id: number
  partner_id: number | null
  booked_on: string
  arrived_on: string
  submitted_on: string
  fee_count: number
  fee_fen: number
}

interface ReportFeeFile {
  recon_file_id: number
  summed_at: Date
}

interface ReportMonth {
  month: string
  row_count: number
  built_at: Date
}

interface ReportPeople {
  id: GeneratedAlways<number>
  month: string
  centre_id: number
  mode: number
  unit_id: number | null
  day: string | null
  people: number
}

interface ReporterPlan {
  id: GeneratedAlways<number>
  first_quarter: string
  state: Generated<string>
  platform_name: string
  holder_name: string
  holder_code: string
  licence_no: Generated<string>
  tax_office: string
  centre_ids: Generated<number[]>
  grounds: Json
  reason: string
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface ResidenceDecision {
  id: Generated<number>
  operator_id: number
  centre_id: number
  version: number
  residence: string
  from_day: string
  ground: string
  days: number | null
  permit_until: string | null
  file_id: string
  reason: string
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
  settlement: Generated<string>
  settled_by: number | null
  settled_at: Date | null
}

interface Role {
  id: Generated<number>
  name: string
  usertype: number
  is_system: Generated<boolean>
  version: Generated<number>
  updated_at: Date | null
  updated_by: number | null
  built_in: string | null
  duties: Generated<string[]>
}

interface RolePermission {
  role_id: number
  permission: string
}

interface RoleRightGiven {
  role_id: number
  permission: string
}

interface SandboxPayment {
  request_no: string
  amount_fen: number
  received_at: Date
  queries: Generated<number>
  outcome: string
  reference: string
  notified: Generated<boolean>
  card_tail: Generated<string>
  channel_id: number | null
}

interface SavedView {
  id: GeneratedAlways<number>
  user_id: number
  list: string
  name: string
  query: string
  is_default: Generated<boolean>
  created_at: Date
}

interface SealCertificate {
  id: Generated<number>
  centre_id: number | null
  subject: string
  issuer: string
  serial: string
  fingerprint: string
  valid_from: Date
  valid_to: Date
  certificates: string
  private_key_sealed: string
  picture_file_id: string | null
  state: Generated<string>
  warned_days: number | null
  created_by: number
  created_at: Date
  ended_by: number | null
  ended_at: Date | null
  end_reason: Generated<string>
}

interface SecondFactor {
  user_id: number
  secret: string
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

interface ServiceOrder {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  contract_id: number
  title: string
  category: string
  description: string
  budget_fen: number
  valid_from: string
  valid_to: string
  state: string
  created_at: Date
  kind: string
  price_mode: string | null
  unit_price_fen: number | null
  highest_price_fen: number | null
  quantity: number | null
  province: Generated<string>
  place: Generated<string>
  people_wanted: Generated<number>
  criteria: Generated<string>
  paused_at: Date | null
  reason: Generated<string>
  published_at: Date | null
  ended_at: Date | null
  created_by: number | null
  version: Generated<number>
  source_platform: Generated<string>
}

interface Session {
  id: GeneratedAlways<number>
  user_id: number
  token_hash: Uint8Array
  ip: string
  agent: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  revoked_at: Date | null
  revoked_for: string | null
  proved_at: Date | null
  language: Generated<string>
  factor_proved_at: Date | null
  former_hash: Uint8Array | null
  former_until: Date | null
}

interface SignTask {
  id: Generated<number>
  contract_id: number
  centre_id: number
  unit_id: number | null
  operator_id: number | null
  partner_id: number | null
  position: number
  party: string
  way: string
  signer_type: string
  signer_id: number
  signer_name: string
  state: Generated<string>
  opened_at: Date | null
  reminders: Generated<number>
  reminded_on: string | null
  reminders_on_day: Generated<number>
  read_at: Date | null
  proved_at: Date | null
  signed_at: Date | null
  sealed_at: Date | null
  image_file_id: string | null
  reason: Generated<string>
  evidence: JsonWithDefault
}

interface SignTicket {
  token_hash: Uint8Array
  task_id: number
  is_known: Generated<boolean>
  pass_hash: Uint8Array | null
  tail_tries: Generated<number>
  read_at: Date | null
  code_hash: string | null
  code_ref: string | null
  code_expires_at: Date | null
  code_sent_at: Date | null
  code_tries: Generated<number>
  codes: Generated<number>
  proved_at: Date | null
  created_at: Date
  expires_at: Date
  used_at: Date | null
  face_tries: Generated<number>
  face_file_id: string | null
  face_sha256: string | null
  face_likeness: number | null
  face_by: Generated<string>
}

interface SplitRule {
  id: Generated<number>
  centre_id: number
  unit_id: number | null
  party_type: string
  party_id: number | null
  method: string
  floor_rate_ppm: number | null
  ratio_ppm: number | null
  effective_from: string
  effective_to: string | null
  mode: number | null
  previous_id: number | null
  agreed_to: string | null
  state: string
  needs_second: Generated<boolean>
  reason: Generated<string>
  created_by: number | null
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_reason: Generated<string>
  stopped_by: number | null
  stop_reason: Generated<string>
}

interface StaffRecord {
  user_id: number
  joined_on: string
  note: Generated<string>
  version: Generated<number>
}

interface StoredFile {
  id: string
  name: string
  media_type: string
  size_bytes: number
  sha256: string
  centre_id: number | null
  unit_id: number | null
  operator_id: number | null
  purpose: string
  created_by: number
  created_at: Date
  expires_at: Date | null
  partner_id: number | null
  deleting_at: Date | null
  is_encrypted: Generated<boolean>
}

interface Task {
  id: GeneratedAlways<number>
  kind: string
  title: string
  user_id: number
  centre_id: number | null
  unit_id: number | null
  state: string
  done_count: Generated<number>
  total_count: Generated<number>
  file_id: string | null
  message: Generated<string>
  created_at: Date
  finished_at: Date | null
}

interface TaxAdjustment {
  id: GeneratedAlways<number>
  centre_id: number
  mode: number
  operator_id: number
  month: string
  period: string
  kind: string
  gross_fen: Generated<number>
  income_fen: Generated<number>
  vat_fen: Generated<number>
  city_fen: Generated<number>
  education_fen: Generated<number>
  local_education_fen: Generated<number>
  withheld_fen: Generated<number>
  line_ids: Generated<number[]>
  at: Date
  edition: number | null
  clearing_id: number | null
  clearing_line_id: number | null
  is_reversal: Generated<boolean>
}

interface TaxCertificate {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  operator_id: number | null
  path: string
  problem: Generated<string>
  is_by_hand: Generated<boolean>
  file_id: string | null
  sha256: string
  by_id: number
  at: Date
}

interface TaxClearing {
  id: GeneratedAlways<number>
  centre_id: number
  operator_id: number
  month: string
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  withheld_fen: number
  amount_fen: number
  used_fen: Generated<number>
  reversed_fen: Generated<number>
  refunded_fen: Generated<number>
  recovered_fen: Generated<number>
  choice: string | null
  state: Generated<string>
  version: Generated<number>
  found_at: Date
  offered_by: number | null
  offered_at: Date | null
  chosen_by: number | null
  chosen_at: Date | null
  decided_by: number | null
  decided_at: Date | null
  reason: Generated<string>
  is_outdated: Generated<boolean>
  transfer_fen: Generated<number>
  transfer_by: number | null
  transfer_at: Date | null
  cancelled_by: number | null
  left_fen: GeneratedAlways<number>
  owed_fen: GeneratedAlways<number>
  has_owed: Generated<boolean>
}

interface TaxClearingEntry {
  id: GeneratedAlways<number>
  clearing_id: number
  centre_id: number
  operator_id: number
  kind: string
  amount_fen: number | null
  serial: string | null
  choice: string | null
  reason: Generated<string>
  clearing_version: number | null
  of_day: string
  file_id: string
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
  payment_id: number | null
}

interface TaxClearingPayment {
  id: GeneratedAlways<number>
  clearing_id: number
  centre_id: number
  operator_id: number
  kind: string
  amount_fen: number
  approved_by: number
  paid_by: number
  paid_at: Date
  paid_on: string
  serial: string
  file_id: string
  entry_id: number | null
}

interface TaxCredit {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  edition: number
  kind: string
  amount_fen: number
  left_fen: number
  state: Generated<string>
  version: Generated<number>
  by_id: number
  at: Date
  vat_return: Generated<string>
}

interface TaxCreditMove {
  id: GeneratedAlways<number>
  credit_id: number
  centre_id: number
  kind: string
  amount_fen: number
  declaration_id: number | null
  paid_on: string | null
  serial: Generated<string>
  file_id: string | null
  reason: Generated<string>
  by_id: number
  at: Date
}

interface TaxDeclaration {
  id: Generated<number>
  centre_id: number
  mode: Generated<number>
  month: string
  state: Generated<string>
  edition: Generated<number>
  is_computing: Generated<boolean>
  done_count: Generated<number>
  total_count: Generated<number>
  people: Generated<number>
  gross_fen: Generated<number>
  vat_fen: Generated<number>
  surcharge_fen: Generated<number>
  iit_fen: Generated<number>
  difference_fen: Generated<number>
  policy_version: Generated<string>
  closed_by: number | null
  closed_at: Date | null
  confirmed_by: number | null
  told_on: string | null
  version: Generated<number>
  due_on: string | null
  booked_vat_fen: number | null
  booked_surcharge_fen: number | null
  booked_iit_fen: number | null
  booked_at: Date | null
  corrected_from: string | null
  correction_told_at: Date | null
  agent_people: Generated<number>
  withholding_people: Generated<number>
  withholding_gross_fen: Generated<number>
  withholding_vat_fen: Generated<number>
  withholding_surcharge_fen: Generated<number>
}

interface TaxDraft {
  id: GeneratedAlways<number>
  state: Generated<string>
  base_version: string
  policy_version: string
  first_day: string
  known_until: string | null
  grade: Generated<string>
  params: Json
  digest: string
  hands: number[]
  made_by: number
  made_at: Date
  edited_by: number
  edited_at: Date
  examples: Json | null
  preview: Json | null
  published_by: number | null
  published_at: Date | null
  before_to: string | null
  leave_reason: Generated<string>
  leave_by: number | null
  leave_at: Date | null
  left_by: number | null
  left_at: Date | null
  version: Generated<number>
}

interface TaxDraftExample {
  id: GeneratedAlways<number>
  draft_id: number
  digest: string
  example: string
  reason: string
  by_id: number
  at: Date
}

interface TaxEarlier {
  centre_id: number
  operator_id: number
  month: string
  gross_fen: number
  income_fen: number
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  withheld_fen: number
  sheet_id: number
  taken_at: Date
}

interface TaxEntry {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  edition: number
  state: Generated<string>
  vat_fen: number
  surcharge_fen: number
  iit_fen: number
  late_fen: Generated<number>
  late_due_fen: Generated<number>
  late_reason: Generated<string>
  due_on: string
  paid_on: string
  serial: string
  file_id: string
  is_carried: Generated<boolean>
  by_id: number
  at: Date
  decided_by: number | null
  decided_at: Date | null
  reason: Generated<string>
  reverse_reason: Generated<string>
  reverse_by: number | null
  reverse_at: Date | null
  reversed_by: number | null
  reversed_at: Date | null
  version: Generated<number>
  vat_return: Generated<string>
}

interface TaxFile {
  id: GeneratedAlways<number>
  kind: string
  centre_id: number | null
  mode: number | null
  period: string
  form_id: number | null
  name: string
  sha256: string
  row_count: number
  reason: string
  file_id: string
  made_by: number
  made_at: Date
}

interface TaxForm {
  id: GeneratedAlways<number>
  kind: string
  edition: number
  state: Generated<string>
  first_day: string
  file_id: string
  file_name: string
  sha256: string
  mapping: Json
  chosen: JsonWithDefault
  made_by: number
  made_at: Date
  edited_by: number
  published_by: number | null
  published_at: Date | null
  version: Generated<number>
  hands: Generated<number[]>
}

interface TaxLine {
  declaration_id: number
  edition: number
  operator_id: number
  centre_id: number
  name: string
  gross_fen: number
  income_fen: number
  exempt_fen: number
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  cum_income_fen: number
  cum_expense_fen: number
  cum_deduction_fen: number
  cum_other_fen: number
  months: number
  rate_ppm: number
  quick_fen: number
  should_fen: number
  before_fen: number
  due_fen: number
  withheld_fen: number
  back_gross_fen: number
  back_tax_fen: number
  difference_fen: number
  withholding_gross_fen: Generated<number>
  withholding_exempt_fen: Generated<number>
  withholding_vat_fen: Generated<number>
  withholding_city_fen: Generated<number>
  withholding_education_fen: Generated<number>
  withholding_local_education_fen: Generated<number>
}

interface TaxPayment {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  kind: string
  amount_fen: number
  paid_on: string
  serial: string
  file_id: string
  by_id: number
  at: Date
  credit_id: number | null
  entry_id: number | null
  reverses_id: number | null
  vat_return: Generated<string>
}

interface TaxPeriod {
  centre_id: number
  mode: number
  month: string
  closed_at: Date
}

interface TaxPointAnswer {
  id: GeneratedAlways<number>
  point: string
  answer: string
  source: string
  answered_on: string
  file_id: string
  file_name: string
  noted_by: number
  noted_at: Date
}

interface TaxPolicy {
  id: Generated<number>
  code: string
  version: string
  effective_from: string
  effective_to: string | null
  params: Json
  draft_id: number | null
  digest: Generated<string>
}

interface TaxReceipt {
  declaration_id: number
  edition: number
  centre_id: number
  no: string
  declared_on: string
  people: number
  gross_fen: number
  vat_fen: number
  surcharge_fen: number
  iit_fen: number
  file_id: string
  by_id: number
  at: Date
  vat_no: string | null
  vat_declared_on: string | null
  vat_file_id: string | null
  withholding_no: string | null
  withholding_declared_on: string | null
  withholding_file_id: string | null
  withholding_vat_fen: Generated<number>
  withholding_surcharge_fen: Generated<number>
}

interface TaxReservation {
  line_id: number
  batch_id: number
  centre_id: number
  mode: number
  operator_id: number
  month: string
  gross_fen: number
  income_fen: number
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  withheld_fen: number
  is_open: Generated<boolean>
}

interface TaxResult {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  edition: number
  file_id: string
  sha256: string
  row_count: number
  difference_count: number
  by_id: number
  at: Date
}

interface TaxResultItem {
  id: GeneratedAlways<number>
  result_id: number
  centre_id: number
  kind: string
  sheet_line: number | null
  operator_id: number | null
  person: string
  ours_fen: number | null
  theirs_fen: number | null
  reason: Generated<string>
  explained_by: number | null
  explained_at: Date | null
}

interface TaxStanding {
  centre_id: number
  operator_id: number
  month: string
  gross_fen: Generated<number>
  income_fen: Generated<number>
  vat_fen: Generated<number>
  city_fen: Generated<number>
  education_fen: Generated<number>
  local_education_fen: Generated<number>
  withheld_fen: Generated<number>
  version: Generated<number>
  mode: Generated<number>
  needs_review: Generated<boolean>
}

interface TaxStep {
  id: GeneratedAlways<number>
  declaration_id: number
  centre_id: number
  kind: string
  edition: number
  at: Date
  by_id: number | null
  amount_fen: number | null
  reason: Generated<string>
}

interface TextMessage {
  id: GeneratedAlways<number>
  message_no: string
  kind: string
  about: string
  mobile_sealed: string
  mobile_index: string
  digest: string
  provider: string
  provider_ref: Generated<string>
  state: string
  reason: Generated<string>
  tries: Generated<number>
  cost_fen: Generated<number>
  created_at: Date
  sent_at: Date | null
  reported_at: Date | null
}

interface Throttle {
  subject: string
  failures: number
  since: Date
  blocked_until: Date | null
}

interface Topup {
  id: Generated<number>
  no: string
  centre_id: number
  unit_id: number
  mode: number
  amount_fen: number
  payer_name: string
  payer_account: string
  bank_serial: string
  slip_file_id: string | null
  state: string
  reason: Generated<string>
  bank_credit_id: number | null
  submitted_by: number
  submitted_at: Date
  decided_by: number | null
  decided_at: Date | null
  version: Generated<number>
  claim_reason: Generated<string>
  claim_file_id: string | null
  comparable_payer: GeneratedAlways<string>
}

interface TransferReturn {
  id: GeneratedAlways<number>
  transfer_id: number
  centre_id: number
  returned_on: string
  serial: string
  file_id: string
  sent_file_id: string
  reason: string
  state: Generated<string>
  created_by: number
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  answer: Generated<string>
}

interface Unit {
  id: Generated<number>
  code: string
  name: string
  credit_code: string
  legal_person: string
  biz_kind: string
  industry: string
  contact_name: string
  contact_mobile: string
  status: number
  partner_id: number | null
  marketer_id: number | null
  salesman_id: number | null
  created_at: Date
  email: Generated<string>
  address: Generated<string>
  taxpayer_kind: Generated<string>
  description: Generated<string>
  licence_file_id: string | null
  status_reason: Generated<string>
  version: Generated<number>
  comparable_name: GeneratedAlways<string>
}

interface UnitAssignment {
  id: GeneratedAlways<number>
  unit_id: number
  role: string
  party_id: number | null
  since: Date
  set_by: number | null
  state: Generated<string>
  decided_by: number | null
  decided_at: Date | null
}

interface UnitIdentityChange {
  id: Generated<number>
  unit_id: number
  name: string
  contact_mobile: string
  state: Generated<string>
  proposed_by: number
  proposed_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_note: Generated<string>
  legal_person: string | null
  legal_related_id: number | null
}

interface UnitOperator {
  unit_id: number
  operator_id: number
  is_active: Generated<boolean>
  created_at: Date
  card_id: number | null
}

interface UnitRelatedPerson {
  unit_id: number
  name: string
  relation: string
  id: GeneratedAlways<number>
  id_number_sealed: string
  id_number_index: string
  source: Generated<string>
  created_by: number | null
  created_at: Date
  ended_by: number | null
  ended_at: Date | null
  end_reason: Generated<string>
  end_proposed_by: number | null
  end_proposed_at: Date | null
}

interface UnitSetting {
  id: Generated<number>
  unit_id: number
  centre_id: number
  mode: number
  is_active: Generated<boolean>
  contract_id: number | null
  virtual_account_no: string
}

interface UnitSettingVersion {
  id: Generated<number>
  setting_id: number
  unit_id: number
  centre_id: number
  no: number
  fee_plan_id: number
  tax_bearer: string
  fee_bearer: string
  fee_unit_share_ppm: Generated<number>
  sign_required: Generated<boolean>
  sign_way: Generated<string>
  dual_control: Generated<boolean>
  freeze_on_submit: Generated<boolean>
  auto_audit_limit_fen: Generated<number>
  single_limit_fen: number
  day_limit_fen: number
  month_limit_fen: number
  evidence_limit_fen: number
  low_balance_fen: Generated<number>
  channel_ids: Generated<number[]>
  invoice_way: Generated<string>
  invoice_categories: Generated<string[]>
  notice_mobiles: Generated<string[]>
  effective_from: string
  in_force_at: Date | null
  state: string
  needs_second: Generated<boolean>
  reason: Generated<string>
  restores_no: number | null
  created_by: number | null
  created_at: Date
  decided_by: number | null
  decided_at: Date | null
  decision_reason: Generated<string>
  withdraw_asked_by: number | null
  withdraw_asked_at: Date | null
  withdraw_reason: Generated<string>
  withdraw_confirmed_by: number | null
  withdraw_confirmed_at: Date | null
}

interface UserCentre {
  user_id: number
  centre_id: number
  modes: number[]
}

interface UserRole {
  user_id: number
  role_id: number
}

interface VaultKey {
  id: string
  kind: string
  since: Date
}

interface Voucher {
  id: GeneratedAlways<number>
  no: string
  kind: string
  centre_id: number
  unit_id: number | null
  mode: number
  batch_id: number | null
  line_id: number | null
  topup_id: number | null
  amount_fen: number
  payer_name: string
  payer_account: string
  payee_name: string
  payee_account: string
  payee_bank: Generated<string>
  bank_serial: string
  traded_at: Date
  is_returned: Generated<boolean>
  created_at: Date
  file_id: string | null
  payee_card_no_sealed: Generated<string>
  receipt_due_at: Date | null
  receipt_tries: Generated<number>
  is_from_channel: Generated<boolean>
  operator_id: number | null
  refund_id: number | null
  is_uploaded: Generated<boolean>
  tax_payment_id: number | null
}

interface VoucherUpload {
  id: GeneratedAlways<number>
  voucher_id: number
  centre_id: number
  unit_id: number | null
  file_id: string
  sha256: string
  replaced_file_id: string | null
  reason: string
  uploaded_by: number
  uploaded_at: Date
}

interface WarningAcceptance {
  id: GeneratedAlways<number>
  batch_id: number
  line_id: number
  code: string
  details: Json
  centre_id: number
  unit_id: number
  user_id: number
  reason: string
  accepted_at: Date
}

export interface Tables {
  account: Account
  account_application: AccountApplication
  account_change: AccountChange
  account_closing: AccountClosing
  acct_issue: AcctIssue
  acct_mapping: AcctMapping
  acct_mapping_row: AcctMappingRow
  acct_voucher: AcctVoucher
  acct_voucher_line: AcctVoucherLine
  app_user: AppUser
  application: Application
  application_code: ApplicationCode
  application_event: ApplicationEvent
  application_file: ApplicationFile
  article: Article
  article_reads: ArticleReads
  article_version: ArticleVersion
  article_vote: ArticleVote
  audit_chain: AuditChain
  audit_log: AuditLog
  audit_signature: AuditSignature
  audit_verification: AuditVerification
  balance_adjustment: BalanceAdjustment
  balance_limit: BalanceLimit
  balance_statement: BalanceStatement
  bank_credit: BankCredit
  bank_transfer: BankTransfer
  batch_deed: BatchDeed
  batch_letter: BatchLetter
  business_filing: BusinessFiling
  business_filing_certificate: BusinessFilingCertificate
  business_filing_figure: BusinessFilingFigure
  business_filing_payment: BusinessFilingPayment
  business_filing_receipt: BusinessFilingReceipt
  business_filing_step: BusinessFilingStep
  business_invoice_use: BusinessInvoiceUse
  calendar_year: CalendarYear
  candidate: Candidate
  candidate_merge: CandidateMerge
  candidate_paper: CandidatePaper
  card_reading: CardReading
  centre: Centre
  centre_city_rate: CentreCityRate
  channel: Channel
  channel_file: ChannelFile
  channel_notice: ChannelNotice
  client_error: ClientError
  collection: Collection
  collection_paper: CollectionPaper
  commission_adjustment: CommissionAdjustment
  commission_bill: CommissionBill
  commission_day: CommissionDay
  commission_item: CommissionItem
  commission_step: CommissionStep
  consent: Consent
  contract: Contract
  contract_revision: ContractRevision
  contract_template: ContractTemplate
  counter: Counter
  credit_return: CreditReturn
  custody_proof: CustodyProof
  customer_handover: CustomerHandover
  einvoice_channel: EinvoiceChannel
  einvoice_exchange: EinvoiceExchange
  entity_levy_rate: EntityLevyRate
  entity_obligation: EntityObligation
  entity_paper: EntityPaper
  entity_step: EntityStep
  entity_tax_change: EntityTaxChange
  evidence: Evidence
  fee_plan: FeePlan
  fee_plan_version: FeePlanVersion
  file_link: FileLink
  gateway: Gateway
  gateway_call: GatewayCall
  gateway_template: GatewayTemplate
  guarded_change: GuardedChange
  hand_verification: HandVerification
  idempotency: Idempotency
  identity_dispute: IdentityDispute
  impact_assessment: ImpactAssessment
  import_file: ImportFile
  import_row: ImportRow
  import_sheet: ImportSheet
  integrity_finding: IntegrityFinding
  integrity_run: IntegrityRun
  invite: Invite
  invoice: Invoice
  invoice_application: InvoiceApplication
  invoice_category: InvoiceCategory
  invoice_file: InvoiceFile
  invoice_import: InvoiceImport
  invoice_line: InvoiceLine
  invoice_order: InvoiceOrder
  invoice_quota: InvoiceQuota
  invoice_step: InvoiceStep
  invoice_title: InvoiceTitle
  invoice_title_version: InvoiceTitleVersion
  invoice_use: InvoiceUse
  issue_authorisation: IssueAuthorisation
  ledger_entry: LedgerEntry
  ledger_journal: LedgerJournal
  ledger_unbooked: LedgerUnbooked
  login_address: LoginAddress
  login_ticket: LoginTicket
  lost_order: LostOrder
  message: Message
  message_choice: MessageChoice
  mobile_ask: MobileAsk
  opening_row: OpeningRow
  opening_sheet: OpeningSheet
  operator: Operator
  operator_card: OperatorCard
  operator_entity: OperatorEntity
  order_operator: OrderOperator
  order_paper: OrderPaper
  other_sale: OtherSale
  outbox: Outbox
  paid_month: PaidMonth
  partner: Partner
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  payment_batch: PaymentBatch
  payment_line: PaymentLine
  payment_objection: PaymentObjection
  payout_attempt: PayoutAttempt
  payout_event: PayoutEvent
  payout_exception: PayoutException
  payout_exception_step: PayoutExceptionStep
  payout_notice: PayoutNotice
  payout_report: PayoutReport
  payout_slip: PayoutSlip
  payout_stop: PayoutStop
  permission_name: PermissionName
  permission_order: PermissionOrder
  platform_basic: PlatformBasic
  platform_report: PlatformReport
  platform_report_part: PlatformReportPart
  platform_report_row: PlatformReportRow
  platform_setting: PlatformSetting
  preference: Preference
  recon_day: ReconDay
  recon_file: ReconFile
  recon_item: ReconItem
  recon_row: ReconRow
  recon_rule: ReconRule
  recon_step: ReconStep
  recovery_ask: RecoveryAsk
  recovery_code: RecoveryCode
  recovery_ticket: RecoveryTicket
  red_letter: RedLetter
  refund: Refund
  reg_ticket: RegTicket
  registration_appeal: RegistrationAppeal
  relation_exception: RelationException
  report_day: ReportDay
  report_fee_day: ReportFeeDay
  report_fee_file: ReportFeeFile
  report_month: ReportMonth
  report_people: ReportPeople
  reporter_plan: ReporterPlan
  residence_decision: ResidenceDecision
  role: Role
  role_permission: RolePermission
  role_right_given: RoleRightGiven
  sandbox_payment: SandboxPayment
  saved_view: SavedView
  seal_certificate: SealCertificate
  second_factor: SecondFactor
  service_order: ServiceOrder
  session: Session
  sign_task: SignTask
  sign_ticket: SignTicket
  split_rule: SplitRule
  staff_record: StaffRecord
  stored_file: StoredFile
  task: Task
  tax_adjustment: TaxAdjustment
  tax_certificate: TaxCertificate
  tax_clearing: TaxClearing
  tax_clearing_entry: TaxClearingEntry
  tax_clearing_payment: TaxClearingPayment
  tax_credit: TaxCredit
  tax_credit_move: TaxCreditMove
  tax_declaration: TaxDeclaration
  tax_draft: TaxDraft
  tax_draft_example: TaxDraftExample
  tax_earlier: TaxEarlier
  tax_entry: TaxEntry
  tax_file: TaxFile
  tax_form: TaxForm
  tax_line: TaxLine
  tax_payment: TaxPayment
  tax_period: TaxPeriod
  tax_point_answer: TaxPointAnswer
  tax_policy: TaxPolicy
  tax_receipt: TaxReceipt
  tax_reservation: TaxReservation
  tax_result: TaxResult
  tax_result_item: TaxResultItem
  tax_standing: TaxStanding
  tax_step: TaxStep
  text_message: TextMessage
  throttle: Throttle
  topup: Topup
  transfer_return: TransferReturn
  unit: Unit
  unit_assignment: UnitAssignment
  unit_identity_change: UnitIdentityChange
  unit_operator: UnitOperator
  unit_related_person: UnitRelatedPerson
  unit_setting: UnitSetting
  unit_setting_version: UnitSettingVersion
  user_centre: UserCentre
  user_role: UserRole
  vault_key: VaultKey
  voucher: Voucher
  voucher_upload: VoucherUpload
  warning_acceptance: WarningAcceptance
}
