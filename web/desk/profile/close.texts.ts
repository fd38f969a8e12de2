import type { Text } from '#/domain/base/text.ts'

export const closeTexts = {
  title: { zh: '注销账户', en: 'Close the account', es: 'Cerrar la cuenta', ja: '解約' },
  note: {
    zh: '运营中心在 15 个工作日内处理。注销后无法登录和收款，手机号和银行卡删除；与支付、合同和涉税有关的资料依法保存。再次使用须重新注册。',
    en: 'The centre decides within 15 working days. You can then no longer sign in or be paid; mobile and card numbers are removed. Data required for payments, contracts and tax law are kept. To return, register again.',
    es: 'El centro decide en 15 días hábiles. Después no podrá entrar ni cobrar; se borran móvil y tarjetas. Lo que exigen pagos, contratos y la ley fiscal se conserva. Para volver, regístrese de nuevo.',
    ja: 'センターが15営業日以内に処理します。解約後はログイン・受取ができず、携帯番号とカードは削除されます。支払い・契約・税務上必要な資料は法令に従い保存します。再利用には新規登録が必要です。',
  },
  ask: { zh: '申请注销', en: 'Request closing', es: 'Pedir el cierre', ja: '解約を申請' },
  waits: { zh: '{at} 已申请注销，将于 {day} 前处理', en: 'Requested on {at}; decision by {day}', es: 'Pedido el {at}; se decide antes del {day}', ja: '{at} 申請済み。{day} までに処理します' },
  withdraw: { zh: '撤回申请', en: 'Withdraw', es: 'Retirar', ja: '申請を撤回' },
  password: { zh: '登录密码', en: 'Login password', es: 'Contraseña', ja: 'ログインパスワード' },
  code: { zh: '发送到 {mobile} 的验证码', en: 'Code sent to {mobile}', es: 'Código enviado a {mobile}', ja: '{mobile} に送信したコード' },
  reason: { zh: '原因（选填）', en: 'Reason (optional)', es: 'Motivo (opcional)', ja: '理由（任意）' },
  send: { zh: '获取验证码', en: 'Send the code', es: 'Enviar código', ja: 'コードを送信' },
} as const satisfies Record<string, Text>
