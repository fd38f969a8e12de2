import type { Text } from '#/domain/base/text.ts'

export const operatorRefusals = {
  candidateNotFound: { zh: '该人员不存在或无权查看', en: 'The person does not exist, or you do not have access.', es: 'La persona no existe o no puede verla.', ja: '該当者が存在しないか、閲覧権限がありません。' },
  operatorNotFound: { zh: '要合并到的经营者不存在', en: 'The operator to merge into does not exist.', es: 'No existe el operador de destino.', ja: '統合先の事業者が存在しません。' },
  decided: { zh: '该人员已处理（{state}）', en: 'This person has already been decided ({state}).', es: 'Esta persona ya se resolvió ({state}).', ja: '処理済みです（{state}）。' },
  ownSubmission: { zh: '不能审核自己提交的人员', en: 'You cannot review your own submission.', es: 'No puede revisar lo que usted envió.', ja: '自分が提出した人員は審査できません。' },
  alreadyKnown: { zh: '该证件号已有经营者，请使用“合并”', en: 'An operator with this ID number exists; merge instead.', es: 'Ya existe un operador con este documento; use «Fusionar».', ja: 'この身分証番号の事業者が存在します。「統合」を使用してください。' },
  invalidPapers: { zh: '证件号码、手机号或银行卡号格式有误，请要求单位更正', en: 'The ID, mobile or card number is invalid. Have the unit correct it.', es: 'Documento, móvil o tarjeta incorrectos; pida a la empresa que lo corrija.', ja: '身分証・携帯・カード番号の形式に誤りがあります。企業に修正を依頼してください。' },
  otherPaper: {
    zh: '持护照、通行证或永久居留身份证的人员，须由本人注册，或由单位用“经营者导入”模板建档',
    en: 'A person with a passport, permit or residence card registers in person, or is added with the operator import template.',
    es: 'Quien tiene pasaporte, permiso o tarjeta de residencia se registra por sí mismo o se añade con la plantilla de importación.',
    ja: 'パスポート・通行証・永久居留身分証の方は、本人登録または事業者取込テンプレートで登録してください。',
  },
  identityMismatch: { zh: '核验不通过：姓名与身份证不一致', en: 'Verification failed: name and ID do not match.', es: 'Verificación fallida: nombre y documento no coinciden.', ja: '照合不可：氏名と身分証が一致しません。' },
  cardMismatch: { zh: '核验不通过：卡号与身份证不一致', en: 'Verification failed: card and ID do not match.', es: 'Verificación fallida: tarjeta y documento no coinciden.', ja: '照合不可：カードと身分証が一致しません。' },
  unverified: {
    zh: '未核验：{why, select, notSetUp {未接入核验服务} kind {核验服务不支持该证件类型} cardLimit {该卡 24 小时内已核验 5 次} dayLimit {今日核验次数已满} other {核验服务无结果}}，可稍后再试；接受后由两人人工核验',
    en: 'Not verified: {why, select, notSetUp {no verification service is connected} kind {the verification service does not know this type of ID} cardLimit {this card was checked 5 times in 24 hours} dayLimit {today’s limit is reached} other {the verification service did not respond}}. Try later, or accept and have two people verify manually.',
    es: 'Sin verificar: {why, select, notSetUp {no hay verificador conectado} kind {el verificador no admite este tipo de documento} cardLimit {esta tarjeta ya se consultó 5 veces en 24 horas} dayLimit {límite diario alcanzado} other {el verificador no respondió}}. Pruebe más tarde, o acepte y verifiquen dos personas a mano.',
    ja: '未確認：{why, select, notSetUp {確認サービス未接続} kind {この身分証種別は確認サービス対象外} cardLimit {このカードは24時間以内に5回照会済み} dayLimit {本日の上限に到達} other {確認サービス応答なし}}。後ほど再試行するか、受理後に2名で手動確認してください。',
  },
  differentPerson: { zh: '证件号码不同，不能合并到该经营者', en: 'The ID numbers differ; these are not the same person.', es: 'Los documentos son distintos; no son la misma persona.', ja: '身分証番号が異なるため統合できません。' },
  taken: { zh: '{name} 正在审核，请先接手', en: '{name} is reviewing this person. Take over the review first.', es: '{name} ya lo está revisando: asuma antes la revisión.', ja: '{name} が審査中です。先に引き継いでください。' },
  changed: { zh: '资料已更新，请刷新后再处理', en: 'The record has changed in the meantime. Reload and review it again.', es: 'El registro ha cambiado entretanto: revíselo de nuevo.', ja: '内容が更新されました。再表示してから処理してください。' },
  noReview: { zh: '没有“人员审核”权限', en: 'You do not have the “Review people” permission.', es: 'Le falta el permiso «Revisar personas».', ja: '「人員の審査」権限がありません。' },
  notReviewer: { zh: '该用户不能审核此中心的人员', en: 'This user cannot review people of this centre.', es: 'Este usuario no revisa personas de este centro.', ja: 'このユーザーは当センターの審査担当ではありません。' },
  noMatch: { zh: '系统中没有相近的经营者', en: 'No similar operator is in the system.', es: 'No hay ningún operador parecido en el sistema.', ja: '類似の事業者はいません。' },
  noSms: { zh: '短信未开通，无法向本人发送补传链接', en: 'Text messages are not set up, so no link can be sent.', es: 'Sin mensajes de texto no se puede enviar el enlace.', ja: 'SMSが未設定のためリンクを送信できません。' },
  noMobile: { zh: '手机号格式有误，无法发送短信，请驳回并让单位更正', en: 'The mobile number is invalid. Reject the field so that the unit corrects it.', es: 'El móvil es incorrecto: rechácelo para que la empresa lo corrija.', ja: '携帯番号に誤りがあります。却下して企業に修正を依頼してください。' },
  reasonNeeded: { zh: '请填写驳回原因（至少 2 个字）', en: 'Enter a reason (at least 2 characters).', es: 'Indique el motivo (mín. 2 caracteres).', ja: '却下理由を入力してください（2文字以上）。' },
  undoLate: { zh: '合并已超过 24 小时或收款卡已被使用，不能撤销', en: 'The merge is older than 24 hours or its card is in use, so it cannot be undone.', es: 'La fusión tiene más de 24 horas o su tarjeta está en uso: no se puede deshacer.', ja: '統合から24時間を過ぎたか、カードが使用中のため取り消せません。' },
  undoPaid: {
    zh: '合并后已有 {count} 笔付款使用，不能撤销',
    en: '{count, plural, one {# payment} other {# payments}} already used the merge, so it cannot be undone.',
    es: '{count, plural, one {# pago ya usó la fusión} other {# pagos ya usaron la fusión}}: no se puede deshacer.',
    ja: '統合後の支払いが {count} 件あるため取り消せません。',
  },
  openAgain: { zh: '该人员已重新提交审核，不能撤销合并', en: 'This person was submitted again, so the merge cannot be undone.', es: 'Esta persona se envió de nuevo: no se puede deshacer la fusión.', ja: '再提出されているため統合を取り消せません。' },
  notActive: { zh: '该经营者已冻结、停用或注销，不能合并', en: 'This operator is frozen, disabled or closed.', es: 'El operador está bloqueado, desactivado o dado de baja.', ja: 'この事業者は凍結・停止・解約されています。' },
} as const satisfies Record<string, Text>

export const candidateStateNames = {
  open: { zh: '待处理', en: 'To be reviewed', es: 'Por revisar', ja: '未処理' },
  waiting: { zh: '待补充', en: 'Waiting for documents', es: 'Faltan documentos', ja: '補足待ち' },
  accepted: { zh: '已转正', en: 'Accepted', es: 'Aceptada', ja: '登録済み' },
  merged: { zh: '已合并', en: 'Merged', es: 'Fusionada', ja: '統合済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
} as const satisfies Record<string, Text>

/** Reasons why an existing operator may be the person under review. */
export const matchReasons = {
  idNumber: { zh: '证件号码相同', en: 'Same ID number', es: 'Mismo documento', ja: '身分証番号が同一' },
  card: { zh: '银行卡号相同', en: 'Same card number', es: 'Misma tarjeta', ja: 'カード番号が同一' },
  mobile: { zh: '姓名和手机号相同', en: 'Same name and mobile', es: 'Mismo nombre y móvil', ja: '氏名と携帯番号が同一' },
} as const satisfies Record<string, Text>

/** Names of the data about a person that the unit entered. */
export const candidateFieldNames = {
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'Documento', ja: '身分証番号' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  cardNo: { zh: '银行卡', en: 'Card', es: 'Tarjeta', ja: '銀行カード' },
} as const satisfies Record<string, Text>

/** Short reasons why a person needs a review. */
export const problemNames: Readonly<Record<string, Text>> = {
  E201: { zh: '经营者不存在', en: 'Not registered', es: 'No registrado', ja: '未登録' },
  E202: { zh: '姓名不一致', en: 'Name differs', es: 'Nombre distinto', ja: '氏名不一致' },
  E203: { zh: '未实名认证', en: 'Not verified', es: 'Sin verificar', ja: '本人未確認' },
  E204: { zh: '银行卡不一致', en: 'Card does not match', es: 'La tarjeta no coincide', ja: 'カード不一致' },
}

export const candidateSheet = {
  name: { zh: '临时经营者', en: 'New payees', es: 'Beneficiarios nuevos', ja: '臨時事業者' },
  unit: { zh: '来源单位', en: 'From unit', es: 'Empresa', ja: '送付元企業' },
  batch: { zh: '批次/行号', en: 'Batch / line', es: 'Lote / línea', ja: 'バッチ／行' },
  problems: { zh: '问题', en: 'Problems', es: 'Problemas', ja: '問題' },
  match: { zh: '疑似匹配', en: 'Possible match', es: 'Posible coincidencia', ja: '候補' },
  papers: { zh: '材料', en: 'Documents', es: 'Documentos', ja: '書類' },
  submitted: { zh: '提交时间', en: 'Submitted', es: 'Enviado', ja: '提出日時' },
  waiting: { zh: '等待时长（小时）', en: 'Waiting (h)', es: 'Espera (h)', ja: '待ち時間（時間）' },
  reviewer: { zh: '审核人', en: 'Reviewer', es: 'Revisor', ja: '審査担当' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
} as const satisfies Record<string, Text>

export const rosterRefusals = {
  notFound: { zh: '经营者不存在或不在您的管理范围内', en: 'The operator does not exist or is outside your scope.', es: 'No existe ese operador en su ámbito.', ja: '事業者が存在しないか、管理範囲外です。' },
  noPlace: { zh: '此操作由平台或所属运营中心办理', en: 'Only the platform or the operator’s centre can do this.', es: 'Esto corresponde a la plataforma o al centro del operador.', ja: 'プラットフォームまたは所属センターが行う操作です。' },
  noRight: { zh: '没有“经营者维护”权限', en: 'You do not have the “Manage operators” permission.', es: 'Le falta el permiso «Gestionar operadores».', ja: '「事業者の管理」権限がありません。' },
  noFreeze: { zh: '没有“冻结与注销”权限', en: 'You do not have the “Freeze and close” permission.', es: 'Le falta el permiso «Bloquear y cerrar».', ja: '「凍結・解約」権限がありません。' },
  noSign: { zh: '没有“发起签约”权限', en: 'You do not have the “Create and send contracts” permission.', es: 'Le falta el permiso «Preparar y enviar contratos».', ja: '「契約の作成と署名依頼」権限がありません。' },
  wrongStatus: { zh: '经营者当前状态不能执行此操作', en: 'The operator’s status does not allow this.', es: 'El estado del operador no permite esta operación.', ja: '事業者の現在の状態では実行できません。' },
  noUnit: { zh: '该经营者没有可解除的单位', en: 'The operator is not linked to any unit.', es: 'El operador no está vinculado a ninguna empresa.', ja: '解除できる企業がありません。' },
  notLinked: { zh: '该经营者与该单位没有关联', en: 'The operator is not linked to this unit.', es: 'El operador no está vinculado a esta empresa.', ja: 'この企業とは紐付いていません。' },
  underway: {
    zh: '该单位还有 {count} 笔付给此人的款项在审核或支付中，处理完后再解除',
    en: '{count, plural, one {# payment} other {# payments}} from this unit to the person {count, plural, one {is} other {are}} in progress: unlink after completion.',
    es: 'Hay {count, plural, one {# pago} other {# pagos}} de esta empresa en curso: desvincule cuando terminen.',
    ja: 'この企業からの支払いが {count} 件処理中です。完了後に解除してください。',
  },
  badCard: { zh: '银行卡号格式错误，应为 16-19 位数字', en: 'A card number has 16 to 19 digits.', es: 'La tarjeta tiene de 16 a 19 dígitos.', ja: 'カード番号は16～19桁の数字です。' },
  cardRefused: { zh: '核验不通过：该卡不属于此人，未更换', en: 'Verification failed: the card is not this person’s. Nothing was changed.', es: 'Verificación fallida: la tarjeta no es de esta persona. No se cambió nada.', ja: '照合不可：本人のカードではないため変更していません。' },
  nameRefused: { zh: '核验不通过：姓名与身份证不一致，未更换', en: 'Verification failed: name and ID do not match. Nothing was changed.', es: 'Verificación fallida: nombre y documento no coinciden. No se cambió nada.', ja: '照合不可：氏名と身分証が一致しないため変更していません。' },
  mobileUnverified: {
    zh: '无法核验新手机号，未更换；请稍后再试，或由本人在个人中心更换',
    en: 'The new number could not be verified; nothing was changed. Try later, or let the person change it in the personal centre.',
    es: 'No se pudo verificar el móvil; no se cambió nada. Pruebe más tarde o pida a la persona que lo cambie en su área personal.',
    ja: '新しい番号を確認できないため変更していません。後ほど再試行するか、本人がマイページで変更してください。',
  },
  noCard: { zh: '没有已核验的收款卡，无法核验新手机号，请先更换收款卡', en: 'The new number cannot be verified without a verified card: set the card first.', es: 'Sin tarjeta verificada no se puede comprobar el móvil: cambie antes la tarjeta.', ja: '確認済みカードがないため、先にカードを変更してください。' },
  foreignMobile: { zh: '手机号码格式错误', en: 'This is not a mainland mobile number.', es: 'No es un móvil de China continental.', ja: '中国本土の携帯電話番号ではありません。' },
  noList: { zh: '您没有查看此类经营者的权限', en: 'You do not have permission to view operators of this type.', es: 'No tiene permiso para ver operadores de este tipo.', ja: 'この種類の事業者を閲覧する権限がありません。' },
  particulars: { zh: '身份信息有误：{words}', en: 'Identity details are not valid: {words}', es: 'Datos de identidad no válidos: {words}', ja: '本人情報に誤りがあります：{words}' },
} as const satisfies Record<string, Text>

export const operatorFields = {
  code: { zh: '经营者编号', en: 'No.', es: 'N.º', ja: '事業者番号' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'Documento', ja: '身分証番号' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  unit: { zh: '所属单位', en: 'Units', es: 'Empresas', ja: '所属企業' },
  yztype: { zh: '经营者类型', en: 'Type', es: 'Tipo', ja: '事業者区分' },
  face: { zh: '人脸', en: 'Face verification', es: 'Verificación facial', ja: '顔認証' },
  verified: { zh: '实名', en: 'Identity', es: 'Identidad', ja: '本人確認' },
  card: { zh: '收款卡', en: 'Card', es: 'Tarjeta', ja: '受取カード' },
  signed: { zh: '签约', en: 'Agreement', es: 'Acuerdo', ja: '契約' },
  authorised: { zh: '代办授权', en: 'Tax authorisation', es: 'Autorización fiscal', ja: '税務委任' },
  entity: { zh: '个体户名称', en: 'Business', es: 'Negocio', ja: '屋号' },
  industry: { zh: '行业', en: 'Industry', es: 'Sector', ja: '業種' },
  licence: { zh: '营业执照', en: 'Licence', es: 'Licencia', ja: '営業許可証' },
  taxKind: { zh: '税务类型', en: 'Taxpayer', es: 'Contribuyente', ja: '納税区分' },
  levy: { zh: '征收方式', en: 'Taxation', es: 'Régimen', ja: '徴収方式' },
  progress: { zh: '注册进度', en: 'Progress', es: 'Progreso', ja: '登録状況' },
  report: { zh: '年报状态', en: 'Annual report', es: 'Informe anual', ja: '年次報告' },
  nextDue: { zh: '下次申报日', en: 'Next due', es: 'Próximo plazo', ja: '次回申告日' },
  year: { zh: '本年应发收入', en: 'Gross this year', es: 'Bruto del año', ja: '本年の総支給額' },
  month: { zh: '本月应发收入', en: 'Gross this month', es: 'Bruto del mes', ja: '今月の総支給額' },
  rolling: { zh: '近12个月应发收入', en: 'Gross, last 12 months', es: 'Bruto, últimos 12 meses', ja: '直近12か月の総支給額' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  created: { zh: '创建时间', en: 'Created', es: 'Creado', ja: '登録日時' },
} as const satisfies Record<string, Text>

export const operatorStatusNames: Readonly<Record<number, Text>> = {
  3: { zh: '待签约', en: 'To sign', es: 'Por firmar', ja: '署名待ち' },
  5: { zh: '已停用', en: 'Disabled', es: 'Desactivado', ja: '停止' },
  6: { zh: '已冻结', en: 'Frozen', es: 'Bloqueado', ja: '凍結' },
  7: { zh: '已注销', en: 'Closed', es: 'De baja', ja: '解約済み' },
  8: { zh: '正常', en: 'Active', es: 'Activo', ja: '正常' },
}

export const faceNames = {
  0: { zh: '未核验', en: 'Not verified', es: 'Sin verificar', ja: '未実施' },
  1: { zh: '已通过', en: 'Passed', es: 'Superado', ja: '一致' },
  2: { zh: '未通过', en: 'Failed', es: 'No superado', ja: '不一致' },
} as const satisfies Record<number, Text>

export const yztypeNames: Readonly<Record<number, Text>> = {
  1: { zh: '自然人', en: 'Natural person', es: 'Persona física', ja: '個人' },
  2: { zh: '个体工商户', en: 'Individual business', es: 'Negocio individual', ja: '個人事業主' },
  3: { zh: '个人独资企业', en: 'Sole proprietorship', es: 'Empresa unipersonal', ja: '個人独資企業' },
}

/** Marks of an operator, such as a signed agreement. */
export const operatorMarks = {
  valid: { zh: '已签', en: 'Signed', es: 'Firmado', ja: '署名済み' },
  expired: { zh: '已到期', en: 'Expired', es: 'Vencido', ja: '期限切れ' },
  none: { zh: '未签', en: 'Not signed', es: 'Sin firmar', ja: '未署名' },
  verified: { zh: '已认证', en: 'Verified', es: 'Verificado', ja: '確認済み' },
  unverified: { zh: '未认证', en: 'Not verified', es: 'Sin verificar', ja: '未確認' },
  authorised: { zh: '已授权', en: 'Authorised', es: 'Autorizado', ja: '委任済み' },
  unauthorised: { zh: '未授权', en: 'Not authorised', es: 'Sin autorizar', ja: '未委任' },
} as const satisfies Record<string, Text>

export const operatorTaskTexts = {
  list: { zh: '经营者清单', en: 'Operators', es: 'Operadores', ja: '事業者一覧' },
  verify: { zh: '批量发送认证', en: 'Bulk verification', es: 'Verificación masiva', ja: '一括認証' },
  verified: { zh: '一致 {ok} 人，不一致或未认证 {fail} 人', en: '{ok} match, {fail} do not', es: '{ok} coinciden, {fail} no', ja: '一致 {ok} 名、不一致・未実施 {fail} 名' },
  failed: { zh: '导出失败，请重试', en: 'The export failed; try again.', es: 'La exportación falló; inténtelo de nuevo.', ja: '出力に失敗しました。もう一度お試しください。' },
} as const satisfies Record<string, Text>
