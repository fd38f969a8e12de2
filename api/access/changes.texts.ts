import type { ChangeState, GuardedKind } from '#/domain/access/guarded.ts'
import type { Text } from '#/domain/base/text.ts'

export const changeRefusals = {
  notPlatform: { zh: '敏感变更由平台账号办理', en: 'Only platform accounts can handle guarded changes.', es: 'Solo las cuentas de la plataforma pueden tramitar cambios protegidos.', ja: '重要変更はプラットフォームのアカウントが処理します。' },
  notFound: { zh: '变更申请不存在', en: 'The change does not exist.', es: 'No existe ese cambio.', ja: '変更申請が存在しません。' },
  whyNeeded: { zh: '请填写变更原因（至少 2 个字），供另一人复核', en: 'Enter the reason for this change (at least 2 characters). Another person reviews it.', es: 'Indique el motivo del cambio (2 caracteres como mínimo). Otra persona lo revisará.', ja: '変更理由を2文字以上入力してください。別の担当者が確認します。' },
  openAlready: {
    zh: '{name} 已有一项变更待复核或待生效，请先处理该变更',
    en: 'A change to {name} is already awaiting approval. Approve, reject or withdraw it first.',
    es: 'Ya hay un cambio por aprobar o aplicar de {name}. Resuélvalo o retírelo primero.',
    ja: '{name} には処理中の変更があります。先に承認または取消をしてください。',
  },
  ownProposal: { zh: '不能复核自己提出的变更，请由另一人处理', en: 'You proposed this change. Another person must decide.', es: 'Usted propuso este cambio; debe resolverlo otra persona.', ja: '自分が申請した変更は承認できません。別の担当者が処理してください。' },
  passwordSet: {
    zh: '您的账号与提出人有关联（24 小时内由其设置密码；由其创建，您尚未自设密码；或共用手机、邮箱）。请通过“忘记密码”自设密码后再复核，或由他人复核。',
    en: 'Your account is linked to the proposer (they set your password within 24 hours, created your account, or share your phone or e-mail). Reset your password with “Forgotten your password?” and retry, or ask another person to decide.',
    es: 'Su cuenta está vinculada a quien lo propuso (contraseña fijada en 24 horas, cuenta creada por esa persona, o mismo teléfono o correo). Restablezca su contraseña e inténtelo de nuevo, o pida a otra persona que decida.',
    ja: 'あなたのアカウントは申請者と関連しています（24時間以内のパスワード設定、相手が作成したアカウント、または電話・メールの共用）。パスワードを再設定してから承認するか、別の担当者に依頼してください。',
  },
  decided: { zh: '该变更已处理', en: 'This change is already settled.', es: 'Este cambio ya está resuelto.', ja: 'この変更は処理済みです。' },
  noRight: { zh: '没有“敏感变更复核”权限', en: 'You do not have the “Decide guarded changes” permission.', es: 'Le falta el permiso «Resolver cambios protegidos».', ja: '「重要変更の承認」権限がありません。' },
  busy: {
    zh: '{name} 有指令等待结果，更换后的服务商会重复执行；完成后再通过',
    en: '{name} has orders without a result, which another provider would execute again. Approve after the results arrive.',
    es: '{name} tiene órdenes sin resultado, que otro proveedor repetiría. Apruebe cuando lleguen los resultados.',
    ja: '{name} に結果待ちの指示があり、別の事業者が重複して実行する恐れがあります。結果が届いてから承認してください。',
  },
  noteNeeded: { zh: '驳回请填写原因（至少 2 个字）', en: 'Enter the reason for rejecting the change.', es: 'Indique el motivo del rechazo.', ja: '却下の理由を2文字以上入力してください。' },
} as const satisfies Record<string, Text>

export const changeStateNames = {
  waiting: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  approved: { zh: '待生效', en: 'Approved, not yet in effect', es: 'Aprobado, aún sin efecto', ja: '発効待ち' },
  effective: { zh: '已生效', en: 'In effect', es: 'Vigente', ja: '発効済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  withdrawn: { zh: '已撤销', en: 'Withdrawn', es: 'Retirado', ja: '取消済み' },
} as const satisfies Record<ChangeState, Text>

export const changeKindNames = {
  centre: { zh: '收款账户', en: 'Receiving account', es: 'Cuenta receptora', ja: '受取口座' },
  channel: { zh: '支付通道', en: 'Payout channel', es: 'Canal de pago', ja: '支払チャネル' },
  partner: { zh: '合作伙伴账户', en: 'Partner account', es: 'Cuenta de socio', ja: 'パートナー口座' },
  einvoice_channel: { zh: '开票通道', en: 'Issuing channel', es: 'Canal de emisión', ja: '発行チャネル' },
  gateway: { zh: '外部服务', en: 'External service', es: 'Servicio externo', ja: '外部サービス' },
  seal_certificate: { zh: '签章证书', en: 'Sealing certificate', es: 'Certificado de sello', ja: '署名証明書' },
  role: { zh: '角色职责', en: 'Duties of a role', es: 'Funciones de un rol', ja: 'ロールの職務' },
  app_user: { zh: '账号职责', en: 'Duties of an account', es: 'Funciones de una cuenta', ja: 'アカウントの職務' },
  platform_setting: { zh: '个人月限额', en: 'Monthly limit per person', es: 'Límite mensual por persona', ja: '個人の月間上限' },
} as const satisfies Record<GuardedKind, Text>

/** Names of guarded fields, except the settings of channels. */
export const guardedFields = {
  kind: { zh: '接入方式', en: 'Connection method', es: 'Forma de conexión', ja: '接続方式' },
  certificateSubject: { zh: '证书主体', en: 'Certificate subject', es: 'Titular del certificado', ja: '証明書の名義' },
  certificateSerial: { zh: '证书序列号', en: 'Certificate serial number', es: 'N.º de serie del certificado', ja: '証明書のシリアル番号' },
  certificateFingerprint: { zh: '证书指纹', en: 'Certificate fingerprint', es: 'Huella del certificado', ja: '証明書のフィンガープリント' },
  certificateEnds: { zh: '证书到期日', en: 'Certificate valid until', es: 'Certificado válido hasta', ja: '証明書の有効期限' },
  accountName: { zh: '收款户名', en: 'Account name', es: 'Titular', ja: '口座名義' },
  accountNo: { zh: '收款账号', en: 'Account number', es: 'N.º de cuenta', ja: '口座番号' },
  accountBank: { zh: '收款开户行', en: 'Bank', es: 'Banco', ja: '銀行' },
  invoiceBank: { zh: '开票开户行', en: 'Bank on invoices', es: 'Banco en facturas', ja: '発票の銀行' },
  invoiceAccountNo: { zh: '开票账号', en: 'Account on invoices', es: 'Cuenta en facturas', ja: '発票の口座' },
  singleLimit: { zh: '单笔限额', en: 'Limit per payment', es: 'Límite por pago', ja: '1件の限度額' },
  monthLimit: { zh: '每人每月限额', en: 'Limit per person and month', es: 'Límite por persona y mes', ja: '1人あたり月間上限' },
  dailyLimit: { zh: '单日限额', en: 'Limit per day', es: 'Límite diario', ja: '1日の限度額' },
  duties: { zh: '新增职责权限', en: 'Added duties', es: 'Funciones añadidas', ja: '追加する職務権限' },
  dutyRoles: { zh: '新增角色', en: 'Added roles', es: 'Roles añadidos', ja: '追加するロール' },
  personLimit: { zh: '每人每月限额', en: 'Limit per person and month', es: 'Límite por persona y mes', ja: '1人あたり月間上限' },
  isActive: { zh: '启用', en: 'In use', es: 'En uso', ja: '使用' },
} as const satisfies Record<string, Text>

export const changeLabels = {
  platform: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
  yes: { zh: '是', en: 'Yes', es: 'Sí', ja: 'はい' },
  no: { zh: '否', en: 'No', es: 'No', ja: 'いいえ' },
} as const satisfies Record<string, Text>
