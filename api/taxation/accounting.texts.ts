import { journalKindNames } from '#/api/money/ledger.texts.ts'
import { accountNames as ledgerAccountNames } from '#/api/money/payout-exceptions.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { AccountingVoucherKind, MappingState, OmissionReason, VoucherAccount, VoucherFormat } from '#/domain/taxation/accounting.ts'

export const accountNames: Readonly<Record<VoucherAccount, Text>> = {
  ...ledgerAccountNames,
  tax_city: { zh: '应交城市维护建设税', en: 'Urban construction tax payable', es: 'Impuesto de construcción urbana por pagar', ja: '未払都市維持建設税' },
  tax_education: { zh: '应交教育费附加', en: 'Education surcharge payable', es: 'Recargo educativo por pagar', ja: '未払教育費付加' },
  tax_local_education: { zh: '应交地方教育附加', en: 'Local education surcharge payable', es: 'Recargo educativo local por pagar', ja: '未払地方教育付加' },
  revenue: { zh: '主营业务收入', en: 'Sales income', es: 'Ingresos por ventas', ja: '売上高' },
  output_vat: { zh: '销项税额', en: 'Output VAT', es: 'IVA repercutido', ja: '売上税額' },
  subcontract_cost: { zh: '分包成本', en: 'Subcontract cost', es: 'Coste de subcontratas', ja: '外注費' },
}

export const voucherKindNames: Readonly<Record<AccountingVoucherKind, Text>> = {
  ...journalKindNames,
  commission: { zh: '佣金', en: 'Commission', es: 'Comisiones', ja: '紹介手数料' },
  clearing: { zh: '税费清算', en: 'Tax clearing', es: 'Liquidación de impuestos', ja: '税額清算' },
  tax: { zh: '缴税', en: 'Tax payment', es: 'Pago de impuestos', ja: '納税' },
}

export const omittedReasonNames: Readonly<Record<OmissionReason, Text>> = {
  '': { zh: '', en: '', es: '', ja: '' },
  sameAccount: { zh: '同一科目内变动，不编号', en: 'Within one account; no number', es: 'Dentro de una misma cuenta; sin número', ja: '同一科目内の移動・番号なし' },
  opening: { zh: '期初余额，在财务软件中录入期初', en: 'Opening balance: enter it as such in the accounting program', es: 'Saldo inicial: introdúzcalo como tal en el programa contable', ja: '期首残高として会計ソフトに入力' },
}

export const mappingStateNames: Readonly<Record<MappingState, Text>> = {
  draft: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  active: { zh: '已启用', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
}

export const formatNames: Readonly<Record<VoucherFormat, Text>> = {
  generic: { zh: '通用表格', en: 'Generic sheet', es: 'Hoja genérica', ja: '汎用シート' },
  yonyou: { zh: '用友 U8', en: 'Yonyou U8', es: 'Yonyou U8', ja: '用友 U8' },
  kingdee: { zh: '金蝶 KIS/K3', en: 'Kingdee KIS/K3', es: 'Kingdee KIS/K3', ja: '金蝶 KIS/K3' },
}

/** Details of a layout that no import into the accounting program has confirmed yet. */
export const layoutDoubts: Readonly<Record<Exclude<VoucherFormat, 'generic'>, readonly Text[]>> = {
  yonyou: [
    {
      zh: '制单人之后各列（结算方式、票号、发生日期、部门、个人、客户）的位置',
      en: 'The order of the columns after the preparer (settlement, bill, date, department, person, customer)',
      es: 'La posición de las columnas tras el preparador (liquidación, efecto, fecha, departamento, persona, cliente)',
      ja: '作成者より後の列（決済方法・手形番号・発生日・部門・個人・得意先）の位置',
    },
    { zh: '客户编码须与本平台单位编号一致', en: 'Customer codes must be our unit codes', es: 'Los códigos de cliente deben ser los de nuestras empresas', ja: '得意先コードは当プラットフォームの企業コードと一致させること' },
    { zh: 'T+ 使用自己的导入模板，列名可能不同', en: 'T+ has its own import template; headings may differ', es: 'T+ tiene su propia plantilla; los encabezados pueden variar', ja: 'T+ には独自の取込様式があり、列名が異なる場合がある' },
  ],
  kingdee: [
    { zh: 'FDC：KIS 为 D/C，部分 K/3 版本为 1/0', en: 'FDC: D/C in KIS, 1/0 in some versions of K/3', es: 'FDC: D/C en KIS, 1/0 en algunas versiones de K/3', ja: 'FDC：KIS は D/C、K/3 の一部の版は 1/0' },
    {
      zh: '核算项目类别名称「客户」及编码须与账套一致',
      en: 'The auxiliary item 客户 (customer) and its codes must be those of the set of books',
      es: 'El auxiliar 客户 (cliente) y sus códigos deben coincidir con los de la contabilidad',
      ja: '補助項目「客户」（得意先）とそのコードは会計帳簿と一致させること',
    },
    { zh: '云星空（K/3 Cloud）使用自己的引入模板，列名可能不同', en: 'K/3 Cloud has its own import template; headings may differ', es: 'K/3 Cloud tiene su propia plantilla; los encabezados pueden variar', ja: 'K/3 Cloud には独自の取込様式があり、列名が異なる場合がある' },
  ],
}

export const layoutNotes = {
  sheet: { zh: '说明', en: 'Notes', es: 'Notas', ja: '説明' },
  unconfirmed: { zh: '尚未经实际导入确认', en: 'Not yet confirmed by an import', es: 'Sin confirmar con una importación', ja: '実際の取込では未確認' },
} as const satisfies Record<string, Text>

export const voucherFields = {
  no: { zh: '凭证字号', en: 'Voucher', es: 'Asiento', ja: '伝票番号' },
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  memo: { zh: '摘要', en: 'Summary', es: 'Concepto', ja: '摘要' },
  code: { zh: '科目编码', en: 'Account', es: 'Cuenta', ja: '科目コード' },
  name: { zh: '科目名称', en: 'Account name', es: 'Nombre de la cuenta', ja: '科目名' },
  unitCode: { zh: '辅助核算编码', en: 'Auxiliary code', es: 'Código auxiliar', ja: '補助科目コード' },
  unitName: { zh: '辅助核算（单位）', en: 'Auxiliary (unit)', es: 'Auxiliar (empresa)', ja: '補助科目（企業）' },
  debit: { zh: '借方', en: 'Debit', es: 'Debe', ja: '借方' },
  credit: { zh: '贷方', en: 'Credit', es: 'Haber', ja: '貸方' },
  attachments: { zh: '附件张数', en: 'Attachments', es: 'Anexos', ja: '添付枚数' },
  preparer: { zh: '制单人', en: 'Prepared by', es: 'Preparado por', ja: '作成者' },
  total: { zh: '合计', en: 'Total', es: 'Total', ja: '合計' },
} as const satisfies Record<string, Text>

export const accountingRefusals = {
  placeUnknown: { zh: '运营中心不存在或无权操作', en: 'The centre does not exist, or you do not have access.', es: 'El centro no existe o no tiene acceso.', ja: 'センターが存在しないか、権限がありません。' },
  acctVoucherNotFound: { zh: '记账凭证不存在或无权查看', en: 'The voucher does not exist, or you do not have access.', es: 'El asiento no existe o no tiene acceso.', ja: '伝票が存在しないか、閲覧権限がありません。' },
  editionNotFound: { zh: '{month} 没有第 {edition} 版凭证', en: 'There is no edition {edition} of {month}.', es: 'No hay edición {edition} de {month}.', ja: '{month} に第 {edition} 版はありません。' },
  monthRuns: { zh: '{month} 尚未结束，月结束后才能生成凭证', en: '{month} is not over. Vouchers are issued after its end.', es: '{month} no ha terminado; los asientos se emiten después.', ja: '{month} はまだ終わっていません。月末後に発行できます。' },
  nothingMoved: { zh: '{month} 没有需要生成凭证的发生额', en: 'All movements in {month} are already in vouchers.', es: 'En {month} no hay movimientos sin asiento.', ja: '{month} に未計上の発生額はありません。' },
  noMapping: { zh: '{month} 没有已启用的科目对照，请先编制并复核', en: 'No approved account mapping covers {month}. Draft one and have it approved.', es: 'Ninguna correspondencia aprobada cubre {month}. Prepárela y hágala aprobar.', ja: '{month} に有効な科目対応がありません。作成し承認を受けてください。' },
  mappingGaps: { zh: '以下账户未对照科目：{accounts}', en: 'These accounts are not mapped to the chart: {accounts}.', es: 'Estas cuentas no tienen correspondencia: {accounts}.', ja: '次の勘定に対応科目がありません：{accounts}' },
  numberTaken: { zh: '{month} 凭证号 {no} 已使用，请从 {next} 起编号', en: 'Number {no} is already used in {month}. Start at {next}.', es: 'El número {no} ya se usó en {month}; empiece en {next}.', ja: '{month} の番号 {no} は使用済みです。{next} から開始してください。' },
  mappingNotFound: { zh: '科目对照不存在或无权操作', en: 'The mapping does not exist, or you do not have access.', es: 'La correspondencia no existe o no tiene acceso.', ja: '科目対応が存在しないか、権限がありません。' },
  mappingDecided: { zh: '该科目对照已{state}', en: 'This mapping is not waiting for approval: {state}.', es: 'Esta correspondencia no espera aprobación: {state}.', ja: 'この科目対応は承認待ちではありません：{state}' },
  mappingChanged: { zh: '科目对照已被他人更新，请刷新后重试', en: 'Someone else has changed this mapping. Reload and try again.', es: 'Alguien ya cambió esta correspondencia. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  ownMapping: { zh: '不能复核自己编制的科目对照', en: 'You drafted this mapping. Another person must approve it.', es: 'Usted preparó esta correspondencia: debe aprobarla otra persona.', ja: 'ご自身が作成した科目対応は承認できません。別の担当者が承認してください。' },
  mappingReason: { zh: '请填写驳回原因（至少 2 个字）', en: 'Give the reason (at least 2 characters).', es: 'Indique el motivo (al menos 2 caracteres).', ja: '理由を入力してください（2文字以上）。' },
  accountTwice: { zh: '账户「{account}」重复对照', en: 'Account “{account}” is mapped twice.', es: 'La cuenta «{account}» aparece dos veces.', ja: '勘定「{account}」が重複しています。' },
  codeTwoNames: { zh: '科目 {code} 的名称或辅助核算不一致', en: 'Account {code} has two names, or has auxiliary accounting in one row and none in another.', es: 'La cuenta {code} tiene dos nombres, o lleva auxiliar en una fila y en otra no.', ja: '科目 {code} の名称または補助設定が一致しません。' },
} as const satisfies Record<string, Text>
