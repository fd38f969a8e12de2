import type { Text } from '#/domain/base/text.ts'
import type { ClosingObstacleKind, ClosingState } from '#/domain/people/closing.ts'

export const closingRefusals = {
  notOperator: { zh: '只有经营者本人可以申请注销', en: 'Only operators can ask to close their own account.', es: 'Solo los operadores pueden pedir el cierre de su cuenta.', ja: '解約を申請できるのは事業者本人のみです。' },
  openAlready: { zh: '您的注销申请正在处理中', en: 'Your request is already being handled.', es: 'Su solicitud ya está en curso.', ja: '解約申請は処理中です。' },
  notFound: { zh: '注销申请不存在或不在您的管理范围内', en: 'The request does not exist or is outside your scope.', es: 'La solicitud no existe o queda fuera de su ámbito.', ja: '解約申請が存在しないか、管理範囲外です。' },
  decided: { zh: '该注销申请已处理', en: 'This request has been decided.', es: 'Esta solicitud ya se resolvió.', ja: 'この解約申請は処理済みです。' },
  noPlace: { zh: '注销申请由平台或所属运营中心处理', en: 'Only the platform or the operator’s centre can decide on the request.', es: 'Solo la plataforma o el centro del operador pueden decidir la solicitud.', ja: 'プラットフォームまたは所属センターが処理します。' },
  noRight: { zh: '没有“冻结与注销”权限', en: 'You do not have the “Freeze and close” permission.', es: 'Le falta el permiso «Bloquear y cerrar».', ja: '「凍結・解約」権限がありません。' },
  hindered: { zh: '尚不能注销，请先处理：{what}', en: 'The account cannot be closed yet. Settle first: {what}.', es: 'La cuenta aún no se puede cerrar. Resuelva antes: {what}.', ja: 'まだ解約できません。先に処理が必要です：{what}' },
  reasonNeeded: { zh: '请填写不予注销的原因', en: 'Explain why the account is not closed.', es: 'Indique por qué no se cierra.', ja: '解約しない理由を入力してください。' },
} as const satisfies Record<string, Text>

export const closingStateNames: Readonly<Record<ClosingState, Text>> = {
  open: { zh: '待处理', en: 'Open', es: 'Abierta', ja: '処理待ち' },
  withdrawn: { zh: '本人已撤回', en: 'Withdrawn', es: 'Retirada', ja: '本人が撤回' },
  refused: { zh: '未予注销', en: 'Refused', es: 'Denegada', ja: '不承認' },
  closed: { zh: '已注销', en: 'Closed', es: 'Cerrada', ja: '解約済み' },
}

/** Names of the matters shown before a closing: most prevent it, others end with the account or continue after it. */
export const closingObstacleNames: Readonly<Record<ClosingObstacleKind, Text>> = {
  payments: { zh: '未完成的付款', en: 'Payments in progress', es: 'Pagos en curso', ja: '処理中の支払い' },
  disputes: { zh: '未处理的身份异议', en: 'Open identity objections', es: 'Objeciones de identidad abiertas', ja: '未処理の身元の異議' },
  exceptions: { zh: '未处理的支付异常', en: 'Open payout exceptions', es: 'Incidencias de pago abiertas', ja: '未処理の支払異常' },
  orders: { zh: '未完结的订单', en: 'Orders not settled', es: 'Pedidos sin liquidar', ja: '未完了の注文' },
  businesses: { zh: '未注销的个体户', en: 'Businesses not deregistered', es: 'Negocios sin dar de baja', ja: '廃業していない個人事業' },
  clearings: {
    zh: '未了结的多扣税费（请在“月度清算”处理完毕）',
    en: 'Excess tax not settled (finish it under “Monthly clearing”)',
    es: 'Impuestos retenidos de más sin liquidar (termínelo en «Liquidación mensual»)',
    ja: '未清算の過大徴収税額（「月次清算」で処理してください）',
  },
  signing: { zh: '签署或解约中的合同', en: 'Contracts being signed or terminated', es: 'Contratos en firma o resolución', ja: '署名中・解約中の契約' },
  agreements: { zh: '生效中的协议（注销时终止）', en: 'Agreements in force (end with the account)', es: 'Acuerdos vigentes (terminan con la cuenta)', ja: '有効な契約（解約と同時に終了）' },
  months: { zh: '尚未申报的收入月份（照常申报）', en: 'Months not yet filed (filed as usual)', es: 'Meses sin declarar (se declaran igualmente)', ja: '未申告の収入月（通常どおり申告）' },
}

/** The text message to the owner of a closed account, sent before the mobile number is removed. */
export const closingMessages = {
  closed: {
    zh: '【云创客平台】您的账户已注销，手机号、银行卡等信息已删除；与支付和涉税有关的资料依法保存。如需再次使用，请重新注册。',
    en: '[Yunchuangke] Your account is closed. Mobile and card numbers are removed; data required for payments and tax law are kept. To return, register again.',
    es: '[Yunchuangke] Su cuenta está cerrada. Se borran móvil y tarjetas; lo que exigen los pagos y la ley fiscal se conserva. Para volver, regístrese de nuevo.',
    ja: '【雲創客】アカウントを解約しました。携帯番号とカード番号は削除し、支払い・税務上必要な資料は法令に従い保存します。再度ご利用の際は新たにご登録ください。',
  },
} as const satisfies Record<string, Text>
