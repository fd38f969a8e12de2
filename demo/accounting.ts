import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { VoucherAccount } from '#/domain/taxation/accounting.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { addPastMapping, issuePastMonth } from '#/server/taxation/accounting/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const financeId = 4
const directorId = 2
const place = { centreId: 2, mode: 2 } as const

const chart: Readonly<Record<VoucherAccount, readonly [code: string, name: string, byUnit?: true]>> = {
  unit_available: ['2203', '合同负债-单位预付款', true],
  unit_frozen: ['2203', '合同负债-单位预付款', true],
  unit_refund: ['2203', '合同负债-单位预付款', true],
  bank: ['100201', '银行存款-结算户'],
  suspense: ['2241', '其他应付款-待查款项'],
  tax_vat: ['222115', '应交税费-代扣代缴增值税'],
  tax_surcharge: ['222116', '应交税费-代扣附加税费'],
  tax_city: ['222117', '应交税费-代扣城市维护建设税'],
  tax_education: ['222118', '应交税费-代扣教育费附加'],
  tax_local_education: ['222119', '应交税费-代扣地方教育附加'],
  tax_iit: ['222112', '应交税费-代扣个人所得税'],
  overpaid_tax: ['122110', '其他应收款-多缴税费'],
  cleared_tax: ['224112', '其他应付款-应退经营者税费'],
  late_fee_cost: ['671101', '营业外支出-税收滞纳金'],
  fee_income: ['600101', '主营业务收入-服务费', true],
  revenue: ['600102', '主营业务收入-总包收入', true],
  output_vat: ['22210107', '应交税费-应交增值税-销项税额'],
  subcontract_cost: ['640101', '主营业务成本-分包成本', true],
  adjustment: ['6711', '营业外支出-账务调整'],
  commission_cost: ['660101', '销售费用-佣金'],
  commission_payable: ['220202', '应付账款-佣金'],
  bank_charge: ['660301', '财务费用-手续费'],
  bank_interest: ['660302', '财务费用-利息收入'],
}

/**
 * Adds the account mapping of one centre and two months of vouchers. The vouchers of the latest month are not issued
 * yet.
 */
export async function addAccounting(from: ContextAt, now: Date): Promise<void> {
  const lastMonth = shiftMonth(monthOf(now), -1)
  const rows = Object.entries(chart).map(([account, [code, name, byUnit]]) => ({ account: account as VoucherAccount, code, name, by_unit: byUnit === true }))
  const startedAt = new Date(`${monthStart(shiftMonth(lastMonth, -2))}T10:00:00+08:00`)
  const contextOf = (at: Date, userId: number) => from(at, { userId })
  await addPastMapping(contextOf(startedAt, financeId), contextOf(startedAt, directorId), place, { firstMonth: shiftMonth(lastMonth, -2), word: '记', rows })
  for (const month of [shiftMonth(lastMonth, -2), shiftMonth(lastMonth, -1)]) {
    await issuePastMonth(contextOf(new Date(`${monthStart(shiftMonth(month, 1))}T15:00:00+08:00`), financeId), place, month)
  }
}
