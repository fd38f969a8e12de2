import { type Kysely, sql } from 'kysely'
import { type RoleKey, roles } from '#/db/base/roles.ts'
import { demoUsers } from '#/demo/access.ts'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { insertPlannedChanges, insertPlans, splitRules } from '#/demo/fees.ts'
import { advanceSequences, insertAll, type Row } from '#/demo/insert.ts'
import type { NumberSealer } from '#/demo/numbers.ts'
import { addFrameworkOrders, addTaskOrders } from '#/demo/orders.ts'
import { centreAccount, demoSplits, enterpriseCode, orderIdOf, unitFeeSharePpm, virtualAccount } from '#/demo/organisations.ts'
import { agreementRow, partnerRow } from '#/demo/partners.ts'
import { insertPeople, startDays } from '#/demo/register-people.ts'
import { templateIdOfMode, templateRows } from '#/demo/templates.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { accountStatus, postStatus, settlementMode } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

const yuan = (amount: number) => amount * 100

async function insertOrganisations(trx: Kysely<Tables>, world: DemoWorld, at: string): Promise<void> {
  const centres = world.centres.map(
    (centre, index): Row<'centre'> => ({
      id: centre.id,
      code: centre.code,
      name: centre.name,
      legal_name: centre.legalName,
      credit_code: enterpriseCode(centre.region, 900_000 + index),
      tax_authority: centre.authority,
      region_code: centre.region,
      modes: [1, 2],
      city_rate_ppm: centre.cityRatePpm,
      account_name: centre.legalName,
      account_no: centreAccount(centre.id),
      account_bank: centre.bank,
      age_min: 18,
      age_max: 65,
      single_limit_fen: yuan(200_000),
      month_limit_fen: yuan(500_000),
      is_active: true,
      created_at: at,
    }),
  )
  const units = world.units.map(
    (unit): Row<'unit'> => ({
      id: unit.id,
      code: `DW${String(unit.id).padStart(5, '0')}`,
      name: unit.name,
      credit_code: enterpriseCode(unit.region, unit.id),
      legal_person: unit.legalPerson,
      biz_kind: unit.kind,
      industry: unit.industry,
      contact_name: unit.legalPerson,
      contact_mobile: `1390571${String(1000 + unit.id)}`,
      status: accountStatus.active,
      // Units of the first centre are assigned to the demo's marketer and salespeople.
      marketer_id: unit.settings[0]?.centreId === 2 ? 17 : null,
      salesman_id: unit.settings[0]?.centreId === 2 ? (unit.id === 4 ? 19 : 18) : null,
      partner_id: unit.id === 1 || demoSplits.partnerUnits.includes(unit.id) ? demoSplits.partnerId : null,
      created_at: at,
    }),
  )
  const channels = world.centres.map(
    (centre): Row<'channel'> => ({
      id: centre.id,
      centre_id: centre.id,
      name: '沙箱支付通道',
      kind: 'sandbox',
      is_active: true,
      is_paused: false,
      paused_reason: '',
    }),
  )
  await insertAll(trx, 'centre', centres)
  await insertAll(trx, 'partner', [partnerRow(at)])
  await insertAll(trx, 'unit', units)
  await insertAll(trx, 'channel', channels)
}

async function insertTerms(trx: Kysely<Tables>, world: DemoWorld, today: string, at: string): Promise<void> {
  const effective_from = shiftDay(today, -startDays)
  const settings = world.units.flatMap((unit) => unit.settings.map((setting) => ({ unit, ...setting, id: orderIdOf(unit.id, setting.mode) })))
  const validity = { valid_from: effective_from, valid_to: shiftDay(today, 500), created_at: at }
  const contracts = settings.map(
    (setting): Row<'contract'> => ({
      kind: setting.mode === settlementMode.generalContract ? 'general_contract' : 'unit_service',
      template_id: templateIdOfMode(setting.mode),
      parties: [
        { party: 'a', type: 'unit', id: setting.unit.id, name: setting.unit.name, code: enterpriseCode(setting.unit.region, setting.unit.id) },
        { party: 'b', type: 'centre', ...centreParty(world, setting.centreId) },
      ],
      created_by: 1,
      sent_at: at,
      done_at: at,
      id: setting.id,
      no: `HT2025${String(setting.id).padStart(6, '0')}`,
      name: `${setting.unit.name}${setting.mode === settlementMode.generalContract ? '总包服务合同' : '平台服务合同'}`,
      centre_id: setting.centreId,
      unit_id: setting.unit.id,
      mode: setting.mode,
      amount_cap_fen: null,
      sign_state: 'done',
      ...validity,
    }),
  )
  await insertPlans(trx, effective_from, at)
  await insertAll(trx, 'contract_template', templateRows(at, effective_from))
  await insertAll(trx, 'contract', contracts)
  await insertAll(trx, 'contract', [{ ...agreementRow(centreParty(world, demoSplits.partnerCentreId), at), ...validity }])
  await addFrameworkOrders(trx, settings, validity)
  await insertAll(trx, 'unit_setting', settings.map(settingRow))
  await insertAll(
    trx,
    'unit_setting_version',
    settings.map((setting) => versionRow(setting, effective_from, at)),
  )
  await insertAll(trx, 'split_rule', splitRules(world, effective_from, at))
}

type UnitSetting = DemoWorld['units'][number]['settings'][number] & { readonly id: number; readonly unit: { readonly id: number } }

function centreParty(world: DemoWorld, id: number) {
  const index = world.centres.findIndex((centre) => centre.id === id)
  const centre = world.centres[index]
  return { id, name: centre?.legalName ?? '', code: enterpriseCode(centre?.region ?? '', 900_000 + index) }
}

function settingRow(setting: UnitSetting): Row<'unit_setting'> {
  return {
    id: setting.id,
    unit_id: setting.unit.id,
    centre_id: setting.centreId,
    mode: setting.mode,
    is_active: true,
    contract_id: setting.id,
    virtual_account_no: virtualAccount(setting.unit.id, setting.mode),
  }
}

function versionRow(setting: UnitSetting, effective_from: string, at: string): Row<'unit_setting_version'> {
  return {
    id: setting.id,
    setting_id: setting.id,
    unit_id: setting.unit.id,
    centre_id: setting.centreId,
    no: 1,
    effective_from,
    in_force_at: at,
    state: 'approved',
    needs_second: false,
    channel_ids: [],
    invoice_way: 'batch',
    invoice_categories: [],
    notice_mobiles: [],
    sign_way: 'sms',
    reason: '',
    created_at: at,
    decision_reason: '',
    dual_control: setting.dualControl,
    sign_required: true,
    auto_audit_limit_fen: 0,
    freeze_on_submit: false,
    fee_plan_id: setting.planId,
    tax_bearer: setting.taxBearer,
    fee_bearer: setting.feeBearer,
    fee_unit_share_ppm: setting.feeBearer === 'shared' ? unitFeeSharePpm : 1_000_000,
    single_limit_fen: yuan(200_000),
    day_limit_fen: yuan(30_000_000),
    month_limit_fen: yuan(200_000_000),
    evidence_limit_fen: yuan(50_000),
    low_balance_fen: yuan(20_000),
  }
}

/** Roles whose accounts enter data for units. */
const dataEntryRoles: ReadonlySet<string> = new Set(['super', 'platformOperation', 'director'] satisfies RoleKey[])

async function insertUsers(trx: Kysely<Tables>, world: DemoWorld, at: string, passwordHash: (plain: string) => Promise<string>): Promise<void> {
  const [password, payment] = await Promise.all([passwordHash(demoPassword), passwordHash(demoPaymentPassword)])
  const users = demoUsers(world.units, world.centres)
  const nameOf = (id: number | undefined) => world.people.find((person) => person.id === id)?.name ?? '经营者'
  const mobileOf = (id: number | undefined) => world.people.find((person) => person.id === id)?.mobile
  const rows = users.map(
    (user): Row<'app_user'> => ({
      id: user.id,
      username: user.username,
      name: user.name || nameOf(user.operatorId),
      usertype: user.usertype,
      poststatus: user.poststatus,
      status: user.status ?? accountStatus.active,
      password_hash: password,
      payment_password_hash: user.role === 'payer' || user.role === 'unitAdmin' || user.poststatus === postStatus.director ? payment : null,
      must_change_password: user.mustChange ?? false,
      failed_logins: 0,
      failed_payments: 0,
      centre_id: user.centres?.[0]?.[0] ?? null,
      unit_id: user.unitId ?? null,
      operator_id: user.operatorId ?? null,
      partner_id: user.partnerId ?? null,
      isdl: user.role === 'partner' ? '1' : '0',
      islr: dataEntryRoles.has(user.role) ? 1 : 0,
      // example.com is reserved and has no mailboxes.
      email: `${user.username}@example.com`,
      mobile: mobileOf(user.operatorId) ?? `1390000${String(user.id).padStart(4, '0')}`,
      created_at: at,
    }),
  )
  const posts = users.flatMap((user) => (user.centres ?? []).map(([centre_id, modes]) => ({ user_id: user.id, centre_id, modes: [...modes] })))
  await insertAll(trx, 'app_user', rows)
  await insertAll(trx, 'user_centre', posts)
  const userRoles = JSON.stringify(users.map((user) => ({ user_id: user.id, name: roles[user.role].name })))
  await sql`insert into user_role (user_id, role_id)
    select user_id, role.id from json_to_recordset(${userRoles}::json) as held(user_id bigint, name text) join role on role.name = held.name`.execute(trx)
}

/** Inserts all organisations, terms, people with their documents, and accounts into an empty database. */
export async function insertWorld(
  trx: Kysely<Tables>,
  sealer: NumberSealer,
  world: DemoWorld,
  now: Date,
  passwordHash: (plain: string) => Promise<string>,
): Promise<void> {
  const today = dayOf(now)
  const at = `${shiftDay(today, -startDays)}T02:00:00Z`
  await insertOrganisations(trx, world, at)
  await insertTerms(trx, world, today, at)
  await insertPeople(trx, sealer, world, today, at)
  await insertUsers(trx, world, at, passwordHash)
  await insertPlannedChanges(trx, world, today)
  await addTaskOrders(trx, today)
  await advanceSequences(trx, [
    'centre',
    'partner',
    'unit',
    'fee_plan',
    'fee_plan_version',
    'channel',
    'contract',
    'contract_template',
    'service_order',
    'order_operator',
    'unit_setting',
    'unit_setting_version',
    'split_rule',
    'operator',
    'operator_entity',
    'app_user',
  ])
}
