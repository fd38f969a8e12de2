import type { ContractKind, ContractSource, RecordedConsent, SignState } from '#/domain/agreements/contract.ts'
import type { Text } from '#/domain/base/text.ts'
import type { SealFault } from '#/domain/organisations/certificate.ts'

export const contractKindNames: Readonly<Record<ContractKind, Text>> = {
  unit_service: { zh: '单位合作', en: 'Unit service contract', es: 'Contrato de servicio a empresas', ja: '企業サービス契約' },
  general_contract: { zh: '总包合同', en: 'General contract', es: 'Contrato general', ja: '総合請負契約' },
  business_contract: { zh: '业务服务合同', en: 'Contract with a business', es: 'Contrato con un negocio', ja: '業務サービス契約' },
  operator_agreement: { zh: '经营者协议', en: 'Operator agreement', es: 'Acuerdo con el operador', ja: '事業者契約' },
  tax_authorisation: { zh: '涉税代办授权书', en: 'Tax-filing authorisation', es: 'Autorización para trámites fiscales', ja: '税務代行委任状' },
  partner: { zh: '合作伙伴协议', en: 'Partner agreement', es: 'Acuerdo con el socio', ja: 'パートナー契約' },
  supplement: { zh: '补充协议', en: 'Supplement', es: 'Anexo', ja: '補足契約' },
  termination: { zh: '解约协议', en: 'Termination agreement', es: 'Acuerdo de resolución', ja: '解約合意書' },
}

export const signStateNames: Readonly<Record<SignState, Text>> = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  signing: { zh: '签署中', en: 'Being signed', es: 'En firma', ja: '署名中' },
  done: { zh: '已完成', en: 'Signed', es: 'Firmado', ja: '締結済み' },
  refused: { zh: '已拒签', en: 'Refused', es: 'Rechazado', ja: '署名拒否' },
  expired: { zh: '已过期', en: 'Expired', es: 'Caducado', ja: '期限切れ' },
  revoked: { zh: '已撤销', en: 'Revoked', es: 'Revocado', ja: '取消済み' },
  terminating: { zh: '解约中', en: 'Being terminated', es: 'En resolución', ja: '解約手続中' },
  terminated: { zh: '已解约', en: 'Terminated', es: 'Resuelto', ja: '解約済み' },
}

export const effectNames = {
  early: { zh: '未生效', en: 'Not yet in force', es: 'Aún no vigente', ja: '未発効' },
  current: { zh: '生效中', en: 'In force', es: 'Vigente', ja: '有効' },
  over: { zh: '已到期', en: 'Expired', es: 'Vencido', ja: '期限切れ' },
} as const satisfies Record<string, Text>

/** Reasons why a contract with all hand signatures is not sealed yet. */
export const sealFaultNames = {
  none: { zh: '待盖章：无签章证书', en: 'Awaiting seal: no certificate', es: 'Falta el sello: sin certificado', ja: '押印待ち：証明書なし' },
  expired: { zh: '待盖章：签章证书已过期', en: 'Awaiting seal: certificate expired', es: 'Falta el sello: certificado caducado', ja: '押印待ち：証明書期限切れ' },
} as const satisfies Record<SealFault, Text>

export const sourceNames = {
  electronic: { zh: '电子', en: 'Electronic', es: 'Electrónico', ja: '電子' },
  paper: { zh: '纸质', en: 'Paper', es: 'Papel', ja: '書面' },
  moved: { zh: '原系统接入', en: 'Taken over', es: 'Incorporado', ja: '引継ぎ' },
} as const satisfies Record<ContractSource, Text>

export const consentNames: Readonly<Record<RecordedConsent, Text>> = {
  agreement: { zh: '服务协议', en: 'Service agreement', es: 'Acuerdo de servicio', ja: 'サービス契約' },
  tax_filing: { zh: '涉税代办授权', en: 'Tax-filing authorisation', es: 'Autorización para trámites fiscales', ja: '税務代行の委任' },
  personal_data: { zh: '个人信息处理授权', en: 'Personal-data consent', es: 'Consentimiento de datos', ja: '個人情報の取扱い同意' },
  face: { zh: '人脸识别同意', en: 'Consent to face verification', es: 'Consentimiento de verificación facial', ja: '顔認証の同意' },
}

/** Names of the parties of a contract: 甲方, 乙方, 丙方. */
export const partyNames = {
  a: { zh: '甲方', en: 'Party A', es: 'Parte A', ja: '甲' },
  b: { zh: '乙方', en: 'Party B', es: 'Parte B', ja: '乙' },
  c: { zh: '丙方', en: 'Party C', es: 'Parte C', ja: '丙' },
} as const satisfies Record<string, Text>

/** Column headings and details of contracts, for pages and exports. */
export const contractFields = {
  no: { zh: '合同编号', en: 'Number', es: 'Número', ja: '契約番号' },
  name: { zh: '合同名称', en: 'Name', es: 'Nombre', ja: '契約名' },
  kind: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種類' },
  mode: { zh: '模式', en: 'Mode', es: 'Modalidad', ja: 'モード' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  cap: { zh: '金额上限', en: 'Maximum amount', es: 'Importe máximo', ja: '上限金額' },
  used: { zh: '已用额度', en: 'Used', es: 'Consumido', ja: '使用済み' },
  period: { zh: '起止日期', en: 'Period', es: 'Período', ja: '期間' },
  daysLeft: { zh: '剩余天数', en: 'Days left', es: 'Días restantes', ja: '残り日数' },
  state: { zh: '签署状态', en: 'Signing', es: 'Firma', ja: '署名状態' },
  effect: { zh: '生效状态', en: 'Validity', es: 'Vigencia', ja: '効力' },
  source: { zh: '来源', en: 'Source', es: 'Origen', ja: '形態' },
  waitingFor: { zh: '当前签署方', en: 'Current signer', es: 'Firmante actual', ja: '現在の署名者' },
  sentAt: { zh: '发起时间', en: 'Sent', es: 'Enviado', ja: '依頼日時' },
  deadline: { zh: '截止时间', en: 'Deadline', es: 'Fecha límite', ja: '期限' },
  reminders: { zh: '已提醒次数', en: 'Reminders', es: 'Recordatorios', ja: 'リマインド回数' },
  createdBy: { zh: '拟订人', en: 'Created by', es: 'Redactado por', ja: '作成者' },
  originNo: { zh: '原合同编号', en: 'Original number', es: 'Número original', ja: '元の契約番号' },
  signedOn: { zh: '原签订日期', en: 'Originally signed on', es: 'Firmado originalmente el', ja: '元の締結日' },
  doneAt: { zh: '完成时间', en: 'Signed on', es: 'Firmado el', ja: '締結日時' },
} as const satisfies Record<string, Text>

/**
 * A warning to the sender and the signers, followed by the characters of a document that no installed font can print.
 */
export const unprintableText: Text = {
  zh: '签署前请核对姓名，必要时改用线下纸质合同。没有可用字形、在文件中显示为空框的字符（W209）：',
  en: 'Check the names before signing, or sign on paper. The document shows empty boxes for these characters (W209):',
  es: 'Compruebe los nombres antes de firmar o firme en papel. El documento muestra recuadros vacíos en lugar de (W209):',
  ja: '署名前に氏名を確認するか、紙の契約書で署名してください。印字できず空欄になる文字（W209）：',
}

export const contractRefusals = {
  notFound: { zh: '合同不存在', en: 'The contract does not exist.', es: 'El contrato no existe.', ja: '契約が存在しません。' },
  changed: { zh: '合同已被他人处理，请刷新后重试', en: 'Someone else has processed this contract. Reload and try again.', es: 'Otra persona ya ha tramitado este contrato. Actualice la página.', ja: 'この契約は他のユーザーが処理しました。再読み込みしてください。' },
  wrongState: { zh: '合同当前状态不能执行此操作', en: 'This action is not possible in the current status of the contract.', es: 'El contrato no admite ahora esta operación.', ja: '現在の状態ではこの操作はできません。' },
  noRight: { zh: '没有权限', en: 'You do not have permission', es: 'No tiene permiso', ja: '権限がありません' },
  noTemplate: { zh: '没有可用的协议模板', en: 'There is no template for this contract.', es: 'No hay plantilla para este contrato.', ja: '使用できるテンプレートがありません。' },
  noSubject: { zh: '签约对象不存在', en: 'The other party does not exist.', es: 'La contraparte no existe.', ja: '契約相手が存在しません。' },
  wrongSubject: { zh: '签约对象与模板类型不符', en: 'The other party does not match the template type.', es: 'La contraparte no corresponde al tipo de plantilla.', ja: '契約相手がテンプレートの種類に合いません。' },
  otherMode: { zh: '请先切换到对应的结算模式', en: 'Switch to that settlement mode first.', es: 'Cambie antes a esa modalidad.', ja: '先に該当する精算モードへ切り替えてください。' },
  placeClosed: { zh: '单位已注销或运营中心已停用，不能签订合同', en: 'The unit is closed or the centre is disabled: it cannot enter into contracts.', es: 'La empresa está cerrada o el centro desactivado: no se pueden firmar contratos.', ja: '企業が解約済み、またはセンターが停止中のため、契約を締結できません。' },
  wrongDays: { zh: '结束日期不能早于开始日期', en: 'The end date is before the start date.', es: 'El fin es anterior al inicio.', ja: '終了日が開始日より前です。' },
  missing: { zh: '缺少内容：{names}', en: 'Missing: {names}', es: 'Falta: {names}', ja: '不足：{names}' },
  noSeal: {
    zh: '尚无签章证书，不能发起签署：请平台在“运营中心管理”的“签章证书”中上传，或签订纸质合同',
    en: 'There is no sealing certificate. The platform can add one under Centres › Certificates. Until then, sign on paper.',
    es: 'No hay certificado de sello. La plataforma lo añade en Centros › Certificados; hasta entonces, firme en papel.',
    ja: '署名証明書がありません。プラットフォームが「運営センター管理」の「署名証明書」で登録してください。それまでは書面で締結できます。',
  },
  sealExpired: {
    zh: '签章证书已过期，不能发起签署：请平台在“运营中心管理”的“签章证书”中更新，或签订纸质合同',
    en: 'The sealing certificate has expired. The platform can replace it under Centres › Certificates. Until then, sign on paper.',
    es: 'El certificado de sello ha caducado. La plataforma lo sustituye en Centros › Certificados; hasta entonces, firme en papel.',
    ja: '署名証明書の期限が切れています。プラットフォームが「運営センター管理」の「署名証明書」で更新してください。それまでは書面で締結できます。',
  },
  notYours: { zh: '现在不是您签署', en: 'It is not your turn to sign.', es: 'Ahora no le toca firmar.', ja: '現在はあなたの署名順ではありません。' },
  toSelf: { zh: '录入人不能核对自己录入的合同', en: 'You cannot check a contract you entered.', es: 'No puede verificar un contrato que ha registrado usted.', ja: '登録者本人は照合できません。' },
  needReason: { zh: '请填写原因', en: 'Give a reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
  remindedOften: { zh: '今天已提醒 {most} 次', en: 'The signer has already been reminded {most} times today', es: 'Ya se recordó {most} veces hoy', ja: '本日はすでに {most} 回リマインド済みです' },
  nothing: { zh: '没有可下载的合同文件', en: 'There are no contract files to download.', es: 'No hay archivos de contrato que descargar.', ja: '対象のファイルがありません。' },
  tooMany: { zh: '最多 {most} 份，请缩小范围', en: 'At most {most} contracts. Narrow the selection.', es: 'Como máximo {most}; acote la búsqueda.', ja: '最大 {most} 件です。条件を絞ってください。' },
  nobody: { zh: '没有可以发起的经营者', en: 'No contract can be sent to the selected operators.', es: 'A ninguno de los operadores seleccionados se le puede pedir la firma.', ja: '依頼できる事業者がいません。' },
  consentNotFound: { zh: '授权记录不存在', en: 'The consent does not exist.', es: 'El consentimiento no existe.', ja: '同意の記録が存在しません。' },
  consentOver: { zh: '该授权已撤回', en: 'This consent has already been withdrawn.', es: 'Ya se retiró este consentimiento.', ja: 'この同意はすでに撤回されています。' },
  expired: { zh: '超过签署期限', en: 'The signing deadline has passed', es: 'Plazo de firma vencido', ja: '署名期限切れ' },
  underway: { zh: '同类合同正在签署中', en: 'A contract of this type is already being signed.', es: 'Ya hay un contrato de este tipo en proceso de firma.', ja: '同種の契約が署名中です。' },
  noBusiness: { zh: '该经营者没有运营中的个体工商户，不能签订业务服务合同', en: 'This operator has no registered business in operation to contract with.', es: 'Este operador no tiene un negocio registrado en funcionamiento.', ja: 'この事業者には営業中の個人事業の登録がないため、業務サービス契約を結べません。' },
  notTogether: {
    zh: '单位未在该运营中心以个体工商户模式合作，或该经营者不在单位名册中',
    en: 'The unit does not work in individual-business mode at this centre, or the operator is not on its roster.',
    es: 'La empresa no opera en modalidad de negocio individual en este centro o el operador no está en su lista.',
    ja: '企業がこのセンターで個人事業主モードを利用していないか、事業者が企業の名簿にいません。',
  },
  businessMode: { zh: '业务服务合同仅用于个体工商户模式', en: 'Contracts with a business are for individual-business mode only.', es: 'Los contratos con un negocio son solo para la modalidad de negocio individual.', ja: '業務サービス契約は個人事業主モード専用です。' },
  businessHeld: { zh: '双方已有生效的业务服务合同，请续签', en: 'These parties already have a contract in force. Renew it.', es: 'Las partes ya tienen un contrato vigente. Renuévelo.', ja: '両者には有効な契約があります。更新してください。' },
  unitSends: { zh: '业务服务合同由单位加盖印章，请由单位发起签署', en: 'The unit seals this contract, so a colleague of the unit must send it.', es: 'La empresa sella este contrato: debe enviarlo alguien de la empresa.', ja: 'この契約は企業が押印するため、企業から署名を依頼してください。' },
  noFile: { zh: '该合同没有文件', en: 'This contract has no file.', es: 'Este contrato no tiene archivo.', ja: 'この契約にファイルはありません。' },
} as const satisfies Record<string, Text>

export const contractMessages = {
  open: {
    zh: '【云创客平台】{centre}请您签署《{name}》，请于 {day} 前完成：{link}',
    en: '[Yunchuangke] {centre} asks you to sign “{name}” by {day}: {link}',
    es: '[Yunchuangke] {centre} le pide firmar «{name}» antes del {day}: {link}',
    ja: '【雲創客】{centre}より「{name}」の署名依頼です。{day}までに署名してください：{link}',
  },
  remind: {
    zh: '【云创客平台】提醒：《{name}》尚待您签署，{day} 截止：{link}',
    en: '[Yunchuangke] Reminder: please sign “{name}” by {day}: {link}',
    es: '[Yunchuangke] Recordatorio: «{name}» espera su firma hasta el {day}: {link}',
    ja: '【雲創客】リマインド：「{name}」の署名をお待ちしています（{day}まで）：{link}',
  },
  noLink: { zh: '请登录平台，在“电子签约”中办理', en: 'sign in and open “e-signing”', es: 'entre en la plataforma y abra «firma electrónica»', ja: 'ログインして「電子契約」を開いてください' },
  done: {
    zh: '【云创客平台】《{name}》（{no}）已全部签署完成，可登录平台下载。',
    en: '[Yunchuangke] “{name}” ({no}) has been signed by all parties. Sign in to download it.',
    es: '[Yunchuangke] «{name}» ({no}) está firmado por todos. Entre para descargarlo.',
    ja: '【雲創客】「{name}」（{no}）の署名がすべて完了しました。ログインしてダウンロードできます。',
  },
  expired: {
    zh: '【云创客平台】《{name}》（{no}）签署期限已过，如需继续请联系{centre}。',
    en: '[Yunchuangke] The deadline to sign “{name}” ({no}) has passed. Contact {centre} if you still want to sign.',
    es: '[Yunchuangke] El plazo para firmar «{name}» ({no}) ha terminado. Consulte a {centre}.',
    ja: '【雲創客】「{name}」（{no}）の署名期限が過ぎました。続ける場合は{centre}へご連絡ください。',
  },
} as const satisfies Record<string, Text>

export const contractTaskTexts = {
  startMany: { zh: '批量发起签约 {count} 份', en: 'Send {count, number} documents for signature', es: 'Enviar {count, number} documentos a firma', ja: '{count} 件の署名依頼' },
  startedMany: { zh: '已发起 {made} 份，跳过 {skipped} 份', en: '{made, number} sent, {skipped, number} skipped', es: '{made, number} enviados, {skipped, number} omitidos', ja: '{made} 件送信、{skipped} 件スキップ' },
  zip: { zh: '下载合同文件 {count} 份', en: 'Download {count, number} contracts', es: 'Descargar {count, number} contratos', ja: '契約 {count} 件のダウンロード' },
  failed: { zh: '处理失败，请重试', en: 'The task failed. Try again.', es: 'Ha fallado. Inténtelo de nuevo.', ja: '失敗しました。もう一度お試しください。' },
  list: { zh: '合同清单', en: 'Contracts', es: 'Contratos', ja: '契約一覧' },
} as const satisfies Record<string, Text>
