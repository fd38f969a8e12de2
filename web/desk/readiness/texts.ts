import type { Text } from '#/domain/base/text.ts'
import type { ReadinessStep, StepState } from '#/domain/desk/readiness.ts'

export const stateNames = {
  done: { zh: '已完成', en: 'Done', es: 'Hecho', ja: '完了' },
  missing: { zh: '待完成', en: 'Missing', es: 'Falta', ja: '未完了' },
  advised: { zh: '建议完成', en: 'Advised', es: 'Recomendado', ja: '推奨' },
} as const satisfies Record<StepState, Text>

export const stepNames = {
  colleagues: { zh: '至少两名平台人员', en: 'Two people at the platform', es: 'Dos personas en la plataforma', ja: 'プラットフォーム担当者2名' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
  certificate: { zh: '平台签章证书', en: 'Platform certificate', es: 'Certificado de la plataforma', ja: 'プラットフォームの署名証明書' },
  seal: { zh: '签章证书', en: 'Sealing certificate', es: 'Certificado de sello', ja: '署名証明書' },
  templates: { zh: '协议模板', en: 'Contract templates', es: 'Plantillas de contrato', ja: '契約テンプレート' },
  taxPolicy: { zh: '税务政策', en: 'Tax policy', es: 'Normativa fiscal', ja: '税務規定' },
  holidays: { zh: '节假日安排', en: 'Public holidays', es: 'Días festivos', ja: '祝日' },
  feePlan: { zh: '费率方案', en: 'Fee plan', es: 'Tarifa', ja: '料率プラン' },
  categories: { zh: '开票类目', en: 'Invoice categories', es: 'Categorías de factura', ja: '発票品目' },
  identity: { zh: '实名核验服务', en: 'Identity verification', es: 'Verificación de identidad', ja: '本人確認サービス' },
  sms: { zh: '短信通道', en: 'Text messages', es: 'Mensajes de texto', ja: 'SMS' },
  mail: { zh: '邮件服务', en: 'E-mail', es: 'Correo', ja: 'メール' },
  payouts: { zh: '账务核对无异常', en: 'Books in order', es: 'Libros en orden', ja: '帳簿に異常なし' },
  files: { zh: '历史文件加密', en: 'Older files sealed', es: 'Archivos antiguos cifrados', ja: '過去ファイルの暗号化' },
  faces: { zh: '人脸信息备案', en: 'Filing of face data', es: 'Registro de datos faciales', ja: '顔情報の届出' },
  channel: { zh: '支付通道', en: 'Payout channel', es: 'Canal de pago', ja: '支払チャネル' },
  account: { zh: '收款账户', en: 'Bank account', es: 'Cuenta bancaria', ja: '入金口座' },
  director: { zh: '中心负责人', en: 'Director', es: 'Director', ja: 'センター責任者' },
  auditor: { zh: '审核人员', en: 'Auditor', es: 'Auditor', ja: '審査担当' },
  finance: { zh: '财务人员', en: 'Finance', es: 'Finanzas', ja: '経理担当' },
  einvoice: { zh: '开票通道', en: 'Issuing channel', es: 'Canal de emisión', ja: '発行チャネル' },
  unit: { zh: '单位已开通', en: 'Unit active', es: 'Empresa activa', ja: '企業が有効' },
  place: { zh: '合作与费率', en: 'Terms in force', es: 'Condiciones vigentes', ja: '取引条件' },
  contract: { zh: '有效合同', en: 'Contract in effect', es: 'Contrato vigente', ja: '有効な契約' },
  order: { zh: '可支付订单', en: 'Order for payments', es: 'Pedido abierto', ja: '支払可能な注文' },
  people: { zh: '制单、复核、支付人员', en: 'People to prepare, check and pay', es: 'Personas que preparan, verifican y pagan', ja: '作成・確認・支払の担当者' },
  paymentPassword: { zh: '支付密码', en: 'Payment password', es: 'Contraseña de pago', ja: '支払いパスワード' },
  payees: { zh: '已实名的经营者', en: 'Verified operators', es: 'Operadores verificados', ja: '本人確認済みの事業者' },
  money: { zh: '预付款余额', en: 'Prepaid balance', es: 'Saldo de anticipos', ja: '前払金残高' },
} as const satisfies Record<ReadinessStep, Text>

/** The reason why a step is needed, or where it is done. */
export const stepNotes: Readonly<Partial<Record<ReadinessStep, Text>>> = {
  colleagues: {
    zh: '解除停付、权限变更等须两人经办',
    en: 'Some decisions, such as resuming payouts, need two people.',
    es: 'Algunas decisiones, como reanudar pagos, exigen dos personas.',
    ja: '支払停止の解除などには2名が必要です。',
  },
  centre: {
    zh: '签约、开票和报税的法律主体',
    en: 'The legal entity that contracts, invoices and files tax.',
    es: 'La entidad legal que contrata, factura y declara.',
    ja: '契約・発票の発行・申告を行う法人です。',
  },
  certificate: {
    zh: '单位与个体工商户的合同以此证书盖章；没有证书只能签订纸质合同',
    en: 'Seals the contracts of units with businesses; without it they are signed on paper.',
    es: 'Sella los contratos de empresas con negocios; sin él se firman en papel.',
    ja: '企業と個人事業の契約の押印に使用します。ない場合は書面で締結します。',
  },
  seal: {
    zh: '中心的合同以本中心的证书盖章；到期前 30 天起提示',
    en: 'Seals the contracts of this centre. You are reminded from 30 days before it expires.',
    es: 'Sella los contratos del centro. Se avisa desde 30 días antes de que caduque.',
    ja: 'センターの契約の押印に使用します。期限の30日前から通知します。',
  },
  einvoice: {
    zh: '数电票直连并测试通过；未设置时由人工导出清单、导入结果',
    en: 'Set up and tested; without it, export the list and import the results.',
    es: 'Configurado y probado; sin él se exporta la lista y se importan los resultados.',
    ja: '設定済み・テスト済み。ない場合は一覧出力と結果取込を手作業で行います。',
  },
  templates: {
    zh: '每种协议至少启用一份平台模板；示范文本须经律师审阅',
    en: 'One active platform template of each kind; a lawyer must read the starter texts.',
    es: 'Una plantilla activa de cada tipo; un abogado debe leer los textos de ejemplo.',
    ja: '種類ごとに有効なテンプレートが必要です。ひな形は弁護士の確認を受けてください。',
  },
  taxPolicy: {
    zh: '今日及次年 1 月 1 日适用的税率与口径',
    en: 'The rates and rules of today, and of 1 January next year.',
    es: 'Los tipos y reglas de hoy y del próximo 1 de enero.',
    ja: '本日と翌年1月1日に適用される税率と規則です。',
  },
  holidays: {
    zh: '申报截止日遇节假日顺延；12 月起须有次年安排',
    en: 'They move due dates. From December, next year’s holidays are required.',
    es: 'Desplazan los vencimientos. Desde diciembre hacen falta los del año siguiente.',
    ja: '申告期限の順延に使用します。12月からは翌年分が必要です。',
  },
  feePlan: {
    zh: '每种结算模式至少一个生效方案',
    en: 'At least one plan in force for each settlement mode.',
    es: 'Al menos una tarifa vigente por modalidad.',
    ja: 'モードごとに有効なプランが必要です。',
  },
  categories: {
    zh: '订单所属的开票类目，须有 19 位税收分类编码',
    en: 'Invoice categories of orders, each with its 19-digit tax code.',
    es: 'Cómo se facturan los pedidos, con código fiscal de 19 dígitos.',
    ja: '注文の発票品目です。19桁の税収分類コードが必要です。',
  },
  identity: {
    zh: '未配置时由两人凭证明材料人工核验',
    en: 'Without it, two people verify manually with evidence.',
    es: 'Sin él, dos personas verifican a mano con pruebas.',
    ja: '未設定の場合は2名が証拠書類で確認します。',
  },
  sms: {
    zh: '验证码与到账通知',
    en: 'For codes and payment notices.',
    es: 'Para códigos y avisos de abono.',
    ja: '認証コードと入金通知に使用します。',
  },
  mail: {
    zh: '找回密码与文件发送；由运维在服务器环境变量 SMTP_URL、MAIL_FROM 中配置',
    en: 'For recovery and documents. The server operator sets SMTP_URL and MAIL_FROM in its environment.',
    es: 'Para recuperación y documentos. Quien opera el servidor define SMTP_URL y MAIL_FROM en su entorno.',
    ja: 'パスワード再設定と文書送付に使用。サーバー管理者が環境変数 SMTP_URL と MAIL_FROM を設定します。',
  },
  faces: {
    zh: '存储人脸信息达到 10 万人之日起 30 个工作日内，须向省级以上网信部门备案；8 万人起提醒',
    en: 'From 100,000 persons with stored faces, file with the cyberspace authority of the province within 30 working days. Shown from 80,000.',
    es: 'Desde 100 000 personas con rostro guardado, regístrelo ante la autoridad provincial del ciberespacio en 30 días hábiles. Se avisa desde 80 000.',
    ja: '顔情報の保存が10万人に達した日から30営業日以内に、省級以上のネット情報部門へ届け出ます。8万人から表示します。',
  },
  files: {
    zh: '升级前的文件由系统每分钟自动加密一批；数字为剩余文件数',
    en: 'Files from before the update are sealed automatically, a portion a minute. The number is how many are left.',
    es: 'Los archivos anteriores se cifran solos, una parte por minuto. El número indica cuántos quedan.',
    ja: '更新前のファイルは毎分自動で暗号化されます。数字は残りのファイル数です。',
  },
  payouts: {
    zh: '核对发现异常时全部停付',
    en: 'All payouts stop while a check of the books fails.',
    es: 'Los pagos se detienen si falla una comprobación.',
    ja: '照合で異常が見つかると支払は停止します。',
  },
}

export const texts = {
  ready: { zh: '已具备支付条件', en: 'Ready to pay', es: 'Listo para pagar', ja: '支払可能' },
  notReady: {
    zh: '还缺 {count} 项',
    en: '{count, plural, one {# step} other {# steps}} missing',
    es: '{count, plural, one {Falta # paso} other {Faltan # pasos}}',
    ja: '未完了 {count} 件',
  },
  platform: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
  centres: { zh: '运营中心', en: 'Centres', es: 'Centros', ja: '運営センター' },
  noCentres: { zh: '还没有运营中心', en: 'There is no centre yet', es: 'Aún no hay centros', ja: '運営センターはまだありません' },
  units: { zh: '单位', en: 'Units', es: 'Empresas', ja: '企業' },
  noUnits: { zh: '没有符合条件的单位', en: 'No matching units', es: 'Ninguna empresa coincide', ja: '該当する企業はありません' },
  unit: { zh: '单位名称', en: 'Unit', es: 'Empresa', ja: '企業名' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: 'モード' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  missing: { zh: '待完成', en: 'Missing', es: 'Falta', ja: '未完了' },
  keyword: { zh: '单位名称', en: 'Unit', es: 'Empresa', ja: '企業名' },
  goThere: { zh: '去办理', en: 'Open', es: 'Abrir', ja: '開く' },
  openPoints: {
    zh: '{count} 项口径须由税务负责人向主管税务机关确认',
    en: '{count} points of law to confirm with the tax office',
    es: '{count} cuestiones por confirmar con Hacienda',
    ja: '税務機関に確認すべき事項 {count} 件',
  },
  lacking: { zh: '缺少：{what}', en: 'Missing: {what}', es: 'Falta: {what}', ja: '不足：{what}' },
} as const satisfies Record<string, Text>
