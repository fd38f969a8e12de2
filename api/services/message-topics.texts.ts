import type { MessageKind } from '#/api/services/messages.texts.ts'
import type { Text } from '#/domain/text.ts'

/** Topics of messages, by which users choose their notifications. */
export const topicNames = {
  security: { zh: '账号安全', en: 'Account security', es: 'Seguridad de la cuenta', ja: 'アカウントの安全' },
  work: { zh: '待复核、待审核、待支付', en: 'Batches waiting for you', es: 'Lotes que esperan su acción', ja: '処理待ちのバッチ' },
  payments: { zh: '到账、失败与退汇', en: 'Payments to you', es: 'Pagos a su favor', ja: '受取・失敗・組戻し' },
  returns: { zh: '退汇与挂起', en: 'Returned and held payments', es: 'Pagos devueltos y retenidos', ja: '組戻しと保留' },
  batches: { zh: '批次与付款', en: 'Batches and payments', es: 'Lotes y pagos', ja: 'バッチと支払い' },
  exceptions: { zh: '支付异常', en: 'Payout exceptions', es: 'Incidencias de pago', ja: '支払異常' },
  topups: { zh: '充值与余额', en: 'Top-ups and balance', es: 'Recargas y saldo', ja: '入金と残高' },
  reconciliation: { zh: '对账', en: 'Reconciliation', es: 'Conciliación', ja: '照合' },
  collections: { zh: '收款单与付款异议', en: 'Claims and objections', es: 'Solicitudes y objeciones', ja: '受取請求と異議' },
  commissions: { zh: '佣金账单', en: 'Commission bills', es: 'Liquidaciones de comisión', ja: '紹介手数料明細書' },
  contracts: { zh: '合同与签署', en: 'Contracts and signatures', es: 'Contratos y firmas', ja: '契約と署名' },
  orders: { zh: '订单', en: 'Orders', es: 'Pedidos', ja: '注文' },
  expiring: { zh: '合同到期', en: 'Contracts about to end', es: 'Contratos por vencer', ja: '契約の満了' },
  validity: { zh: '证件到期', en: 'IDs about to expire', es: 'Documentos por caducar', ja: '証明書の期限' },
  people: { zh: '收款人审核', en: 'Payees under review', es: 'Beneficiarios en revisión', ja: '受取人の審査' },
  disputes: { zh: '身份异议', en: 'Identity objections', es: 'Objeciones de identidad', ja: '身元の異議' },
  entities: { zh: '个体户与申报', en: 'Individual businesses and filings', es: 'Negocios individuales y declaraciones', ja: '個人事業と申告' },
  system: { zh: '系统核对', en: 'Integrity checks', es: 'Comprobaciones del sistema', ja: 'システム照合' },
  reviews: { zh: '入驻与账号审核', en: 'Applications and accounts to review', es: 'Solicitudes y cuentas por revisar', ja: '申請・アカウントの審査' },
} as const satisfies Record<string, Text>

/** A topic. */
export type Topic = keyof typeof topicNames

/** The topic of each kind of message. */
export const topicOf: Readonly<Record<MessageKind, Topic>> = {
  passwordChanged: 'security',
  paymentPasswordChanged: 'security',
  mobileChanged: 'security',
  batchRejected: 'batches',
  batchRecalculated: 'batches',
  batchHalted: 'batches',
  batchReleased: 'batches',
  batchPaid: 'batches',
  batchPartial: 'batches',
  batchFailed: 'batches',
  batchReturned: 'returns',
  batchReady: 'batches',
  payoutException: 'exceptions',
  payoutExceptionProposed: 'exceptions',
  payoutExceptionDeclined: 'exceptions',
  payoutsStopped: 'system',
  closingAsked: 'security',
  closingRefused: 'security',
  closingToDecide: 'reviews',
  disputeRaised: 'disputes',
  disputeKept: 'disputes',
  disputeEnded: 'disputes',
  exceptionAllowed: 'people',
  exceptionRefused: 'people',
  candidatesAccepted: 'people',
  candidatesRejected: 'people',
  candidatesAssigned: 'people',
  candidateTaken: 'people',
  papersArrived: 'people',
  applicationTaken: 'reviews',
  applicationsAssigned: 'reviews',
  accountsAssigned: 'reviews',
  accountTaken: 'reviews',
  accountApproved: 'reviews',
  accountRejected: 'reviews',
  entityMoved: 'entities',
  obligationDue: 'entities',
  entityAbnormal: 'entities',
  topupConfirmed: 'topups',
  topupRejected: 'topups',
  reconDifferences: 'reconciliation',
  reconProposed: 'reconciliation',
  reconDeclined: 'reconciliation',
  reconMissing: 'reconciliation',
  reconDue: 'reconciliation',
  claimSubmitted: 'collections',
  claimEntered: 'collections',
  claimObjected: 'collections',
  claimConfirmed: 'collections',
  claimReturned: 'collections',
  objectionRaised: 'collections',
  objectionAnswered: 'collections',
  objectionDecided: 'collections',
  objectionLate: 'collections',
  creditClaimed: 'topups',
  returnToCheck: 'topups',
  returnDeclined: 'topups',
  refundApplied: 'topups',
  refundToPay: 'topups',
  refundApproved: 'topups',
  refundRejected: 'topups',
  refundPaid: 'topups',
  refundFailed: 'topups',
  adjustmentToCheck: 'topups',
  adjustmentRejected: 'topups',
  adjustmentBooked: 'topups',
  statementReady: 'topups',
  statementDisputed: 'topups',
  statementAnswered: 'topups',
  commissionIssued: 'commissions',
  commissionDisputed: 'commissions',
  commissionAnswered: 'commissions',
  commissionPayable: 'commissions',
  commissionToCheck: 'commissions',
  commissionDeclined: 'commissions',
  commissionInvoiceReturned: 'commissions',
  commissionPaid: 'commissions',
  contractToSign: 'contracts',
  contractDone: 'contracts',
  contractOver: 'contracts',
  orderOffered: 'orders',
  orderAnswered: 'orders',
  orderDelivered: 'orders',
  batchToCheck: 'work',
  batchToAudit: 'work',
  batchToPay: 'work',
  batchToRegister: 'work',
  batchShort: 'topups',
  batchHeld: 'returns',
  moneyArrived: 'payments',
  moneyFailed: 'payments',
  moneyReturned: 'payments',
  topupSubmitted: 'topups',
  creditsUnclaimed: 'topups',
  creditArrived: 'topups',
  balanceLow: 'topups',
  certificateEnding: 'expiring',
  sealWaits: 'contracts',
  contractEnding: 'expiring',
  contractsEnding: 'expiring',
  paperEnding: 'validity',
  papersEnding: 'validity',
  obligationsDue: 'entities',
  disputeToResolve: 'disputes',
  newDevice: 'security',
  applicationApproved: 'reviews',
  applicationReturned: 'reviews',
}

const everybody = [1, 2, 3, 4, 5]

/** Which types of user receive a topic. */
export const topicUsertypes: Readonly<Record<Topic, readonly number[]>> = {
  security: everybody,
  work: [1, 2, 4],
  payments: [3],
  returns: [1, 2, 4],
  batches: [2],
  exceptions: [1, 4],
  topups: [1, 2, 4],
  reconciliation: [1, 4],
  collections: [1, 2, 3, 4],
  commissions: [1, 4, 5],
  contracts: everybody,
  orders: [2, 3],
  expiring: everybody,
  validity: [1, 3, 4],
  people: [1, 2, 4],
  disputes: [1, 2, 3, 4],
  entities: [1, 3, 4],
  system: [1],
  reviews: [1, 2, 4],
}

/** Ways out of the application. */
export type Way = 'mail' | 'sms'

/**
 * What is sent where nothing was chosen. Mails that ask for something go out; text messages cost money, so only what concerns somebody's own money, account or
 * signature and cannot wait for the next visit. Who signs is written to the telephone of the contract (`contracts.tell`), so contracts send none of their own.
 */
export const topicDefaults: Readonly<Record<Topic, Readonly<Record<Way, boolean>>>> = {
  security: { mail: true, sms: true },
  work: { mail: true, sms: false },
  payments: { mail: false, sms: true },
  returns: { mail: true, sms: true },
  batches: { mail: true, sms: false },
  exceptions: { mail: true, sms: false },
  topups: { mail: true, sms: false },
  reconciliation: { mail: true, sms: false },
  collections: { mail: true, sms: false },
  commissions: { mail: true, sms: false },
  contracts: { mail: true, sms: false },
  orders: { mail: true, sms: false },
  expiring: { mail: true, sms: true },
  validity: { mail: true, sms: false },
  people: { mail: false, sms: false },
  disputes: { mail: true, sms: true },
  entities: { mail: true, sms: false },
  system: { mail: true, sms: false },
  reviews: { mail: false, sms: false },
}

/** Topics that cannot be switched off: an account takeover must not stay unnoticed, and failed integrity checks concern everyone. */
export function isFixed(topic: Topic, way: Way): boolean {
  return topic === 'security' || (topic === 'system' && way === 'mail')
}

/** What stands around a message that leaves the application. */
export const letterTexts = {
  link: { zh: '查看：{link}', en: 'See: {link}', es: 'Ver: {link}', ja: '確認：{link}' },
  why: {
    zh: '您收到此邮件，是因为您在云创客平台的账号 {username} 开启了该类通知；可在个人中心的“通知偏好”中修改。',
    en: 'You receive this e-mail because your account {username} has this type of notification turned on. You can change this in the personal centre under “Notifications”.',
    es: 'Recibe este correo porque su cuenta {username} tiene activado este tipo de aviso. Puede cambiarlo en el área personal, en «Notificaciones».',
    ja: 'アカウント {username} の通知設定によりお送りしています。マイページの「通知設定」で変更できます。',
  },
  always: {
    zh: '账号安全通知不能关闭。账号：{username}。',
    en: 'Notices about the security of an account cannot be switched off. Account: {username}.',
    es: 'Los avisos de seguridad de la cuenta no se pueden desactivar. Cuenta: {username}.',
    ja: 'アカウントの安全に関する通知は停止できません。アカウント：{username}',
  },
  alarm: {
    zh: '系统核对通知不能关闭。账号：{username}。',
    en: 'Notices about failed integrity checks cannot be switched off. Account: {username}.',
    es: 'Los avisos de comprobaciones fallidas no se pueden desactivar. Cuenta: {username}.',
    ja: '照合異常の通知は停止できません。アカウント：{username}',
  },
} as const satisfies Record<string, Text>

/** What choosing refuses with. */
export const choiceRefusals = {
  fixed: { zh: '此类通知不能关闭', en: 'Notices of this kind cannot be switched off.', es: 'Los avisos de este tipo no se pueden desactivar.', ja: 'この種の通知は停止できません。' },
  noWay: { zh: '本平台暂不支持该通知方式', en: 'This way of notification is not available.', es: 'Esta vía de notificación no está disponible.', ja: 'この方法では送信できません。' },
} as const satisfies Record<string, Text>
