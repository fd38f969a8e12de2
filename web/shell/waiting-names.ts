import type { Text } from '#/domain/text.ts'

/** What can wait for a person, by `tasks.waiting` kind. */
export const waitingNames = {
  fix: { zh: '待修正批次', en: 'Batches to correct', es: 'Lotes por corregir', ja: '修正待ちのバッチ' },
  check: { zh: '待复核批次', en: 'Batches to check', es: 'Lotes por verificar', ja: '確認待ちのバッチ' },
  audit: { zh: '待中心审核批次', en: 'Batches to audit', es: 'Lotes por auditar', ja: 'センター審査待ちのバッチ' },
  topup: { zh: '余额不足，待充值', en: 'Batches short of funds', es: 'Lotes sin fondos suficientes', ja: '残高不足のバッチ' },
  pay: { zh: '待支付批次', en: 'Batches to pay', es: 'Lotes por pagar', ja: '支払い待ちのバッチ' },
  byHand: { zh: '线下支付待登记', en: 'Manual payments to register', es: 'Pagos externos por registrar', ja: 'オフライン支払の登録待ち' },
  failed: { zh: '支付失败待处理', en: 'Failed payments', es: 'Pagos fallidos', ja: '支払い失敗の処理' },
  confirm: { zh: '充值待确认', en: 'Top-ups to confirm', es: 'Recargas por confirmar', ja: '入金確認待ち' },
  applications: { zh: '入驻申请待审核', en: 'Applications to review', es: 'Solicitudes por revisar', ja: '審査待ちの申請' },
  appeals: { zh: '注册申诉待处理', en: 'Registration appeals to decide', es: 'Reclamaciones de registro por decidir', ja: '処理待ちの登録申立て' },
  candidates: { zh: '临时经营者待审核', en: 'New payees to review', es: 'Beneficiarios nuevos por revisar', ja: '審査待ちの臨時事業者' },
  registrations: { zh: '个体户办理中', en: 'Businesses in progress', es: 'Negocios en trámite', ja: '手続き中の個人事業' },
  obligations: { zh: '个体户年报、申报逾期', en: 'Overdue business filings', es: 'Declaraciones vencidas', ja: '期限超過の報告・申告' },
  disputes: { zh: '身份异议待处理', en: 'Identity objections to decide', es: 'Objeciones de identidad por decidir', ja: '処理待ちの身元の異議' },
  bankExceptions: { zh: '支付异常待处理', en: 'Payout exceptions to resolve', es: 'Incidencias de pago por resolver', ja: '処理待ちの支払異常' },
  toConfirm: { zh: '支付异常待复核', en: 'Payout exceptions to confirm', es: 'Incidencias de pago por confirmar', ja: '確認待ちの支払異常' },
  exceptions: { zh: '收款例外待审核', en: 'Exceptions to review', es: 'Excepciones por revisar', ja: '審査待ちの例外申請' },
  returned: { zh: '退汇待处理', en: 'Returned payments to handle', es: 'Pagos devueltos por tratar', ja: '組戻しの処理待ち' },
  unclaimed: { zh: '待认领来款', en: 'Unclaimed credits', es: 'Ingresos sin asignar', ja: '未消込の入金' },
  sign: { zh: '待签约', en: 'Documents to sign', es: 'Documentos por firmar', ja: '署名待ちの文書' },
  papers: { zh: '纸质合同待核对', en: 'Paper contracts to check', es: 'Contratos en papel por verificar', ja: '照合待ちの書面契約' },
  agreements: { zh: '合作伙伴缺少有效协议', en: 'Partners without an agreement', es: 'Socios sin acuerdo vigente', ja: '有効な契約のないパートナー' },
  integrity: {
    zh: '系统核对异常，付款已停止',
    en: 'Integrity check failed: payouts stopped',
    es: 'Comprobación fallida: pagos detenidos',
    ja: '照合異常：支払停止中',
  },
  accounts: { zh: '待审核账号', en: 'Accounts to review', es: 'Cuentas por revisar', ja: '審査待ちアカウント' },
} as const satisfies Record<string, Text>
