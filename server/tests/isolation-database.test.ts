import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { asAccounts, inTransaction } from '#/server/lib/database/transaction.ts'
import { createHostileWorld } from '#/server/tests/hostile-world-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Row policies make the database refuse rows when a store forgets its filter. The checks read the catalogue, so new
// tables are covered automatically.

const ownerColumns = ['unit_id', 'centre_id', 'operator_id', 'partner_id', 'user_id', 'created_by'] as const
/** Tables whose rows identify a tenant: centre, unit, operator, partner, or a user's account. */
const tenantTables = ['centre', 'unit', 'operator', 'partner', 'app_user'] as const

/** Tables whose policy also shows rows of other tenants, each with the reason. */
const sharedTables: Readonly<Record<string, string>> = {
  app_user: 'every tenant sees the names of platform and centre staff who worked on its rows',
  user_centre: 'units notify the staff of their centres',
}

const accountsReason = 'the application role neither reads nor writes it; sign-in, registration and tickets act as the role of accounts'
const globalReason = 'the same for all tenants; only an actor with full scope writes it'
/** Tables whose rows have no owner, each with the reason. */
const reasonWithoutOwner: Readonly<Record<string, string>> = {
  application_code: accountsReason,
  application_event: accountsReason,
  audit_chain: 'heads of the chains; the application role appends through a function and sees those of its centres',
  centre: globalReason,
  centre_city_rate: globalReason,
  counter: 'counters; a value reveals no row',
  fee_plan: globalReason,
  fee_plan_version: globalReason,
  invite: accountsReason,
  invoice_category: globalReason,
  ledger_unbooked: 'ids of journals while their transaction runs; written and emptied only by triggers',
  login_address: accountsReason,
  login_ticket: accountsReason,
  mobile_ask: accountsReason,
  permission_name: globalReason,
  permission_order: globalReason,
  platform_setting: globalReason,
  recovery_ask: accountsReason,
  account_change: accountsReason,
  passkey: accountsReason,
  passkey_challenge: accountsReason,
  recovery_code: accountsReason,
  recovery_ticket: accountsReason,
  reg_ticket: accountsReason,
  role: globalReason,
  role_permission: globalReason,
  role_right_given: 'written at start by the owner; no request sees it',
  second_factor: accountsReason,
  session: accountsReason,
  report_month: 'the summed months and their row counts; the sums have a policy',
  report_fee_file: 'the summed files of channels; the sums have a policy',
  tax_policy: 'the law: readable by all, written when two people publish it',
  throttle: accountsReason,
  vault_key: 'the names of keys; read at start by the owner',
}

interface Table {
  name: string
  columns: string[]
  insertable: string[]
  isProtected: boolean
  /** Whether a policy lets every user read all rows. */
  isOpen: boolean
  policies: number
  mayRead: boolean
  /** Columns that the application role may read. */
  readable: string[]
  mayWrite: boolean
}

const isServerDatabase = Boolean(process.env.TEST_DATABASE_URL)
const settingsOfNobody = { 'app.user': '987654321', 'app.all': '', 'app.centres': '{}', 'app.units': '{}', 'app.operator': '', 'app.partner': '' }

describe('isolation: row policies of the database', () => {
  const server = testServer()
  let tables: Table[]
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    await createHostileWorld(server)
    const result = await sql<Table>`
      select relname as name, array_agg(attname::text) as columns,
        array_agg(attname::text) filter (where attgenerated = '') as insertable,
        relrowsecurity as "isProtected",
        exists (select from pg_policy where polrelid = pg_class.oid and polname <> 'accounts' and pg_get_expr(polqual, polrelid) = 'true') as "isOpen", (select count(*) from pg_policy where polrelid = pg_class.oid and polname <> 'accounts') as policies,
        has_any_column_privilege('app_rw', pg_class.oid, 'select') as "mayRead",
        coalesce(array_agg(attname::text) filter (where has_column_privilege('app_rw', pg_class.oid, attnum, 'select')), '{}') as readable,
        has_any_column_privilege('app_rw', pg_class.oid, 'insert') or has_any_column_privilege('app_rw', pg_class.oid, 'update')
          or has_table_privilege('app_rw', pg_class.oid, 'delete') as "mayWrite"
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where nspname = 'public' and relkind in ('r', 'p') and not relispartition group by pg_class.oid order by relname`.execute(db())
    tables = result.rows
  })

  const ownedTables = () =>
    tables.filter(
      (table) => ownerColumns.some((column) => table.columns.includes(column)) && (table.mayRead || table.mayWrite) && !(table.name in sharedTables),
    )
  const queryAs = <T>(settings: Readonly<Record<string, string>>, query: string) =>
    inTransaction(server.running.kernel.database, settings, async (trx) => (await sql<T>`${sql.raw(query)}`.execute(trx)).rows)
  const outcomeOf = (settings: Readonly<Record<string, string>>, query: string) =>
    queryAs<{ rows: number }>(settings, query).then(
      (rows) => `done ${rows[0]?.rows}`,
      (error: unknown) => String((error as { code?: unknown }).code),
    )

  test('every table with a tenant column has a row policy', async () => {
    const tablesWithOwners = await sql<{ name: string; columns: string[] }>`
      select relname as name, array_agg(distinct attname::text order by attname::text) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
        left join pg_constraint key on contype = 'f' and conrelid = pg_class.oid and attnum = any(conkey) and confrelid = any(${sql.lit(`{${tenantTables.join()}}`)}::regclass[])
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and not relrowsecurity
        and (key.oid is not null or attname ~ '(^|_)(centre|unit|operator|partner|user)_ids?$')
      group by relname order by relname`.execute(db())
    assert.deepEqual(tablesWithOwners.rows, [], 'enable row level security on the table, with a policy, in its migration')
    const policyOwners = ownedTables()
    assert.deepEqual(
      policyOwners.filter(({ policies }) => policies === 0).map(({ name }) => name),
      [],
    )
    assert.ok(policyOwners.length > 20)
  })

  test('a tenant sees only the accounts of the tenant, of its relations and of staff', async () => {
    const visibleAccountIds = (settings: Record<string, string>) =>
      queryAs<{ id: number }>({ ...settingsOfNobody, ...settings }, 'select id from app_user').then((rows) => rows.map(({ id }) => id))
    const ids = async (where: string) => (await sql<{ id: number }>`select id from app_user where ${sql.raw(where)}`.execute(db())).rows.map(({ id }) => id)
    const visibleAmong = async (visibleIds: readonly number[], where: string) => (await ids(where)).filter((id) => visibleIds.includes(id))
    assert.deepEqual(await visibleAccountIds({}), [])
    const unit = await visibleAccountIds({ 'app.units': '{1}' })
    assert.deepEqual(await visibleAmong(unit, 'unit_id <> 1 or partner_id not in (select partner_id from unit where id = 1 and partner_id is not null)'), [])
    assert.ok((await visibleAmong(unit, 'unit_id = 1')).length > 3)
    assert.deepEqual(await visibleAmong(await visibleAccountIds({ 'app.operator': '1001' }), 'operator_id <> 1001 or partner_id is not null'), [])
    assert.deepEqual(await visibleAmong(await visibleAccountIds({ 'app.partner': '1' }), 'partner_id <> 1 or operator_id is not null'), [])
    const outsideCentre = 'unit_id is not null and unit_id not in (select unit_id from unit_setting where centre_id = 3)'
    assert.deepEqual(await visibleAmong(await visibleAccountIds({ 'app.centres': '{3}' }), outsideCentre), [])
  })

  test('application roles can neither create temporary tables nor search pg_temp first', async () => {
    assert.equal(await outcomeOf(settingsOfNobody, 'create temporary table payment_batch (id int)'), '42501')
    const createAsAccounts = asAccounts(server.running.kernel.database, (trx) => sql`create temporary table app_user (id int)`.execute(trx))
    await assert.rejects(createAsAccounts, { code: '42501' })
    const unsafeFunctions = await sql<{ name: string }>`
      select proname as name from pg_proc left join lateral (select split_part(each, '=', 2) as path from unnest(proconfig) each where each like 'search_path=%') own on true
      where pronamespace in ('public'::regnamespace, 'app'::regnamespace) and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
        and (path !~ ',\\s*pg_temp$' or (prosecdef and path is null)) order by proname`.execute(db())
    assert.deepEqual(unsafeFunctions.rows, [], 'set search_path = public, app, pg_temp')
    const [session] = await queryAs<{ path: string }>(settingsOfNobody, `select current_setting('search_path') as path`)
    assert.match(session?.path ?? '', /,\s*pg_temp$/)
  })

  test('every table has a restricting row policy, or a listed reason to have none', () => {
    const unprotectedTables = tables.filter(({ name, isProtected, policies, isOpen }) => name !== 'migration' && (!isProtected || policies === 0 || isOpen))
    assert.deepEqual(
      unprotectedTables.map((table) => table.name).toSorted(),
      Object.keys(reasonWithoutOwner).toSorted(),
      'give the table a policy, or a reason here',
    )
    const closedTables = tables.filter(({ name }) => reasonWithoutOwner[name] === accountsReason)
    assert.deepEqual(
      closedTables.filter((table) => table.mayRead || table.mayWrite).map((table) => table.name),
      [],
    )
    for (const { name } of tables.filter((table) => reasonWithoutOwner[table.name] === globalReason))
      assert.ok(tables.find((table) => table.name === name)?.isProtected, `${name} is writable by every tenant`)
  })

  test('the accounts role owns nothing and has a policy on every protected table', async () => {
    const role = await sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname = 'app_accounts'`.execute(db())
    assert.deepEqual(role.rows, [{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false }])
    const owns = await sql`select relname from pg_class where relowner = 'app_accounts'::regrole`.execute(db())
    assert.deepEqual(owns.rows, [])
    const tablesWithoutPolicy = await sql<{ name: string }>`select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relrowsecurity and not relispartition
        and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'accounts')`.execute(db())
    assert.deepEqual(tablesWithoutPolicy.rows, [])
  })

  test('the application role owns nothing and can neither bypass policies nor read secrets', async () => {
    const role = await sql`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'app_rw'`.execute(db())
    assert.deepEqual(role.rows, [{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
    const bypassableTables = await sql<{ name: string }>`
      select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'app') and (relowner = 'app_rw'::regrole
        or (relispartition and relkind = 'r' and has_any_column_privilege('app_rw', pg_class.oid, 'select'))
        or (relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions) or 'security_invoker=on' = any(reloptions), false))
        or relkind = 'm')`.execute(db())
    assert.deepEqual(bypassableTables.rows, [], 'owned, a partition, a view with its owner’s eyes, or a copy')
    const secretTables = ['session', 'throttle', 'audit_chain']
    for (const name of secretTables) assert.equal(tables.find((table) => table.name === name)?.mayRead, false, `${name} is the kernel's`)
    const columns = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'app_user'::regclass and attnum > 0 and attname ~ 'password|failed|locked|secret|totp'
        and has_column_privilege('app_rw', attrelid, attname, 'select')`.execute(db())
    assert.deepEqual(columns.rows, [])
  })

  test('an injected statement cannot run as or switch to the owner', {
    skip: !isServerDatabase && 'the embedded engine has one user',
  }, async () => {
    const [owner] = (await sql<{ name: string }>`select current_user as name`.execute(db())).rows
    for (const roleStatement of [
      'reset role',
      'set session authorization default',
      `set role "${owner?.name}"`,
      `select set_config('role', '${owner?.name}', false)`,
    ]) {
      const roleResult = await inTransaction(server.running.kernel.database, settingsOfNobody, async (trx) => {
        await sql.raw(roleStatement).execute(trx)
        const result = await sql<{ owns: boolean; bound: boolean }>`select pg_has_role(current_user, ${owner?.name}, 'member') as owns,
          row_security_active('payment_batch') as bound`.execute(trx)
        return result.rows[0]
      }).catch((error: unknown) => String((error as { code?: unknown }).code))
      assert.ok(
        roleResult === '42501' || (typeof roleResult === 'object' && !roleResult.owns && roleResult.bound),
        `${roleStatement} → ${JSON.stringify(roleResult)}`,
      )
    }
    for (const action of [
      'alter table ledger_entry disable trigger all',
      'delete from audit_log',
      'create table mine (id int)',
      'update ledger_entry set amount_fen = 0',
    ])
      assert.equal(await outcomeOf(settingsOfNobody, `reset role; ${action}`), '42501', action)
  })

  test('without a scope no rows of a tenant are visible', async () => {
    for (const table of ownedTables().filter((each) => each.mayRead)) {
      assert.equal(await outcomeOf(settingsOfNobody, `select count(*) as rows from "${table.name}"`), 'done 0', table.name)
    }
  })

  test('units, centres, operators and partners see only their own rows', async () => {
    let ownRowCount = 0
    for (const [column, settings, id] of [
      ['unit_id', { ...settingsOfNobody, 'app.units': '{1}' }, 1],
      ['unit_id', { ...settingsOfNobody, 'app.units': '{3}' }, 3],
      ['centre_id', { ...settingsOfNobody, 'app.centres': '{3}' }, 3],
      ['operator_id', { ...settingsOfNobody, 'app.operator': '1001' }, 1001],
      ['partner_id', { ...settingsOfNobody, 'app.partner': '1' }, 1],
    ] as const) {
      for (const table of ownedTables().filter((each) => each.mayRead && each.readable.includes(column))) {
        const rows = await queryAs<{ own: number; others: number }>(
          settings,
          `select count(*) filter (where "${column}" = ${id}) as own, count(*) filter (where "${column}" is distinct from ${id}) as others from "${table.name}"`,
        )
        assert.equal(rows[0]?.others, 0, `${table.name} by ${column}`)
        ownRowCount += rows[0]?.own ?? 0
      }
    }
    assert.ok(ownRowCount > 100, `only ${ownRowCount} own rows: too few for a proof`)
  })

  test('a unit can neither take over, delete nor insert rows of another unit', async () => {
    const settings = { ...settingsOfNobody, 'app.units': '{1}' }
    const violations: string[] = []
    for (const table of ownedTables().filter((each) => each.mayWrite && each.columns.includes('unit_id'))) {
      const foreignUnit = '"unit_id" is distinct from 1'
      for (const query of [
        `with changed as (update "${table.name}" set "unit_id" = 1 where ${foreignUnit} returning 1) select count(*) as rows from changed`,
        `with gone as (delete from "${table.name}" where ${foreignUnit} returning 1) select count(*) as rows from gone`,
      ]) {
        const outcome = await outcomeOf(settings, query)
        if (outcome !== 'done 0' && outcome !== '42501') violations.push(`${table.name}: ${query.slice(0, 40)} → ${outcome}`)
      }
      const [row] = (
        await sql<{ row: { applied_by?: number } }>`select to_jsonb(t) as row from ${sql.table(table.name)} t where unit_id = 3 limit 1`.execute(db())
      ).rows
      if (!row) continue
      const names = table.insertable.map((name) => `"${name}"`).join(', ')
      const rowJson = JSON.stringify(row.row).replaceAll("'", "''")
      const insert = `with put as (insert into "${table.name}" (${names}) overriding system value select ${names} from jsonb_populate_record(null::"${table.name}", '${rowJson}') returning 1) select count(*) as rows from put`
      // A trigger checks `applied_by` before the policy runs. The user is set to pass the trigger, so that the policy
      // refuses.
      const outcome = await outcomeOf({ ...settings, 'app.user': String(row.row.applied_by ?? settings['app.user']) }, insert)
      if (outcome !== '42501') violations.push(`${table.name}: put in → ${outcome}`)
    }
    assert.deepEqual(violations, [])
  })
})
