import type { Modules } from '#/api/modules.ts'
import { rosterRefusals } from '#/api/people/operators.texts.ts'
import type { OperatorKind } from '#/api/people/operators.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { parseMobile } from '#/domain/base/contact.ts'
import { ageOn, isCardNumber, maskAddress, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { nextOperatorStatus } from '#/domain/people/operator.ts'
import { paperState, taxedAs } from '#/domain/people/particulars.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { presetName, storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { presentLoggedChanges } from '#/server/kernel/request/log-names.ts'
import { blockerText, refuse } from '#/server/kernel/request/refusal.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { type CardOutcome, verifyCard } from '#/server/people/identity/public.ts'
import { setOwnCard } from '#/server/people/operators/cards.ts'
import { exportOperators } from '#/server/people/operators/export.ts'
import { endLink, recheckBatches } from '#/server/people/operators/lifecycle.ts'
import { managesOperators } from '#/server/people/operators/permission.ts'
import { paymentsUnderway } from '#/server/people/operators/questions.ts'
import * as actions from '#/server/people/operators/store-actions.ts'
import { particularsOf } from '#/server/people/operators/store-particulars.ts'
import * as store from '#/server/people/operators/store-roster.ts'

const maxUnits = 20

type Action = 'freeze' | 'unfreeze' | 'card' | 'mobile' | 'particulars' | 'unlink' | 'sign'
type Blocker = keyof typeof rosterRefusals & ('noPlace' | 'noRight' | 'noFreeze' | 'noSign' | 'wrongStatus' | 'noUnit')

/** Returns why the caller may not perform an action, or null. */
function blockerOf(ctx: Context, row: Pick<store.OperatorRow, 'status' | 'unit_count'>, action: Action): Blocker | null {
  if (action === 'sign') {
    if (!ctx.actor.may('ht:make')) return 'noSign'
    return row.status === accountStatus.signing || row.status === accountStatus.active ? null : 'wrongStatus'
  }
  if (action === 'unlink') {
    if (!ctx.actor.may('yz:edit')) return 'noRight'
    return row.unit_count === 0 ? 'noUnit' : null
  }
  if (!managesOperators(ctx)) return 'noPlace'
  if (action === 'card' || action === 'mobile' || action === 'particulars') {
    if (!ctx.actor.may('yz:edit')) return 'noRight'
    return row.status === accountStatus.closed ? 'wrongStatus' : null
  }
  if (!ctx.actor.may('user:freeze')) return 'noFreeze'
  return nextOperatorStatus(row.status, action) === null ? 'wrongStatus' : null
}

function agreementStatusOf(row: store.OperatorRow, today: string): 'valid' | 'expired' | 'none' {
  if (row.agreement_to === null) return 'none'
  return row.agreement_to === 'infinity' || row.agreement_to >= today ? 'valid' : 'expired'
}

function present(ctx: Context, row: store.OperatorRow) {
  const refusalText = (action: Action) => blockerText(ctx, rosterRefusals, blockerOf(ctx, row, action))
  return {
    ...fieldsOf(row, 'id', 'code', 'kind', 'name', 'id_kind'),
    idNumber: maskIdNumber(row.id_number),
    paper: paperState(row.paper_to, dayOf(ctx.now)),
    mobile: maskMobile(row.mobile),
    ...fieldsOf(row, 'yztype', 'status', 'status_reason'),
    isVerified: row.is_identity_verified,
    ...fieldsOf(row, 'verify_face', 'centre_id', 'centre_name', 'units', 'unit_count'),
    bankName: presetName(row.bank_name ?? '', ctx.language),
    cardTail: row.card_tail ?? '',
    isCardVerified: row.card_verified ?? false,
    agreement: agreementStatusOf(row, dayOf(ctx.now)),
    isAuthorised: row.is_authorised,
    entityName: row.entity_name ?? '',
    entity: row.entity && {
      state: row.entity.state,
      industry: presetName(row.entity.industry, ctx.language),
      isLicensed: row.entity.is_licensed,
      licenceFileId: managesOperators(ctx) ? row.entity.licence_file_id : null,
      taxKind: row.entity.tax_kind,
      levy: row.entity.levy,
      reportedYear: row.entity.reported_year,
      overdue: row.entity.overdue,
      nextDue: row.entity.next_due,
    },
    yearIncome: fen(row.year),
    monthIncome: fen(row.month),
    rollingIncome: fen(row.rolling),
    createdAt: row.created_at.toISOString(),
    may: {
      freeze: refusalText('freeze'),
      unfreeze: refusalText('unfreeze'),
      card: refusalText('card'),
      mobile: refusalText('mobile'),
      particulars: refusalText('particulars'),
      unlink: refusalText('unlink'),
      sign: refusalText('sign'),
    },
  }
}

const sexOf = (text: string): 'M' | 'F' | '' => (text === 'M' || text === 'F' ? text : '')

const pageByKind = { platform: 'userYzPtList', ordinary: 'userYzList' } as const

function maySee(ctx: Context, kind: OperatorKind): boolean {
  return ctx.actor.may(pageByKind[kind])
}

async function requireOperator(ctx: Context, operatorId: number): Promise<store.OperatorRow> {
  const [row] = await store.listByIds(ctx, [operatorId])
  return row && maySee(ctx, row.kind) ? row : refuse(rosterRefusals, 'notFound')
}

const toIsoTime = (text: string) => new Date(text).toISOString()
const toIsoTimeOrNull = (text: string | null) => (text === null ? null : toIsoTime(text))

export async function operatorDetail(ctx: Context, operatorId: number) {
  const row = await requireOperator(ctx, operatorId)
  const { cards, links, consents, entities } = await store.relationsOf(ctx, operatorId)
  const particularsRow = (await particularsOf(ctx, operatorId)) ?? refuse(rosterRefusals, 'notFound')
  const { sex, nationality, address, validFrom, validTo } = particularsRow.particulars
  return {
    ...present(ctx, row),
    verifiedBy: row.identity_verified_by,
    birth: row.birth,
    age: ageOn(row.birth, dayOf(ctx.now)),
    sex: sexOf(sex),
    nationality,
    // Units must not see home addresses.
    address: managesOperators(ctx) ? maskAddress(address) : null,
    validFrom,
    validTo,
    residence: particularsRow.residence && { ...particularsRow.residence, at: particularsRow.residence.at.toISOString() },
    taxedAs: taxedAs(row.id_kind, particularsRow.residence?.value ?? null),
    cards: cards.map((card) => ({
      id: card.id,
      bankName: presetName(card.bank_name, ctx.language),
      tail: card.card_tail,
      isDefault: card.is_default,
      isVerified: card.is_verified,
      verifiedAt: toIsoTimeOrNull(card.verified_at),
      verifiedBy: card.verified_by,
    })),
    links: links.map((link) => ({ unitId: link.unit_id, unitName: link.unit_name, isActive: link.is_active, since: toIsoTime(link.since) })),
    consents: consents.map((consent) => ({
      kind: consent.kind,
      centreName: consent.centre,
      contractNo: consent.no ?? '',
      givenAt: toIsoTime(consent.given_at),
      validTo: consent.valid_to,
      revokedAt: toIsoTimeOrNull(consent.revoked_at),
    })),
    entities: entities.map((entity) => ({ id: entity.id, name: entity.name, creditCode: entity.credit_code, state: entity.state })),
  }
}

/** Locks and returns the operator. Refuses if the caller may not perform the action. */
export async function lockForUpdate(ctx: Context, operatorId: number, action: Action): Promise<store.OperatorRow> {
  await actions.lock(ctx, operatorId)
  const row = await requireOperator(ctx, operatorId)
  const blocker = blockerOf(ctx, row, action)
  return blocker ? refuse(rosterRefusals, blocker) : row
}

async function move(ctx: Context, input: { operatorId: number; reason: string }, action: 'freeze' | 'unfreeze') {
  const row = await lockForUpdate(ctx, input.operatorId, action)
  const status = nextOperatorStatus(row.status, action) ?? refuse(rosterRefusals, 'wrongStatus')
  await actions.setStatus(ctx, row.id, status, action === 'freeze' ? input.reason : '')
  await recheckBatches(ctx, row.id, null)
  ctx.note({
    refType: 'operator',
    refId: row.id,
    centreId: row.centre_id,
    before: { status: row.status },
    after: { status },
    detail: { no: row.code, reason: input.reason },
  })
  return operatorDetail(ctx, row.id)
}

/** Refuses when the bank denied the card. */
function expectNotRefused(answer: CardOutcome): void {
  if (answer === 'match' || answer === 'unverified') return
  refuse(rosterRefusals, answer === 'name_mismatch' ? 'nameRefused' : 'cardRefused')
}

/** Lists of operators, details, and actions on one. */
export const rosterOperations = {
  async list(ctx, { after, size, ...filter }) {
    if (!maySee(ctx, filter.kind)) refuse(rosterRefusals, 'noList')
    const [{ ids, next }, count] = await Promise.all([store.rosterPage(ctx, filter, size, after), after === undefined ? store.count(ctx, filter) : null])
    const rows = await store.listByIds(ctx, ids)
    return { rows: rows.map((row) => present(ctx, row)), next, count }
  },

  units: (ctx, filter) => store.unitChoices(ctx, filter, maxUnits),

  get: (ctx, { operatorId }) => operatorDetail(ctx, operatorId),

  async income(ctx, { operatorId }) {
    await requireOperator(ctx, operatorId)
    const rows = await store.incomeOf(ctx, operatorId)
    return rows.map((row) => ({ month: row.month, gross: fen(row.gross), tax: fen(row.tax) }))
  },

  async changes(ctx, { operatorId, ...page }) {
    await requireOperator(ctx, operatorId)
    return presentLoggedChanges(await actions.changes(ctx, { type: 'operator', id: operatorId }, page), ctx.language)
  },

  freeze: (ctx, input) => move(ctx, input, 'freeze'),
  unfreeze: (ctx, input) => move(ctx, input, 'unfreeze'),

  async setCard(ctx, { operatorId, cardNo, bankName }) {
    const digits = cardNo.normalize('NFKC').replace(/\s/g, '')
    if (!isCardNumber(digits)) refuse(rosterRefusals, 'badCard')
    const row = await lockForUpdate(ctx, operatorId, 'card')
    const answer = await setOwnCard(ctx, { operatorId, cardNo: digits, bankName: storedName(bankName, ctx.language) })
    expectNotRefused(answer)
    await recheckBatches(ctx, operatorId, null)
    const card = (tail: string | null) => (tail === null ? '' : `****${tail}`)
    ctx.note({
      refType: 'operator',
      refId: row.id,
      centreId: row.centre_id,
      before: { card: card(row.card_tail) },
      after: { card: card(digits.slice(-4)) },
      detail: { no: row.code, answer, words: `${card(row.card_tail)} → ${card(digits.slice(-4))}` },
    })
    return operatorDetail(ctx, operatorId)
  },

  async setMobile(ctx, { operatorId, mobile: typed }) {
    const row = await lockForUpdate(ctx, operatorId, 'mobile')
    const mobile = parseMobile(typed, row.id_kind !== 'id_card') ?? refuse(rosterRefusals, 'foreignMobile')
    const cardNo = (await actions.confirmedDefaultCard(ctx, operatorId)) ?? refuse(rosterRefusals, 'noCard')
    const { answer } = await verifyCard(ctx, { name: row.name, idKind: row.id_kind, idNumber: row.id_number, mobile, cardNo, ref: `operator ${operatorId}` })
    // Signatures are confirmed through this number, so without the bank's answer only its owner may change it.
    if (answer === 'unverified') refuse(rosterRefusals, 'mobileUnverified')
    expectNotRefused(answer)
    await actions.setMobile(ctx, operatorId, mobile)
    const mobileChange = `${maskMobile(row.mobile)} → ${maskMobile(mobile)}`
    ctx.note({
      refType: 'operator',
      refId: row.id,
      centreId: row.centre_id,
      before: { mobile: maskMobile(row.mobile) },
      after: { mobile: maskMobile(mobile) },
      detail: { no: row.code, words: mobileChange },
    })
    return operatorDetail(ctx, operatorId)
  },

  async unlink(ctx, { operatorId, unitId, reason }) {
    const row = await lockForUpdate(ctx, operatorId, 'unlink')
    const { links } = await store.relationsOf(ctx, operatorId)
    const link = links.find((each) => each.unit_id === unitId && each.is_active) ?? refuse(rosterRefusals, 'notLinked')
    const count = await ctx.widen('payments under way', () => ask(ctx, paymentsUnderway, operatorId, unitId))
    if (count > 0) refuse(rosterRefusals, 'underway', { count })
    await endLink(ctx, operatorId, unitId)
    ctx.note({ refType: 'operator', refId: row.id, unitId, centreId: row.centre_id, detail: { no: row.code, reason, words: link.unit_name } })
    return {}
  },

  async export(ctx, { isPlain, reason, ...filter }) {
    if (!maySee(ctx, filter.kind)) refuse(rosterRefusals, 'noList')
    const plainReason = isPlain ? await expectPlainExport(ctx, reason) : null
    const ids = await exportRows(async (size) => (await store.rosterPage(ctx, filter, size)).ids)
    return exportOperators(ctx, { filter, ids, plainReason })
  },
} satisfies Partial<Implementation<Modules['operators']>>
