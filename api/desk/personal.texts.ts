import type { Text } from '#/domain/base/text.ts'
import type { LegalBasis } from '#/domain/desk/legal-basis.ts'
import type { PersonalCategory, PersonalCopyFormat } from '#/domain/desk/personal.ts'

export const personalRefusals = {
  notOperator: { zh: '只有经营者本人可以获取自己的个人信息副本', en: 'Only operators can request a copy of their own data.', es: 'Solo los operadores pueden pedir una copia de sus datos.', ja: '自分の個人情報の写しを請求できるのは事業者本人のみです。' },
  notFound: { zh: '经营者不存在或不在您的管理范围内', en: 'The operator does not exist or is outside your scope.', es: 'El operador no existe o queda fuera de su ámbito.', ja: '事業者が存在しないか、管理範囲外です。' },
  noPlace: { zh: '个人信息副本由平台或所属运营中心代为导出', en: 'Copies are exported by the platform or the operator’s centre.', es: 'Las copias las exporta la plataforma o el centro del operador.', ja: '写しの代理出力はプラットフォームまたは所属センターが行います。' },
} as const satisfies Record<string, Text>

/** Success message of a request for a copy. The task list will contain the file. */
export const copyStartedText: Text = {
  zh: '正在生成副本，完成后可下载，保留 1 天',
  en: 'The copy is being made. It can be downloaded for one day.',
  es: 'Se está creando la copia. Podrá descargarla durante un día.',
  ja: '写しを作成しています。完成後1日間ダウンロードできます。',
}

export const copyFormatNames: Readonly<Record<PersonalCopyFormat, Text>> = {
  pdf: { zh: 'PDF（便于阅读）', en: 'PDF (to read)', es: 'PDF (para leer)', ja: 'PDF（閲覧用）' },
  json: { zh: 'JSON（便于转移）', en: 'JSON (to transfer)', es: 'JSON (para trasladar)', ja: 'JSON（移転用）' },
}

export const copyTexts = {
  title: { zh: '个人信息副本', en: 'Copy of personal data', es: 'Copia de datos personales', ja: '個人情報の写し' },
  of: { zh: '{name}（{code}）　{at}', en: '{name} ({code}), {at}', es: '{name} ({code}), {at}', ja: '{name}（{code}）　{at}' },
  whole: {
    zh: '本副本包含平台各模块保存的您的个人信息（个人信息保护法第四十五条）。文件仅限本人使用，请妥善保管。',
    en: 'This copy contains the personal data that all parts of the platform hold about you (Personal Information Protection Law, art. 45). Keep it safe.',
    es: 'Esta copia contiene los datos personales que toda la plataforma conserva sobre usted (Ley de Protección de Información Personal, art. 45). Guárdela bien.',
    ja: 'この写しには、プラットフォームの全機能が保有するあなたの個人情報が含まれます（個人情報保護法第45条）。大切に保管してください。',
  },
  partial: {
    zh: '本副本由运营中心或平台代为导出，仅含其管理范围内的信息；登录、消息等账户信息由本人登录后自行导出。',
    en: 'A centre or the platform exported this copy on behalf of the person. It holds the data within their scope; account data and messages are in the copy that the person requests after signing in.',
    es: 'Un centro o la plataforma exportó esta copia en nombre de la persona. Contiene los datos de su ámbito; la cuenta y los mensajes están en la copia que la persona pide tras iniciar sesión.',
    ja: 'この写しは運営センターまたはプラットフォームが本人に代わって出力したもので、その管理範囲の情報のみを含みます。アカウントやメッセージは本人がログインして出力します。',
  },
  register: { zh: '处理目的、依据与期限', en: 'Purposes, grounds and periods', es: 'Fines, bases y plazos', ja: '目的・根拠・期間' },
  category: { zh: '类别', en: 'Category', es: 'Categoría', ja: '分類' },
  purpose: { zh: '目的', en: 'Purpose', es: 'Fin', ja: '目的' },
  ground: { zh: '处理依据', en: 'Legal ground', es: 'Base jurídica', ja: '処理の根拠' },
  period: { zh: '保存期限', en: 'Retention', es: 'Conservación', ja: '保存期間' },
  recipients: { zh: '接收方', en: 'Recipients', es: 'Destinatarios', ja: '提供先' },
  contents: { zh: '内容', en: 'Contents', es: 'Contenido', ja: '内容' },
  nothing: { zh: '没有记录', en: 'No records', es: 'Sin registros', ja: '記録なし' },
  footer: { zh: '{maker} 于 {at} 导出', en: 'Exported by {maker} at {at}', es: 'Exportado por {maker} el {at}', ja: '出力：{maker}　{at}' },
  failed: { zh: '副本生成失败，请重试', en: 'The copy could not be made. Try again.', es: 'No se pudo crear la copia. Inténtelo de nuevo.', ja: '写しを作成できませんでした。もう一度お試しください。' },
} as const satisfies Record<string, Text>

export const legalBasisNames: Readonly<Record<LegalBasis, Text>> = {
  books: { zh: '会计档案管理办法 第14条：30 年', en: 'Accounting archives (会计档案管理办法 §14): 30 years', es: 'Archivos contables (会计档案管理办法 §14): 30 años', ja: '会計档案管理办法 第14条：30年' },
  taxPapers: { zh: '税收征管法实施细则 第29条：10 年', en: 'Tax records (税收征管法实施细则 §29): 10 years', es: 'Documentos fiscales (税收征管法实施细则 §29): 10 años', ja: '税收征管法実施細則 第29条：10年' },
  platformDuty: { zh: '互联网平台企业涉税信息报送规定（国务院令第810号）', en: 'Reports of platforms to the tax authority (国务院令第810号)', es: 'Informes de plataformas a Hacienda (国务院令第810号)', ja: 'プラットフォームの税務報告（国務院令第810号）' },
  signatures: { zh: '电子签名法 第6条：与其证明的账簿同期', en: 'Electronic signatures (电子签名法 §6): as long as the books they explain', es: 'Firmas electrónicas (电子签名法 §6): lo que duren los libros que prueban', ja: '電子署名法 第6条：証明対象の帳簿と同期間' },
  security: { zh: '网络安全法 第21条：日志不少于 6 个月', en: 'Logs (网络安全法 §21): six months or more', es: 'Registros (网络安全法 §21): seis meses o más', ja: '網絡安全法 第21条：ログ6か月以上' },
  purpose: { zh: '个人信息保护法 第19、47条：目的实现即删除', en: 'Personal data (个人信息保护法 §19, §47): deleted once the purpose is met', es: 'Datos personales (个人信息保护法 §19, §47): se borran al cumplir su fin', ja: '個人情報保護法 第19・47条：目的達成後に削除' },
  rights: { zh: '账户存续期间（个人信息保护法 第13条第二项）', en: 'While the account exists (个人信息保护法 §13(2))', es: 'Mientras exista la cuenta (个人信息保护法 §13(2))', ja: 'アカウントの存続期間（個人情報保護法 第13条2号）' },
}

interface Activity {
  readonly name: Text
  readonly purpose: Text
  readonly ground: Text
  readonly recipients: Text
}

const contract: Text = { zh: '订立、履行合同所必需（个人信息保护法第13条第二项）', en: 'Needed for the contract (个人信息保护法 §13(2))', es: 'Necesario para el contrato (个人信息保护法 §13(2))', ja: '契約の締結・履行に必要（個人情報保護法 第13条2号）' }
const duty: Text = { zh: '履行法定义务所必需（个人信息保护法第13条第三项；税收征管法）', en: 'Needed for a legal duty (个人信息保护法 §13(3); tax collection law)', es: 'Necesario para un deber legal (个人信息保护法 §13(3); ley tributaria)', ja: '法的義務の履行に必要（個人情報保護法 第13条3号、税収徴収管理法）' }
const consented: Text = {
  zh: '本人单独同意及法定义务（个人信息保护法第13、29条；国务院令第810号）',
  en: 'Separate consent and a legal duty (个人信息保护法 §13, §29; 国务院令第810号)',
  es: 'Consentimiento separado y deber legal (个人信息保护法 §13, §29; 国务院令第810号)',
  ja: '個別同意と法的義務（個人情報保護法 第13・29条、国務院令第810号）',
}
const notShared: Text = { zh: '不向第三方提供', en: 'None', es: 'Ninguno', ja: '第三者への提供なし' }

/** The register of processing: activity, purpose, legal basis and recipients (个人信息保护法 §17, §55–56). */
export const activities: Readonly<Record<PersonalCategory, Activity>> = {
  identity: {
    name: { zh: '身份与注册', en: 'Identity and registration', es: 'Identidad y alta', ja: '本人確認と登録' },
    purpose: { zh: '确认收款人身份，向税务机关报送身份信息', en: 'Confirms who is paid and reports identities to the tax authority', es: 'Confirma quién cobra e informa su identidad a Hacienda', ja: '受取人の確認と税務機関への本人情報の報告' },
    ground: consented,
    recipients: {
      zh: '税务机关；身份与银行卡核验机构；您合作的单位（仅其付款所需）',
      en: 'Tax authority; services that verify identities and cards; the companies that pay you, as far as needed',
      es: 'Hacienda; verificadores de identidad y tarjetas; las empresas que le pagan, en lo necesario',
      ja: '税務機関、本人・カードの確認機関、支払元の企業（必要な範囲）',
    },
  },
  account: {
    name: { zh: '账户与安全', en: 'Account and security', es: 'Cuenta y seguridad', ja: 'アカウントと安全' },
    purpose: { zh: '登录、防止盗用、记录谁做了什么', en: 'Signing in, protection against misuse, record of who did what', es: 'Acceso, protección y registro de quién hizo qué', ja: 'ログイン、不正利用の防止、操作の記録' },
    ground: { zh: '履行合同与网络安全义务（个人信息保护法第13条；网络安全法第21条）', en: 'Contract and network security (个人信息保护法 §13; 网络安全法 §21)', es: 'Contrato y seguridad de la red (个人信息保护法 §13; 网络安全法 §21)', ja: '契約の履行と網絡安全義務（個人情報保護法 第13条、網絡安全法 第21条）' },
    recipients: notShared,
  },
  agreement: {
    name: { zh: '合同、签名与同意', en: 'Contracts, signatures and consents', es: 'Contratos, firmas y consentimientos', ja: '契約・署名・同意' },
    purpose: { zh: '订立并证明协议与授权', en: 'Concludes agreements and proves them', es: 'Celebra acuerdos y los prueba', ja: '契約の締結と証明' },
    ground: contract,
    recipients: { zh: '合同相对方；电子签名与时间戳服务机构', en: 'The other parties; services for signatures and time stamps', es: 'Las otras partes; servicios de firma y sello de tiempo', ja: '契約の相手方、電子署名・タイムスタンプ事業者' },
  },
  work: {
    name: { zh: '订单与成果', en: 'Orders and proof of work', es: 'Pedidos y trabajos', ja: '注文と成果' },
    purpose: { zh: '派发任务、验收成果、证明业务真实', en: 'Assigns work, accepts it and proves that it is real', es: 'Asigna trabajos, los acepta y prueba que son reales', ja: '業務の割当・検収と実在の証明' },
    ground: contract,
    recipients: { zh: '下单单位', en: 'The ordering company', es: 'La empresa que encarga', ja: '発注企業' },
  },
  payment: {
    name: { zh: '支付', en: 'Payments', es: 'Pagos', ja: '支払い' },
    purpose: { zh: '向您付款并保存账务凭证', en: 'Pays you and stores the accounting vouchers', es: 'Le paga y guarda los justificantes', ja: '支払いの実行と証憑の保存' },
    ground: contract,
    recipients: { zh: '付款单位；支付通道与银行', en: 'The paying company; payment channels and banks', es: 'La empresa pagadora; canales de pago y bancos', ja: '支払企業、決済チャネル・銀行' },
  },
  tax: {
    name: { zh: '税款与申报', en: 'Taxes and declarations', es: 'Impuestos y declaraciones', ja: '税金と申告' },
    purpose: { zh: '计算、扣缴、申报税款，报送涉税信息', en: 'Computes, withholds and declares taxes and reports income', es: 'Calcula, retiene y declara impuestos e informa ingresos', ja: '税金の計算・徴収・申告と収入の報告' },
    ground: duty,
    recipients: { zh: '税务机关', en: 'Tax authority', es: 'Hacienda', ja: '税務機関' },
  },
  invoice: {
    name: { zh: '发票', en: 'Invoices', es: 'Facturas', ja: '発票' },
    purpose: { zh: '开具、交付与保存发票', en: 'Issues, delivers and keeps invoices', es: 'Emite, entrega y guarda facturas', ja: '発票の発行・交付・保存' },
    ground: duty,
    recipients: { zh: '购买方单位；税务机关；电子发票服务机构', en: 'The buying company; tax authority; e-invoice providers', es: 'La empresa compradora; Hacienda; proveedores de factura electrónica', ja: '購入企業、税務機関、電子発票事業者' },
  },
  business: {
    name: { zh: '个体工商户', en: 'Registered business', es: 'Negocio registrado', ja: '個人事業' },
    purpose: { zh: '办理登记、记账报税与年报', en: 'Handles registration, filings and annual reports', es: 'Gestiona el registro, las declaraciones y el informe anual', ja: '登記・申告・年次報告の代行' },
    ground: contract,
    recipients: { zh: '市场监督管理机关；税务机关', en: 'Market regulator; tax authority', es: 'Registro mercantil; Hacienda', ja: '市場監督機関、税務機関' },
  },
  message: {
    name: { zh: '通知', en: 'Notifications', es: 'Avisos', ja: '通知' },
    purpose: { zh: '告知签署、付款、异议等进展', en: 'Informs you about signatures, payments and objections', es: 'Le informa de firmas, pagos y objeciones', ja: '署名・支払い・異議などの進捗の連絡' },
    ground: contract,
    recipients: { zh: '短信与邮件服务机构', en: 'Providers of text messages and mail', es: 'Proveedores de SMS y correo', ja: 'SMS・メール事業者' },
  },
}
