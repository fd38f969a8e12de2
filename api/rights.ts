import { type Permission, pageKeys, permissionsOfPage, superKey } from '#/api/pages.ts'
import { type UserType, userType } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'

/** Permissions for actions. Permissions for pages are in `pages.ts`. */
export const actionNames = {
  payZfPt: { zh: '支付平台', en: 'Payment console', es: 'Consola de pagos', ja: '支払コンソール' },
  'zf:make': { zh: '制单', en: 'Prepare payments', es: 'Preparar pagos', ja: '支払いの作成' },
  'zf:check': { zh: '复核', en: 'Check payments', es: 'Verificar pagos', ja: '支払いの確認' },
  'zf:audit': { zh: '中心审核', en: 'Audit payments', es: 'Auditar pagos', ja: 'センター審査' },
  'zf:pay': { zh: '支付', en: 'Pay', es: 'Pagar', ja: '支払い' },
  'zf:offline': { zh: '线下支付登记', en: 'Register manual payments', es: 'Registrar pagos externos', ja: 'オフライン支払の登録' },
  'zf:propose': { zh: '支付异常处理', en: 'Propose exception resolutions', es: 'Proponer resolución de incidencias', ja: '支払異常の処理提案' },
  'zf:settle': { zh: '支付异常复核', en: 'Approve exception resolutions', es: 'Aprobar resoluciones de incidencias', ja: '支払異常の承認' },
  'recon:edit': { zh: '对账差异处理', en: 'Work on reconciliation differences', es: 'Tratar diferencias de conciliación', ja: '照合差異の処理' },
  'recon:check': { zh: '对账复核与关账', en: 'Approve reconciliation and close days', es: 'Aprobar conciliación y cerrar días', ja: '照合の承認と日次締め' },
  'zf:halt': { zh: '冻结批次与切换通道', en: 'Freeze batches and change channels', es: 'Bloquear lotes y cambiar canales', ja: 'バッチの凍結とチャネル変更' },
  'zf:retry': { zh: '重发', en: 'Re-send', es: 'Reenviar', ja: '再送' },
  'sk:confirm': { zh: '收款单确认与异议答复', en: 'Confirm claims and answer objections', es: 'Confirmar solicitudes y responder objeciones', ja: '受取請求の確認・異議への回答' },
  'sk:decide': { zh: '付款异议裁定', en: 'Decide objections to payments', es: 'Decidir objeciones a pagos', ja: '支払異議の裁定' },
  'cz:apply': { zh: '提交充值', en: 'Submit top-ups', es: 'Enviar recargas', ja: '入金の申請' },
  'cz:confirm': { zh: '充值确认', en: 'Confirm top-ups', es: 'Confirmar recargas', ja: '入金の確認' },
  'custody:edit': { zh: '资金存管证明', en: 'Enter proofs of custody', es: 'Aportar pruebas de custodia', ja: '資金保管の証明の提出' },
  'custody:check': { zh: '资金存管确认', en: 'Confirm proofs of custody', es: 'Confirmar pruebas de custodia', ja: '資金保管の確認' },
  'refund:apply': { zh: '申请退款', en: 'Request refunds', es: 'Solicitar reembolsos', ja: '返金の申請' },
  'refund:check': { zh: '退款审核', en: 'Decide refunds', es: 'Resolver reembolsos', ja: '返金の審査' },
  'refund:pay': { zh: '退款打款登记', en: 'Register paid refunds', es: 'Registrar reembolsos pagados', ja: '返金支払の登録' },
  'adjustment:edit': { zh: '调账提交', en: 'Propose adjustments', es: 'Proponer ajustes', ja: '残高調整の起票' },
  'adjustment:check': { zh: '调账审批', en: 'Decide adjustments', es: 'Resolver ajustes', ja: '残高調整の承認' },
  'user:audit': { zh: '人员审核', en: 'Review people', es: 'Revisar personas', ja: '人員の審査' },
  'hzhb:audit': { zh: '入驻审核', en: 'Review applications', es: 'Revisar solicitudes', ja: '入会審査' },
  'user:edit': { zh: '账号维护', en: 'Manage accounts', es: 'Gestionar cuentas', ja: 'アカウントの管理' },
  'ht:make': { zh: '发起签约', en: 'Create and send contracts', es: 'Preparar y enviar contratos', ja: '契約の作成と署名依頼' },
  'ht:check': { zh: '纸质合同核对', en: 'Check paper contracts', es: 'Verificar contratos en papel', ja: '書面契約の照合' },
  'orders:make': { zh: '订单维护', en: 'Manage orders', es: 'Gestionar pedidos', ja: '注文の管理' },
  'orders:check': { zh: '订单验收与完结', en: 'Accept and complete orders', es: 'Aceptar y completar pedidos', ja: '注文の検収と完了' },
  'category:edit': { zh: '开票类目维护', en: 'Manage invoice categories', es: 'Gestionar categorías de factura', ja: '発票品目の管理' },
  'xy:edit': { zh: '协议模板维护', en: 'Manage templates', es: 'Gestionar plantillas', ja: 'テンプレートの管理' },
  'news:edit': { zh: '新闻编辑', en: 'Write news', es: 'Redactar noticias', ja: 'ニュースの編集' },
  'news:publish': { zh: '新闻发布与下架', en: 'Publish news', es: 'Publicar noticias', ja: 'ニュースの公開' },
  'user:freeze': { zh: '冻结与注销', en: 'Freeze and close', es: 'Bloquear y cerrar', ja: '凍結・解約' },
  'yz:edit': { zh: '经营者维护', en: 'Manage operators', es: 'Gestionar operadores', ja: '事業者の管理' },
  'gth:edit': { zh: '个体户办理', en: 'Register businesses', es: 'Registrar negocios', ja: '個人事業の手続き' },
  'unit:edit': { zh: '单位维护', en: 'Manage units', es: 'Gestionar empresas', ja: '企業の管理' },
  'centre:edit': { zh: '运营中心维护', en: 'Manage centres', es: 'Gestionar centros', ja: '運営センターの管理' },
  'partner:edit': { zh: '合作伙伴维护', en: 'Manage partners', es: 'Gestionar socios', ja: 'パートナーの管理' },
  'fee:edit': { zh: '收费方案维护', en: 'Manage fee plans', es: 'Gestionar tarifas', ja: '料率プランの管理' },
  'opening:edit': { zh: '期初数据编制', en: 'Prepare opening data', es: 'Preparar datos iniciales', ja: '期首データの作成' },
  'opening:check': { zh: '期初数据确认', en: 'Confirm opening data', es: 'Confirmar datos iniciales', ja: '期首データの確認' },
  'tt:edit': { zh: '发票抬头维护', en: 'Manage invoice titles', es: 'Gestionar datos de facturación', ja: '発票宛名の管理' },
  'fp:apply': { zh: '申请开票', en: 'Apply for invoices', es: 'Solicitar facturas', ja: '発票の申請' },
  'fp:check': { zh: '开票申请与抬头审核', en: 'Review applications and titles', es: 'Revisar solicitudes y datos de facturación', ja: '発票申請・宛名の審査' },
  'fp:issue': { zh: '开票与红冲', en: 'Issue and reverse invoices', es: 'Emitir facturas y rectificativas', ja: '発票・赤字発票の発行' },
  'fp:authorise': { zh: '个体户开票授权', en: 'Register authorisations to issue', es: 'Registrar autorizaciones de emisión', ja: '発票発行委任の登録' },
  'fp:upload': { zh: '上传自开发票', en: 'Upload invoices of own business', es: 'Aportar facturas del propio negocio', ja: '自己発行の発票の提出' },
  'commission:edit': { zh: '佣金账单处理', en: 'Handle commission bills', es: 'Tramitar liquidaciones de comisión', ja: '紹介手数料明細書の処理' },
  'commission:check': { zh: '佣金调整与付款复核', en: 'Approve commission corrections and payments', es: 'Aprobar ajustes y pagos de comisión', ja: '紹介手数料の調整・支払の承認' },
  'tax:edit': { zh: '报税办理', en: 'Handle tax filing', es: 'Tramitar declaraciones', ja: '税務申告の処理' },
  'tax:check': { zh: '报税核对', en: 'Confirm tax periods', es: 'Confirmar períodos fiscales', ja: '税務申告の確認' },
  'form:edit': { zh: '官方表单维护', en: 'Manage official forms', es: 'Gestionar formularios oficiales', ja: '公式様式の管理' },
  'form:check': { zh: '官方表单发布', en: 'Publish official forms', es: 'Publicar formularios oficiales', ja: '公式様式の公開' },
  'policy:edit': { zh: '税务政策与节假日维护', en: 'Prepare tax policies and calendars', es: 'Preparar normativas fiscales y calendarios', ja: '税務規定・祝日の作成' },
  'policy:check': { zh: '税务政策与节假日发布', en: 'Publish tax policies and calendars', es: 'Publicar normativas fiscales y calendarios', ja: '税務規定・祝日の公開' },
  'acct:edit': { zh: '记账凭证与科目对照编制', en: 'Issue vouchers and draft mappings', es: 'Emitir asientos y preparar correspondencias', ja: '会計伝票の発行と科目対応の作成' },
  'acct:check': { zh: '科目对照复核', en: 'Approve account mappings', es: 'Aprobar correspondencias de cuentas', ja: '科目対応の承認' },
  'report:edit': { zh: '平台涉税报送办理', en: 'File platform reports', es: 'Presentar informes de plataforma', ja: 'プラットフォーム税務報告の提出' },
  'report:check': { zh: '平台涉税报送复核', en: 'Approve reports of the platform', es: 'Aprobar informes de la plataforma', ja: 'プラットフォーム報告の承認' },
  'split:edit': { zh: '分成规则维护', en: 'Manage split rules', es: 'Gestionar reglas de reparto', ja: '分配ルールの管理' },
  'plain:view': { zh: '查看完整号码', en: 'View full numbers', es: 'Ver números completos', ja: '番号の全桁表示' },
  'plain:export': { zh: '导出完整号码', en: 'Export full numbers', es: 'Exportar números completos', ja: '番号の全桁出力' },
  integrity: { zh: '系统核对与解除停付', en: 'Integrity checks', es: 'Comprobaciones del sistema', ja: '照合と支払停止の解除' },
  'change:decide': { zh: '敏感变更复核', en: 'Decide guarded changes', es: 'Resolver cambios protegidos', ja: '重要変更の承認' },
  'assessment:edit': { zh: '个人信息影响评估', en: 'Assess personal information', es: 'Evaluar datos personales', ja: '個人情報の影響評価' },
  'role:edit': { zh: '角色维护', en: 'Manage roles', es: 'Gestionar roles', ja: 'ロールの管理' },
} as const satisfies Record<string, Text>

/**
 * Duties of a payment that different people should have: maker, checker, payer. A role with several of them needs a
 * confirmation.
 */
export const paymentDuties = ['zf:make', 'zf:check', 'zf:pay'] as const satisfies readonly (keyof typeof actionNames)[]

const dutyKeysWithoutVerb = ['admin3', 'dwEmployeeCheck', 'employeeDw', 'fp:issue', 'integrity', 'role:edit', 'user:edit', 'zf:halt', 'zf:offline']

/**
 * Returns whether a key carries a duty: paying, checking, auditing, confirming, publishing, or control of accounts. Two
 * people must approve a role with such a key, and an account with such a role. `app.carries_duty` in the database is
 * the same rule.
 */
export function carriesDuty(key: string): boolean {
  return /:(?:audit|check|confirm|decide|pay|publish|settle)$/.test(key) || dutyKeysWithoutVerb.includes(key)
}

/** Keys of every role: the dashboard and the personal centre. */
export const commonKeys = ['/dashboard', '/persons/centers'] as const

// Restrictions prevent roles with keys that are meaningless or dangerous for their kind of account. Which rows a user
// sees depends on the scope, not on keys.
const { platform, unit, operator, centre, partner } = userType
const usertypesByKey: Readonly<Record<string, readonly UserType[]>> = {
  [superKey]: [platform],
  EditRose: [platform],
  EditRoseval: [platform],
  'role:edit': [platform],
  'assessment:edit': [platform],
  integrity: [platform],
  changeList: [platform],
  'change:decide': [platform],
  wbfwList: [platform],
  ysetgade: [platform],
  'split:edit': [platform],
  shoufeiblList: [platform, centre],
  'fee:edit': [platform],
  ptbiliEdit: [platform],
  userMsList: [platform],
  'centre:edit': [platform],
  partnerList: [platform],
  'partner:edit': [platform],
  userDwList: [platform, centre],
  'unit:edit': [platform, centre],
  'user:freeze': [platform, centre],
  'yz:edit': [platform, unit, centre],
  'gth:edit': [platform, centre],
  userYzPtList: [platform, unit, centre],
  userYzList: [platform, unit, centre],
  taxCalendar: [platform, centre],
  taxList: [platform, operator, centre],
  taxListWtdz: [platform, operator, centre],
  otherSales: [platform, operator, centre],
  taxClearings: [platform, operator, centre],
  residenceList: [platform, centre],
  'tax:edit': [platform, centre],
  'tax:check': [platform, centre],
  taxForms: [platform, centre],
  'form:edit': [platform],
  'form:check': [platform],
  taxPolicies: [platform],
  'policy:edit': [platform],
  'policy:check': [platform],
  trialBalance: [platform, centre],
  acctVouchers: [platform, centre],
  'acct:edit': [platform, centre],
  'acct:check': [platform, centre],
  platformReports: [platform, centre],
  'report:edit': [platform, centre],
  'report:check': [platform],
  goLive: [platform, unit, centre],
  openingList: [platform, centre],
  'opening:edit': [platform, centre],
  'opening:check': [platform, centre],
  employeeList: [platform, centre],
  zfPtListpt: [platform, centre],
  'zf:audit': [platform, centre],
  'zf:offline': [platform, centre],
  'zf:halt': [platform, centre],
  zfycList: [platform, centre],
  'zf:propose': [platform, centre],
  'zf:settle': [platform, centre],
  zfdzList: [platform, centre],
  caishuitable: [platform, unit, centre, partner],
  'recon:edit': [platform, centre],
  'recon:check': [platform, centre],
  'cz:confirm': [platform, centre],
  heldFunds: [platform, centre],
  'custody:edit': [platform, centre],
  'custody:check': [platform],
  'refund:check': [platform, centre],
  'refund:pay': [platform, centre],
  'adjustment:edit': [platform, centre],
  'adjustment:check': [platform, centre],
  'user:audit': [platform, centre],
  'plain:view': [platform, unit, centre],
  'plain:export': [platform, unit, centre],
  'hzhb:audit': [platform, centre],
  hzhbList: [platform, centre, partner],
  datacheck: [platform, centre],
  zfPtList: [unit],
  'zf:make': [unit],
  'zf:check': [unit],
  'zf:pay': [unit],
  'cz:apply': [unit],
  'refund:apply': [unit],
  employeeDw: [unit],
  'ht:make': [platform, unit, centre],
  'ht:check': [platform, centre],
  ordersListms: [platform, unit, operator, centre],
  'orders:make': [platform, unit, centre],
  'orders:check': [platform, unit, centre],
  'category:edit': [platform],
  newsEdit: [platform],
  'news:edit': [platform],
  'news:publish': [platform],
  xyList: [platform, centre],
  'xy:edit': [platform, centre],
  zfSkList: [platform, unit, centre],
  'sk:confirm': [unit],
  'sk:decide': [platform, centre],
  zfSkYzList: [operator],
  hzhbBjbusiness: [platform, centre, partner],
  hzhbBrders: [platform, centre, partner],
  'commission:edit': [platform, centre],
  'commission:check': [platform, centre],
  fpListDz: [platform, unit, centre],
  ttList: [platform, unit, centre],
  'tt:edit': [unit],
  'fp:apply': [unit],
  'fp:check': [platform, centre],
  'fp:issue': [platform, centre],
  fpListGth: [platform, unit, operator, centre],
  'fp:authorise': [platform, centre],
  'fp:upload': [operator],
  syslog: [platform, unit, centre],
}
const allUserTypes = Object.values(userType)

/**
 * Returns the kinds of account (usertype) whose roles may hold the key. A key without a restriction is open to all
 * kinds.
 */
export function usertypesOf(key: string): readonly number[] {
  return usertypesByKey[key] ?? allUserTypes
}

const pageKeysAndPermissions = new Set<string>(pageKeys.flatMap((page) => permissionsOfPage(page)))

/** All keys that a role can hold: keys of pages and of actions, and the key that grants everything. */
export const permissionKeys: readonly Permission[] = [superKey, ...([...pageKeysAndPermissions] as Permission[]), ...(Object.keys(actionNames) as Permission[])]
