import type { Text } from '#/domain/base/text.ts'

/**
 * Names of preset data. The Chinese name is stored. A name that a user entered or changed is not in this list and is
 * shown as entered.
 */
const roles: readonly Text[] = [
  { zh: '超级管理员', en: 'Super administrator', es: 'Superadministrador', ja: '最高管理者' },
  { zh: '平台运营', en: 'Platform operations', es: 'Operaciones de la plataforma', ja: 'プラットフォーム運営' },
  { zh: '平台财务', en: 'Platform finance', es: 'Finanzas de la plataforma', ja: 'プラットフォーム財務' },
  { zh: '中心负责人', en: 'Centre director', es: 'Director de centro', ja: 'センター責任者' },
  { zh: '营销员/业务员', en: 'Marketing and sales', es: 'Marketing y ventas', ja: 'マーケティング・営業担当' },
  { zh: '跨中心专员', en: 'Cross-centre specialist', es: 'Especialista entre centros', ja: 'センター横断担当' },
  { zh: '中心审核', en: 'Centre auditor', es: 'Auditor del centro', ja: 'センター審査担当' },
  { zh: '中心财务', en: 'Centre finance', es: 'Finanzas del centro', ja: 'センター財務' },
  { zh: '单位管理员', en: 'Unit administrator', es: 'Administrador de empresa', ja: '企業管理者' },
  { zh: '单位查询', en: 'Unit viewer', es: 'Consulta de empresa', ja: '企業照会担当' },
  { zh: '单位制单', en: 'Unit maker', es: 'Preparador de empresa', ja: '企業作成担当' },
  { zh: '单位复核', en: 'Unit checker', es: 'Verificador de empresa', ja: '企業確認担当' },
  { zh: '单位财务', en: 'Unit payer', es: 'Pagador de empresa', ja: '企業支払担当' },
  { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
]

/** The same banks as in the card table of `domain/people/recognition.ts`. */
const banks: readonly Text[] = [
  { zh: '中国建设银行', en: 'China Construction Bank', es: 'China Construction Bank', ja: '中国建設銀行' },
  { zh: '中国工商银行', en: 'Industrial and Commercial Bank of China', es: 'Banco Industrial y Comercial de China', ja: '中国工商銀行' },
  { zh: '中国农业银行', en: 'Agricultural Bank of China', es: 'Banco Agrícola de China', ja: '中国農業銀行' },
  { zh: '中国银行', en: 'Bank of China', es: 'Banco de China', ja: '中国銀行' },
  { zh: '招商银行', en: 'China Merchants Bank', es: 'China Merchants Bank', ja: '招商銀行' },
  { zh: '交通银行', en: 'Bank of Communications', es: 'Banco de Comunicaciones', ja: '交通銀行' },
  { zh: '中国邮政储蓄银行', en: 'Postal Savings Bank of China', es: 'Banco Postal de Ahorros de China', ja: '中国郵政貯蓄銀行' },
  { zh: '中国民生银行', en: 'China Minsheng Bank', es: 'China Minsheng Bank', ja: '中国民生銀行' },
  { zh: '兴业银行', en: 'Industrial Bank', es: 'Industrial Bank', ja: '興業銀行' },
  { zh: '上海浦东发展银行', en: 'Shanghai Pudong Development Bank', es: 'Banco de Desarrollo de Pudong de Shanghái', ja: '上海浦東発展銀行' },
  { zh: '中信银行', en: 'China CITIC Bank', es: 'China CITIC Bank', ja: '中信銀行' },
  { zh: '中国光大银行', en: 'China Everbright Bank', es: 'China Everbright Bank', ja: '中国光大銀行' },
  { zh: '平安银行', en: 'Ping An Bank', es: 'Ping An Bank', ja: '平安銀行' },
  { zh: '华夏银行', en: 'Hua Xia Bank', es: 'Hua Xia Bank', ja: '華夏銀行' },
  { zh: '广发银行', en: 'China Guangfa Bank', es: 'China Guangfa Bank', ja: '広発銀行' },
]

const industries: readonly Text[] = [
  { zh: '互联网直播', en: 'Live streaming', es: 'Transmisión en directo', ja: 'ライブ配信' },
  { zh: '网络直播', en: 'Online broadcasting', es: 'Emisión en línea', ja: 'ネット配信' },
  { zh: '文化传播', en: 'Culture and communication', es: 'Cultura y comunicación', ja: '文化・広報' },
  { zh: '文化传媒', en: 'Culture and media', es: 'Cultura y medios', ja: '文化・メディア' },
  { zh: '旅游服务', en: 'Travel services', es: 'Servicios turísticos', ja: '旅行サービス' },
  { zh: '即时配送', en: 'On-demand delivery', es: 'Reparto inmediato', ja: '即時配達' },
  { zh: '物流配送', en: 'Logistics and delivery', es: 'Logística y reparto', ja: '物流・配送' },
  { zh: '在线教育', en: 'Online education', es: 'Educación en línea', ja: 'オンライン教育' },
  { zh: '设计咨询', en: 'Design consulting', es: 'Consultoría de diseño', ja: 'デザインコンサルティング' },
  { zh: '设计服务', en: 'Design services', es: 'Servicios de diseño', ja: 'デザインサービス' },
  { zh: '家政服务', en: 'Household services', es: 'Servicios domésticos', ja: '家事サービス' },
  { zh: '影视制作', en: 'Film and television production', es: 'Producción audiovisual', ja: '映像制作' },
  { zh: '软件开发', en: 'Software development', es: 'Desarrollo de software', ja: 'ソフトウェア開発' },
  { zh: '信息技术', en: 'Information technology', es: 'Tecnologías de la información', ja: '情報技術' },
  { zh: '技术咨询', en: 'Technical consulting', es: 'Consultoría técnica', ja: '技術コンサルティング' },
  { zh: '电商服务', en: 'E-commerce services', es: 'Servicios de comercio electrónico', ja: 'EC支援サービス' },
  { zh: '健康管理', en: 'Health management', es: 'Gestión de la salud', ja: '健康管理' },
  { zh: '工程测绘', en: 'Surveying and mapping', es: 'Topografía y cartografía', ja: '測量・製図' },
]

const plans: readonly Text[] = [
  { zh: '标准 6%', en: 'Standard 6%', es: 'Estándar 6 %', ja: '標準 6%' },
  { zh: '阶梯 6% / 5.5% / 5%', en: 'Tiered 6% / 5.5% / 5%', es: 'Por tramos 6 % / 5.5 % / 5 %', ja: '段階 6% / 5.5% / 5%' },
  { zh: '个体工商户 4%', en: 'Individual business 4%', es: 'Negocio individual 4 %', ja: '個人事業主 4%' },
  { zh: '战略客户 2.5%', en: 'Strategic client 2.5%', es: 'Cliente estratégico 2.5 %', ja: '戦略顧客 2.5%' },
]

const channels: readonly Text[] = [{ zh: '沙箱支付通道', en: 'Sandbox payment channel', es: 'Canal de pagos de prueba', ja: 'サンドボックス支払チャネル' }]

/** All names of preset data. */
export const presetNames: readonly Text[] = [...roles, ...banks, ...industries, ...plans, ...channels]
