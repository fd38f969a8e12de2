import type { Text } from '#/domain/base/text.ts'

export const texts = {
  list: { zh: '注销申请', en: 'Requests to close', es: 'Solicitudes de cierre', ja: '解約申請' },
  listOpen: { zh: '注销申请 {count}', en: 'Requests to close {count}', es: 'Solicitudes de cierre {count}', ja: '解約申請 {count}' },
  none: { zh: '没有注销申请', en: 'No requests', es: 'Ninguna solicitud', ja: '解約申請はありません' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  reason: { zh: '申请说明', en: 'Reason given', es: 'Motivo', ja: '申請理由' },
  at: { zh: '申请时间', en: 'Asked', es: 'Pedida', ja: '申請日時' },
  due: { zh: '处理期限', en: 'Decide by', es: 'Plazo', ja: '処理期限' },
  late: { zh: '{day}（已逾期）', en: '{day} (overdue)', es: '{day} (vencida)', ja: '{day}（期限超過）' },
  result: { zh: '处理结果', en: 'Decision', es: 'Resolución', ja: '処理結果' },
  action: { zh: '操作', en: 'Actions', es: 'Acciones', ja: '操作' },
  decide: { zh: '处理', en: 'Decide', es: 'Resolver', ja: '処理' },
  decideTitle: { zh: '处理 {name} 的注销申请', en: 'Close the account of {name}?', es: '¿Cerrar la cuenta de {name}?', ja: '{name} の解約申請の処理' },
  choice: { zh: '处理方式', en: 'Decision', es: 'Decisión', ja: '処理方法' },
  close: { zh: '注销账户', en: 'Close the account', es: 'Cerrar la cuenta', ja: '解約する' },
  refuse: { zh: '不予注销', en: 'Do not close', es: 'No cerrar', ja: '解約しない' },
  words: { zh: '说明（申请人可见）', en: 'Note to the operator', es: 'Nota al operador', ja: '申請者への説明' },
  clear: { zh: '没有需要先处理的事项', en: 'Ready to close', es: 'Nada lo impide', ja: '先に処理すべき事項はありません' },
  consequence: {
    zh: '注销后立即无法登录和收款，生效中的协议终止，手机号和银行卡删除；与支付、合同和涉税有关的资料依法保存。再次使用须重新注册。',
    en: 'Sign-in and payments end at once, agreements in force end, and mobile and card numbers are removed. Data required for payments, contracts and tax law are kept. To return, the person must register again.',
    es: 'El acceso y los cobros terminan de inmediato, los acuerdos vigentes acaban y se borran móvil y tarjetas. Lo que exigen pagos, contratos y la ley fiscal se conserva. Para volver hay que registrarse de nuevo.',
    ja: 'ログインと受取は直ちに停止し、有効な契約は終了、携帯番号とカードは削除されます。支払い・契約・税務上必要な資料は法令に従い保存します。再利用には新規登録が必要です。',
  },
  done: { zh: '已处理', en: 'Decided', es: 'Resuelta', ja: '処理しました' },
} as const satisfies Record<string, Text>
