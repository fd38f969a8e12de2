import { centreStaffOf, unitStaffOf } from '#/demo/access.ts'
import type { DemoBooks } from '#/demo/books.ts'
import type { Row } from '#/demo/insert.ts'
import { bankAccountOf, centreAccount, type DemoUnit, demoCentres, virtualAccount } from '#/demo/organisations.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type JournalOwner, topupJournal } from '#/server/money/ledger/public.ts'

const tenThousandYuan = 1_000_000
const hourMs = 3_600_000

type TopupState = 'submitted' | 'matched' | 'confirmed' | 'rejected' | 'withdrawn'

interface TopupEvent {
  readonly unit: DemoUnit
  readonly owner: JournalOwner
  readonly amount: Fen
  readonly at: Date
}

function serialOf(books: DemoBooks, at: Date): string {
  return `${dayOf(at).replaceAll('-', '')}${String(50_000_000 + books.next('bank serial') * 137)}`
}

function addCredit(books: DemoBooks, { unit, owner, amount, at }: TopupEvent, state: 'unclaimed' | 'matched' | 'confirmed', serial: string): number {
  const id = books.next('bank_credit')
  books.add('bank_credit', {
    id,
    centre_id: owner.centreId,
    mode: owner.mode,
    serial,
    amount_fen: amount,
    payer_name: unit.name,
    payer_account: bankAccountOf(unit.id),
    receiving_account: virtualAccount(unit.id, owner.mode),
    memo: '预付款',
    credited_at: at,
    state,
    unit_id: unit.id,
    created_at: at,
  })
  return id
}

function receiptOf({ unit, owner, amount, at }: TopupEvent, { id, no, serial }: { id: number; no: string; serial: string }): Row<'voucher'> {
  const centre = demoCentres.find((demoCentre) => demoCentre.id === owner.centreId)
  return {
    no: `HD${no}`,
    kind: 'topup',
    centre_id: owner.centreId,
    unit_id: unit.id,
    mode: owner.mode,
    batch_id: null,
    line_id: null,
    operator_id: null,
    topup_id: id,
    amount_fen: amount,
    payer_name: unit.name,
    payer_account: bankAccountOf(unit.id),
    payee_name: centre?.legalName ?? '',
    payee_account: centreAccount(owner.centreId),
    payee_card_no_sealed: '',
    payee_bank: centre?.bank ?? '',
    bank_serial: serial,
    traded_at: at,
    is_returned: false,
    created_at: at,
  }
}

function addTopup(books: DemoBooks, credited: TopupEvent, state: TopupState, special: { reason?: string; payerName?: string } = {}): number {
  const { unit, owner, amount, at } = credited
  const id = books.next('topup')
  const serial = serialOf(books, at)
  const hasCredit = state === 'matched' || state === 'confirmed'
  const isDecided = state === 'confirmed' || state === 'rejected'
  const no = books.number('CZ', owner.centreId, at)
  books.add('topup', {
    id,
    no,
    centre_id: owner.centreId,
    unit_id: unit.id,
    mode: owner.mode,
    amount_fen: amount,
    payer_name: special.payerName ?? unit.name,
    payer_account: bankAccountOf(unit.id),
    bank_serial: serial,
    state,
    reason: special.reason ?? '',
    bank_credit_id: hasCredit ? addCredit(books, credited, state === 'confirmed' ? 'confirmed' : 'matched', serial) : null,
    submitted_by: unitStaffOf(unit.id).payer,
    submitted_at: at,
    decided_by: isDecided ? centreStaffOf(owner.centreId).finance : null,
    decided_at: isDecided ? at : null,
    version: isDecided ? 3 : 1,
  })
  if (state === 'confirmed') {
    books.post(at, topupJournal({ ...owner, id, no, amount }))
    books.add('voucher', receiptOf(credited, { id, no, serial }))
    books.add('bank_transfer', {
      centre_id: owner.centreId,
      direction: 'in',
      serial,
      amount_fen: amount,
      ref_type: 'topup',
      ref_id: id,
      ref_no: no,
      is_booked: true,
    })
  }
  return id
}

/** Adds a top-up that arrived and was confirmed. */
export function topUp(books: DemoBooks, credited: TopupEvent): void {
  addTopup(books, credited, 'confirmed')
}

/** Tops up a unit that cannot cover the next cost. The round amount is about three times the cost. */
export function topUpForCost(books: DemoBooks, unit: DemoUnit, owner: JournalOwner, cost: Fen, at: Date): void {
  if (books.available(owner) >= cost) return
  topUp(books, { unit, owner, amount: fen(Math.ceil((cost * 3) / (10 * tenThousandYuan)) * 10 * tenThousandYuan), at })
}

/** Adds top-ups that are pending, faulty, or from unknown payers. */
export function addPendingTopups(books: DemoBooks, world: DemoWorld, now: Date): void {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const unitAndOwner = (unitId: number, mode: Mode) => {
    const unit = world.units.find((each) => each.id === unitId)
    const setting = unit?.settings.find((each) => each.mode === mode)
    if (!unit || !setting) throw new RangeError(`unit ${unitId} has no mode ${mode}`)
    return { unit, owner: { centreId: setting.centreId, mode, unitId } }
  }
  addTopup(books, { ...unitAndOwner(5, 2), amount: fen(20 * tenThousandYuan), at: hoursAgo(73) }, 'rejected', {
    reason: '付款户名与单位名称不一致',
    payerName: '程知行',
  })
  addTopup(books, { ...unitAndOwner(2, 2), amount: fen(8 * tenThousandYuan), at: hoursAgo(50) }, 'withdrawn')
  addTopup(books, { ...unitAndOwner(2, 2), amount: fen(100 * tenThousandYuan), at: hoursAgo(6) }, 'matched')
  addTopup(books, { ...unitAndOwner(4, 2), amount: fen(50 * tenThousandYuan), at: hoursAgo(3) }, 'submitted')
  addTopup(books, { ...unitAndOwner(9, 2), amount: fen(30 * tenThousandYuan), at: hoursAgo(2) }, 'submitted')
  const addUnknownCredit = (serial: number, payer: string, credit: { centreId: number; hours: number; amount: number; memo: string }) => {
    const at = hoursAgo(credit.hours)
    books.add('bank_credit', {
      id: books.next('bank_credit'),
      centre_id: credit.centreId,
      mode: settlementMode.generalContract,
      serial: serialOf(books, at),
      amount_fen: credit.amount * tenThousandYuan,
      payer_name: payer,
      payer_account: `330199880000${serial}`,
      receiving_account: '',
      memo: credit.memo,
      credited_at: at,
      state: 'unclaimed',
      unit_id: null,
      created_at: at,
    })
  }
  addUnknownCredit(21_766, '杭州越山商务咨询有限公司', { centreId: 2, hours: 20, amount: 12, memo: '服务费预付' })
  addUnknownCredit(21_766, '杭州越山商务咨询有限公司', { centreId: 5, hours: 29, amount: 18, memo: '往来款' })
  addUnknownCredit(30_418, '极鹿供应链管理有限公司', { centreId: 2, hours: 52, amount: 6, memo: '代付服务费' })
  addUnknownCredit(47_205, '临安茂林竹木制品厂', { centreId: 2, hours: 76, amount: 2, memo: '货款' })
  addUnknownCredit(52_913, '谭雨桐', { centreId: 2, hours: 99, amount: 1, memo: '误汇' })
}
