import type { Text } from '#/domain/base/text.ts'

/** Columns of the list of subcontracting vouchers (分包凭证). */
export const shareFields = {
  title: { zh: '分包凭证', en: 'Subcontract vouchers', es: 'Comprobantes de subcontratación', ja: '外注証憑' },
  month: { zh: '所属期', en: 'Period', es: 'Período', ja: '対象月' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: 'センター' },
  payments: { zh: '笔数', en: 'Payments', es: 'Pagos', ja: '件数' },
  gross: { zh: '应发金额', en: 'Gross', es: 'Bruto', ja: '総支給額' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  report: { zh: '代扣代缴申报表', en: 'Withholding declaration', es: 'Declaración de retenciones', ja: '源泉徴収申告書' },
  agent: { zh: '代办申报表', en: 'Agent declaration', es: 'Declaración en representación', ja: '代行申告書' },
  receipt: { zh: '申报回执', en: 'Receipt', es: 'Justificante', ja: '受付' },
  certificate: { zh: '完税凭证', en: 'Tax certificate', es: 'Certificado fiscal', ja: '納税証明書' },
  there: { zh: '有', en: 'Available', es: 'Disponible', ja: 'あり' },
  missing: { zh: '缺', en: 'Missing', es: 'Falta', ja: 'なし' },
  shared: { zh: '含其他付款', en: 'Covers other payments', es: 'Incluye otros pagos', ja: '他の支払を含む' },
} as const satisfies Record<string, Text>
