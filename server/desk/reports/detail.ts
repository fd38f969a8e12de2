import { type ReportColumnKey, type ReportKey, reports } from '#/api/desk/report-columns.texts.ts'
import { maskCard, maskIdNumber } from '#/domain/base/identity.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import { type ReportMovementKind, relativeChangePpm } from '#/domain/desk/report.ts'
import type { ChargedFees } from '#/server/desk/reports/store-fees.ts'
import { figureNames, type MovementFigures } from '#/server/desk/reports/store-movements.ts'
import type { MovementRow } from '#/server/desk/reports/store-rows.ts'
import type { SumRow } from '#/server/desk/reports/store-sums.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'

/** A row's values by column key of its report. */
export type ReportRowValues = Partial<Record<ReportColumnKey, string | number | boolean | null>>

// A return counts negative. A failed payment moved no money and is listed with its intended amounts.
const signOf = (kind: ReportMovementKind) => (kind === 'returned' ? -1 : 1)

/** Returns one movement for the detail reports; personal numbers are masked unless `isPlain`. */
export function movementValues({ vault, language }: Pick<Context, 'vault' | 'language'>, row: MovementRow, isPlain: boolean): ReportRowValues {
  const factor = signOf(row.what)
  const signedAmount = (amount: number | null) => (amount === null ? 0 : factor * amount)
  const [idNumber, cardNo] = [vault.open('id_number', row.id_number_sealed), vault.open('card_no', row.card_no_sealed)]
  return {
    day: dayOf(row.at),
    bookedAt: row.booked_at ? dateTimeOf(row.booked_at) : '',
    arrivedAt: row.booked_at && row.finished_at ? dateTimeOf(row.finished_at) : '',
    returnedOn: row.returned_at ? dayOf(row.returned_at) : '',
    end: row.what,
    unit: row.unit_name,
    batch: row.batch_no,
    line: row.no,
    operator: row.name,
    mode: row.mode,
    idNumber: isPlain ? idNumber : maskIdNumber(idNumber),
    cardNo: isPlain ? cardNo : maskCard(cardNo),
    gross: signedAmount(row.gross_fen),
    vat: signedAmount(row.vat_fen),
    surcharge: signedAmount(row.surcharge_fen),
    city: signedAmount(row.city_fen),
    education: signedAmount(row.education_fen),
    localEducation: signedAmount(row.local_education_fen),
    iit: signedAmount(row.iit_fen),
    feeOperator: signedAmount(row.fee_operator_fen),
    net: signedAmount(row.net_fen),
    fee: signedAmount(row.fee_fen),
    sales: signedAmount(row.sales_fen),
    salesNet: signedAmount(row.sales_net_fen),
    outputVat: signedAmount(row.sales_fen - row.sales_net_fen),
    feeRate: row.base_fen === 0 ? 0 : Math.round((row.fee_fen / row.base_fen) * 1_000_000),
    platformPart: signedAmount(row.platform_fen),
    centrePart: signedAmount(row.centre_fen),
    partnerPart: signedAmount(row.partner_fen),
    staffPart: signedAmount(row.staff_fen),
    channel: row.channel_name === null ? '' : presetName(row.channel_name, language),
    channelRef: row.channel_no ?? '',
    channelFee: row.charged_fen,
    invoiceNo: row.invoice_no ?? '',
  }
}

const zeroFigures: MovementFigures = {
  line_count: 0,
  gross_fen: 0,
  vat_fen: 0,
  surcharge_fen: 0,
  city_fen: 0,
  education_fen: 0,
  local_education_fen: 0,
  iit_fen: 0,
  fee_fen: 0,
  sales_fen: 0,
  sales_net_fen: 0,
  net_fen: 0,
  cost_fen: 0,
  platform_fen: 0,
  centre_fen: 0,
  partner_fen: 0,
  staff_fen: 0,
}

/** The figures by kind of movement; zero where there are none. */
export type FiguresByKind = Readonly<Record<ReportMovementKind, MovementFigures>>

export function figuresByGroup(rows: readonly SumRow[]): Map<string, FiguresByKind> {
  const groups = new Map<string, Record<ReportMovementKind, MovementFigures>>()
  for (const row of rows) {
    const group = groups.get(row.key) ?? { paid: zeroFigures, returned: zeroFigures, failed: zeroFigures }
    group[row.kind] = row
    groups.set(row.key, group)
  }
  return groups
}

export const zeroMovement: FiguresByKind = { paid: zeroFigures, returned: zeroFigures, failed: zeroFigures }

/** Adds up the figures of several groups. */
export function sumGroups(groups: readonly FiguresByKind[]): FiguresByKind {
  const sum = (kind: ReportMovementKind) =>
    Object.fromEntries(figureNames.map((name) => [name, groups.reduce((all, each) => all + each[kind][name], 0)])) as MovementFigures
  return { paid: sum('paid'), returned: sum('returned'), failed: sum('failed') }
}

/** Returns a figure's payments minus its returns. */
export const netFigure = ({ paid, returned }: FiguresByKind, name: keyof MovementFigures) => paid[name] - returned[name]

/**
 * Returns a row of the income summary, with its change from the previous period (`before`). For a partner, `parts`
 * leaves out the staff's commission.
 */
export function incomeValues(moved: FiguresByKind, before: FiguresByKind, people: number | null, isPartner: boolean): ReportRowValues {
  const [fee, previousFee] = [netFigure(moved, 'fee_fen'), netFigure(before, 'fee_fen')]
  const parts = netFigure(moved, 'partner_fen') + (isPartner ? 0 : netFigure(moved, 'staff_fen'))
  const lines = moved.paid.line_count
  return {
    lines,
    people,
    gross: netFigure(moved, 'gross_fen'),
    fee,
    parts,
    earned: fee - parts,
    before: previousFee,
    change: relativeChangePpm(fee, previousFee),
  }
}

/** Returns a group of the payment summary. Channel fees are unknown until a channel's daily file reports them. */
export function paymentValues(moved: FiguresByKind, before: FiguresByKind, charged: ChargedFees | undefined): ReportRowValues {
  const { paid, failed, returned } = moved
  const [cost, previousCost] = [netFigure(moved, 'cost_fen'), netFigure(before, 'cost_fen')]
  return {
    paidLines: paid.line_count,
    paidNet: paid.net_fen,
    failedLines: failed.line_count,
    failedNet: failed.net_fen,
    returnedLines: returned.line_count,
    returnedNet: returned.net_fen,
    tax: netFigure(moved, 'vat_fen') + netFigure(moved, 'surcharge_fen') + netFigure(moved, 'iit_fen'),
    fee: netFigure(moved, 'fee_fen'),
    cost,
    channelFee: charged?.fen ?? null,
    channelFeeTold: charged?.count ?? 0,
    before: previousCost,
    change: relativeChangePpm(cost, previousCost),
  }
}

/** Returns the totals of a detail report over the shown kinds, with the channel fees. */
export function detailTotals(moved: FiguresByKind, kinds: readonly ReportMovementKind[], charged: ChargedFees | undefined): ReportRowValues {
  const figureSum = (name: keyof MovementFigures) => kinds.reduce((sum, kind) => sum + signOf(kind) * moved[kind][name], 0)
  return {
    gross: figureSum('gross_fen'),
    vat: figureSum('vat_fen'),
    surcharge: figureSum('surcharge_fen'),
    city: figureSum('city_fen'),
    education: figureSum('education_fen'),
    localEducation: figureSum('local_education_fen'),
    iit: figureSum('iit_fen'),
    net: figureSum('net_fen'),
    channelFee: charged?.fen ?? null,
    fee: figureSum('fee_fen'),
    sales: figureSum('sales_fen'),
    salesNet: figureSum('sales_net_fen'),
    outputVat: figureSum('sales_fen') - figureSum('sales_net_fen'),
    platformPart: figureSum('platform_fen'),
    centrePart: figureSum('centre_fen'),
    partnerPart: figureSum('partner_fen'),
    staffPart: figureSum('staff_fen'),
  }
}

/** Values in their API form. */
export type ReportValues = Record<string, string | number | boolean | null>

/** Returns the values that a report shows, without the columns hidden from the reader. */
export function visibleValues(report: ReportKey, values: ReportRowValues, hidden: readonly ReportColumnKey[]): ReportValues {
  const keys: readonly ReportColumnKey[] = reports[report].columns.map(({ key }) => key)
  return Object.fromEntries(keys.flatMap((key) => (hidden.includes(key) || values[key] === undefined ? [] : [[key, values[key]]])))
}
