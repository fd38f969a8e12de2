import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import type { SealedKind } from '#/server/lib/vault/vault.ts'
import { type InputValue, type NamedOperation, type TestAccount, valuesOf } from '#/server/tests/hostile-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Determines the owners of rows from the plain ownership columns, read as the database owner. Stores and policies are
// not used.

const tableByField: Readonly<Record<string, string>> = {
  batchId: 'payment_batch',
  batchIds: 'payment_batch',
  lineId: 'payment_line',
  lineIds: 'payment_line',
  unitId: 'unit',
  unitIds: 'unit',
  centreId: 'centre',
  centreIds: 'centre',
  operatorId: 'operator',
  operatorIds: 'operator',
  fileId: 'stored_file',
  coverId: 'stored_file',
  formId: 'tax_form',
  taxFileId: 'tax_file',
  draftId: 'tax_draft',
  calendarYearId: 'calendar_year',
  mappingId: 'acct_mapping',
  acctVoucherId: 'acct_voucher',
  accountId: 'account',
  platformReportId: 'platform_report',
  reporterPlanId: 'reporter_plan',
  platformBasicId: 'platform_basic',
  slipIds: 'stored_file',
  orderId: 'service_order',
  orderPaperId: 'order_paper',
  contractId: 'contract',
  channelId: 'channel',
  evidenceId: 'evidence',
  taskId: 'task',
  userId: 'app_user',
  userIds: 'app_user',
  roleId: 'role',
  roleIds: 'role',
  partnerId: 'partner',
  applicationId: 'account_application',
  templateId: 'contract_template',
  otherId: 'contract_template',
  signTaskId: 'sign_task',
  applicationIds: 'application',
  changeId: 'guarded_change',
  proposalId: 'account_change',
  passkeyId: 'passkey',
  planId: 'fee_plan',
  planVersionId: 'fee_plan_version',
  splitId: 'split_rule',
  pictureId: 'application_file',
  consentId: 'consent',
  cardId: 'operator_card',
  partyId: 'partner',
  candidateId: 'candidate',
  candidateIds: 'candidate',
  requestIds: 'account_application',
  paperId: 'candidate_paper',
  disputeId: 'identity_dispute',
  appealId: 'registration_appeal',
  relationId: 'unit_related_person',
  exceptionId: 'relation_exception',
  entityId: 'operator_entity',
  obligationId: 'entity_obligation',
  marketerId: 'app_user',
  salesmanId: 'app_user',
  carerId: 'app_user',
  assignmentId: 'unit_assignment',
  settingId: 'unit_setting',
  identityChangeId: 'unit_identity_change',
  versionId: 'unit_setting_version',
  receiverId: 'app_user',
  handoverId: 'customer_handover',
  feePlanId: 'fee_plan',
  channelIds: 'channel',
  importId: 'import_sheet',
  openingId: 'opening_sheet',
  rowId: 'import_row',
  rowIds: 'import_row',
  runId: 'integrity_run',
  stopId: 'payout_stop',
  closingId: 'account_closing',
  billId: 'commission_bill',
  businessFilingId: 'business_filing',
  filingCertificateId: 'business_filing_certificate',
  taxCreditId: 'tax_credit',
  taxEntryId: 'tax_entry',
  declarationId: 'tax_declaration',
  declarationIds: 'tax_declaration',
  taxCertificateId: 'tax_certificate',
  resultItemId: 'tax_result_item',
  dayId: 'recon_day',
  itemId: 'recon_item',
  claimId: 'collection',
  claimIds: 'collection',
  collectionPaperId: 'collection_paper',
  objectionId: 'payment_objection',
  otherSaleId: 'other_sale',
  taxClearingId: 'tax_clearing',
  clearingEntryId: 'tax_clearing_entry',
  clearingPaymentId: 'tax_clearing_payment',
  custodyProofId: 'custody_proof',
  residenceId: 'residence_decision',
  taxChangeId: 'entity_tax_change',
  creditId: 'bank_credit',
  reportIds: 'payout_report',
  refundId: 'refund',
  adjustmentId: 'balance_adjustment',
  statementId: 'balance_statement',
  titleId: 'invoice_title',
  invoicingId: 'invoice_application',
  invoicingIds: 'invoice_application',
  invoiceId: 'invoice',
  redId: 'red_letter',
  authorisationId: 'issue_authorisation',
}

// Tables for paths such as `centres.*.id`.
const tableByParent: Readonly<Record<string, string>> = { centres: 'centre' }

const tableByModule: Readonly<Record<string, string>> = {
  payments: 'payment_batch',
  payouts: 'payout_exception',
  prepayments: 'topup',
  profile: 'session',
  tasks: 'task',
  views: 'saved_view',
  verifications: 'hand_verification',
  vouchers: 'voucher',
  operators: 'candidate',
  orders: 'service_order',
  entities: 'operator_entity',
  messages: 'message',
  news: 'article',
  users: 'app_user',
  units: 'unit',
  centres: 'centre',
  certificates: 'seal_certificate',
  staff: 'app_user',
  partners: 'partner',
  roles: 'role',
  audit: 'audit_log',
  contracts: 'contract',
  plain: 'operator',
  templates: 'contract_template',
}

/** Operations whose `id` refers to a table of another module. */
const tableByOperation: Readonly<Record<string, string>> = {
  'orders.changeCategory': 'invoice_category',
  'dossiers.trail': 'payment_batch',
  'reports.choices': 'unit',
}

/** Values of other fields that decide to which table an `id` refers. */
export const decidingValues: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'dossiers.trail': { kind: 'batch' } }

/** A field of an operation that holds the id of a row. */
export interface IdField {
  readonly named: NamedOperation
  readonly leaf: InputValue
  /** The last name in the path, e.g. `lineIds` for `lineIds.*`. */
  readonly field: string
  readonly isUuid: boolean
  /** The table that contains the id, or null if this file does not list the field yet. */
  readonly table: string | null
}

/** Returns every id field of an operation. */
export function idFieldsOf(named: NamedOperation): IdField[] {
  return valuesOf(named.spec.input).flatMap((leaf) => {
    const field = leaf.path.filter((part) => part !== '*').at(-1) ?? ''
    const format = (leaf.schema as { format?: string | null }).format
    const isUuid = format === 'uuid' || format === 'guid'
    const isNumber = leaf.schema.def.type === 'number' || leaf.schema.def.type === 'int'
    if (!/(^id|^ids|Ids?|uuid)$/.test(field) || !(isUuid || isNumber)) return []
    const parent = leaf.path.findLast((part) => part !== '*' && part !== field) ?? ''
    return [
      {
        named,
        leaf,
        field,
        isUuid,
        table:
          tableByParent[parent] ?? tableByField[field] ?? (/^ids?$/.test(field) ? (tableByOperation[named.name] ?? tableByModule[named.module] ?? null) : null),
      },
    ]
  })
}

/** Returns the table that contains the id at this path. */
export function tableOf(named: NamedOperation, path: readonly string[]): string | null {
  return idFieldsOf(named).find((field) => field.leaf.path.join() === path.join())?.table ?? null
}

interface TableColumns {
  readonly name: string
  readonly columns: ReadonlySet<string>
}

/** Returns every table with its columns. Partitions are omitted. */
export async function tablesOf(server: TestServer): Promise<TableColumns[]> {
  const result = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition group by relname order by relname`.execute(server.running.kernel.database.kysely)
  return result.rows.map((row) => ({ name: row.name, columns: new Set(row.columns) }))
}

/**
 * Returns an SQL condition for the rows of `row` that belong to other tenants than this account's, or null if the table
 * has no owner.
 */
export function foreignCondition(who: TestAccount, table: TableColumns) {
  const hasColumn = (column: string) => table.columns.has(column)
  const centres = sql`any(${[...who.centres]}::bigint[])`
  const ownedByOthers = hasColumn('created_by') ? sql`row.created_by <> ${who.id}` : hasColumn('user_id') ? sql`row.user_id <> ${who.id}` : sql`true`
  if (['task', 'file_link', 'message', 'client_error', 'mobile_ask'].includes(table.name)) return ownedByOthers
  if (table.name === 'app_user') return isNotColleague(who)
  // A template without a centre belongs to the platform and is visible to all users.
  if (table.name === 'contract_template') return sql`row.for_centre_id is not null and row.for_centre_id <> all(${[...who.centres]}::bigint[])`
  if (who.usertype === userType.unit) {
    const unit = who.unitId
    if (table.name === 'unit') return sql`row.id <> ${unit}`
    if (table.name === 'centre') return sql`row.id not in (select centre_id from unit_setting where unit_id = ${unit})`
    if (table.name === 'operator') return sql`row.id not in (select operator_id from unit_operator where unit_id = ${unit})`
    if (hasColumn('unit_id')) return sql`row.unit_id is distinct from ${unit} and ${ownedByOthers}`
    if (hasColumn('operator_id')) return sql`row.operator_id not in (select operator_id from unit_operator where unit_id = ${unit})`
    if (hasColumn('centre_id')) return sql`row.centre_id not in (select centre_id from unit_setting where unit_id = ${unit})`
    return null
  }
  if (who.usertype === userType.centre) {
    if (table.name === 'unit') return sql`row.id not in (select unit_id from unit_setting where centre_id = ${centres})`
    if (table.name === 'centre') return sql`row.id <> all(${[...who.centres]}::bigint[])`
    if (hasColumn('centre_id')) return sql`(row.centre_id is null or row.centre_id <> all(${[...who.centres]}::bigint[])) and ${ownedByOthers}`
    if (hasColumn('unit_id')) return sql`row.unit_id not in (select unit_id from unit_setting where centre_id = ${centres})`
    if (hasColumn('operator_id')) return sql`row.operator_id not in (select id from operator where centre_id = ${centres})`
    return null
  }
  if (table.name === 'operator') return sql`row.id is distinct from ${who.operatorId}`
  if (table.name === 'unit' && who.operatorId !== null) return sql`row.id not in (select unit_id from unit_operator where operator_id = ${who.operatorId})`
  if (hasColumn('party_id') && hasColumn('party_type') && who.partnerId !== null) return sql`(row.party_type <> 'partner' or row.party_id <> ${who.partnerId})`
  if (hasColumn('operator_id')) return sql`row.operator_id is distinct from ${who.operatorId} and ${ownedByOthers}`
  if (table.name === 'unit' || table.name === 'centre' || hasColumn('unit_id') || hasColumn('centre_id')) return ownedByOthers
  return null
}

function isNotColleague(who: TestAccount) {
  if (who.usertype === userType.unit) return sql`row.unit_id is distinct from ${who.unitId}`
  const isElsewhere = sql`not exists (select from user_centre post where post.user_id = row.id and post.centre_id = any(${[...who.centres]}::bigint[]))`
  const isOfOtherUnit = sql`(row.unit_id is null or row.unit_id not in (select unit_id from unit_setting where centre_id = any(${[...who.centres]}::bigint[])))`
  return sql`row.id <> ${who.id} and ${isElsewhere} and ${isOfOtherUnit}`
}

/** Returns ids of rows that belong to other tenants, or to this account. */
export async function idsOf(server: TestServer, who: TestAccount, table: TableColumns, whose: 'foreign' | 'own', limit = 5): Promise<(number | string)[]> {
  const foreignFilter = foreignCondition(who, table)
  if (foreignFilter === null) return []
  const condition = whose === 'foreign' ? foreignFilter : sql`not coalesce(${foreignFilter}, true)`
  // Rows in different states come first, because the state decides which operations accept a row.
  const rowOrder = table.columns.has('state') ? sql`row_number() over (partition by row.state order by row.id desc)` : sql`1`
  const result = await sql<{ id: number | string }>`select id from (select row.id, ${rowOrder} as turn from ${sql.table(table.name)} row where ${condition}) row
    order by turn, id desc limit ${limit}`.execute(server.running.kernel.database.kysely)
  return result.rows.map((row) => row.id)
}

// Tables that the request pipeline writes for every request.
const pipelineTables = new Set(['audit_log', 'audit_chain', 'session', 'throttle', 'idempotency', 'counter'])

/** Returns one digest per table of the rows that belong to other tenants than this account's. */
export function digestsOfOthers(server: TestServer, who: TestAccount, tables: readonly TableColumns[]): Promise<Record<string, string>> {
  return digestsOf(server, tables, (table) => foreignCondition(who, table))
}

/** Returns one digest per table of the rows that meet the condition, or of all rows. */
export async function digestsOf(
  server: TestServer,
  tables: readonly TableColumns[],
  which: (table: TableColumns) => ReturnType<typeof foreignCondition> = () => null,
): Promise<Record<string, string>> {
  const digestByTable: Record<string, string> = {}
  for (const table of tables.filter((each) => !pipelineTables.has(each.name))) {
    const condition = which(table) ?? sql`true`
    const result = await sql<{ rows: number; digest: string | null }>`
      select count(*) as rows, md5(string_agg(md5(row::text), '' order by md5(row::text))) as digest from ${sql.table(table.name)} row where ${condition}`.execute(
      server.running.kernel.database.kysely,
    )
    digestByTable[table.name] = `${result.rows[0]?.rows} rows ${result.rows[0]?.digest ?? ''}`
  }
  return digestByTable
}

// Columns that refer to the parents of a row, with their tables.
const tableByColumn: Readonly<Record<string, string>> = {
  batch_id: 'payment_batch',
  sheet_id: 'import_sheet',
  centre_id: 'centre',
  unit_id: 'unit',
  operator_id: 'operator',
}

/** Returns the ids of the parent rows of a row, by table. */
export async function relatedIds(server: TestServer, table: TableColumns, id: number | string): Promise<Map<string, (number | string)[]>> {
  const columns = Object.keys(tableByColumn).filter((column) => table.columns.has(column))
  if (columns.length === 0) return new Map()
  const result = await sql<Record<string, number | null>>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
    where id = ${id}`.execute(server.running.kernel.database.kysely)
  return new Map(columns.flatMap((column) => (result.rows[0]?.[column] ? [[tableByColumn[column] ?? '', [result.rows[0][column]]] as const] : [])))
}

/** Returns the versions of rows in the order of the ids. Returns 1 for tables without versions. */
export async function versionsOf(server: TestServer, table: TableColumns, ids: readonly (number | string)[]): Promise<number[]> {
  if (!table.columns.has('version')) return ids.map(() => 1)
  const rows = await Promise.all(
    ids.map((id) => sql<{ version: number }>`select version from ${sql.table(table.name)} where id = ${id}`.execute(server.running.kernel.database.kysely)),
  )
  return rows.map((result) => result.rows[0]?.version ?? 1)
}

/** Returns texts from rows of other tenants, which this account must never receive. */
export async function secretsOfOthers(server: TestServer, who: TestAccount, tables: readonly TableColumns[]): Promise<string[]> {
  const columns: Readonly<Record<string, readonly string[]>> = {
    unit: ['name', 'credit_code'],
    payment_batch: ['no'],
    payment_line: ['no', 'name', 'id_number_sealed', 'card_no_sealed'],
    topup: ['no', 'bank_serial'],
    payout_exception: ['no', 'request_no'],
    voucher: ['no'],
    candidate: ['id_number_sealed'],
    contract: ['no'],
    service_order: ['no'],
    stored_file: ['id'],
    operator: ['id_number_sealed', 'mobile_sealed'],
  }
  const words = new Set<string>()
  const tableNames = new Set<string>()
  for (const [name, expected] of Object.entries(columns)) {
    const table = tables.find((each) => each.name === name)
    const tableFilter = table && foreignCondition(who, table)
    if (!table || !tableFilter) throw new Error(`${name} has no owner`)
    for (const column of expected) {
      const result = await sql<{ word: string; foreign: boolean }>`
        select distinct row.${sql.ref(column)}::text as word, coalesce(${tableFilter}, true) as foreign from ${sql.table(name)} row`.execute(
        server.running.kernel.database.kysely,
      )
      const kind = column.endsWith('_sealed') ? (column.slice(0, -'_sealed'.length) as SealedKind) : null
      for (const { word, foreign: isForeign } of result.rows)
        (isForeign ? words : tableNames).add(kind === null ? word : server.running.kernel.vault.open(kind, word))
    }
  }
  // The log shows ids of files that colleagues created. A centre also sees ids of files that its units created. The
  // contents stay private.
  const colleagues = await sql<{ id: string }>`
    select file.id::text as id from stored_file file join app_user maker on maker.id = file.created_by where maker.unit_id = ${who.unitId ?? null} 
      or maker.unit_id in (select unit_id from unit_setting where centre_id = any(${[...who.centres]}::bigint[]))`.execute(
    server.running.kernel.database.kysely,
  )
  for (const { id } of colleagues.rows) tableNames.add(id)
  // An operator sees assigned orders. The operator also sees the framework orders of its units, for which it may submit
  // claims.
  const assignedOrders = await sql<{ no: string }>`select orders.no from service_order orders join order_operator asked on asked.order_id = orders.id
    where asked.operator_id = ${who.operatorId ?? null}
    union select orders.no from service_order orders join unit_operator link on link.unit_id = orders.unit_id and link.is_active
      where orders.kind = 'framework' and link.operator_id = ${who.operatorId ?? null}`.execute(server.running.kernel.database.kysely)
  for (const { no } of assignedOrders.rows) tableNames.add(no)
  // A partner sees the names of units that it introduced, and an operator sees the names of units that paid.
  const result = await sql<{ name: string }>`
    select unit.name from unit join app_user me on me.id = ${who.id} where unit.partner_id = me.partner_id
      or exists (select from payment_line line where line.unit_id = unit.id and line.operator_id = me.operator_id)`.execute(
    server.running.kernel.database.kysely,
  )
  for (const { name } of result.rows) tableNames.add(name)
  // A partner also sees the numbers of batches for which it earned commission.
  const commissionBatches = await sql<{ no: string }>`select distinct batch.no from commission_day earned join payment_batch batch on batch.id = earned.batch_id
    join app_user me on me.id = ${who.id} and earned.party_type = 'partner' and earned.party_id = me.partner_id`.execute(server.running.kernel.database.kysely)
  for (const { no } of commissionBatches.rows) tableNames.add(no)
  return [...words].filter((word) => word.length > 2 && !tableNames.has(word))
}
