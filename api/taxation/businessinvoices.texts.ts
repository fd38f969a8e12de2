import type { Text } from '#/domain/base/text.ts'
import type { AuthorisationStatus, BusinessObstacle, GenerationBasis, InvoiceIssuer, ThresholdStatus } from '#/domain/taxation/business-invoice.ts'

export const issuerNames: Readonly<Record<InvoiceIssuer, Text>> = {
  business: { zh: '个体户发票', en: 'Business', es: 'Negocio', ja: '個人事業主' },
  centre: { zh: '服务费发票', en: 'Service fee', es: 'Tarifa de servicio', ja: '手数料' },
}

export const generateBasisNames: Readonly<Record<GenerationBasis, Text>> = {
  batch: { zh: '按批次', en: 'By batch', es: 'Por lote', ja: 'バッチ別' },
  month: { zh: '按到账月份', en: 'By month of receipt', es: 'Por mes de pago', ja: '着金月別' },
}

export const authorisationStatusNames: Readonly<Record<AuthorisationStatus, Text>> = {
  effective: { zh: '授权有效', en: 'In effect', es: 'Vigente', ja: '有効' },
  none: { zh: '未授权', en: 'None', es: 'Sin autorización', ja: '委任なし' },
  ahead: { zh: '未到生效日', en: 'Begins later', es: 'Aún no vigente', ja: '開始前' },
  expired: { zh: '授权已到期', en: 'Over', es: 'Vencida', ja: '期限切れ' },
  revoked: { zh: '授权已撤销', en: 'Revoked', es: 'Revocada', ja: '取消済み' },
}

export const businessObstacleNames: Readonly<Record<BusinessObstacle, Text>> = {
  '': { zh: '可开票', en: 'Can be invoiced', es: 'Puede facturarse', ja: '発行可能' },
  notOperating: { zh: '个体户不在正常经营状态', en: 'The business is not operating', es: 'El negocio no está en actividad', ja: '営業中ではありません' },
  taxKindUnknown: { zh: '未登记纳税人类型', en: 'The taxpayer type is not registered', es: 'Falta el tipo de contribuyente', ja: '納税者区分が未登録です' },
  none: { zh: '未授权开票，请先登记授权', en: 'No authorisation to issue; register one first', es: 'Sin autorización de emisión; regístrela antes', ja: '発行の委任がありません。先に登録してください' },
  ahead: { zh: '开票授权尚未生效', en: 'The authorisation begins later', es: 'La autorización aún no está vigente', ja: '委任の開始前です' },
  expired: { zh: '开票授权已到期，请续签', en: 'The authorisation has expired. Renew it.', es: 'La autorización venció; renuévela', ja: '委任の期限切れです。更新してください' },
  revoked: { zh: '开票授权已撤销', en: 'The authorisation was revoked', es: 'La autorización fue revocada', ja: '委任は取り消されています' },
}

export const thresholdStatusNames: Readonly<Record<ThresholdStatus, Text>> = {
  below: { zh: '未达起征点', en: 'Below the threshold', es: 'Bajo el umbral', ja: '免税点未満' },
  near: { zh: '接近起征点', en: 'Near the threshold', es: 'Cerca del umbral', ja: '免税点に接近' },
  reached: { zh: '已达起征点，全额计税', en: 'Threshold reached: all sales are taxed', es: 'Umbral alcanzado: tributa todo', ja: '免税点到達・全額課税' },
}

export const businessInvoiceRefusals = {
  placeNotFound: { zh: '单位在该运营中心没有个体户业务', en: 'The unit has no individual-business settlement at this centre.', es: 'La empresa no opera con negocios individuales en este centro.', ja: 'このセンターで個人事業主との取引がありません。' },
  chooseBatch: { zh: '请选择批次', en: 'Choose a batch.', es: 'Elija un lote.', ja: 'バッチを選択してください。' },
  chooseMonth: { zh: '请选择月份', en: 'Choose a month.', es: 'Elija un mes.', ja: '月を選択してください。' },
  nothingToGenerate: {
    zh: '所选范围内没有待开票的付款：已开票，或个体户未授权',
    en: 'There is nothing to generate: payments are already invoiced, or the businesses have not authorised it.',
    es: 'No hay nada que generar: ya está facturado o los negocios no lo autorizaron.',
    ja: '作成できる支払がありません（発行済み、または委任なし）。',
  },
  tooManyBusinesses: { zh: '一次最多 {most} 户，请按批次生成', en: 'At most {most} businesses at once; generate by batch.', es: 'Como máximo {most} negocios a la vez; genere por lote.', ja: '一度に {most} 件までです。バッチ別に作成してください。' },
  changedMeanwhile: { zh: '付款刚刚发生变化，请重新预览', en: 'Payments have changed. Open the preview again.', es: 'Los pagos acaban de cambiar. Abra de nuevo la vista previa.', ja: '支払が更新されました。プレビューを開き直してください。' },
  businessNotFound: { zh: '个体户不存在或无权查看', en: 'The business does not exist, or you do not have access.', es: 'El negocio no existe o no puede verlo.', ja: '事業者が存在しないか、閲覧権限がありません。' },
  businessNotOperating: { zh: '{name} 不在正常经营状态，不能登记授权', en: '{name} is not operating, so it cannot give an authorisation.', es: '{name} no está en actividad: no puede autorizar.', ja: '{name} は営業中でないため、委任を登録できません。' },
  proofNeeded: { zh: '请上传签署的授权书，或选择一份已签协议，二者择一', en: 'Upload the signed document or choose an agreement, but not both.', es: 'Aporte el documento firmado o elija un acuerdo, uno de los dos.', ja: '署名済みの委任状か締結済みの契約のいずれかを指定してください。' },
  agreementNotFound: { zh: '所选协议不是该经营者已签署的有效协议', en: 'The operator has not signed this agreement, or it is not in effect.', es: 'No es un acuerdo vigente firmado por el operador.', ja: '事業者が締結した有効な契約ではありません。' },
  beyondAgreement: { zh: '授权期限 {from} 至 {to} 超出协议的有效期', en: '{from} to {to} is outside the period of the agreement.', es: 'Del {from} al {to} excede la vigencia del acuerdo.', ja: '{from}～{to} は契約の有効期間外です。' },
  daysWrong: { zh: '截止日不能早于开始日，也不能早于今天', en: 'The end date is before the start date, or before today.', es: 'La fecha de fin es anterior a la de inicio o a hoy.', ja: '終了日は開始日・本日以降にしてください。' },
  earlierStands: {
    zh: '现有授权有效至 {day}；新授权的开始日须不晚于今天',
    en: 'The current authorisation is in effect until {day}. A new one must begin today at the latest.',
    es: 'La autorización actual rige hasta el {day}: la nueva debe empezar hoy a más tardar.',
    ja: '現在の委任は {day} まで有効です。新しい委任は本日以前の開始日にしてください。',
  },
  authorisationNotFound: { zh: '开票授权不存在或无权查看', en: 'The authorisation does not exist, or you do not have access.', es: 'La autorización no existe o no puede verla.', ja: '委任が存在しないか、閲覧権限がありません。' },
  authorisationEnded: { zh: '该授权已失效', en: 'This authorisation has ended.', es: 'Esta autorización ya terminó.', ja: 'この委任は終了しています。' },
  authorisationChanged: { zh: '授权已被他人更新，请刷新后重试', en: 'Someone else has changed this authorisation. Reload and try again.', es: 'Alguien ya cambió esta autorización. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  ownOnly: { zh: '只能上传本人个体户的发票', en: 'You can upload only invoices of your own business.', es: 'Solo puede aportar facturas de su propio negocio.', ja: 'ご自身の事業の発票のみ提出できます。' },
} as const satisfies Record<string, Text>

export const businessInvoiceFields = {
  issuer: { zh: '类型', en: 'Issued by', es: 'Emite', ja: '発行者区分' },
  seller: { zh: '开票方', en: 'Issuer', es: 'Emisor', ja: '発行者' },
  sellerNo: { zh: '信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  quarter: { zh: '本季累计', en: 'Quarter', es: 'Trimestre', ja: '四半期累計' },
  threshold: { zh: '起征点', en: 'Threshold', es: 'Umbral', ja: '免税点' },
  authorisation: { zh: '开票授权', en: 'Authorisation', es: 'Autorización', ja: '発行委任' },
  generatedAt: { zh: '生成时间', en: 'Generated at', es: 'Generada', ja: '作成日時' },
} as const satisfies Record<string, Text>

export const businessListNames = {
  invoices: { zh: '个体户发票', en: 'Invoices of businesses', es: 'Facturas de negocios', ja: '個人事業主の発票' },
  pack: { zh: '{unit} {month} 发票', en: '{unit} {month} invoices', es: 'Facturas {unit} {month}', ja: '{unit} {month} 発票' },
  packFailed: {
    zh: '打包失败，系统会自动重试；若一直未完成请重新发起',
    en: 'The file could not be created. The system retries automatically. If it does not finish, start again.',
    es: 'No se pudo crear el archivo. El sistema reintenta automáticamente; si no termina, iníciela de nuevo.',
    ja: 'ファイルを作成できませんでした。自動的に再試行します。完了しない場合はやり直してください。',
  },
} as const satisfies Record<string, Text>
