import type { Text } from '#/domain/base/text.ts'
import type { ExternalService } from '#/domain/services/gateway.ts'
import type { SmsState } from '#/domain/services/text-message.ts'

export const serviceNames: Readonly<Record<ExternalService, Text>> = {
  sms: { zh: '短信', en: 'Text messages', es: 'SMS', ja: 'SMS' },
  identity: { zh: '实名核验', en: 'Identity verification', es: 'Verificación de identidad', ja: '本人確認' },
  face: { zh: '人脸核验', en: 'Face verification', es: 'Verificación facial', ja: '顔照合' },
  register: { zh: '工商核验', en: 'Company register', es: 'Registro mercantil', ja: '企業登記照会' },
}

export const textStateNames: Readonly<Record<SmsState, Text>> = {
  queued: { zh: '待提交', en: 'Queued', es: 'En cola', ja: '送信待ち' },
  sent: { zh: '已提交', en: 'Sent', es: 'Enviado', ja: '送信済み' },
  delivered: { zh: '已送达', en: 'Delivered', es: 'Entregado', ja: '配信済み' },
  failed: { zh: '失败', en: 'Failed', es: 'Fallido', ja: '失敗' },
}

/** Reasons why a text message was not sent. */
export const textReasons: Readonly<Record<string, Text>> = {
  numberLimit: { zh: '该号码今日已达上限', en: 'Daily limit of this number reached', es: 'Límite diario del número alcanzado', ja: 'この番号の1日上限に到達' },
  dayLimit: { zh: '平台今日已达上限', en: 'Daily limit of the platform reached', es: 'Límite diario de la plataforma alcanzado', ja: '全体の1日上限に到達' },
  noAnswer: { zh: '网关无应答', en: 'The gateway did not respond', es: 'La pasarela no respondió', ja: 'ゲートウェイ応答なし' },
  refused: { zh: '网关拒绝', en: 'Refused by the gateway', es: 'Rechazado por la pasarela', ja: 'ゲートウェイが拒否' },
}

/** Names of requests to a verifier. */
export const callNames: Readonly<Record<string, Text>> = {
  id2: { zh: '姓名 + 证件号码', en: 'Name + ID', es: 'Nombre + documento', ja: '氏名＋身分証番号' },
  card3: { zh: '银行卡三要素', en: 'Name + ID + card', es: 'Nombre + documento + tarjeta', ja: 'カード3要素' },
  card4: { zh: '银行卡四要素', en: 'Name + ID + card + mobile', es: 'Nombre + documento + tarjeta + móvil', ja: 'カード4要素' },
  face: { zh: '人脸比对', en: 'Face', es: 'Rostro', ja: '顔照合' },
  company: { zh: '企业信息', en: 'Company', es: 'Empresa', ja: '企業情報' },
}

/** Names of the results of a verifier. */
export const callResults: Readonly<Record<string, Text>> = {
  match: { zh: '一致', en: 'Match', es: 'Coincide', ja: '一致' },
  mismatch: { zh: '不一致', en: 'No match', es: 'No coincide', ja: '不一致' },
  card_mismatch: { zh: '卡号不一致', en: 'Card does not match', es: 'La tarjeta no coincide', ja: 'カード不一致' },
  name_mismatch: { zh: '姓名不一致', en: 'Name does not match', es: 'El nombre no coincide', ja: '氏名不一致' },
  not_found: { zh: '查无记录', en: 'Not found', es: 'No consta', ja: '該当なし' },
  no_face: { zh: '无人脸', en: 'No face found', es: 'Sin rostro', ja: '顔なし' },
  noAnswer: { zh: '无结果', en: 'No answer', es: 'Sin respuesta', ja: '応答なし' },
  notAsked: { zh: '未询问', en: 'Not asked', es: 'Sin consultar', ja: '未照会' },
  asked: { zh: '询问中', en: 'Query pending', es: 'Consultando', ja: '照会中' },
}

/** Names of the purposes of text messages. */
export const textKindNames = {
  recoveryCode: { zh: '找回密码验证码', en: 'Password reset code', es: 'Código de recuperación', ja: 'パスワード再設定コード' },
  resetLink: { zh: '密码重置链接', en: 'Password reset link', es: 'Enlace para restablecer la contraseña', ja: 'パスワード再設定リンク' },
  firstLink: { zh: '新账号设置密码链接', en: 'Link to the first password', es: 'Enlace a la primera contraseña', ja: '初回パスワード設定リンク' },
  contactChanged: { zh: '手机号变更提醒（原号码）', en: 'Notice to the former mobile', es: 'Aviso al móvil anterior', ja: '変更前の携帯番号への通知' },
  registrationCode: { zh: '注册验证码', en: 'Registration code', es: 'Código de registro', ja: '登録コード' },
  newMobileCode: { zh: '新手机号验证码', en: 'Code to the new mobile', es: 'Código al móvil nuevo', ja: '新しい携帯番号のコード' },
  oldMobileCode: { zh: '原手机号验证码', en: 'Code to the old mobile', es: 'Código al móvil anterior', ja: '旧携帯番号のコード' },
  closingCode: { zh: '注销验证码', en: 'Code to close an account', es: 'Código de cierre de cuenta', ja: '解約コード' },
  proofCode: { zh: '首次设置支付密码验证码', en: 'Code for the first payment password', es: 'Código para la primera contraseña de pago', ja: '支払いパスワード初回設定コード' },
  accountClosed: { zh: '账户已注销', en: 'Account closed', es: 'Cuenta cerrada', ja: '解約完了' },
  signCode: { zh: '签署验证码', en: 'Signing code', es: 'Código de firma', ja: '署名コード' },
  signOpen: { zh: '签约通知', en: 'Document to sign', es: 'Documento por firmar', ja: '署名依頼' },
  signRemind: { zh: '签约提醒', en: 'Signing reminder', es: 'Recordatorio de firma', ja: '署名リマインド' },
  signDone: { zh: '签署完成', en: 'Signing complete', es: 'Firma completada', ja: '署名完了' },
  signExpired: { zh: '签署过期', en: 'Signing expired', es: 'Firma vencida', ja: '署名期限切れ' },
  papersWanted: { zh: '补充材料', en: 'Documents requested', es: 'Documentos solicitados', ja: '追加書類の依頼' },
  applicationReceived: { zh: '申请已收到', en: 'Application received', es: 'Solicitud recibida', ja: '申請受付' },
  applicationRejected: { zh: '申请需补正', en: 'Application sent back', es: 'Solicitud devuelta', ja: '申請差戻し' },
  applicationApproved: { zh: '申请通过，待签约', en: 'Application approved, to sign', es: 'Solicitud aprobada, por firmar', ja: '申請承認・署名待ち' },
  applicationAccepted: { zh: '申请通过，待备协议', en: 'Application approved, contract to follow', es: 'Solicitud aprobada, contrato pendiente', ja: '申請承認・契約準備中' },
  applicationActive: { zh: '账户开通', en: 'Account opened', es: 'Cuenta abierta', ja: 'アカウント開通' },
  appealHanded: { zh: '申诉成立，账户移交', en: 'Appeal upheld, account handed over', es: 'Reclamación aceptada, cuenta entregada', ja: '申立て承認・移管' },
  appealFreed: { zh: '申诉成立，继续注册', en: 'Appeal upheld, registration continues', es: 'Reclamación aceptada, siga el registro', ja: '申立て承認・登録継続' },
  appealRejected: { zh: '申诉未通过', en: 'Appeal rejected', es: 'Reclamación rechazada', ja: '申立て却下' },
  appealHolder: { zh: '证件被申诉提醒', en: 'Warning to the registered person', es: 'Aviso al titular', ja: '登録者への通知' },
  accountApproved: { zh: '账号审核通过', en: 'Account approved', es: 'Cuenta aprobada', ja: 'アカウント承認' },
  accountRejected: { zh: '账号审核驳回', en: 'Account rejected', es: 'Cuenta rechazada', ja: 'アカウント却下' },
  notice: { zh: '其他通知（无单独模板时）', en: 'Other notices (without a separate template)', es: 'Otros avisos (sin plantilla propia)', ja: 'その他の通知（個別テンプレートなし）' },
} as const satisfies Record<string, Text>

export const gatewayRefusals = {
  notPlatform: { zh: '仅平台管理员可设置', en: 'Only platform administrators can do this.', es: 'Solo los administradores de la plataforma.', ja: 'プラットフォーム管理者のみ設定できます。' },
  wrongKind: { zh: '接入方式与服务不符', en: 'This connection type does not match the service.', es: 'Este tipo no sirve para este servicio.', ja: '種別とサービスが一致しません。' },
  changed: { zh: '设置已被他人修改，请刷新后重试', en: 'Someone else changed these settings: refresh and try again.', es: 'Otra persona cambió la configuración: actualice y repita.', ja: '他の人が設定を変更しました。更新して再試行してください。' },
  setting: {
    zh: '{name}：{problem, select, missing {必填} unknown {没有此项} other {应为 {rule}}}',
    en: '{name}: {problem, select, missing {required} unknown {no such field} other {expected: {rule}}}',
    es: '{name}: {problem, select, missing {obligatorio} unknown {no existe} other {se espera: {rule}}}',
    ja: '{name}：{problem, select, missing {必須です} unknown {項目がありません} other {{rule}}}',
  },
  address: {
    zh: '接口地址不可用：{problem, select, https {须以 https:// 开头} internal {指向内部网络，须在环境变量 OUTBOUND_INTERNAL 中放行} other {格式不正确}}',
    en: 'The address cannot be used: {problem, select, https {it must begin with https://} internal {it is in an internal network that OUTBOUND_INTERNAL does not allow} other {it is not a valid address}}.',
    es: 'No se puede usar la dirección: {problem, select, https {debe empezar por https://} internal {lleva a una red interna, que OUTBOUND_INTERNAL tendría que permitir} other {no es válida}}.',
    ja: '接続先を使用できません：{problem, select, https {https:// で始めてください} internal {内部ネットワークです。環境変数 OUTBOUND_INTERNAL での許可が必要です} other {形式が正しくありません}}',
  },
  unknownTemplate: { zh: '没有此类短信：{kind}', en: 'There is no such text message: {kind}.', es: 'No existe ese SMS: {kind}.', ja: '該当するSMSはありません：{kind}' },
  notSetUp: { zh: '该服务尚未启用', en: 'This service is not in use.', es: 'Este servicio no está en uso.', ja: 'このサービスは使用されていません。' },
} as const satisfies Record<string, Text>
