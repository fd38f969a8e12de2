import { accountStateNames, postNames, userStatusNames, usertypeNames } from '#/api/access/users.texts.ts'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractKindNames, effectNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import { orderKindNames, orderStateNames } from '#/api/agreements/orders.texts.ts'
import { moduleNames, outcomeNames, refTypeNames } from '#/api/desk/audit.texts.ts'
import { reportBasisNames, reportEndNames, reportGroupNames } from '#/api/desk/reports.texts.ts'
import { signInNames } from '#/api/desk/sign-ins.texts.ts'
import { clearingChoiceNames, clearingStateNames } from '#/api/money/clearings.texts.ts'
import { claimStateNames, receivedStateNames } from '#/api/money/collections.texts.ts'
import { billPartyNames, billStateNames, dayStateNames as commissionDayNames } from '#/api/money/commissions.texts.ts'
import { journalKindNames } from '#/api/money/ledger.texts.ts'
import { otherSaleStateNames } from '#/api/money/othersales.texts.ts'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import { exceptionKindNames, exceptionStateNames, stopScopeNames } from '#/api/money/payout-exceptions.texts.ts'
import { creditStateNames, topupStateNames } from '#/api/money/prepayments.texts.ts'
import { dayStateNames, itemKindNames, itemStateNames } from '#/api/money/reconciliation.texts.ts'
import { refundStateNames } from '#/api/money/refunds.texts.ts'
import { receiptStateNames, voucherKinds } from '#/api/money/vouchers.texts.ts'
import { applicationKindNames, applicationStateNames as applicationNames } from '#/api/onboarding/applications.texts.ts'
import { effectStatusNames, feeMethodNames, roleNames } from '#/api/organisations/fees.texts.ts'
import { bizKindNames, unitProposalNames, unitStatusNames, versionStateNames } from '#/api/organisations/units.texts.ts'
import { entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { candidateStateNames, operatorStatusNames, problemNames, yztypeNames } from '#/api/people/operators.texts.ts'
import { articleLanguageNames, articleStateNames, sectionNames } from '#/api/services/news.texts.ts'
import { filingKindNames, filingLevelNames, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { issuerNames } from '#/api/taxation/businessinvoices.texts.ts'
import { applicationStateNames, invoiceKindNames, redCodeNames } from '#/api/taxation/invoices.texts.ts'
import { creditStateNames as taxCreditNames } from '#/api/taxation/period-corrections.texts.ts'
import { periodSheetNames, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { titleStateNames } from '#/api/taxation/titles.texts.ts'
import type { Text } from '#/domain/base/text.ts'

type Names = Readonly<Record<string | number, Text>>

const mine: Text = { zh: '我', en: 'Me', es: 'Yo', ja: '自分' }
const failed: Text = { zh: '有失败', en: 'With failures', es: 'Con fallos', ja: '失敗あり' }
const returned: Text = { zh: '有退汇', en: 'With returns', es: 'Con devoluciones', ja: '組戻しあり' }
const platform: Text = { zh: '平台经营者', en: 'Platform operators', es: 'Operadores de la plataforma', ja: 'プラットフォーム事業者' }

const everywhere: Readonly<Record<string, Names>> = {
  basis: reportBasisNames,
  group: reportGroupNames,
  mode: contractModeNames,
  reviewer: { mine, nobody: { zh: '未分配', en: 'Unassigned', es: 'Sin asignar', ja: '未割当' } },
  lateness: { late: { zh: '临近时限', en: 'Almost late', es: 'Casi fuera de plazo', ja: '期限間近' }, over: { zh: '已超时', en: 'Late', es: 'Fuera de plazo', ja: '期限超過' } },
  outcome: outcomeNames,
  module: moduleNames,
  refType: refTypeNames,
  issuer: issuerNames,
  party: billPartyNames,
  waits: {
    toPay: { zh: '待付款', en: 'To be paid', es: 'Por pagar', ja: '支払待ち' },
    toCheck: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
    toConfirm: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  },
  effect: effectNames,
  source: sourceNames,
  taxKind: taxKindNames,
  levy: levyNames,
  codes: redCodeNames,
  section: sectionNames,
  language: articleLanguageNames,
  problem: problemNames,
  yztype: yztypeNames,
  entityState: entityStateNames,
  paper: { soon: { zh: '即将到期', en: 'Ends soon', es: 'Vence pronto', ja: 'まもなく満了' }, over: { zh: '已过期', en: 'Expired', es: 'Caducado', ja: '期限切れ' } },
  method: feeMethodNames,
  stand: effectStatusNames,
  role: roleNames,
  trouble: { failed, returned, any: { zh: '有失败或退汇', en: 'With failures or returns', es: 'Con fallos o devoluciones', ja: '失敗または組戻しあり' } },
  invoice: {
    none: { zh: '未申请', en: 'Not requested', es: 'Sin solicitar', ja: '未申請' },
    applied: { zh: '已申请', en: 'Requested', es: 'Solicitada', ja: '申請済み' },
    issued: { zh: '已开票', en: 'Issued', es: 'Emitida', ja: '発行済み' },
  },
  stops: stopScopeNames,
  levels: filingLevelNames,
  sheet: periodSheetNames,
  bizKind: bizKindNames,
  usertype: usertypeNames,
  poststatus: postNames,
  review: accountStateNames,
  receipt: receiptStateNames,
}

const namesByOperation: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  'applications.export': { tab: applicationKindNames, state: applicationNames },
  'audit.export': { kind: signInNames },
  'businessinvoices.exportList': { states: applicationStateNames, kind: invoiceKindNames },
  'collections.exportList': { states: claimStateNames },
  'collections.exportReceived': { states: receivedStateNames },
  'commissions.exportDays': { states: commissionDayNames },
  'commissions.exportList': { states: billStateNames },
  'contracts.exportList': { kinds: contractKindNames, states: signStateNames },
  'entities.export': { states: entityStateNames },
  'invoices.exportList': { states: applicationStateNames, kind: invoiceKindNames },
  'invoices.exportLines': {
    show: {
      application: { zh: '申请所含明细', en: 'Lines of the application', es: 'Líneas de la solicitud', ja: '申請の明細' },
      free: { zh: '可开票明细', en: 'Lines to invoice', es: 'Líneas por facturar', ja: '発行可能な明細' },
      returned: { zh: '退汇需红冲', en: 'Returned, to be reversed', es: 'Devueltas, por rectificar', ja: '組戻し・要赤字' },
    },
  },
  'news.exportList': { state: articleStateNames },
  'operators.exportCandidates': { state: candidateStateNames },
  'operators.export': { kind: { platform, ordinary: { zh: '普通经营者', en: 'Ordinary operators', es: 'Operadores ordinarios', ja: '一般事業者' } }, status: operatorStatusNames },
  'orders.export': { states: orderStateNames, kind: orderKindNames },
  'fees.exportSplits': { state: versionStateNames },
  'payments.export': {
    states: batchStateNames,
    tab: {
      all: { zh: '全部', en: 'All', es: 'Todos', ja: 'すべて' },
      auditing: { zh: '待审核', en: 'To be audited', es: 'Por auditar', ja: '審査待ち' },
      paying: { zh: '支付中', en: 'Being paid', es: 'En pago', ja: '支払処理中' },
      byHand: { zh: '线下支付', en: 'Manual payment', es: 'Pago externo', ja: 'オフライン支払' },
      held: { zh: '挂起', en: 'On hold', es: 'En espera', ja: '保留' },
      unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
      returned: { zh: '退汇', en: 'Returned', es: 'Devueltos', ja: '組戻し' },
      differing: { zh: '对账差异', en: 'Reconciliation difference', es: 'Diferencia de conciliación', ja: '照合差異' },
    },
  },
  'clearings.exportList': { states: clearingStateNames, choices: clearingChoiceNames },
  'othersales.exportList': { states: otherSaleStateNames },
  'payouts.exportExceptions': { states: exceptionStateNames, kinds: exceptionKindNames },
  'businessfilings.exportData': { kind: filingKindNames },
  'businessfilings.exportList': { kind: filingKindNames, states: filingStateNames },
  'periods.exportList': {
    states: periodStateNames,
    waits: {
      toDeclare: { zh: '待关账、申报、更正或缴款', en: 'To close, declare, correct or pay', es: 'Por cerrar, declarar, rectificar o pagar', ja: '締め・申告・修正・納付待ち' },
      toConfirm: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
    },
  },
  'periods.exportCredits': { states: taxCreditNames },
  'prepayments.exportList': { states: topupStateNames },
  'prepayments.exportCredits': { state: creditStateNames },
  'prepayments.exportHistory': { kind: journalKindNames },
  'prepayments.exportRefunds': { states: refundStateNames },
  'reconciliation.exportDays': { states: dayStateNames },
  'reconciliation.exportItems': { states: itemStateNames, kinds: itemKindNames },
  'reports.export': { kind: reportEndNames },
  'titles.exportList': { states: titleStateNames },
  'units.export': { status: unitStatusNames, forMe: unitProposalNames },
  'users.export': { status: userStatusNames },
  'users.exportApplications': { state: accountStateNames },
  'vouchers.exportList': { kind: voucherKinds },
}

/** Returns the name of a filter's value for an export. Returns undefined for free text, numbers, days and ids. */
export function filterValueName(operation: string, key: string, value: string | number): Text | undefined {
  return (namesByOperation[operation]?.[key] ?? everywhere[key])?.[value]
}
