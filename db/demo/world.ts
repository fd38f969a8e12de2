import { type Kysely, sql } from 'kysely'
import { demoUsers, roles } from '#/db/demo/access.ts'
import { demoPassword, demoPaymentPassword } from '#/db/demo/accounts.ts'
import { continueNumbers, insertAll } from '#/db/demo/insert.ts'
import { type DemoCentre, type DemoUnit, demoCentres, demoPlans, demoUnits, enterpriseCode } from '#/db/demo/organisations.ts'
import { type DemoPerson, makePerson, type Special } from '#/db/demo/people.ts'
import { type Random, seeded } from '#/db/demo/random.ts'
import { idNumberFor } from '#/domain/identity.ts'
import { shiftDay } from '#/domain/period.ts'
import type { Tables } from '#/server/kernel/tables.ts'

/** Everybody and everything of the demo, before any money moves. */
export interface World {
  readonly centres: readonly DemoCentre[]
  readonly units: readonly DemoUnit[]
  readonly people: readonly DemoPerson[]
  readonly specials: Readonly<Record<string, DemoPerson>>
  readonly random: Random
}

/** People whose papers or cards make a payment interesting, by what is special about them. */
const specialPeople: Readonly<Record<string, Special>> = {
  noAgreement: { agreement: 'none' },
  expiredAgreement: { agreement: 'expired' },
  noTaxConsent: { hasTaxConsent: false },
  tooYoung: { birth: '20100315' },
  tooOld: { birth: '19500420' },
  frozen: { status: 6 },
  unverified: { isVerified: false },
  related: { relatedTo: 1 },
  nameMismatch: { cardEnding: '0001' },
  held: { cardEnding: '0002' },
  slow: { cardEnding: '0003' },
  bounces: { cardEnding: '0004' },
  lost: { cardEnding: '0005' },
}

/** Draws the world; `small` is what tests need. */
export function drawWorld(size: 'full' | 'small'): World {
  const random = seeded(20_260_101)
  const units = size === 'small' ? demoUnits.slice(0, 3) : demoUnits
  const specials: Record<string, DemoPerson> = {}
  let id = 1000
  for (const [name, special] of Object.entries(specialPeople))
    specials[name] = makePerson(random, ++id + 500, { centreId: 2, unitIds: [1] }, { hasEntity: false, ...special })
  const people: DemoPerson[] = [...Object.values(specials)]
  const perUnit = size === 'small' ? 20 : 36
  id = 1000
  for (const unit of units) {
    for (const centreId of new Set(unit.settings.map((setting) => setting.centreId))) {
      const isBusiness = unit.settings.some((setting) => setting.mode === 1)
      for (let count = 0; count < perUnit; count++) {
        const neighbour = random.chance(15)
          ? units.find((other) => other.id !== unit.id && other.settings.some((setting) => setting.centreId === centreId))
          : undefined
        people.push(
          makePerson(random, ++id, { centreId, unitIds: neighbour ? [unit.id, neighbour.id] : [unit.id] }, { hasEntity: isBusiness && count % 2 === 0 }),
        )
        if (id === 1500) id = 2000
      }
    }
  }
  return { centres: size === 'small' ? demoCentres : demoCentres, units, people, specials, random }
}

const yuan = (amount: number) => amount * 100

async function insertPlaces(trx: Kysely<Tables>, world: World, now: Date): Promise<void> {
  const at = now.toISOString()
  await insertAll(
    trx,
    'centre',
    world.centres.map((centre, index) => ({
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
      account_no: `5719${String(10_000_000 + centre.id * 1234).padStart(12, '0')}`,
      account_bank: '招商银行杭州分行',
      age_min: 18,
      age_max: 65,
      single_limit_fen: yuan(200_000),
      month_limit_fen: yuan(500_000),
      is_active: true,
      created_at: at,
    })),
  )
  await insertAll(trx, 'partner', [{ id: 1, name: '同舟渠道合伙企业', credit_code: enterpriseCode('330106', 880_001), is_active: true, created_at: at }])
  await insertAll(
    trx,
    'unit',
    world.units.map((unit) => ({
      id: unit.id,
      code: `DW${String(unit.id).padStart(5, '0')}`,
      name: unit.name,
      credit_code: enterpriseCode(unit.region, unit.id),
      legal_person: unit.legalPerson,
      biz_kind: unit.kind,
      industry: unit.industry,
      contact_name: unit.legalPerson,
      contact_mobile: `1390571${String(1000 + unit.id)}`,
      status: 8,
      partner_id: unit.id % 3 === 1 ? 1 : null,
      created_at: at,
    })),
  )
}

async function insertTerms(trx: Kysely<Tables>, world: World): Promise<void> {
  await insertAll(
    trx,
    'fee_plan',
    demoPlans.map((plan) => ({
      id: plan.id,
      name: plan.name,
      mode: plan.mode,
      method: plan.method,
      is_progressive: true,
      basis: 'gross',
      minimum_fen: 0,
      tiers: plan.tiers,
      effective_from: '2025-01-01',
      effective_to: null,
    })),
  )
  await insertAll(
    trx,
    'channel',
    world.centres.map((centre) => ({
      id: centre.id,
      centre_id: centre.id,
      name: '沙箱支付通道',
      kind: 'sandbox',
      is_active: true,
      is_paused: false,
      paused_reason: '',
    })),
  )
  await insertAll(
    trx,
    'split_rule',
    world.centres.flatMap((centre, index) => [
      {
        id: index * 2 + 1,
        centre_id: centre.id,
        unit_id: null,
        party_type: 'centre',
        party_id: centre.id,
        method: 'difference',
        floor_rate_ppm: 30_000,
        ratio_ppm: null,
        effective_from: '2025-01-01',
      },
    ]),
  )
}

async function insertAgreements(trx: Kysely<Tables>, world: World, now: Date): Promise<void> {
  const at = now.toISOString()
  const today = at.slice(0, 10)
  const settings = world.units.flatMap((unit) => unit.settings.map((setting) => ({ unit, ...setting, id: unit.id * 10 + setting.mode })))
  const inForce = { valid_from: shiftDay(today, -400), valid_to: shiftDay(today, 500), created_at: at }
  await insertAll(
    trx,
    'contract',
    settings.map((each) => ({
      id: each.id,
      no: `HT2025${String(each.id).padStart(6, '0')}`,
      name: `${each.unit.name}${each.mode === 2 ? '总包服务合同' : '平台服务合同'}`,
      centre_id: each.centreId,
      unit_id: each.unit.id,
      mode: each.mode,
      amount_cap_fen: null,
      sign_state: 'done',
      ...inForce,
    })),
  )
  await insertAll(
    trx,
    'service_order',
    settings.map((each) => ({
      id: each.id,
      no: `DD2025${String(each.id).padStart(6, '0')}`,
      centre_id: each.centreId,
      unit_id: each.unit.id,
      mode: each.mode,
      contract_id: each.id,
      title: `${each.unit.industry}服务框架订单`,
      category: `${each.unit.industry}服务`,
      description: `${each.unit.name}委托提供${each.unit.industry}相关服务，按月结算，以验收单和成果清单为依据。`,
      budget_fen: yuan(50_000_000),
      state: 'doing',
      ...inForce,
    })),
  )
  await insertSettings(trx, settings)
}

type PlacedSetting = DemoUnit['settings'][number] & { readonly unit: DemoUnit; readonly id: number }

async function insertSettings(trx: Kysely<Tables>, settings: readonly PlacedSetting[]): Promise<void> {
  await insertAll(
    trx,
    'unit_setting',
    settings.map((each) => ({
      id: each.id,
      unit_id: each.unit.id,
      centre_id: each.centreId,
      mode: each.mode,
      is_active: true,
      contract_id: each.id,
      virtual_account_no: `8571${String(each.id).padStart(10, '0')}`,
      dual_control: each.dualControl,
      sign_required: true,
      auto_audit_limit_fen: 0,
      freeze_on_submit: false,
      fee_plan_id: each.planId,
      tax_bearer: 'operator',
      fee_bearer: 'unit',
      fee_unit_share_ppm: 1_000_000,
      single_limit_fen: yuan(200_000),
      day_limit_fen: yuan(30_000_000),
      month_limit_fen: yuan(200_000_000),
      evidence_limit_fen: yuan(50_000),
      low_balance_fen: yuan(20_000),
    })),
  )
}

async function insertPeople(trx: Kysely<Tables>, world: World, now: Date): Promise<void> {
  const at = now.toISOString()
  const day = at.slice(0, 10)
  const since = `${shiftDay(day, -420)}T02:00:00Z`
  await insertAll(
    trx,
    'operator',
    world.people.map((person) => ({
      id: person.id,
      code: `JY${String(person.id).padStart(6, '0')}`,
      kind: 'platform',
      yztype: person.yztype,
      name: person.name,
      id_number: person.idNumber,
      birth: person.birth,
      mobile: person.mobile,
      status: person.status,
      status_reason: person.status === 6 ? '身份异议处理中' : '',
      is_identity_verified: person.isVerified,
      centre_id: person.centreId,
      created_at: since,
    })),
  )
  await insertAll(
    trx,
    'operator_card',
    world.people.map((person) => ({
      operator_id: person.id,
      card_no: person.cardNo,
      bank_name: person.bankName,
      is_default: true,
      is_verified: true,
      verified_at: since,
    })),
  )
  await insertAll(
    trx,
    'unit_operator',
    world.people.flatMap((person) => person.unitIds.map((unitId) => ({ unit_id: unitId, operator_id: person.id, is_active: true, created_at: since }))),
  )
  await insertAll(
    trx,
    'operator_entity',
    world.people.flatMap((person) =>
      person.entity
        ? [{ operator_id: person.id, name: person.entity.name, credit_code: person.entity.creditCode, state: 'operating', levy_rate_ppm: 0, created_at: since }]
        : [],
    ),
  )
}

async function insertPapers(trx: Kysely<Tables>, world: World, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const since = `${shiftDay(day, -420)}T02:00:00Z`
  const consent = (person: DemoPerson, kind: string, validTo: string | null) => ({
    operator_id: person.id,
    kind,
    centre_id: person.centreId,
    document_sha256: String(person.id).padStart(64, '0'),
    given_at: since,
    valid_to: validTo,
    revoked_at: null,
  })
  await insertAll(
    trx,
    'consent',
    world.people.flatMap((person) => [
      ...(person.agreement === 'none' ? [] : [consent(person, 'agreement', person.agreement === 'expired' ? shiftDay(day, -10) : shiftDay(day, 700))]),
      ...(person.hasTaxConsent ? [consent(person, 'tax_filing', null)] : []),
      consent(person, 'personal_data', null),
    ]),
  )
  const legal = world.units.map((unit) => ({
    unit_id: unit.id,
    name: unit.legalPerson,
    id_number: idNumberFor(unit.region, `19760${unit.id % 9 || 1}15`.slice(0, 8), 600 + unit.id),
    relation: 'legal_person',
  }))
  const related = world.people
    .filter((person) => person.relatedTo !== null)
    .map((person) => ({ unit_id: person.relatedTo, name: person.name, id_number: person.idNumber, relation: 'employee' }))
  await insertAll(trx, 'unit_related_person', [...legal, ...related])
}

async function insertUsers(trx: Kysely<Tables>, world: World, now: Date, passwordHash: (plain: string) => Promise<string>): Promise<void> {
  const at = now.toISOString()
  const [password, payment] = [await passwordHash(demoPassword), await passwordHash(demoPaymentPassword)]
  const nameOf = (id: number | undefined) => world.people.find((person) => person.id === id)?.name ?? '经营者'
  await insertAll(
    trx,
    'app_user',
    demoUsers.map((user) => ({
      id: user.id,
      username: user.username,
      name: user.name || nameOf(user.operatorId),
      usertype: user.usertype,
      poststatus: user.poststatus,
      status: user.status ?? 8,
      password_hash: password,
      payment_password_hash: user.role === 'payer' || user.role === 'unitAdmin' || user.poststatus === 1 ? payment : null,
      must_change_password: user.mustChange ?? false,
      failed_logins: 0,
      failed_payments: 0,
      centre_id: user.centres?.[0]?.[0] ?? null,
      unit_id: user.unitId ?? null,
      operator_id: user.operatorId ?? null,
      partner_id: user.partnerId ?? null,
      isdl: user.role === 'partner' ? '1' : '0',
      islr: 0,
      created_at: at,
    })),
  )
  await insertAll(
    trx,
    'user_centre',
    demoUsers.flatMap((user) => (user.centres ?? []).map(([id, modes]) => ({ user_id: user.id, centre_id: id, modes: [...modes] }))),
  )
  for (const user of demoUsers) {
    await sql`insert into user_role (user_id, role_id) select ${user.id}, id from role where name = ${roles[user.role].name}`.execute(trx)
  }
}

/** Puts the world into an empty database. */
export async function insertWorld(trx: Kysely<Tables>, world: World, now: Date, passwordHash: (plain: string) => Promise<string>): Promise<void> {
  await insertPlaces(trx, world, now)
  await insertTerms(trx, world)
  await insertAgreements(trx, world, now)
  await insertPeople(trx, world, now)
  await insertPapers(trx, world, now)
  await insertUsers(trx, world, now, passwordHash)
  for (const table of [
    'centre',
    'partner',
    'unit',
    'fee_plan',
    'channel',
    'contract',
    'service_order',
    'unit_setting',
    'split_rule',
    'operator',
    'app_user',
  ] as const)
    await continueNumbers(trx, table)
}
