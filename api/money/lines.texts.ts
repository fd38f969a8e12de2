import { amountNames } from '#/api/amounts.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { BatchIssueCode } from '#/domain/batch-check.ts'
import type { LineState } from '#/domain/line.ts'
import type { IssueCode, IssueField } from '#/domain/line-check.ts'
import type { Text } from '#/domain/text.ts'

/** What working on the lines of a batch refuses with. */
export const lineRefusals = {
  ...sheetRefusals,
  batchNotFound: { zh: '批次不存在或无权查看', en: 'The batch does not exist, or you do not have access to it.', es: 'El lote no existe o no puede verlo.', ja: 'バッチが存在しないか、閲覧権限がありません。' },
  lineNotFound: { zh: '明细不存在或无权查看', en: 'The line does not exist, or you do not have access to it.', es: 'La línea no existe o no puede verla.', ja: '明細が存在しないか、閲覧権限がありません。' },
  notEditable: { zh: '批次已提交，不能再修改明细', en: 'The batch was submitted; its lines can no longer be changed.', es: 'El lote ya se envió; sus líneas no se pueden cambiar.', ja: 'バッチは提出済みのため、明細を変更できません。' },
  claimFixed: {
    zh: '第 {seq} 行付的是收款单，金额和收款人不能修改，排除后也不能恢复；请退回收款单，或重新合并支付',
    en: 'Line {seq} pays a claim: its amount and payee stay, and once excluded it cannot come back. Return the claim, or merge it again.',
    es: 'La línea {seq} paga una solicitud: su importe y beneficiario no cambian y, una vez excluida, no vuelve. Devuelva la solicitud o reúnala de nuevo.',
    ja: '{seq} 行目は受取請求の支払いです。金額と受取人は変更できず、除外後は戻せません。請求を差し戻すか、再度まとめてください。',
  },
  claimNotPayable: {
    zh: '目前不能向该经营者付款：{fault}',
    en: 'This operator cannot be paid now: {fault}',
    es: 'Ahora no se puede pagar a este operador: {fault}',
    ja: 'この事業者には現在支払えません：{fault}',
  },
  tooManyRows: {
    zh: '单个批次最多 {limit} 行；请拆分后重新上传',
    en: 'A batch holds at most {limit} lines. Split the file and try again.',
    es: 'Un lote admite como máximo {limit} líneas. Divida el archivo e inténtelo de nuevo.',
    ja: '1バッチは最大 {limit} 行です。ファイルを分割して再度アップロードしてください。',
  },
  wrongBasis: {
    zh: '本批次按{basis, select, net {实发} other {应发}}金额导入，文件中是另一种金额，请使用本批次的模板',
    en: 'This batch takes {basis, select, net {net} other {gross}} amounts; the file has the other kind. Use the template of this batch.',
    es: 'Este lote usa importes {basis, select, net {netos} other {brutos}}; el archivo trae los otros. Use la plantilla de este lote.',
    ja: 'このバッチは{basis, select, net {手取り} other {総支給}}金額で取り込みます。このバッチのテンプレートを使用してください。',
  },
  sameFile: { zh: '同一文件已导入（批次 {batch}）', en: 'The same file was already imported (batch {batch}).', es: 'El mismo archivo ya se importó (lote {batch}).', ja: '同じファイルは取込済みです（バッチ {batch}）。' },
  noPolicy: {
    zh: '{day} 没有生效的税务政策，当日不能试算和支付。请联系平台财税人员在“税务政策”页面发布适用政策后重试。',
    en: 'No tax policy is in force on {day}, so nothing can be calculated or paid. Ask the platform’s tax staff to publish one on the Tax policies page, then try again.',
    es: 'Ninguna política fiscal rige el {day}: no se puede calcular ni pagar. Pida al personal fiscal de la plataforma que publique una en la página de políticas fiscales y reintente.',
    ja: '{day} に有効な税務方針がないため、計算も支払いもできません。プラットフォームの税務担当者に「税務方針」ページでの公開を依頼し、再度お試しください。',
  },
  notCalculated: { zh: '该明细尚未试算', en: 'This line has not been calculated yet.', es: 'Esta línea aún no se ha calculado.', ja: 'この明細はまだ計算されていません。' },
} as const satisfies Record<string, Text>

/** The states of a line. */
export const lineStateNames: Readonly<Record<LineState, Text>> = {
  invalid: { zh: '校验不通过', en: 'Has errors', es: 'Con errores', ja: 'エラーあり' },
  warned: { zh: '待确认', en: 'Has warnings', es: 'Con avisos', ja: '要確認' },
  ready: { zh: '校验通过', en: 'Ready', es: 'Lista', ja: '検証済み' },
  excluded: { zh: '已剔除', en: 'Excluded', es: 'Excluida', ja: '除外' },
  queued: { zh: '待发送', en: 'To be sent', es: 'Por enviar', ja: '送信待ち' },
  sent: { zh: '已发送', en: 'Sent', es: 'Enviada', ja: '送信済み' },
  processing: { zh: '银行处理中', en: 'At the bank', es: 'En el banco', ja: '銀行処理中' },
  success: { zh: '支付成功', en: 'Paid', es: 'Pagada', ja: '支払成功' },
  failed: { zh: '支付失败', en: 'Failed', es: 'Fallida', ja: '支払失敗' },
  held: { zh: '已挂起', en: 'On hold', es: 'En espera', ja: '保留中' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '已退汇', en: 'Returned', es: 'Devuelta', ja: '組戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取消済み' },
}

/** The fields of a line, for grids, forms and exports. */
export const lineFields = {
  seq: { zh: '序号', en: 'No.', es: 'N.º', ja: '番号' },
  no: { zh: '明细号', en: 'Line no.', es: 'N.º de línea', ja: '明細番号' },
  batchNo: { zh: '批次号', en: 'Batch no.', es: 'N.º de lote', ja: 'バッチ番号' },
  unitName: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idKind: { zh: '证件类型', en: 'ID type', es: 'Tipo de documento', ja: '証明書種別' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
  mobile: { zh: '手机号', en: 'Mobile', es: 'Móvil', ja: '携帯番号' },
  bankName: { zh: '收款银行', en: 'Bank', es: 'Banco', ja: '受取銀行' },
  cardNo: { zh: '收款账号', en: 'Account no.', es: 'N.º de cuenta', ja: '受取口座番号' },
  amountText: { zh: '金额(元)', en: 'Amount (CNY)', es: 'Importe (CNY)', ja: '金額（元）' },
  gross: amountNames.gross,
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  fee: amountNames.fee,
  net: amountNames.net,
  cost: amountNames.cost,
  entityName: { zh: '个体户名称', en: 'Business name', es: 'Nombre del negocio', ja: '個人事業主の名称' },
  entityCreditCode: { zh: '统一社会信用代码', en: 'Credit code', es: 'Código de crédito', ja: '統一社会信用コード' },
  service: { zh: '服务内容', en: 'Service', es: 'Servicio', ja: 'サービス内容' },
  remark: { zh: '备注', en: 'Remark', es: 'Observación', ja: '備考' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  issues: { zh: '问题', en: 'Issues', es: 'Problemas', ja: '問題' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  channelRef: { zh: '通道流水号', en: 'Channel reference', es: 'Referencia del canal', ja: 'チャネル参照番号' },
  requestNo: { zh: '请求号', en: 'Request no.', es: 'N.º de petición', ja: 'リクエスト番号' },
  finishedAt: { zh: '完成时间', en: 'Finished at', es: 'Finalizada', ja: '完了日時' },
  returnedAt: { zh: '退汇时间', en: 'Returned at', es: 'Devuelta el', ja: '組戻し日時' },
  receipt: { zh: '回单', en: 'Receipt', es: 'Comprobante', ja: '取引証明書' },
} as const satisfies Record<string, Text>

/** The cell an issue sits on, by name. */
export const issueFieldNames: Readonly<Record<IssueField, Text>> = {
  name: lineFields.name,
  idNumber: lineFields.idNumber,
  mobile: lineFields.mobile,
  cardNo: lineFields.cardNo,
  amount: lineFields.amountText,
  remark: lineFields.remark,
  entityName: lineFields.entityName,
  entityCreditCode: lineFields.entityCreditCode,
}

/** What each issue of a line says on its cell; ICU with the values of the issue. */
export const issueMessages: Readonly<Record<IssueCode, Text>> = {
  E101: {
    zh: '{problem, select, empty {姓名不能为空} other {姓名须为2-30个字符}}',
    en: '{problem, select, empty {The name is missing} other {A name has 2 to 30 characters}}',
    es: '{problem, select, empty {Falta el nombre} other {El nombre debe tener de 2 a 30 caracteres}}',
    ja: '{problem, select, empty {氏名は必須です} other {氏名は2～30文字です}}',
  },
  E102: {
    zh: '{problem, select, empty {证件号码不能为空} length {证件号码长度错误} birth {证件号码中的出生日期不存在} kind {证件类型无法识别} form {证件号码与证件类型不符} other {证件号码校验位错误}}',
    en: '{problem, select, empty {The ID number is missing} length {The ID number has the wrong length} birth {The birth date in the ID number does not exist} kind {This ID type is unknown} form {The number does not match the ID type} other {The check digit of the ID number is wrong}}',
    es: '{problem, select, empty {Falta el número de documento} length {El número de documento tiene una longitud incorrecta} birth {La fecha de nacimiento del documento no existe} kind {Tipo de documento desconocido} form {El número no corresponde al tipo de documento} other {El dígito de control del documento es incorrecto}}',
    ja: '{problem, select, empty {身分証番号は必須です} length {身分証番号の桁数が違います} birth {身分証番号の生年月日が存在しません} kind {証明書種別を認識できません} form {番号が証明書種別と一致しません} other {身分証番号のチェックディジットが違います}}',
  },
  E103: {
    zh: '{field, select, amountText {金额写作“{text}”，按 {amount} 元读取} other {{field, select, name {姓名} mobile {手机号} cardNo {收款账号} entityName {个体户名称} entityCreditCode {信用代码} other {证件号码}}含全角或空格，已自动清理}}',
    en: '{field, select, amountText {The amount was written “{text}” and is read as {amount} yuan} other {The {field, select, name {name} mobile {mobile number} cardNo {account number} entityName {business name} entityCreditCode {credit code} other {ID number}} had full-width characters or spaces; cleaned}}',
    es: '{field, select, amountText {El importe estaba escrito «{text}» y se lee como {amount} yuanes} other {{field, select, name {El nombre} mobile {El móvil} cardNo {La cuenta} entityName {El negocio} entityCreditCode {El código de crédito} other {El documento}} tenía caracteres de ancho completo o espacios; corregido}}',
    ja: '{field, select, amountText {金額は「{text}」と書かれ、{amount} 元と読み取りました} other {{field, select, name {氏名} mobile {携帯番号} cardNo {受取口座番号} entityName {個人事業主の名称} entityCreditCode {信用コード} other {身分証番号}}の全角文字・空白を自動修正しました}}',
  },
  E104: {
    zh: '{problem, select, empty {银行卡号不能为空} other {银行卡号长度/字符错误(16-19位数字)}}',
    en: '{problem, select, empty {The card number is missing} other {A card number has 16 to 19 digits}}',
    es: '{problem, select, empty {Falta el número de tarjeta} other {El número de tarjeta tiene de 16 a 19 dígitos}}',
    ja: '{problem, select, empty {カード番号は必須です} other {カード番号は16～19桁の数字です}}',
  },
  W104: { zh: '卡号未通过Luhn校验（对公账户可忽略）', en: 'The card number fails the Luhn check (company accounts may ignore this)', es: 'El número no supera la comprobación de Luhn (ignórelo si es cuenta de empresa)', ja: 'カード番号がLuhn検査に合いません（法人口座は無視可）' },
  E105: {
    zh: '手机号码格式错误',
    en: 'The mobile number is not valid',
    es: 'El número de móvil no es válido',
    ja: '携帯番号の形式が違います',
  },
  E106: { zh: '金额须写作数字，最多两位小数且大于0', en: 'The amount must be a number above 0 with at most two decimals', es: 'El importe debe ser un número mayor que 0 y con dos decimales como máximo', ja: '金額は0より大きい数字で、小数は2桁までです' },
  E107: { zh: '备注超过40字或含特殊字符', en: 'The remark is longer than 40 characters or has special characters', es: 'La observación supera 40 caracteres o tiene símbolos especiales', ja: '備考が40文字を超えるか、特殊文字を含みます' },
  W108: { zh: '疑似科学计数法/末位被Excel改为0', en: 'Excel may have turned the last digits into 0 (scientific notation)', es: 'Excel pudo cambiar los últimos dígitos por 0 (notación científica)', ja: '指数表記、またはExcelが末尾を0に変えた可能性があります' },
  E201: {
    zh: '{problem, select, kind {此证件类型下没有该经营者} other {经营者不存在}}',
    en: '{problem, select, kind {No operator has this number on this type of ID} other {There is no operator with this identity}}',
    es: '{problem, select, kind {Ningún operador tiene este número con este tipo de documento} other {No hay ningún operador con esta identidad}}',
    ja: '{problem, select, kind {この証明書種別の事業者は存在しません} other {事業者が存在しません}}',
  },
  E202: { zh: '姓名与系统不一致（系统：{known}）', en: 'The name differs from the one on file ({known})', es: 'El nombre no coincide con el registrado ({known})', ja: '氏名が登録と一致しません（登録：{known}）' },
  W202: {
    zh: '写法与登记不同（异体字、间隔号或不可见字符），按同一名称处理',
    en: 'Written differently from the name on file (variant character, dot or invisible sign); treated as the same name',
    es: 'Escrito de otra forma que el nombre registrado (carácter variante, punto o signo invisible); se trata como el mismo',
    ja: '登録名と表記が異なります（異体字、中点または不可視文字）。同じ名前として扱います',
  },
  E203: { zh: '未完成实名认证', en: 'Identity not verified yet', es: 'Identidad sin verificar', ja: '本人確認が未完了です' },
  E204: {
    zh: '{problem, select, unlinked {此人未与本单位合作，该卡未经核验} unverified {银行卡未核验，须运营中心人工核验} other {银行卡与姓名/身份证不一致（明细：{problem, select, name {姓名与身份证不一致} other {卡号与身份证不一致}}）}}',
    en: '{problem, select, unlinked {This person does not work with the unit, and the card has not been verified} unverified {The card is not verified: the centre has to verify it by hand} other {The card does not belong to this name and ID ({problem, select, name {name and ID do not match} other {card and ID do not match}})}}',
    es: '{problem, select, unlinked {Esta persona no trabaja con la empresa y la tarjeta no se ha verificado} unverified {Tarjeta sin verificar: el centro debe verificarla a mano} other {La tarjeta no corresponde al nombre y documento ({problem, select, name {nombre y documento no coinciden} other {tarjeta y documento no coinciden}})}}',
    ja: '{problem, select, unlinked {この方はこの企業と取引がなく、カードは未確認です} unverified {カード未確認：運営センターの手動確認が必要です} other {カードと氏名・証明書が一致しません（{problem, select, name {氏名と証明書が不一致} other {カードと証明書が不一致}}）}}',
  },
  W205: { zh: '收款卡与档案默认卡不同（默认卡：{card}）', en: 'Not the default card on file ({card})', es: 'No es la tarjeta predeterminada ({card})', ja: '登録済みの既定カード（{card}）と異なります' },
  W206: {
    zh: '{business, select, hidden {收款人名下有运营中的个体工商户} other {收款人名下有运营中的个体工商户“{business}”}}，本行按自然人劳务报酬扣缴个税；如属个体户的业务，应按个体户付款并由其开票',
    en: 'The payee owns {business, select, hidden {an operating registered business} other {the operating business “{business}”}}. This line withholds income tax on labour; work of the business is paid to the business, which invoices it',
    es: 'El beneficiario tiene {business, select, hidden {un negocio registrado en activo} other {el negocio activo «{business}»}}. Esta línea retiene por trabajo personal; el trabajo del negocio se paga al negocio, que lo factura',
    ja: '受取人は{business, select, hidden {営業中の個人事業} other {営業中の個人事業「{business}」}}を登録しています。この行は個人の労務報酬として源泉徴収します。事業としての業務であれば、個人事業へ支払い、発票を受け取ってください',
  },
  E220: {
    zh: '{business, select, hidden {收款人名下有运营中的个体工商户} other {收款人名下有运营中的个体工商户“{business}”}}，运营中心不允许按自然人付款',
    en: 'The payee owns {business, select, hidden {an operating registered business} other {the operating business “{business}”}}, and the centre does not allow paying its owner as a natural person',
    es: 'El beneficiario tiene {business, select, hidden {un negocio registrado en activo} other {el negocio activo «{business}»}} y el centro no permite pagarle como persona física',
    ja: '受取人は{business, select, hidden {営業中の個人事業} other {営業中の個人事業「{business}」}}を登録しており、センターは個人としての支払いを認めていません',
  },
  E206: {
    zh: '{problem, select, expired {协议已到期} businessNone {未与该个体户签订业务服务合同} businessExpired {与该个体户的业务服务合同已到期} other {未签署有效协议}}',
    en: '{problem, select, expired {The agreement has expired} businessNone {The unit has no contract with this business} businessExpired {The contract with this business has expired} other {No valid agreement signed}}',
    es: '{problem, select, expired {El acuerdo ha vencido} businessNone {La empresa no tiene contrato con este negocio} businessExpired {El contrato con este negocio ha vencido} other {Sin acuerdo vigente firmado}}',
    ja: '{problem, select, expired {契約の期限が切れています} businessNone {この個人事業との業務サービス契約がありません} businessExpired {この個人事業との業務サービス契約の期限が切れています} other {有効な契約が未署名です}}',
  },
  E207: { zh: '未签署涉税代办授权书', en: 'The tax filing authorisation is not signed', es: 'Falta la autorización para trámites fiscales', ja: '税務代行委任状が未署名です' },
  E208: { zh: '年龄 {age} 岁，不在允许范围 {min}-{max}', en: 'Age {age}; allowed range {min} to {max}', es: 'Edad {age}; se admite de {min} a {max}', ja: '年齢 {age} 歳は許可範囲 {min}～{max} 歳の外です' },
  E209: {
    zh: '经营者{status, select, waiting {待签约} frozen {已冻结} closed {已注销} disputed {已对本单位提出身份异议，付款暂停} ended {已终止与本单位的合作，不能付款} other {已停用}}{reason, select, none {} other {：{reason}}}',
    en: 'The operator {status, select, waiting {has not signed yet} frozen {is frozen} closed {is closed} disputed {objects to this unit using their identity: payments are stopped} ended {no longer works with this unit} other {is disabled}}{reason, select, none {} other {: {reason}}}',
    es: 'El operador {status, select, waiting {aún no ha firmado} frozen {está bloqueado} closed {está dado de baja} disputed {se opone a que esta empresa use su identidad: pagos detenidos} ended {ya no trabaja con esta empresa} other {está desactivado}}{reason, select, none {} other {: {reason}}}',
    ja: '事業者は{status, select, waiting {署名待ちです} frozen {凍結されています} closed {解約されています} disputed {この企業に身元の異議を申し立てており、支払いは停止中です} ended {この企業との取引を終了しています} other {停止されています}}{reason, select, none {} other {：{reason}}}',
  },
  E210: {
    zh: '收款人为单位{relation, select, legal_person {法人} shareholder {股东} supervisor {监事} executive {高管} other {在册员工}}',
    en: "The payee is the unit's {relation, select, legal_person {legal representative} shareholder {shareholder} supervisor {supervisor} executive {executive} other {employee}}",
    es: 'El beneficiario es {relation, select, legal_person {representante legal} shareholder {accionista} supervisor {supervisor} executive {directivo} other {empleado}} de la empresa',
    ja: '受取人は企業の{relation, select, legal_person {法定代表者} shareholder {株主} supervisor {監査役} executive {役員} other {従業員}}です',
  },
  E211: {
    zh: '{problem, select, missing {未填写个体户名称和信用代码} code {统一社会信用代码错误} owner {个体户与经营者不匹配} name {个体户名称与信用代码不一致} other {个体户状态非“运营中”}}',
    en: '{problem, select, missing {Business name and credit code are missing} code {The credit code is wrong} owner {The business does not belong to this operator} name {Business name and credit code do not match} other {The business is not operating}}',
    es: '{problem, select, missing {Faltan el nombre del negocio y el código de crédito} code {El código de crédito es incorrecto} owner {El negocio no es de este operador} name {Nombre y código de crédito no coinciden} other {El negocio no está en operación}}',
    ja: '{problem, select, missing {個人事業主の名称と信用コードが未入力です} code {統一社会信用コードが違います} owner {個人事業主とこの事業者が一致しません} name {個人事業主の名称と信用コードが一致しません} other {個人事業主が「営業中」ではありません}}',
  },
  W212: {
    zh: '该卡上次付款{code, select, returned {被银行退汇} name_mismatch {因户名不符失败} other {因账户状态异常失败}}（批次 {batch}，{day}{said, select, none {} other {：{said}}}）',
    en: 'The last payment to this card {code, select, returned {was returned by the bank} name_mismatch {failed: the name did not match} other {failed: the account could not receive money}} (batch {batch}, {day}{said, select, none {} other {: {said}}})',
    es: 'El último pago a esta tarjeta {code, select, returned {fue devuelto por el banco} name_mismatch {falló: el titular no coincide} other {falló: la cuenta no puede recibir dinero}} (lote {batch}, {day}{said, select, none {} other {: {said}}})',
    ja: 'このカードへの前回の支払いは{code, select, returned {銀行から組戻しされました} name_mismatch {名義不一致で失敗しました} other {口座の異常で失敗しました}}（バッチ {batch}、{day}{said, select, none {} other {：{said}}}）',
  },
  E213: {
    zh: '{residence, select, non_resident {收款人为非居民个人，平台不支持非居民的扣缴，不能按自然人付款} other {收款人未声明税收居民身份，不能付款}}',
    en: '{residence, select, non_resident {The payee is not a resident for tax: withholding for non-residents is not supported} other {The payee’s tax residence has not been declared}}',
    es: '{residence, select, non_resident {El beneficiario no es residente fiscal: no se admite la retención a no residentes} other {Falta declarar la residencia fiscal del beneficiario}}',
    ja: '{residence, select, non_resident {受取人は税務上の非居住者です。非居住者の源泉徴収には対応していません} other {受取人の税務上の居住者区分が未申告です}}',
  },
  W214: {
    zh: '{day, select, hidden {证件已过期} other {证件已于 {day} 过期}}',
    en: '{day, select, hidden {The ID has expired} other {The ID expired on {day}}}',
    es: '{day, select, hidden {El documento ha caducado} other {El documento caducó el {day}}}',
    ja: '{day, select, hidden {証明書の有効期限が切れています} other {証明書の有効期限が {day} に切れました}}',
  },
  E215: {
    zh: '{problem, select, paid {同一笔款项已由批次 {batch} 支付} underWay {同一笔款项正由批次 {batch} 支付} other {批次 {batch} 中同一笔款项的支付异常尚未处理，银行可能已付款}}',
    en: '{problem, select, paid {Batch {batch} already paid this debt} underWay {Batch {batch} is paying this debt} other {The bank may have paid this debt in batch {batch}: its payment exception is still open}}',
    es: '{problem, select, paid {El lote {batch} ya pagó esta deuda} underWay {El lote {batch} está pagando esta deuda} other {El banco pudo pagar esta deuda en el lote {batch}: la incidencia sigue abierta}}',
    ja: '{problem, select, paid {同じ債務はバッチ {batch} で支払済みです} underWay {同じ債務をバッチ {batch} で支払中です} other {バッチ {batch} の支払異常が未処理です。銀行が支払った可能性があります}}',
  },
  E301: { zh: '超单笔限额 {limit}', en: 'Above the limit per payment of {limit}', es: 'Supera el límite por pago de {limit}', ja: '1件あたりの上限 {limit} を超えています' },
  E302: {
    zh: '{scope, select, everywhere {超本人每月在全部运营中心的限额 {limit}} personShared {超本人本月限额 {limit}：本笔 {amount}，其他单位的付款也计入（不显示）} unit {超单位本月限额：已用 {used} + 本笔 {amount} > {limit}} day {超本日限额：已用 {used} + 本笔 {amount} > {limit}} contract {超与该个体户业务服务合同的金额上限：已用 {used} + 本笔 {amount} > {limit}} other {超本月限额：已用 {used} + 本笔 {amount} > {limit}}}',
    en: '{scope, select, everywhere {Above the monthly limit of this person at all centres together, {limit}} personShared {Above the monthly limit of this person, {limit}: {amount} now; payments of other units count too and are not shown} other {Above the {scope, select, unit {monthly limit of the unit} day {daily limit of the unit} contract {maximum of the contract with this business} other {monthly limit of this person}}: {used} used + {amount} now > {limit}}}',
    es: '{scope, select, everywhere {Supera el límite mensual de la persona en todos los centros, {limit}} personShared {Supera el límite mensual de la persona, {limit}: {amount} ahora; también cuentan los pagos de otras empresas, que no se muestran} other {Supera el límite {scope, select, unit {mensual de la empresa} day {diario de la empresa} contract {del contrato con este negocio} other {mensual de la persona}}: {used} usados + {amount} > {limit}}}',
    ja: '{scope, select, everywhere {全センター合計の本人月間上限 {limit} を超過} personShared {本人の月間上限 {limit} を超過：今回 {amount}。他の企業の支払いも算入されます（非表示）} other {{scope, select, unit {企業の月間} day {企業の1日} contract {この個人事業との業務サービス契約の} other {本人の月間}}上限を超過：使用済 {used} ＋ 今回 {amount} > {limit}}}',
  },
  W303: {
    zh: '本笔将使当月收入达到10万元，将补扣前期增值税{amount, select, hidden {（含其他单位的付款，不显示）} other { {amount}}}',
    en: 'This payment takes the month to 100,000 yuan; {amount, select, hidden {VAT on earlier payments, those of other units among them (not shown),} other {{amount} of VAT on earlier payments}} is withheld too',
    es: 'Con este pago el mes alcanza 100,000 yuanes; se retendrá además {amount, select, hidden {el IVA de pagos anteriores, también de otras empresas (no se muestra)} other {{amount} de IVA anterior}}',
    ja: '今回で当月収入が10万元に達するため、前回までの増値税{amount, select, hidden {（他の企業の支払い分を含む、非表示）} other { {amount} }}を追加控除します',
  },
  W304: {
    zh: '连续12个月累计将超500万元，应引导办理市场主体登记',
    en: 'More than 5,000,000 yuan within 12 months: guide this person to register a business',
    es: 'Más de 5,000,000 de yuanes en 12 meses: oriente a esta persona a registrar un negocio',
    ja: '連続12か月の累計が500万元を超えます。事業登記を案内してください',
  },
  W307: { zh: '实发反推无法精确匹配，差额 {difference}', en: 'No gross gives exactly this net; off by {difference}', es: 'Ningún bruto da exactamente este neto; diferencia de {difference}', ja: '手取りから総支給を正確に逆算できません（差額 {difference}）' },
  E309: { zh: '扣税费后实发≤0', en: 'Nothing remains to pay after tax and fee', es: 'No queda importe tras impuestos y comisión', ja: '税・手数料控除後の手取りが0以下です' },
  W401: { zh: '与第 {seq} 行重复（姓名+卡号+金额）', en: 'Same name, card and amount as line {seq}', es: 'Mismo nombre, tarjeta e importe que la línea {seq}', ja: '{seq} 行目と重複しています（氏名・カード・金額）' },
  W402: {
    zh: '30天内向同一人支付相同金额 {count} 次',
    en: 'The same amount went to this person {count, plural, one {# time} other {# times}} within 30 days',
    es: 'El mismo importe se pagó a esta persona {count, plural, one {# vez} other {# veces}} en 30 días',
    ja: '30日以内に同一人物へ同額を {count} 回支払っています',
  },
}

/** What to do about each issue of a line. */
export const issueSuggestions: Readonly<Record<IssueCode, Text>> = {
  E101: { zh: '填写与身份证一致的姓名', en: 'Enter the name as on the ID card', es: 'Escriba el nombre del documento', ja: '身分証どおりの氏名を入力してください' },
  E102: { zh: '核对并修改证件号码', en: 'Check and correct the ID number', es: 'Compruebe y corrija el documento', ja: '身分証番号を確認して修正してください' },
  E103: { zh: '已修正，无需处理', en: 'Corrected automatically; no action needed', es: 'Corregido; no hay que hacer nada', ja: '修正済みです。対応不要です' },
  E104: { zh: '核对并修改银行卡号', en: 'Check and correct the card number', es: 'Compruebe y corrija la tarjeta', ja: 'カード番号を確認して修正してください' },
  W104: { zh: '核对卡号；对公账户可直接确认', en: 'Check the number; confirm if it is a company account', es: 'Compruebe el número; confirme si es de empresa', ja: '番号を確認し、法人口座ならそのまま確認してください' },
  E105: {
    zh: '填写11位手机号码；持境外证件者可写 +国家或地区代码和号码',
    en: 'Enter an 11-digit mobile number; with papers from outside the mainland, + country code and number',
    es: 'Escriba un móvil de 11 dígitos; con documento de fuera, + prefijo y número',
    ja: '11桁の携帯番号を入力してください。本土以外の証明書では +国番号と番号も可',
  },
  E106: { zh: '填写大于0、最多两位小数的金额', en: 'Enter an amount above 0 with at most two decimals', es: 'Escriba un importe mayor que 0 con dos decimales como máximo', ja: '0より大きく小数2桁までの金額を入力してください' },
  E107: { zh: '截断到40字并去掉特殊字符', en: 'Shorten to 40 characters and remove special characters', es: 'Recorte a 40 caracteres y quite símbolos', ja: '40文字以内にし、特殊文字を除いてください' },
  W108: { zh: '把该列改为文本格式后重新填写完整号码', en: 'Format the column as text and enter the full number again', es: 'Ponga la columna como texto y escriba el número completo', ja: '列を文字列形式にして番号を全桁入力し直してください' },
  E201: { zh: '提交临时经营者审核，或发送注册邀请', en: 'Send for review, or invite this person to register', es: 'Envíe a revisión o invite a registrarse', ja: '臨時事業者の審査へ提出するか、登録へ招待してください' },
  E202: { zh: '采用系统姓名，或提交核对', en: 'Use the name on file, or send for review', es: 'Use el nombre registrado o envíe a revisión', ja: '登録氏名を採用するか、審査へ提出してください' },
  W202: {
    zh: '银行按写法核对户名：必要时改成与银行卡一致',
    en: 'Banks compare the name as written: change it to match the card where needed',
    es: 'Los bancos comparan el nombre tal como está escrito: cámbielo si no coincide con la tarjeta',
    ja: '銀行は表記どおりに名義を照合します。必要ならカードの表記に合わせてください',
  },
  E203: { zh: '提交核验，或发送认证短信', en: 'Send for review, or ask this person to verify', es: 'Envíe a revisión o pida la verificación', ja: '審査へ提出するか、本人確認を依頼してください' },
  E204: { zh: '更换收款卡，或提交核对', en: 'Use another card, or send for review', es: 'Use otra tarjeta o envíe a revisión', ja: '受取カードを変更するか、審査へ提出してください' },
  W205: { zh: '使用档案卡，或确认使用此卡', en: 'Use the card on file, or confirm this one', es: 'Use la tarjeta registrada o confirme esta', ja: '登録カードを使用するか、このカードで確認してください' },
  W206: {
    zh: '属个体户业务的，填写个体户名称和信用代码；确属个人劳务的，说明原因后提交',
    en: 'For work of the business, enter its name and credit code. For personal labour, submit with a reason',
    es: 'Si es trabajo del negocio, indique su nombre y código. Si es trabajo personal, envíelo con un motivo',
    ja: '事業の業務なら名称と信用コードを入力してください。個人の労務なら理由を記入して提出してください',
  },
  E220: {
    zh: '填写个体户名称和信用代码，或剔除该行',
    en: 'Enter the name and credit code of the business, or exclude this line',
    es: 'Indique nombre y código del negocio, o excluya la línea',
    ja: '個人事業の名称と信用コードを入力するか、この行を除外してください',
  },
  E206: { zh: '批量发起签约', en: 'Send the agreement for signature', es: 'Envíe el acuerdo a firma', ja: '契約の署名を依頼してください' },
  E207: { zh: '发起授权', en: 'Request the authorisation', es: 'Solicite la autorización', ja: '委任を依頼してください' },
  E208: { zh: '剔除该行', en: 'Exclude this line', es: 'Excluya la línea', ja: 'この行を除外してください' },
  E209: { zh: '联系运营中心，或剔除该行', en: 'Contact the centre, or exclude this line', es: 'Contacte con el centro o excluya la línea', ja: '運営センターへ連絡するか、この行を除外してください' },
  E210: { zh: '剔除该行，或向运营中心申请例外（附证明）', en: 'Exclude this line, or ask the centre for an exception with proof', es: 'Excluya la línea o pida una excepción con justificante', ja: 'この行を除外するか、証明を添えて例外を申請してください' },
  E211: { zh: '核对个体户名称、信用代码和状态', en: 'Check name, credit code and state of the business', es: 'Compruebe nombre, código y estado del negocio', ja: '個人事業主の名称・信用コード・状態を確認してください' },
  W212: { zh: '请收款人提供另一张卡并更换，或确认该账户已恢复', en: 'Ask the payee for another card, or confirm that the account works again', es: 'Pida otra tarjeta al beneficiario o confirme que la cuenta vuelve a funcionar', ja: '受取人に別のカードを確認して変更するか、口座が復旧したことを確認してください' },
  E213: {
    zh: '由本人或运营中心声明税收居民身份；非居民不能在此付款',
    en: 'The person or the centre declares the tax residence; non-residents cannot be paid here',
    es: 'La persona o el centro declara la residencia fiscal; a no residentes no se les paga aquí',
    ja: '本人または運営センターが居住者区分を申告してください。非居住者へは支払えません',
  },
  W214: { zh: '提醒收款人换领证件并更新有效期', en: 'Ask the payee to renew the ID and update its validity', es: 'Pida al beneficiario que renueve el documento y actualice la validez', ja: '受取人に証明書の更新と有効期間の変更を依頼してください' },
  E215: {
    zh: '剔除该行；若支付异常尚未处理，请等运营中心处理后再提交',
    en: 'Exclude this line. While an exception is open, wait until the centre has resolved it',
    es: 'Excluya la línea. Si hay una incidencia abierta, espere a que el centro la resuelva',
    ja: 'この行を除外してください。支払異常が未処理の場合は、運営センターの処理後に提出してください',
  },
  E301: { zh: '改小金额；拆分不可绕过月限额', en: 'Reduce the amount; splitting does not avoid the monthly limit', es: 'Reduzca el importe; dividir no evita el límite mensual', ja: '金額を下げてください。分割しても月間上限は回避できません' },
  E302: { zh: '剔除该行或改小金额', en: 'Exclude this line or reduce the amount', es: 'Excluya la línea o reduzca el importe', ja: 'この行を除外するか金額を下げてください' },
  W303: { zh: '查看税费明细后确认', en: 'Review the tax breakdown, then confirm', es: 'Vea el desglose fiscal y confirme', ja: '税額の内訳を見て確認してください' },
  W304: { zh: '向本人发送登记引导通知（逐人办理）', en: 'Send this person the guidance on registering', es: 'Envíe a la persona la guía de registro', ja: '本人へ登記の案内を送ってください' },
  W307: { zh: '接受差额，或调整金额', en: 'Accept the difference, or change the amount', es: 'Acepte la diferencia o cambie el importe', ja: '差額を承認するか、金額を調整してください' },
  E309: { zh: '提高金额或剔除该行', en: 'Increase the amount or exclude this line', es: 'Aumente el importe o excluya la línea', ja: '金額を上げるか、この行を除外してください' },
  W401: { zh: '确认不是重复付款，否则剔除', en: 'Make sure it is not paid twice; otherwise exclude it', es: 'Compruebe que no es un pago doble; si lo es, exclúyalo', ja: '二重払いでないか確認し、重複なら除外してください' },
  W402: { zh: '确认确有多次相同业务', en: 'Confirm that the work was really done again', es: 'Confirme que el trabajo se repitió', ja: '同額の業務が複数回あったことを確認してください' },
}

/** What stands in the way of a whole batch. */
export const batchIssueMessages: Readonly<Record<BatchIssueCode, Text>> = {
  E305: { zh: '本单位余额不足：需 {needed}，可用 {available}', en: 'Not enough balance: {needed} needed, {available} available', es: 'Saldo insuficiente: se necesitan {needed}, hay {available}', ja: '残高不足：必要 {needed}、利用可能 {available}' },
  E306: {
    zh: '{problem, select, expired {合同已到期} early {合同尚未生效} unsigned {合同未签署完成} other {超合同金额上限：已用 {used} + 本批 {amount} > {limit}}}',
    en: '{problem, select, expired {The contract has expired} early {The contract is not in force yet} unsigned {The contract is not signed} other {Above the cap of the contract: {used} used + {amount} now > {limit}}}',
    es: '{problem, select, expired {El contrato ha vencido} early {El contrato aún no está vigente} unsigned {El contrato no está firmado} other {Supera el tope del contrato: {used} usados + {amount} > {limit}}}',
    ja: '{problem, select, expired {契約の期限が切れています} early {契約はまだ有効ではありません} unsigned {契約の署名が未完了です} other {契約の上限額を超過：使用済 {used} ＋ 今回 {amount} > {limit}}}',
  },
  E307: {
    zh: '{problem, select, early {服务期间早于订单开始日} state {订单状态不允许结算} paused {订单已暂停} budget {超订单预算：已用 {used} + 本批 {amount} > {limit}} other {订单服务期已结束，超过补录期限 {days} 天}}',
    en: '{problem, select, early {The order has not started yet} state {The order cannot be settled in its state} paused {The order is paused} budget {Above the budget of the order: {used} used + {amount} now > {limit}} other {The order ended more than {days} days ago}}',
    es: '{problem, select, early {El pedido aún no ha empezado} state {El estado del pedido no permite liquidar} paused {El pedido está en pausa} budget {Supera el presupuesto del pedido: {used} usados + {amount} > {limit}} other {El pedido terminó hace más de {days} días}}',
    ja: '{problem, select, early {注文の開始日前です} state {注文の状態では精算できません} paused {注文は停止中です} budget {注文の予算を超過：使用済 {used} ＋ 今回 {amount} > {limit}} other {注文の終了から {days} 日を超えています}}',
  },
  E308: {
    zh: '缺少链路要件：{missing, select, contract {合同} order {订单} account {收款账户} other {验收材料}}',
    en: 'Required for settlement but missing: {missing, select, contract {contract} order {order} account {payee account} other {acceptance documents}}',
    es: 'Falta un requisito para liquidar: {missing, select, contract {contrato} order {pedido} account {cuenta de cobro} other {acta de aceptación}}',
    ja: '必要書類が不足：{missing, select, contract {契約} order {注文} account {受取口座} other {検収資料}}',
  },
  E403: { zh: '同一文件已导入（批次 {batch}）', en: 'The same file was already imported (batch {batch})', es: 'El mismo archivo ya se importó (lote {batch})', ja: '同じファイルは取込済みです（バッチ {batch}）' },
  W404: {
    zh: '证明材料与 {batch} 重复（相同文件或高度相似图片）',
    en: 'The same document, or a nearly identical picture, is also evidence for {batch}',
    es: 'El mismo documento, o una imagen casi igual, es también prueba de {batch}',
    ja: '証明資料が {batch} と重複しています（同一ファイルまたは酷似した画像）',
  },
}

/** What to do about what stands in the way of a whole batch. */
export const batchIssueSuggestions: Readonly<Record<BatchIssueCode, Text>> = {
  E305: { zh: '去充值', en: 'Top up', es: 'Recargue', ja: '入金してください' },
  E306: { zh: '续签合同', en: 'Renew the contract', es: 'Renueve el contrato', ja: '契約を更新してください' },
  E307: { zh: '更换订单', en: 'Use another order', es: 'Use otro pedido', ja: '別の注文を選択してください' },
  E308: { zh: '补充材料', en: 'Add the documents', es: 'Añada los documentos', ja: '資料を追加してください' },
  E403: { zh: '查看原批次', en: 'Check the first batch', es: 'Vea el lote original', ja: '元のバッチを確認してください' },
  W404: { zh: '更换材料，或由审核人写明说明', en: 'Replace the document, or have the auditor explain', es: 'Sustituya el documento o que el auditor lo explique', ja: '資料を差し替えるか、審査者が説明を記入してください' },
}
