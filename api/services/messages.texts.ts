import { batchMessages, batchResultMessages, batchTaskMessages } from '#/api/services/message-batches.texts.ts'
import { changeMessages } from '#/api/services/message-changes.texts.ts'
import { collectionMessages } from '#/api/services/message-collections.texts.ts'
import { commissionMessages } from '#/api/services/message-commissions.texts.ts'
import { invoiceMessages } from '#/api/services/message-invoices.texts.ts'
import { prepaymentMessages } from '#/api/services/message-prepayments.texts.ts'
import { reconciliationMessages } from '#/api/services/message-reconciliation.texts.ts'
import { reviewMessages, reviewResultMessages } from '#/api/services/message-reviews.texts.ts'
import { sealMessages } from '#/api/services/message-seals.texts.ts'
import { taxMessages } from '#/api/services/message-taxes.texts.ts'
import type { Text } from '#/domain/base/text.ts'

type MessageText = Readonly<Record<'title' | 'body', Text>>

const contactAdvice = {
  zh: '如非本人操作，请立即修改登录密码并联系管理员。',
  en: 'If it was not you, change your login password at once and tell your administrator.',
  es: 'Si no fue usted, cambie enseguida su contraseña de acceso y avise a su administrador.',
  ja: '心当たりがない場合は、直ちにログインパスワードを変更し管理者へ連絡してください。',
} as const satisfies Text

/**
 * Titles and sentences of messages by kind. They are filled with the values of the message in the recipient's language.
 */
export const messageTexts = {
  passwordChanged: {
    title: { zh: '您的登录密码已修改', en: 'Your login password was changed', es: 'Su contraseña de acceso se cambió', ja: 'ログインパスワードが変更されました' },
    body: { zh: '如非本人操作，请立即找回密码并联系管理员。', en: 'If it was not you, reset the password at once and tell your administrator.', es: 'Si no fue usted, restablezca la contraseña enseguida y avise a su administrador.', ja: '心当たりがない場合は、直ちにパスワードを再設定し管理者へ連絡してください。' },
  },
  paymentPasswordChanged: {
    title: { zh: '您的支付密码已修改', en: 'Your payment password was changed', es: 'Su contraseña de pago se cambió', ja: '支払いパスワードが変更されました' },
    body: contactAdvice,
  },
  mobileChanged: {
    title: { zh: '您的手机号已修改', en: 'Your mobile number was changed', es: 'Su móvil se cambió', ja: '携帯番号が変更されました' },
    body: contactAdvice,
  },
  ...batchMessages,
  ...changeMessages,
  closingAsked: {
    title: { zh: '您的注销申请已提交', en: 'You asked to close your account', es: 'Ha pedido cerrar su cuenta', ja: '解約申請を受け付けました' },
    body: {
      zh: '运营中心将于 {day} 前处理，处理前可在个人中心撤回。如非本人操作，请立即撤回并修改登录密码。',
      en: 'The centre decides by {day}. Until then you can withdraw the request in the personal centre. If it was not you, withdraw it and change your password at once.',
      es: 'El centro decide antes del {day}; hasta entonces puede retirarla en el área personal. Si no fue usted, retírela y cambie su contraseña enseguida.',
      ja: 'センターが {day} までに処理します。それまではマイページで撤回できます。心当たりがない場合は直ちに撤回し、パスワードを変更してください。',
    },
  },
  closingRefused: { title: { zh: '您的注销申请未通过', en: 'Your account was not closed', es: 'Su cuenta no se ha cerrado', ja: '解約申請は承認されませんでした' }, body: { zh: '原因：{reason}', en: 'Reason: {reason}', es: 'Motivo: {reason}', ja: '理由：{reason}' } },
  closingToDecide: { title: { zh: '{name} 申请注销账户', en: '{name} requests to close the account', es: '{name} pide cerrar su cuenta', ja: '{name} から解約申請' }, body: { zh: '请于 {day} 前处理。', en: 'Decide by {day}.', es: 'Resuelva antes del {day}.', ja: '{day} までに処理してください。' } },
  disputeRaised: {
    title: { zh: '{name} 提出身份异议', en: '{name} raised an identity objection', es: '{name} ha presentado una objeción de identidad', ja: '{name} から身元の異議' },
    body: { zh: '对其付款已暂停，等待运营中心处理。', en: 'Payments to this person are stopped until the centre has decided.', es: 'Los pagos a esta persona quedan detenidos hasta que el centro decida.', ja: 'センターの処理が完了するまで支払いは停止します。' },
  },
  disputeKept: {
    title: { zh: '身份异议已核实', en: 'The identity objection was reviewed', es: 'La objeción de identidad se verificó', ja: '身元の異議を確認しました' },
    body: { zh: '付款恢复：{reason}', en: 'Payments continue: {reason}', es: 'Se reanudan los pagos: {reason}', ja: '支払い再開：{reason}' },
  },
  exceptionAllowed: {
    title: { zh: '收款例外已同意', en: 'The exception was approved', es: 'Se aprobó la excepción', ja: '例外申請が承認されました' },
    body: { zh: '{name}：可付款至 {day}', en: '{name} may be paid until {day}', es: '{name} puede cobrar hasta {day}', ja: '{name}：{day} まで支払い可' },
  },
  exceptionRefused: {
    title: { zh: '收款例外已驳回', en: 'The exception was rejected', es: 'Se rechazó la excepción', ja: '例外申請が却下されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  disputeEnded: {
    title: { zh: '因身份异议终止合作', en: 'Cooperation ended after an objection', es: 'Cooperación terminada tras una objeción', ja: '異議により取引を終了' },
    body: { zh: '不再付款：{reason}', en: 'No further payments: {reason}', es: 'No se harán más pagos: {reason}', ja: '支払い終了：{reason}' },
  },
  payoutsStopped: {
    title: { zh: '系统核对异常，付款已停止', en: 'An integrity check failed: payouts are stopped', es: 'Comprobación fallida: los pagos están detenidos', ja: '照合に異常、支払いを停止しました' },
    body: {
      zh: '未通过的核对：{checks}。请查看“日志—系统核对”，查明原因后由两人解除停付。',
      en: 'Failed checks: {checks}. See Log, Checks; find the cause, then two people can resume payouts.',
      es: 'Comprobaciones fallidas: {checks}. Vea Registro, Comprobaciones; averigüe la causa y dos personas reanudan los pagos.',
      ja: '異常のある照合：{checks}。「ログ－照合」を確認し、原因究明後に2名で解除してください。',
    },
  },
  ...batchResultMessages,
  ...reviewResultMessages,
  payoutException: {
    title: { zh: '发现 {count, number} 笔支付异常', en: '{count, plural, one {# payout exception} other {# payout exceptions}}', es: '{count, plural, one {# incidencia de pago} other {# incidencias de pago}}', ja: '支払異常 {count, number} 件' },
    body: {
      zh: '{no}：银行的结果与账务不符，已挂账，请处理。',
      en: '{no}: the bank’s result and our books differ. The amount is in suspense and awaits your action.',
      es: '{no}: el resultado del banco y los libros difieren. El importe queda en suspenso y espera su decisión.',
      ja: '{no}：銀行結果と帳簿が一致しません。仮勘定に計上済みです。処理してください。',
    },
  },
  payoutExceptionProposed: {
    title: { zh: '支付异常 {no} 待复核', en: 'Exception {no} awaits approval', es: 'Incidencia {no} por aprobar', ja: '支払異常 {no} の承認待ち' },
    body: { zh: '{name} 提出了处理方案。', en: '{name} proposed a resolution.', es: '{name} propuso una resolución.', ja: '{name} が処理案を提出しました。' },
  },
  payoutExceptionDeclined: {
    title: { zh: '支付异常 {no} 的方案被退回', en: 'Your proposal for {no} was declined', es: 'Se rechazó su propuesta para {no}', ja: '支払異常 {no} の処理案は差し戻されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  payoutReported: {
    title: { zh: '批次 {no} 有 {count} 笔失败或退汇待确认', en: 'Batch {no}: {count} reported results to confirm', es: 'Lote {no}: {count} resultados por confirmar', ja: 'バッチ {no}：失敗・組戻し {count} 件の確認待ち' },
    body: { zh: '{name} 登记，确认后资金退回单位。', en: 'Reported by {name}; the money returns to the unit once you confirm.', es: 'Comunicados por {name}; el dinero vuelve a la empresa al confirmar.', ja: '{name} が登録。確認すると資金が企業に戻ります。' },
  },
  payoutReportDeclined: {
    title: { zh: '明细 {no} 的登记被退回', en: 'The result you reported for {no} was declined', es: 'Se rechazó el resultado comunicado de {no}', ja: '明細 {no} の登録は差し戻されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  batchReady: {
    title: { zh: '批次 {no} 已可提交', en: 'Batch {no} can be submitted', es: 'El lote {no} se puede enviar', ja: 'バッチ {no} は提出できます' },
    body: { zh: '人员审核完成，全部明细校验通过。', en: 'The review is complete and every line passed.', es: 'La revisión terminó y todas las líneas son válidas.', ja: '人員審査が完了し、全明細が検証を通過しました。' },
  },
  ...reviewMessages,
  entityMoved: {
    title: { zh: '个体户“{name}”办理进度更新', en: '“{name}”: status changed', es: 'Novedades en el trámite de «{name}»', ja: '「{name}」の手続きが進みました' },
    body: {
      zh: '当前：{state, select, registering {工商注册中} bank {银行开户中} tax {税务登记中} operating {运营中} cancelling {注销中} other {已注销}}。',
      en: 'Current status: {state, select, registering {at the registry} bank {opening an account} tax {tax registration} operating {operating} cancelling {being deregistered} other {deregistered}}.',
      es: 'Estado actual: {state, select, registering {en el registro} bank {abriendo cuenta} tax {alta fiscal} operating {en actividad} cancelling {en trámite de baja} other {de baja}}.',
      ja: '現在：{state, select, registering {登記申請中} bank {口座開設中} tax {税務登録中} operating {営業中} cancelling {廃業手続き中} other {廃業済み}}。',
    },
  },
  obligationDue: {
    title: {
      zh: '{kind, select, annualReport {工商年报} vat {增值税申报} incomeTax {经营所得个税申报} incomeAnnual {经营所得汇算清缴} other {服务年费}}请于 {day} 前办理',
      en: '{kind, select, annualReport {Annual report} vat {VAT declaration} incomeTax {Business income tax return} incomeAnnual {Annual income tax settlement} other {Annual service fee}}: due by {day}',
      es: '{kind, select, annualReport {Informe anual} vat {Declaración de IVA} incomeTax {Declaración del impuesto sobre la renta} incomeAnnual {Liquidación anual} other {Cuota anual}}: hasta el {day}',
      ja: '{kind, select, annualReport {年次報告} vat {増値税申告} incomeTax {事業所得の個人所得税申告} incomeAnnual {年度確定申告} other {年間サービス費}}：期限 {day}',
    },
    body: { zh: '“{name}” {period} 期，请把回执交给运营中心登记。', en: '“{name}”, period {period}. Give the receipt to the centre.', es: '«{name}», período {period}. Entregue el justificante al centro.', ja: '「{name}」{period}。控えをセンターにご提出ください。' },
  },
  entityAbnormal: {
    title: { zh: '个体户“{name}”因逾期转为异常', en: '“{name}” has overdue filings', es: '«{name}» está en situación anómala por declaraciones vencidas', ja: '「{name}」が異常になりました' },
    body: {
      zh: '{count, number} 项年报或申报已逾期，补办前不能收款和注销。',
      en: '{count, plural, one {# report or declaration is} other {# reports or declarations are}} late. The business cannot be paid or deregistered until they are filed.',
      es: '{count, plural, one {# declaración vencida} other {# declaraciones vencidas}}. No recibirá pagos ni podrá darse de baja hasta resolverlo.',
      ja: '{count, number} 件が期限超過です。処理するまで受取と廃業はできません。',
    },
  },
  topupConfirmed: {
    title: { zh: '充值 {no} 已入账', en: 'Top-up {no} was credited', es: 'La recarga {no} se ha abonado', ja: '入金 {no} が反映されました' },
    body: { zh: '{amount} 已计入可用余额。', en: '{amount} is available.', es: '{amount} ya está disponible.', ja: '{amount} が利用可能残高に加算されました。' },
  },
  topupRejected: {
    title: { zh: '充值 {no} 被驳回', en: 'Top-up {no} was rejected', es: 'La recarga {no} fue rechazada', ja: '入金 {no} は却下されました' },
    body: { zh: '{amount}：{reason}', en: '{amount}: {reason}', es: '{amount}: {reason}', ja: '{amount}：{reason}' },
  },
  contractToSign: {
    title: { zh: '《{name}》待您签署', en: '“{name}” awaits your signature', es: '«{name}» espera su firma', ja: '「{name}」の署名をお待ちしています' },
    body: { zh: '{no}，请于 {day} 前完成签署。', en: '{no}: sign by {day}.', es: '{no}: firme antes del {day}.', ja: '{no}：{day} までに署名してください。' },
  },
  contractDone: {
    title: { zh: '《{name}》已签署完成', en: '“{name}” is signed', es: '«{name}» está firmado', ja: '「{name}」の署名が完了しました' },
    body: { zh: '{no} 各方均已签署，可查看和下载。', en: '{no} has been signed by all parties; you can view and download it.', es: '{no} está firmado por todos; puede verlo y descargarlo.', ja: '{no} は全当事者の署名が完了し、閲覧・ダウンロードできます。' },
  },
  contractOver: {
    title: { zh: '《{name}》签署未完成', en: '“{name}” was not signed', es: '«{name}» no se firmó', ja: '「{name}」の署名は完了しませんでした' },
    body: { zh: '{no}：{reason}', en: '{no}: {reason}', es: '{no}: {reason}', ja: '{no}：{reason}' },
  },
  ...sealMessages,
  ...collectionMessages,
  ...commissionMessages,
  ...invoiceMessages,
  ...reconciliationMessages,
  ...prepaymentMessages,
  ...taxMessages,
  orderOffered: {
    title: { zh: '订单“{title}”待您接单', en: 'The order “{title}” awaits your answer', es: 'El pedido «{title}» espera su respuesta', ja: '注文「{title}」の回答をお待ちしています' },
    body: { zh: '{unit} 指派您承接 {no}，请接单或谢绝。', en: '{unit} asks you to take on {no}: accept or decline.', es: '{unit} le propone {no}: acepte o rechace.', ja: '{unit} から {no} の依頼です。受諾または辞退してください。' },
  },
  orderAnswered: {
    title: {
      zh: '{name}{answer, select, accepted {已接单} other {已谢绝}}“{title}”',
      en: '{name} {answer, select, accepted {accepted} other {declined}} “{title}”',
      es: '{name} {answer, select, accepted {aceptó} other {rechazó}} «{title}»',
      ja: '{name} が「{title}」を{answer, select, accepted {受諾しました} other {辞退しました}}',
    },
    body: { zh: '{no}：{reason}', en: '{no}: {reason}', es: '{no}: {reason}', ja: '{no}：{reason}' },
  },
  orderDelivered: {
    title: { zh: '订单“{title}”待验收', en: 'Accept the work of order “{title}”', es: 'El pedido «{title}» está por aceptar', ja: '注文「{title}」が検収待ちです' },
    body: { zh: '{no} 已提交成果，请核对并上传验收单。', en: 'Work for {no} was delivered. Check the work and upload the acceptance sheet.', es: 'Se entregó el trabajo de {no}. Compruebe el trabajo y suba el acta de aceptación.', ja: '{no} の成果物が提出されました。確認のうえ検収書をアップロードしてください。' },
  },
  ...batchTaskMessages,
  moneyArrived: {
    title: { zh: '{amount} 已到账', en: '{amount} has been paid to you', es: 'Ha recibido {amount}', ja: '{amount} が入金されました' },
    body: { zh: '付款方：{unit}，单号 {no}。', en: 'From {unit}, payment {no}.', es: 'De {unit}, pago {no}.', ja: '支払元：{unit}、番号 {no}。' },
  },
  moneyFailed: {
    title: { zh: '{amount} 付款失败', en: 'A payment of {amount} to you failed', es: 'Falló un pago de {amount} a su favor', ja: '{amount} の支払いが失敗しました' },
    body: {
      zh: '付款方：{unit}，单号 {no}。请核对收款账户，或联系付款方。',
      en: 'From {unit}, payment {no}. Check your bank account details or contact the payer.',
      es: 'De {unit}, pago {no}. Compruebe su cuenta bancaria o contacte con el pagador.',
      ja: '支払元：{unit}、番号 {no}。受取口座をご確認いただくか、支払元へお問い合わせください。',
    },
  },
  moneyReturned: {
    title: { zh: '{amount} 被银行退汇', en: 'Your bank returned {amount}', es: 'Su banco devolvió {amount}', ja: '{amount} が銀行から戻されました' },
    body: {
      zh: '付款方：{unit}，单号 {no}。请核对收款账户，或联系付款方。',
      en: 'From {unit}, payment {no}. Check your bank account details or contact the payer.',
      es: 'De {unit}, pago {no}. Compruebe su cuenta bancaria o contacte con el pagador.',
      ja: '支払元：{unit}、番号 {no}。受取口座をご確認いただくか、支払元へお問い合わせください。',
    },
  },
  topupSubmitted: {
    title: { zh: '充值 {no} 待确认', en: 'Top-up {no} awaits confirmation', es: 'La recarga {no} espera confirmación', ja: '入金 {no} の確認待ち' },
    body: { zh: '{unit}：{amount}', en: '{unit}: {amount}', es: '{unit}: {amount}', ja: '{unit}：{amount}' },
  },
  creditsUnclaimed: {
    title: { zh: '{count, number} 笔来款待认领', en: '{count, plural, one {# bank credit is} other {# bank credits are}} unclaimed', es: '{count, plural, one {# ingreso} other {# ingresos}} sin identificar', ja: '未消込の入金 {count, number} 件' },
    body: { zh: '合计 {amount}。', en: 'Total: {amount}.', es: 'Total: {amount}.', ja: '合計 {amount}。' },
  },
  creditArrived: {
    title: { zh: '{amount} 来款待认领', en: '{amount} has arrived and awaits your claim', es: 'Llegó un ingreso de {amount} por identificar', ja: '{amount} の入金が未消込です' },
    body: {
      zh: '{centre} 已收到汇款，请提交充值申请。',
      en: '{centre} received your transfer. Submit a top-up request.',
      es: '{centre} recibió su transferencia. Envíe la solicitud de recarga.',
      ja: '{centre} が送金を受領しました。入金申請を提出してください。',
    },
  },
  contractEnding: {
    title: { zh: '《{name}》将于 {day} 到期', en: '“{name}” ends on {day}', es: '«{name}» vence el {day}', ja: '「{name}」は {day} に満了します' },
    body: { zh: '{no}，请及时续签。', en: 'Contract {no}: renew it in time.', es: 'Contrato {no}: renuévelo a tiempo.', ja: '{no}：お早めに更新してください。' },
  },
  contractsEnding: {
    title: { zh: '{count, number} 份合同即将到期', en: '{count, plural, one {# contract is} other {# contracts are}} about to end', es: '{count, plural, one {# contrato vence} other {# contratos vencen}} pronto', ja: '契約 {count, number} 件がまもなく満了します' },
    body: { zh: '请及时办理续签。', en: 'Renew the contracts in time.', es: 'Renueve los contratos a tiempo.', ja: '契約をお早めに更新してください。' },
  },
  obligationsDue: {
    title: { zh: '{count, number} 项年报或申报即将到期', en: '{count, plural, one {# filing is} other {# filings are}} due soon', es: '{count, plural, one {# declaración vence} other {# declaraciones vencen}} pronto', ja: '期限の近い申告 {count, number} 件' },
    body: { zh: '详见申报日历。', en: 'See the filing calendar.', es: 'Vea el calendario de declaraciones.', ja: '申告カレンダーをご確認ください。' },
  },
  paperEnding: {
    title: { zh: '您的证件有效期至 {day}', en: 'Your ID is valid until {day}', es: 'Su documento vale hasta el {day}', ja: '身分証の有効期限は {day} です' },
    body: { zh: '请换领证件，并联系运营中心更新。', en: 'Renew your ID and have your operations centre update the record.', es: 'Renueve el documento y pida al centro que lo actualice.', ja: '身分証を更新し、運営センターへ変更をご連絡ください。' },
  },
  papersEnding: {
    title: { zh: '{count, number} 人的证件即将到期或已过期', en: '{count, plural, one {# ID is} other {# IDs are}} about to expire or expired', es: '{count, plural, one {# documento caduca} other {# documentos caducan}} pronto o ya caducaron', ja: '身分証の期限が近い・切れた事業者 {count, number} 名' },
    body: { zh: '请提醒本人换领，并更新有效期。', en: 'Ask these people to renew their IDs, and update the validity.', es: 'Pida a estas personas que renueven el documento y actualice la validez.', ja: '本人に更新を依頼し、有効期間を変更してください。' },
  },
  disputeToResolve: {
    title: { zh: '{name} 提出身份异议', en: '{name} raised an identity objection', es: '{name} ha presentado una objeción de identidad', ja: '{name} から身元の異議' },
    body: {
      zh: '涉及单位：{unit}。付款已暂停，请处理。',
      en: 'Unit concerned: {unit}. Payments are stopped until you decide.',
      es: 'Empresa: {unit}. Los pagos están detenidos hasta su decisión.',
      ja: '対象企業：{unit}。支払いは停止中です。処理してください。',
    },
  },
  newDevice: {
    title: { zh: '您的账号在新设备登录', en: 'New sign-in to your account', es: 'Nuevo acceso a su cuenta', ja: '新しい端末からのログイン' },
    body: {
      zh: '{at}，{device, select, none {未知设备} other {{device}}}。如非本人操作，请立即修改登录密码。',
      en: '{at}, {device, select, none {unknown device} other {{device}}}. If it was not you, change your login password at once.',
      es: '{at}, {device, select, none {dispositivo desconocido} other {{device}}}. Si no fue usted, cambie enseguida su contraseña.',
      ja: '{at}、{device, select, none {不明な端末} other {{device}}}。心当たりがない場合は、直ちにログインパスワードを変更してください。',
    },
  },
  applicationApproved: {
    title: { zh: '申请 {no} 审核通过', en: 'Application {no} was approved', es: 'La solicitud {no} fue aprobada', ja: '申請 {no} は承認されました' },
    body: { zh: '请按页面提示完成后续步骤。', en: 'Follow the next steps shown on the page.', es: 'Siga los pasos que indica la página.', ja: '画面の案内に従って手続きを完了してください。' },
  },
  applicationReturned: {
    title: { zh: '申请 {no} 被退回', en: 'Application {no} was sent back', es: 'La solicitud {no} fue devuelta', ja: '申請 {no} は差し戻されました' },
    body: {
      zh: '{count, number} 项需更正，更正后请重新提交。',
      en: '{count, plural, one {# field needs} other {# fields need}} correction. Correct and resubmit.',
      es: '{count, plural, one {# dato por corregir} other {# datos por corregir}}. Corrija y vuelva a enviar.',
      ja: '{count, number} 項目を修正のうえ、再提出してください。',
    },
  },
} as const satisfies Record<string, MessageText>

export type MessageKind = keyof typeof messageTexts
