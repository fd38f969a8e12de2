import type { Text } from '#/domain/text.ts'

/** What the log calls each operation on a registered business. */
export const entityLogNames = {
  'entities.begin': { zh: '发起个体户办理', en: 'Begin a business', es: 'Iniciar un negocio', ja: '個人事業の開始' },
  'entities.save': { zh: '修改个体户资料', en: 'Correct a business’s sheet', es: 'Corregir un negocio', ja: '個人事業資料の修正' },
  'entities.submit': { zh: '提交工商登记', en: 'Hand a business in', es: 'Presentar un negocio', ja: '登記申請' },
  'entities.license': { zh: '登记营业执照', en: 'Enter a licence', es: 'Registrar una licencia', ja: '許可証の登録' },
  'entities.openAccount': { zh: '登记银行开户', en: 'Enter an account', es: 'Registrar una cuenta', ja: '口座の登録' },
  'entities.skipAccount': { zh: '不开立对公账户', en: 'Go without an account', es: 'Continuar sin cuenta', ja: '口座なしで続行' },
  'entities.enrol': { zh: '完成税务登记', en: 'Register a business for tax', es: 'Alta fiscal de un negocio', ja: '税務登録の完了' },
  'entities.change': { zh: '个体户变更', en: 'Change a business', es: 'Modificar un negocio', ja: '個人事業の変更' },
  'entities.setFee': { zh: '调整个体户年费', en: 'Set a yearly fee', es: 'Fijar la cuota anual', ja: '年間費用の設定' },
  'entities.setLevy': { zh: '设定核定征收率', en: 'Set the rate of levy', es: 'Fijar el tipo de gravamen', ja: '徴収率の設定' },
  'entities.settle': { zh: '办结申报事项', en: 'Settle an obligation', es: 'Resolver una obligación', ja: '申告事項の処理' },
  'entities.beginCancel': { zh: '发起个体户注销', en: 'Begin a cancellation', es: 'Iniciar una baja', ja: '廃業の開始' },
  'entities.finishCancel': { zh: '完成个体户注销', en: 'Finish a cancellation', es: 'Completar una baja', ja: '廃業の完了' },
  'entities.abandon': { zh: '放弃个体户办理', en: 'Drop a business', es: 'Abandonar un negocio', ja: '個人事業手続きの中止' },
  'entities.remind': { zh: '提醒经营者申报', en: 'Remind of an obligation', es: 'Recordar una obligación', ja: '申告の通知' },
  'entities.export': { zh: '导出个体户台账', en: 'Export businesses', es: 'Exportar negocios', ja: '個人事業の出力' },
} as const satisfies Record<string, Text>
