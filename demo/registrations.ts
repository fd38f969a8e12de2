import { createHash } from 'node:crypto'
import { evidenceNames } from '#/api/people/entities.texts.ts'
import { tradeOf } from '#/demo/businesses.ts'
import { evidenceIdOf } from '#/demo/evidence.ts'
import { advanceSequences, insertAll, type Row } from '#/demo/insert.ts'
import type { NumberSealer } from '#/demo/numbers.ts'
import { type DemoPerson, makePerson } from '#/demo/people.ts'
import { seededRandom } from '#/demo/random.ts'
import { insertPersons } from '#/demo/register-people.ts'
import { operatorType } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { EntityState, EvidenceKind } from '#/domain/people/entity.ts'
import { leadsToAbnormalList, nextReminder, type Obligation, obligationsUntil } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { calendarEdition, workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'

/** A business that the centre registers, with the days since the registration began. */
interface Registration {
  readonly state: EntityState
  readonly daysAgo: number
  readonly fee?: number
}

const registrations: readonly Registration[] = [
  { state: 'editing', daysAgo: 1 },
  { state: 'registering', daysAgo: 4 },
  { state: 'bank', daysAgo: 9 },
  { state: 'tax', daysAgo: 13 },
  { state: 'operating', daysAgo: 400, fee: 60_000 },
  { state: 'operating', daysAgo: 130 },
  { state: 'abnormal', daysAgo: 520 },
  { state: 'cancelling', daysAgo: 300 },
  { state: 'cancelled', daysAgo: 410 },
]

/** The director of the centre, who handled the registrations. */
const directorId = 2
const firstId = 9005
const aheadDays = 130
const accountId = 20
const documentKinds = ['acceptance', 'licence', 'account', 'taxReceipt', 'obligation', 'clearance', 'cancelNotice'] as const satisfies readonly EvidenceKind[]

type Step = readonly [move: string, from: EntityState | null, to: EntityState, document: (typeof documentKinds)[number] | null, day: number]

/**
 * Returns the steps up to the current state, with their days after the start. A deregistration is counted back from
 * today.
 */
function stepsTo({ state, daysAgo }: Registration): Step[] {
  const path: readonly Step[] = [
    ['begin', null, 'editing', null, 0],
    ['submit', 'editing', 'registering', 'acceptance', 1],
    ['license', 'registering', 'bank', 'licence', 4],
    ['openAccount', 'bank', 'tax', 'account', 8],
    ['enrol', 'tax', 'operating', 'taxReceipt', 12],
  ]
  const at = path.findIndex(([, , to]) => to === state)
  if (at >= 0) return path.slice(0, at + 1)
  // A business becomes abnormal on the day after the last missed deadline.
  if (state === 'abnormal') return [...path, ['alarm', 'operating', 'abnormal', null, daysAgo]]
  const cancelStep: Step = ['beginCancel', 'operating', 'cancelling', 'clearance', daysAgo - 12]
  return state === 'cancelling' ? [...path, cancelStep] : [...path, cancelStep, ['finishCancel', 'cancelling', 'cancelled', 'cancelNotice', daysAgo - 3]]
}

type DocumentIds = Readonly<Record<(typeof documentKinds)[number], string>>

/** Stores one demo receipt of each kind. */
async function addReceipts(ctx: Context, store: FileStore): Promise<DocumentIds> {
  const files: Row<'stored_file'>[] = []
  const documents: Record<string, string> = {}
  for (const kind of documentKinds) {
    const title = evidenceNames[kind].zh
    const bytes = await renderDocument({
      title,
      createdAt: ctx.now,
      blocks: [{ kind: 'paragraph', text: '本回执为演示资料，不代表任何机关的登记结果。' }],
      footer: '演示数据',
    })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = evidenceIdOf(sha256)
    await store.write(id, bytes)
    documents[kind] = id
    const created_at = ctx.now.toISOString()
    files.push({
      id,
      sha256,
      name: `${title}.pdf`,
      media_type: 'application/pdf',
      size_bytes: bytes.byteLength,
      purpose: 'entity',
      is_encrypted: true,
      centre_id: 2,
      created_by: directorId,
      created_at,
    })
  }
  await insertAll(ctx.db, 'stored_file', files)
  return documents as DocumentIds
}

function obligationsOf({ fee }: Registration, taxedOn: string, today: string): Obligation[] {
  return obligationsUntil({ from: taxedOn, taxKind: 'small', levy: 'deemed', feeFrom: fee ? taxedOn : null }, shiftDay(today, aheadDays), workingCalendar)
}

/**
 * Returns the obligation that an abnormal business missed: the last annual report, or the last declaration if no report
 * is due.
 */
function missedObligationOf(registration: Registration, requested: readonly Obligation[], today: string): Obligation | undefined {
  if (registration.state !== 'abnormal') return undefined
  const missedDuties = requested.filter((duty) => duty.dueOn < today && leadsToAbnormalList(duty.kind))
  return missedDuties.filter((duty) => duty.kind === 'annualReport').at(-1) ?? missedDuties.at(-1)
}

/**
 * Returns the obligations of a business, settled in time, except the missed one of an abnormal business and those that
 * a deregistration cancels.
 */
function obligationRows(person: DemoPerson, registration: Registration, taxedOn: string, today: string, documents: DocumentIds): Row<'entity_obligation'>[] {
  const isEnding = registration.state === 'cancelling' || registration.state === 'cancelled'
  const duties = obligationsOf(registration, taxedOn, today)
  const missedObligation = missedObligationOf(registration, duties, today)
  const stateOf = (duty: Obligation) => {
    if (duty === missedObligation) return 'overdue'
    if (duty.dueOn < today || (isEnding && duty.opensOn <= today)) return 'done'
    return isEnding ? 'void' : 'open'
  }
  return duties.map((duty) => {
    const state = stateOf(duty)
    const earlyDay = shiftDay(duty.dueOn, -4)
    const settled_on = state === 'done' ? ([earlyDay < duty.opensOn ? duty.opensOn : earlyDay, today].sort()[0] ?? null) : null
    return {
      entity_id: person.id,
      operator_id: person.id,
      centre_id: 2,
      kind: duty.kind,
      period: duty.period,
      opens_on: duty.opensOn,
      due_on: duty.dueOn,
      state,
      amount_fen: duty.kind === 'serviceFee' ? (registration.fee ?? null) : null,
      remind_on: state === 'open' ? nextReminder(duty, today) : null,
      settled_on,
      receipt_no: settled_on === null ? '' : `HZ${settled_on.replaceAll('-', '')}${String(person.id)}`,
      file_id: settled_on === null ? null : documents.obligation,
      settled_by: settled_on === null ? null : directorId,
      settled_at: settled_on === null ? null : `${settled_on}T06:00:00Z`,
    }
  })
}

interface RegistrationDraft {
  readonly person: DemoPerson
  readonly registration: Registration
  readonly begun: string
  readonly taxedOn: string | null
}

function entityRow(
  sealer: NumberSealer,
  { person, registration, begun, taxedOn }: RegistrationDraft,
  today: string,
  documents: DocumentIds,
): Row<'operator_entity'> {
  const entity = person.entity
  if (!entity) throw new Error(`${person.id} has no business`)
  const completedMoves = new Set(stepsTo(registration).map(([move]) => move))
  const { industry, scope } = tradeOf(entity.name)
  const accountNo = `3301${String(person.id).padStart(12, '0')}`
  const lastYear = Number(today.slice(0, 4)) - 1
  const isReported = taxedOn !== null && Number(taxedOn.slice(0, 4)) <= lastYear && registration.state !== 'abnormal'
  return {
    id: person.id,
    operator_id: person.id,
    centre_id: 2,
    name: entity.name,
    names: [`${person.name}${industry}`, `${person.name.slice(0, 1)}氏${industry}`],
    credit_code: completedMoves.has('license') ? entity.creditCode : null,
    state: registration.state,
    form: 'individual',
    industry,
    biz_scope: scope,
    address: `${entity.name.slice(0, entity.name.indexOf('区') + 1)}创业路${person.id - 9000}号`,
    licensed_on: completedMoves.has('license') ? shiftDay(begun, 4) : null,
    licence_file_id: completedMoves.has('license') ? documents.licence : null,
    bank_name: completedMoves.has('openAccount') ? '杭州联合银行' : '',
    account_no_sealed: completedMoves.has('openAccount') ? sealer.vault.seal('account_no', accountNo) : '',
    account_no_index: completedMoves.has('openAccount') ? sealer.vault.index('account_no', accountNo) : '',
    account_tail: completedMoves.has('openAccount') ? accountNo.slice(-4) : '',
    tax_kind: taxedOn === null ? null : 'small',
    levy: taxedOn === null ? null : 'deemed',
    taxed_on: taxedOn,
    calendar_from: taxedOn,
    calendar_until: taxedOn === null ? null : shiftDay(today, aheadDays),
    calendar_edition: calendarEdition,
    annual_report_year: isReported ? lastYear : null,
    annual_fee_fen: registration.fee ?? 0,
    version: stepsTo(registration).length,
    created_by: directorId,
    created_at: `${begun}T02:00:00Z`,
  }
}

/**
 * Adds an account for the owner of one of these businesses: a second demo operator, who sees a registration in
 * progress.
 */
async function addAccount(ctx: Context, person: DemoPerson): Promise<void> {
  const cells = JSON.stringify({
    id: accountId,
    username: 'operator2',
    name: person.name,
    operator_id: person.id,
    mobile: person.mobile,
    email: 'operator2@example.com',
  })
  await ctx.run`insert into app_user select (jsonb_populate_record(null::app_user, to_jsonb(known) || ${cells}::jsonb)).* from app_user known where username = 'operator'`
  await ctx.run`insert into user_role (user_id, role_id) select ${accountId}, role_id from user_role where user_id = (select id from app_user where username = 'operator')`
}

/**
 * Adds people who registered themselves, and the businesses that the centre registers for them. There is one business
 * in every state, with receipts and obligations.
 */
export async function addRegistrations(ctx: Context, store: FileStore, sealer: NumberSealer): Promise<void> {
  const today = dayOf(ctx.now)
  const random = seededRandom(20_260_930)
  const documents = await addReceipts(ctx, store)
  const drafts = registrations.map((registration, index): RegistrationDraft => {
    const basePerson = makePerson(random, firstId + index * 5, { centreId: 2, unitIds: [] }, { hasEntity: true })
    const startedOn = shiftDay(today, -registration.daysAgo)
    const isTaxed = stepsTo(registration).some(([move]) => move === 'enrol')
    const isBusiness = isTaxed && registration.state !== 'cancelled'
    return {
      person: { ...basePerson, yztype: isBusiness ? operatorType.individualBusiness : operatorType.naturalPerson },
      registration,
      begun: startedOn,
      taxedOn: isTaxed ? shiftDay(startedOn, 12) : null,
    }
  })
  for (const draft of drafts) await insertPersons(ctx.db, sealer, [draft.person], today, `${shiftDay(draft.begun, -3)}T02:00:00Z`)
  const [first] = drafts
  if (first) await addAccount(ctx, first.person)
  await insertAll(
    ctx.db,
    'operator_entity',
    drafts.map((draft) => entityRow(sealer, draft, today, documents)),
  )
  const steps = drafts.flatMap(({ person, registration, begun, taxedOn }) => {
    const missedObligation = taxedOn === null ? undefined : missedObligationOf(registration, obligationsOf(registration, taxedOn, today), today)
    return stepsTo(registration).map((step) => ({
      person,
      step,
      day: step[0] === 'alarm' && missedObligation ? shiftDay(missedObligation.dueOn, 1) : shiftDay(begun, step[4]),
    }))
  })
  const entityColumns = (person: DemoPerson) => ({ entity_id: person.id, operator_id: person.id, centre_id: 2 })
  await insertAll(
    ctx.db,
    'entity_step',
    steps.map(
      ({ person, day, step: [move, from_state, to_state] }, index): Row<'entity_step'> => ({
        id: index + 1,
        ...entityColumns(person),
        move,
        from_state,
        to_state,
        reason: move === 'beginCancel' ? '本人申请注销' : '',
        facts: [],
        created_by: move === 'alarm' ? null : directorId,
        created_at: `${day}T06:00:00Z`,
      }),
    ),
  )
  const paperRows = steps.flatMap(({ person, step: [, , , kind] }, index): Row<'entity_paper'>[] =>
    kind === null ? [] : [{ ...entityColumns(person), step_id: index + 1, kind, file_id: documents[kind] }],
  )
  await insertAll(
    ctx.db,
    'entity_paper',
    paperRows.map((row, index) => ({ id: index + 1, ...row })),
  )
  const obligationRowList = drafts.flatMap(({ person, registration, taxedOn }) =>
    taxedOn === null ? [] : obligationRows(person, registration, taxedOn, today, documents),
  )
  await insertAll(
    ctx.db,
    'entity_obligation',
    obligationRowList.map((row, index) => ({ id: index + 1, ...row })),
  )
  await advanceSequences(ctx.db, ['operator', 'operator_entity', 'entity_step', 'entity_paper', 'entity_obligation'])
}
