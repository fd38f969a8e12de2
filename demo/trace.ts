import { bankReasons, feePlanOf, type LineHistory } from '#/demo/history.ts'
import type { Row } from '#/demo/insert.ts'
import { cardColumns, type NumberSealer } from '#/demo/numbers.ts'
import { centreAccount, type DemoSetting, demoSplits } from '#/demo/organisations.ts'
import type { DemoWorld } from '#/demo/world.ts'
import type { Ppm } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart } from '#/domain/base/period.ts'
import { type SplitParty, splitFee } from '#/domain/organisations/split.ts'

/** Returns the single payment attempt of a line. */
export function attemptRow({ batch, line, sum, state, requestNo }: LineHistory): Row<'payout_attempt'> {
  const { plan, steps } = batch
  const code = state === 'held' ? 'limit' : line.payee.code
  const isRefused = state === 'failed' || state === 'held'
  return {
    month: monthStart(monthOf(plan.createdAt)),
    line_id: line.id,
    centre_id: plan.setting.centreId,
    unit_id: plan.unit.id,
    attempt_no: 1,
    channel_id: plan.setting.centreId,
    request_no: requestNo,
    channel_ref: state === 'success' || state === 'returned' ? `SB${requestNo}` : null,
    amount_fen: sum.net,
    state,
    answer: isRefused ? { code: code ?? 'channel_error', reason: bankReasons[code ?? 'channel_error'] } : null,
    created_at: steps.paid,
    sent_at: new Date(steps.paid.getTime() + 1000),
    finished_at: state === 'unknown' || state === 'held' ? null : steps.done,
  }
}

/** Returns the state changes of a line at the channel. */
export function eventRows({ batch, line, state, requestNo }: LineHistory): Row<'payout_event'>[] {
  const { plan, steps } = batch
  const eventRow = (from_state: string, to_state: string, source: string, at: Date, notify_id: string | null = null): Row<'payout_event'> => ({
    line_id: line.id,
    centre_id: plan.setting.centreId,
    unit_id: plan.unit.id,
    from_state,
    to_state,
    source,
    notify_id,
    detail: {},
    at,
  })
  const answeredState = state === 'returned' ? 'success' : state
  const rows = [
    eventRow('ready', 'queued', 'pay', steps.paid),
    eventRow('queued', 'sent', 'send', new Date(steps.paid.getTime() + 1000)),
    eventRow('sent', answeredState, 'send', steps.done),
  ]
  if (state === 'returned' && plan.returnedAt) rows.push(eventRow('success', 'returned', 'notify', plan.returnedAt, `RT${requestNo}`))
  return rows
}

/** Returns the sandbox bank's records. Open orders let it answer queries, and today's orders fill its daily file. */
export function sandboxRows({ batch, line, sum, state, requestNo }: LineHistory, now: Date): Row<'sandbox_payment'>[] {
  const isOfToday = state === 'success' && dayOf(batch.steps.done) === dayOf(now)
  if (state !== 'held' && state !== 'unknown' && !isOfToday) return []
  const outcomeByCardTail: Readonly<Record<string, string>> = { '0002': 'limit', '0003': 'slow', '0005': 'lost' }
  const cardTail = line.payee.person.cardNo.slice(-4)
  return [
    {
      request_no: requestNo,
      channel_id: batch.plan.setting.centreId,
      card_tail: cardTail,
      amount_fen: sum.net,
      received_at: isOfToday ? batch.steps.done : batch.steps.paid,
      queries: state === 'unknown' ? 1 : 0,
      outcome: isOfToday ? 'paid' : (outcomeByCardTail[cardTail] ?? 'slow'),
      reference: `SB${requestNo}`,
      notified: isOfToday,
    },
  ]
}

function partiesOf(setting: DemoSetting, unitId: number): SplitParty[] {
  const differenceSplit = { method: 'difference', ratioPpm: null } as const
  const centre = { ...differenceSplit, type: 'centre', id: setting.centreId, floorRatePpm: demoSplits.centreFloorPpm as Ppm } as const
  const partner = { ...differenceSplit, type: 'partner', id: demoSplits.partnerId, floorRatePpm: demoSplits.partnerFloorPpm as Ppm } as const
  return demoSplits.partnerUnits.includes(unitId) ? [partner, centre] : [centre]
}

/** Returns the parts of a line's fee. A returned line also has their reversal. */
export function commissionRows({ batch, line, sum, state }: LineHistory): Row<'commission_item'>[] {
  const { plan, steps } = batch
  if ((state !== 'success' && state !== 'returned') || sum.fee === 0) return []
  const feePlan = feePlanOf(plan.setting)
  const fixedRate = feePlan.method === 'fixed' ? feePlan.tiers[0]?.ratePpm : undefined
  const rate = fixedRate ?? (Math.floor((sum.fee * 1_000_000) / sum.gross) as Ppm)
  const commonColumns = { centre_id: plan.setting.centreId, mode: plan.setting.mode, unit_id: plan.unit.id, batch_id: batch.id, line_id: line.id }
  const feeParts = splitFee(sum.fee, sum.gross, rate, partiesOf(plan.setting, plan.unit.id))
  const accruedItems = feeParts.map(
    (part): Row<'commission_item'> => ({
      ...commonColumns,
      party_type: part.type,
      party_id: part.id,
      base_fen: sum.gross,
      fee_fen: sum.fee,
      amount_fen: part.amount,
      state: 'accrued',
      at: steps.done,
    }),
  )
  if (state === 'success') return accruedItems
  const at = plan.returnedAt ?? steps.done
  return [
    ...accruedItems,
    ...accruedItems.map((row) => ({ ...row, base_fen: -row.base_fen, fee_fen: -row.fee_fen, amount_fen: -row.amount_fen, state: 'reversed', at })),
  ]
}

/** Returns the line's reservation in its person's month. */
export function reservationRows({ batch, line, sum, state }: LineHistory): Row<'tax_reservation'>[] {
  if (state === 'failed' || state === 'returned') return []
  const { plan } = batch
  return [
    {
      line_id: line.id,
      batch_id: batch.id,
      centre_id: plan.setting.centreId,
      mode: plan.setting.mode,
      operator_id: line.payee.person.id,
      month: monthOf(plan.paidAt),
      gross_fen: sum.gross,
      income_fen: sum.income,
      vat_fen: sum.vat,
      city_fen: sum.city,
      education_fen: sum.education,
      local_education_fen: sum.localEducation,
      withheld_fen: sum.iit,
      is_open: state !== 'success',
    },
  ]
}

/** Returns the receipt of a line that the bank paid. */
export function voucherRows(sealer: NumberSealer, world: DemoWorld, { batch, line, sum, state, requestNo }: LineHistory): Row<'voucher'>[] {
  if (state !== 'success' && state !== 'returned') return []
  const { plan, steps } = batch
  const centre = world.centres.find((each) => each.id === plan.setting.centreId)
  const { person } = line.payee
  return [
    {
      no: `HD${line.no}`,
      kind: 'payment',
      centre_id: plan.setting.centreId,
      unit_id: plan.unit.id,
      mode: plan.setting.mode,
      batch_id: batch.id,
      line_id: line.id,
      operator_id: person.id,
      topup_id: null,
      amount_fen: sum.net,
      payer_name: centre?.legalName ?? '',
      payer_account: centreAccount(plan.setting.centreId),
      payee_name: person.name,
      payee_account: '',
      payee_card_no_sealed: cardColumns(sealer, person.cardNo).card_no_sealed,
      payee_bank: person.bankName,
      bank_serial: `SB${requestNo}`,
      traded_at: steps.done,
      is_returned: state === 'returned',
      created_at: steps.done,
    },
  ]
}
