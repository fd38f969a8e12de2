import type { Text } from '#/domain/base/text.ts'

export const verificationRefusals = {
  notFound: { zh: '记录不存在或不在您的管理范围内', en: 'The record does not exist or is outside your scope.', es: 'El registro no existe o está fuera de su ámbito.', ja: '記録が存在しないか、管理範囲外です。' },
  noPlace: { zh: '人工核验由平台或所属运营中心办理', en: 'Only the platform or the operator’s centre can verify manually.', es: 'La verificación manual la hace la plataforma o el centro del operador.', ja: '手動確認はプラットフォームまたは所属センターが行います。' },
  noRight: { zh: '没有“人员审核”权限', en: 'You do not have the “Review people” permission.', es: 'Le falta el permiso «Revisar personas».', ja: '「人員の審査」権限がありません。' },
  noCard: { zh: '该经营者没有此收款卡', en: 'This operator has no such card.', es: 'Este operador no tiene esa tarjeta.', ja: 'この事業者に該当カードがありません。' },
  verified: { zh: '已核验，无需人工核验', en: 'This is already verified.', es: 'Ya está verificado.', ja: 'すでに確認済みです。' },
  refused: {
    zh: '核验服务已答复不一致，不能人工改为通过；请更换收款卡',
    en: 'The verification service rejected the card, and no one can override this manually. Use another card.',
    es: 'El verificador respondió que no coincide: no se puede aprobar a mano. Use otra tarjeta.',
    ja: '確認サービスが不一致と回答しました。手動で覆せません。別のカードを使用してください。',
  },
  identityFirst: { zh: '请先核验本人身份，再核验收款卡', en: 'Verify the identity before the card.', es: 'Verifique antes la identidad que la tarjeta.', ja: 'カードの前に本人確認を行ってください。' },
  openAlready: { zh: '已有待复核的人工核验', en: 'A manual verification is already awaiting approval.', es: 'Ya hay una verificación manual por aprobar.', ja: '承認待ちの手動確認があります。' },
  decided: { zh: '该人工核验已处理', en: 'This verification has already been decided.', es: 'Esta verificación ya está resuelta.', ja: '処理済みです。' },
  ownRequest: { zh: '须由另一人复核', en: 'Another person must approve your evidence.', es: 'Debe aprobarla otra persona.', ja: '別の担当者の承認が必要です。' },
  notOwn: { zh: '仅提交人可撤回', en: 'Only the person who submitted the verification can withdraw it.', es: 'Solo puede retirarla quien la presentó.', ja: '提出者のみ取り下げられます。' },
} as const satisfies Record<string, Text>

export const verificationStateNames = {
  waiting: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  confirmed: { zh: '已通过', en: 'Confirmed', es: 'Confirmada', ja: '承認済み' },
  refused: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
} as const satisfies Record<string, Text>

/** Names of the results when a person is verified again. */
export const repeatedCheckTexts = {
  match: { zh: '核验一致', en: 'Verified', es: 'Verificado', ja: '一致しました' },
  name_mismatch: { zh: '姓名与身份证不一致', en: 'Name and ID do not match', es: 'Nombre y documento no coinciden', ja: '氏名と身分証が不一致' },
  card_mismatch: { zh: '卡号与身份证不一致', en: 'Card and ID do not match', es: 'Tarjeta y documento no coinciden', ja: 'カードと身分証が不一致' },
  unverified: {
    zh: '未核验：{why, select, notSetUp {未接入核验服务} kind {核验服务不支持该证件类型} cardLimit {该卡 24 小时内已核验 5 次} dayLimit {今日核验次数已满} other {核验服务无结果}}',
    en: 'Not verified: {why, select, notSetUp {no verification service is connected} kind {the verification service does not know this type of ID} cardLimit {this card was checked 5 times in 24 hours} dayLimit {today’s limit is reached} other {the verification service did not respond}}',
    es: 'Sin verificar: {why, select, notSetUp {no hay verificador conectado} kind {el verificador no admite este tipo de documento} cardLimit {esta tarjeta ya se consultó 5 veces en 24 horas} dayLimit {límite diario alcanzado} other {el verificador no respondió}}',
    ja: '未確認：{why, select, notSetUp {確認サービス未接続} kind {この身分証種別は確認サービス対象外} cardLimit {このカードは24時間以内に5回照会済み} dayLimit {本日の上限に到達} other {確認サービス応答なし}}',
  },
} as const satisfies Record<string, Text>

/** Names of the verifiers of an identity or a card. */
export const verifierNames: Readonly<Record<string, Text>> = {
  hand: { zh: '人工核验', en: 'verified manually', es: 'verificado a mano', ja: '手動確認' },
  sandbox: { zh: '沙箱（模拟）', en: 'sandbox (simulated)', es: 'pruebas (simulado)', ja: 'サンドボックス（模擬）' },
  http_identity: { zh: '实名核验服务', en: 'identity service', es: 'servicio de identidad', ja: '本人確認サービス' },
}
