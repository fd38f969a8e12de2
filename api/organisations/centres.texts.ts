import { arrivedNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/text.ts'

/** What the keeping of centres refuses with. */
export const centreRefusals = {
  categoryUnknown: { zh: '开票类目不存在或未启用：{names}', en: 'Not an invoice category in use: {names}.', es: 'No es una categoría de factura en uso: {names}.', ja: '使用できない発票品目です：{names}' },
  notFound: { zh: '运营中心不存在', en: 'The centre does not exist.', es: 'No existe ese centro.', ja: '運営センターが存在しません。' },
  noRight: { zh: '没有“运营中心维护”权限', en: 'You do not have the “Manage centres” permission.', es: 'Le falta el permiso «Gestionar centros».', ja: '「運営センターの管理」権限がありません。' },
  changedMeanwhile: { zh: '{name} 已被他人修改，请刷新后重试', en: 'Someone else has changed {name}. Reload and try again.', es: 'Alguien modificó {name} entretanto. Recargue e inténtelo de nuevo.', ja: '{name} は他のユーザーが変更しました。再読み込みしてください。' },
  limitChanged: { zh: '限额已被他人修改，请刷新后重试', en: 'Someone else has changed the limit. Reload and try again.', es: 'Alguien modificó el límite entretanto. Recargue e inténtelo de nuevo.', ja: '上限は他のユーザーが変更しました。再読み込みしてください。' },
  creditCode: { zh: '统一社会信用代码不正确，请核对', en: 'This is not a valid credit code.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  creditCodeTaken: { zh: '该信用代码已是运营中心“{name}”', en: 'The credit code already belongs to the centre “{name}”.', es: 'El código ya pertenece al centro «{name}».', ja: 'この信用コードは運営センター「{name}」で登録済みです。' },
  ages: { zh: '最小年龄不能大于最大年龄', en: 'The minimum age cannot exceed the maximum age.', es: 'La edad mínima no puede superar la máxima.', ja: '最低年齢は最高年齢以下にしてください。' },
  cityRateMonth: { zh: '城建税税率的变更须填写起用月份', en: 'Enter the month from which the new urban construction tax rate applies.', es: 'Indique el mes desde el que se aplica el nuevo tipo.', ja: '都市維持建設税率の変更には適用開始月を入力してください。' },
  cityRateLater: {
    zh: '新税率最早从 {month} 的次月起用，已开始的月份不改',
    en: 'The new rate can apply from the month after {month}: months that have begun do not change.',
    es: 'El nuevo tipo puede aplicarse desde el mes siguiente a {month}: los meses empezados no cambian.',
    ja: '新税率は {month} の翌月から適用できます。開始済みの月は変わりません。',
  },
  limits: { zh: '限额须大于 0，且单笔限额不能超过月限额', en: 'Limits must be above zero, and the limit per payment must not exceed the monthly limit.', es: 'Los límites deben ser positivos y el de pago no superar el mensual.', ja: '限度額は0より大きく、1件は月間以下にしてください。' },
  modesInUse: { zh: '仍有单位在使用“{mode}”，不能取消该模式', en: 'Units still work in “{mode}”: it cannot be removed.', es: 'Hay empresas en «{mode}»: no se puede quitar.', ja: '「{mode}」を使用中の企業があるため外せません。' },
  channelBusy: {
    zh: '该通道还有 {count} 笔付款没有结束，不能停用；可以先暂停付款',
    en: '{count, plural, one {# payment} other {# payments}} of this channel {count, plural, one {is} other {are}} unfinished, so it cannot be disabled. It can be paused.',
    es: '{count, plural, one {Queda # pago} other {Quedan # pagos}} sin terminar en este canal; puede pausarlo, pero no desactivarlo.',
    ja: 'このチャネルには未完了の支払いが{count}件あるため停止できません。一時停止はできます。',
  },
  underWay: {
    zh: '不能停用：未完结批次 {batches} 个，处理中充值 {topups} 笔，单位余额 {money}',
    en: 'It cannot be disabled: {batches, plural, one {# batch} other {# batches}} and {topups, plural, one {# top-up} other {# top-ups}} under way, {money} in unit balances.',
    es: 'No se puede desactivar: {batches, plural, one {# lote} other {# lotes}} y {topups, plural, one {# recarga} other {# recargas}} en curso, {money} de saldo de empresas.',
    ja: '停止できません：未完了バッチ {batches} 件、処理中の入金 {topups} 件、企業残高 {money}。',
  },
  sameState: { zh: '状态没有变化', en: 'No change: it is already in this state.', es: 'Ya está así.', ja: '状態は変わりません。' },
  channelSetting: {
    zh: '“{name}”不正确：{problem, select, unknown {该类通道没有此项} missing {必填} other {{rule}}}',
    en: '“{name}” does not fit: {problem, select, unknown {this kind of channel has no such setting} missing {it is required} other {{rule}}}.',
    es: '«{name}» no es correcto: {problem, select, unknown {este tipo de canal no lo tiene} missing {es obligatorio} other {{rule}}}.',
    ja: '「{name}」が正しくありません：{problem, select, unknown {この種類のチャネルにはない項目です} missing {必須です} other {{rule}}}。',
  },
  noSandbox: { zh: '正式环境不能使用沙箱通道', en: 'A sandbox channel makes no real payments and cannot be used in production.', es: 'Un canal de pruebas no hace pagos reales: no se puede usar en producción.', ja: '本番環境ではサンドボックスは使えません。' },
  reasonNeeded: { zh: '请填写原因（至少 2 个字）', en: 'Enter a reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
} as const satisfies Record<string, Text>

/** Names of a centre's fields. */
export const centreFields = {
  code: { zh: '编号', en: 'No.', es: 'N.º', ja: '番号' },
  name: { zh: '中心名称', en: 'Centre', es: 'Centro', ja: 'センター名' },
  legalName: { zh: '主体名称', en: 'Legal entity', es: 'Entidad legal', ja: '法人名' },
  creditCode: { zh: '信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  taxAuthority: { zh: '主管税务机关', en: 'Tax authority', es: 'Autoridad fiscal', ja: '主管税務機関' },
  regionCode: { zh: '行政区划代码', en: 'Division code', es: 'Código de división', ja: '行政区画コード' },
  modes: { zh: '支持模式', en: 'Modes', es: 'Modalidades', ja: '対応モード' },
  ages: { zh: '年龄范围', en: 'Ages', es: 'Edades', ja: '年齢範囲' },
  ageMin: { zh: '最小年龄', en: 'Minimum age', es: 'Edad mínima', ja: '最低年齢' },
  ageMax: { zh: '最大年龄', en: 'Maximum age', es: 'Edad máxima', ja: '最高年齢' },
  singleLimit: { zh: '单笔限额', en: 'Limit per payment', es: 'Límite por pago', ja: '1件の限度額' },
  monthLimit: { zh: '单人月限额', en: 'Limit per person and month', es: 'Límite mensual por persona', ja: '1人の月間限度額' },
  unitCount: { zh: '单位数', en: 'Units', es: 'Empresas', ja: '企業数' },
  monthNet: arrivedNames.column,
  balance: { zh: '账户余额合计', en: 'Total balance', es: 'Saldo total', ja: '残高合計' },
  directors: { zh: '负责人', en: 'Directors', es: 'Directores', ja: '責任者' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  cityRatePpm: { zh: '城建税税率', en: 'Urban construction tax rate', es: 'Tipo del impuesto de construcción urbana', ja: '都市維持建設税率' },
  cityRateFrom: { zh: '新税率起用月', en: 'New rate from', es: 'Nuevo tipo desde', ja: '新税率の適用開始月' },
  accountName: { zh: '收款户名', en: 'Account name', es: 'Titular', ja: '口座名義' },
  accountNo: { zh: '收款账号', en: 'Account number', es: 'N.º de cuenta', ja: '口座番号' },
  accountBank: { zh: '收款开户行', en: 'Bank', es: 'Banco', ja: '銀行' },
  invoiceKinds: { zh: '可开票种', en: 'Invoice types', es: 'Tipos de factura', ja: '発票の種類' },
  invoiceCategories: { zh: '开票类目', en: 'Invoice categories', es: 'Categorías de factura', ja: '発票の品目' },
  invoiceCap: { zh: '单张限额', en: 'Limit per invoice', es: 'Límite por factura', ja: '1枚の限度額' },
  invoiceBank: { zh: '开票开户行', en: 'Bank on invoices', es: 'Banco en facturas', ja: '発票の銀行' },
  invoiceAccountNo: { zh: '开票账号', en: 'Account on invoices', es: 'Cuenta en facturas', ja: '発票の口座' },
  signWay: { zh: '签约方式', en: 'Signing method', es: 'Forma de firma', ja: '署名方法' },
  objectionDays: { zh: '付款异议答复期限（工作日）', en: 'Days to answer objections (working days)', es: 'Plazo de respuesta a objeciones (días hábiles)', ja: '異議の回答期限（営業日）' },
  refusesOwners: { zh: '总包模式不按自然人向个体户经营者付款', en: 'Refuse to pay owners of a registered business as natural persons (mode 2)', es: 'No pagar como personas físicas a titulares de negocios (modalidad 2)', ja: '総合請負では個人事業の登録者へ個人として支払わない' },
  textsPayees: { zh: '短信通知无账号收款人', en: 'Text payees without an account', es: 'SMS a beneficiarios sin cuenta', ja: 'アカウントのない受取人へSMS通知' },
} as const satisfies Record<string, Text>

export const invoiceKindNames = {
  special: { zh: '专票', en: 'Special VAT invoice', es: 'Factura especial de IVA', ja: '増値税専用発票' },
  ordinary: { zh: '普票', en: 'Ordinary VAT invoice', es: 'Factura ordinaria de IVA', ja: '増値税普通発票' },
} as const satisfies Record<string, Text>
