import type { Text } from '#/domain/base/text.ts'
import type { OtherSaleState, SalesNoticeReason } from '#/domain/money/other-sales.ts'

export const otherSaleStateNames: Readonly<Record<OtherSaleState, Text>> = {
  pending: { zh: '待核对', en: 'To be checked', es: 'Por comprobar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmada', ja: '確認済み' },
  rejected: { zh: '未通过', en: 'Rejected', es: 'Rechazada', ja: '差戻し' },
  replaced: { zh: '已被新版本替代', en: 'Replaced by a later version', es: 'Sustituida por otra versión', ja: '新しい版に置換済み' },
}

export const noticeReasonNames: Readonly<Record<SalesNoticeReason, Text>> = {
  first: { zh: '首次收款月', en: 'First month with a payment', es: 'Primer mes con pago', ja: '初回支払の月' },
  said: { zh: '注册时自述在其他平台取得收入', en: 'Declared sales elsewhere at registration', es: 'Al registrarse dijo vender en otras plataformas', ja: '登録時に他プラットフォームの収入を申告' },
  near: { zh: '本平台收入达到起征点一半', en: 'Sales here reach half of the threshold', es: 'Sus ventas aquí llegan a la mitad del umbral', ja: '本プラットフォームの収入が免税点の半分に到達' },
}

/** Headings of the list and its export. */
export const otherSaleFields = {
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  code: { zh: '编号', en: 'Number', es: 'Número', ja: '番号' },
  month: { zh: '所属月份', en: 'Month', es: 'Mes', ja: '対象月' },
  version: { zh: '版本', en: 'Version', es: 'Versión', ja: '版' },
  gross: { zh: '其他平台销售额（含税）', en: 'Sales elsewhere with VAT', es: 'Otras ventas con IVA', ja: '他の売上（税込）' },
  payers: { zh: '平台或付款方', en: 'Platforms or payers', es: 'Plataformas o pagadores', ja: 'プラットフォーム・支払者' },
  asked: { zh: '询问原因', en: 'Reason for asking', es: 'Motivo de la consulta', ja: '照会の理由' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  source: { zh: '来源', en: 'Source', es: 'Origen', ja: '登録元' },
  reason: { zh: '代录原因', en: 'Reason for entry', es: 'Motivo del registro', ja: '代行理由' },
  createdBy: { zh: '提交人', en: 'Submitted by', es: 'Enviada por', ja: '提出者' },
  createdAt: { zh: '提交时间', en: 'Submitted', es: 'Enviada', ja: '提出日時' },
  decidedBy: { zh: '核对人', en: 'Decided by', es: 'Resuelta por', ja: '確認者' },
  decidedAt: { zh: '核对时间', en: 'Decided', es: 'Resuelta', ja: '確認日時' },
  answer: { zh: '核对意见', en: 'Answer', es: 'Respuesta', ja: '確認意見' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
} as const satisfies Record<string, Text>

export const otherSaleTexts = {
  byOperator: { zh: '本人申报', en: 'By the operator', es: 'Del operador', ja: '本人' },
  byCentre: { zh: '中心代录', en: 'By the centre', es: 'Del centro', ja: 'センター代行' },
  silent: { zh: '已询问未申报', en: 'Asked, not declared', es: 'Consultados sin declarar', ja: '照会済み・未申告' },
  list: { zh: '其他平台销售额', en: 'Sales on other platforms', es: 'Ventas en otras plataformas', ja: '他プラットフォームの売上' },
} as const satisfies Record<string, Text>

export const otherSaleRefusals = {
  notOperator: { zh: '仅经营者本人可申报', en: 'Only operators declare their own sales.', es: 'Solo los propios operadores declaran sus ventas.', ja: '事業者本人のみ申告できます。' },
  operatorUnknown: {
    zh: '经营者不存在或不属于您的运营中心',
    en: 'The operator does not exist or belongs to another centre.',
    es: 'El operador no existe o es de otro centro.',
    ja: '事業者が存在しないか、他のセンターに所属しています。',
  },
  monthOutside: { zh: '只能申报 {first} 至 {last} 的月份', en: 'Declare a month from {first} to {last}.', es: 'Declare un mes entre {first} y {last}.', ja: '申告できるのは {first} から {last} までの月です。' },
  amountNeeded: {
    zh: '请填写金额和平台或付款方，并上传证明；没有其他销售请选“无”',
    en: 'Enter amount and payers and upload the evidence, or choose “none”.',
    es: 'Indique importe y pagadores y suba el justificante, o elija «ninguna».',
    ja: '金額と支払者を入力し証明書類をアップロードするか、「なし」を選択してください。',
  },
  fileNeeded: { zh: '代录须上传证明', en: 'Upload the evidence.', es: 'Suba el justificante.', ja: '証明書類をアップロードしてください。' },
  notFound: { zh: '申报不存在或不在您的管理范围内', en: 'The declaration does not exist or is outside your scope.', es: 'No existe esa declaración en su ámbito.', ja: '申告が存在しないか、管理範囲外です。' },
  decided: { zh: '该申报已处理', en: 'This declaration is already decided.', es: 'Esta declaración ya está resuelta.', ja: 'この申告は処理済みです。' },
  noPlace: { zh: '由所属运营中心或平台核对', en: 'The operator’s centre or the platform decides.', es: 'Decide el centro del operador o la plataforma.', ja: '所属センターまたはプラットフォームが確認します。' },
  noRight: { zh: '没有“报税核对”权限', en: 'You do not have the “Confirm tax periods” permission.', es: 'Le falta el permiso «Confirmar períodos fiscales».', ja: '「税務申告の確認」権限がありません。' },
  ownEntry: {
    zh: '须由另一人核对：本条由您或视为同一人的账号提交',
    en: 'Another person must decide: you, or an account linked to yours, entered this declaration.',
    es: 'Debe resolverla otra persona: la introdujo usted o una cuenta vinculada a la suya.',
    ja: '別の担当者が確認してください。あなた（または同一人物とみなすアカウント）が登録しました。',
  },
  answerNeeded: { zh: '不通过须说明原因', en: 'Enter the reason for the rejection.', es: 'Indique por qué se rechaza.', ja: '差戻しの理由を入力してください。' },
} as const satisfies Record<string, Text>
