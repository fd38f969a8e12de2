import type { ModuleName, Modules } from '#/api/modules.ts'
import type { Text } from '#/domain/text.ts'

type WriteOf<M extends ModuleName> = { [N in keyof Modules[M]]: Modules[M][N] extends { readonly kind: 'write' } ? `${M}.${N & string}` : never }[keyof Modules[M]]
type NameOf<M extends ModuleName> = `${M}.${keyof Modules[M] & string}`

/** Every operation that changes something. */
type WriteOperationName = { [M in ModuleName]: WriteOf<M> }[ModuleName]
type OperationName = { [M in ModuleName]: NameOf<M> }[ModuleName]

/** What the log calls each operation that changes something: one without a name does not compile. Also the reads that leave a trace, such as exports. */
export const operationNames = {
  'audit.verify': { zh: '校验日志完整性', en: 'Verify the log', es: 'Verificar el registro', ja: 'ログの検証' },
  'audit.export': { zh: '导出日志', en: 'Export the log', es: 'Exportar el registro', ja: 'ログの出力' },
  'auth.login': { zh: '登录', en: 'Sign in', es: 'Iniciar sesión', ja: 'サインイン' },
  'auth.secondFactor': { zh: '二次验证', en: 'Second factor', es: 'Segundo factor', ja: '二段階認証' },
  'auth.logout': { zh: '退出登录', en: 'Sign out', es: 'Cerrar sesión', ja: 'サインアウト' },
  'auth.checkPassword': { zh: '验证密码', en: 'Check a password', es: 'Comprobar contraseña', ja: 'パスワードの確認' },
  'auth.changePassword': { zh: '修改密码', en: 'Change a password', es: 'Cambiar contraseña', ja: 'パスワードの変更' },
  'demo.advance': { zh: '推进演示时钟', en: 'Move the demo clock', es: 'Adelantar el reloj de la demostración', ja: 'デモ時計を進める' },
  'files.link': { zh: '下载文件', en: 'Download a file', es: 'Descargar un archivo', ja: 'ファイルのダウンロード' },
  'lines.import': { zh: '导入明细', en: 'Import lines', es: 'Importar líneas', ja: '明細の取込み' },
  'lines.reimport': { zh: '导入修正明细', en: 'Import corrected lines', es: 'Importar líneas corregidas', ja: '修正明細の取込み' },
  'lines.add': { zh: '新增明细', en: 'Add lines', es: 'Añadir líneas', ja: '明細の追加' },
  'lines.repair': { zh: '修改明细', en: 'Repair lines', es: 'Corregir líneas', ja: '明細の修正' },
  'lines.replace': { zh: '批量替换明细', en: 'Replace in lines', es: 'Reemplazar en líneas', ja: '明細の一括置換' },
  'lines.exclude': { zh: '剔除明细', en: 'Exclude lines', es: 'Excluir líneas', ja: '明細の除外' },
  'lines.include': { zh: '恢复明细', en: 'Include lines again', es: 'Volver a incluir líneas', ja: '明細の復帰' },
  'lines.adopt': { zh: '采用系统信息', en: 'Adopt known values', es: 'Adoptar datos conocidos', ja: '登録値の採用' },
  'lines.refer': { zh: '提交临时经营者审核', en: 'Refer unknown payees', es: 'Remitir beneficiarios desconocidos', ja: '臨時事業者の審査依頼' },
  'operators.acceptCandidates': { zh: '通过临时经营者', en: 'Accept unknown payees', es: 'Aceptar beneficiarios', ja: '臨時事業者の承認' },
  'operators.mergeCandidate': { zh: '并入已有经营者', en: 'Merge into a known operator', es: 'Fusionar con un operador', ja: '既存事業者への統合' },
  'operators.rejectCandidates': { zh: '驳回临时经营者', en: 'Reject unknown payees', es: 'Rechazar beneficiarios', ja: '臨時事業者の却下' },
  'payments.create': { zh: '新建支付批次', en: 'Start a batch', es: 'Crear un lote', ja: 'バッチの作成' },
  'payments.attach': { zh: '上传业务凭据', en: 'Attach evidence', es: 'Adjuntar justificante', ja: '証憑の添付' },
  'payments.detach': { zh: '移除业务凭据', en: 'Remove evidence', es: 'Quitar justificante', ja: '証憑の削除' },
  'payments.submit': { zh: '提交批次', en: 'Submit a batch', es: 'Enviar un lote', ja: 'バッチの提出' },
  'payments.check': { zh: '复核批次', en: 'Check a batch', es: 'Verificar un lote', ja: 'バッチの確認' },
  'payments.audit': { zh: '审核批次', en: 'Audit a batch', es: 'Auditar un lote', ja: 'バッチの審査' },
  'payments.pay': { zh: '支付批次', en: 'Pay a batch', es: 'Pagar un lote', ja: 'バッチの支払い' },
  'payments.cancel': { zh: '取消批次', en: 'Cancel a batch', es: 'Cancelar un lote', ja: 'バッチの取消し' },
  'payments.resend': { zh: '重发失败明细', en: 'Re-send failed lines', es: 'Reenviar líneas fallidas', ja: '失敗明細の再送' },
  'payouts.query': { zh: '查询支付结果', en: 'Ask for results', es: 'Consultar resultados', ja: '支払結果の照会' },
  'payouts.retryHeld': { zh: '重发挂起明细', en: 'Re-send held lines', es: 'Reenviar líneas retenidas', ja: '保留明細の再送' },
  'payouts.cancelHeld': { zh: '取消挂起明细', en: 'Cancel held lines', es: 'Cancelar líneas retenidas', ja: '保留明細の取消し' },
  'payouts.replaceCard': { zh: '更换收款卡', en: 'Replace a card', es: 'Cambiar la tarjeta', ja: '受取カードの変更' },
  'payouts.pause': { zh: '暂停或恢复支付通道', en: 'Pause or resume a channel', es: 'Pausar o reanudar un canal', ja: '支払チャネルの停止・再開' },
  'prepayments.submit': { zh: '提交充值', en: 'Submit a top-up', es: 'Enviar una recarga', ja: '入金の申請' },
  'prepayments.withdraw': { zh: '撤回充值', en: 'Withdraw a top-up', es: 'Retirar una recarga', ja: '入金申請の取下げ' },
  'prepayments.confirm': { zh: '确认充值', en: 'Confirm a top-up', es: 'Confirmar una recarga', ja: '入金の確認' },
  'prepayments.reject': { zh: '驳回充值', en: 'Reject a top-up', es: 'Rechazar una recarga', ja: '入金の却下' },
  'prepayments.importCredits': { zh: '导入银行流水', en: 'Import a bank statement', es: 'Importar un extracto', ja: '銀行明細の取込み' },
  'prepayments.exportHistory': { zh: '导出资金流水', en: 'Export the account history', es: 'Exportar movimientos', ja: '資金履歴の出力' },
  'profile.signOutDevice': { zh: '强制设备下线', en: 'Sign a device out', es: 'Cerrar un dispositivo', ja: '端末のサインアウト' },
  'profile.signOutOthers': { zh: '强制其他设备下线', en: 'Sign all other devices out', es: 'Cerrar los demás dispositivos', ja: '他端末のサインアウト' },
  'profile.startSecondFactor': { zh: '开始设置二次验证', en: 'Begin a second factor', es: 'Iniciar el segundo factor', ja: '二段階認証の設定開始' },
  'profile.confirmSecondFactor': { zh: '启用二次验证', en: 'Turn the second factor on', es: 'Activar el segundo factor', ja: '二段階認証の有効化' },
  'profile.dropSecondFactor': { zh: '停用二次验证', en: 'Turn the second factor off', es: 'Desactivar el segundo factor', ja: '二段階認証の無効化' },
  'profile.renewRecoveryCodes': { zh: '更新恢复码', en: 'Renew recovery codes', es: 'Renovar códigos de recuperación', ja: '回復コードの更新' },
  'recovery.ask': { zh: '申请找回密码', en: 'Ask for a new password', es: 'Pedir nueva contraseña', ja: 'パスワード再設定の申請' },
  'recovery.prove': { zh: '验证找回密码', en: 'Prove a forgotten password', es: 'Verificar recuperación', ja: '再設定の本人確認' },
  'recovery.reset': { zh: '重置密码', en: 'Reset a password', es: 'Restablecer contraseña', ja: 'パスワードの再設定' },
  'roles.create': { zh: '新建角色', en: 'Create a role', es: 'Crear un rol', ja: 'ロールの作成' },
  'roles.update': { zh: '修改角色', en: 'Change a role', es: 'Modificar un rol', ja: 'ロールの変更' },
  'roles.copy': { zh: '复制角色', en: 'Copy a role', es: 'Copiar un rol', ja: 'ロールの複製' },
  'roles.remove': { zh: '删除角色', en: 'Remove a role', es: 'Eliminar un rol', ja: 'ロールの削除' },
  'roles.give': { zh: '分配角色', en: 'Assign a role', es: 'Asignar un rol', ja: 'ロールの割当て' },
  'users.create': { zh: '新增账号', en: 'Make an account', es: 'Crear una cuenta', ja: 'アカウントの作成' },
  'users.update': { zh: '修改账号资料', en: 'Change an account', es: 'Modificar una cuenta', ja: 'アカウントの変更' },
  'users.setRoles': { zh: '设置账号角色', en: 'Set an account’s roles', es: 'Asignar roles a una cuenta', ja: 'アカウントのロール設定' },
  'users.setCentres': { zh: '设置运营中心授权', en: 'Set an account’s centres', es: 'Asignar centros a una cuenta', ja: '運営センターの割当て' },
  'users.resetPassword': { zh: '重置登录密码', en: 'Reset a login password', es: 'Restablecer la contraseña', ja: 'パスワードの再設定' },
  'users.unlock': { zh: '解除账号锁定', en: 'Unlock an account', es: 'Desbloquear una cuenta', ja: 'アカウントのロック解除' },
  'users.disable': { zh: '停用账号', en: 'Disable an account', es: 'Desactivar una cuenta', ja: 'アカウントの停止' },
  'users.enable': { zh: '启用账号', en: 'Enable an account', es: 'Activar una cuenta', ja: 'アカウントの再開' },
  'users.signOut': { zh: '强制账号下线', en: 'Sign an account out', es: 'Cerrar las sesiones de una cuenta', ja: 'アカウントの強制サインアウト' },
  'users.export': { zh: '导出账号', en: 'Export accounts', es: 'Exportar cuentas', ja: 'アカウントの出力' },
  'users.approve': { zh: '通过账号申请', en: 'Approve an account', es: 'Aprobar una cuenta', ja: 'アカウント申請の承認' },
  'users.reject': { zh: '驳回账号申请', en: 'Reject an account', es: 'Rechazar una cuenta', ja: 'アカウント申請の却下' },
  'vouchers.zip': { zh: '打包下载凭证', en: 'Pack receipts', es: 'Empaquetar comprobantes', ja: '証憑の一括出力' },
  'vouchers.pdf': { zh: '生成凭证', en: 'Draw a receipt', es: 'Generar un comprobante', ja: '証憑の作成' },
  'vouchers.exportList': { zh: '导出凭证列表', en: 'Export receipts', es: 'Exportar comprobantes', ja: '証憑一覧の出力' },
  'lines.errorFile': { zh: '导出错误明细', en: 'Export faulty lines', es: 'Exportar líneas con errores', ja: 'エラー明細の出力' },
  'errors.report': { zh: '上报浏览器错误', en: 'Report a browser error', es: 'Informar de un error del navegador', ja: 'ブラウザーエラーの報告' },
  'messages.read': { zh: '消息标为已读', en: 'Mark messages as read', es: 'Marcar mensajes como leídos', ja: 'メッセージを既読にする' },
  'lines.exportBatch': { zh: '导出批次明细', en: 'Export a batch', es: 'Exportar un lote', ja: 'バッチ明細の出力' },
} as const satisfies Record<WriteOperationName, Text> & Partial<Record<OperationName, Text>>

/** What the log calls the work that goes on without a request. */
export const jobNames = {
  'lines.revalidate': { zh: '重新校验明细', en: 'Lines checked again', es: 'Líneas revisadas de nuevo', ja: '明細の再検証' },
  'payouts.send': { zh: '发送支付指令', en: 'Orders sent', es: 'Órdenes enviadas', ja: '支払指図の送信' },
  'payouts.ask': { zh: '查询支付结果', en: 'Results asked for', es: 'Resultados consultados', ja: '支払結果の照会' },
  'payouts.results': { zh: '登记支付结果', en: 'Results recorded', es: 'Resultados registrados', ja: '支払結果の記録' },
  'payouts.return': { zh: '登记退汇', en: 'Returns recorded', es: 'Devoluciones registradas', ja: '組戻しの記録' },
  'admin.create': { zh: '命令行：新建平台账号', en: 'Command line: account made', es: 'Consola: cuenta creada', ja: 'コマンド：アカウント作成' },
  'admin.unlock': { zh: '命令行：解除锁定', en: 'Command line: account unlocked', es: 'Consola: cuenta desbloqueada', ja: 'コマンド：ロック解除' },
  'admin.reset': { zh: '命令行：重置密码', en: 'Command line: password reset', es: 'Consola: contraseña restablecida', ja: 'コマンド：パスワード再設定' },
  'admin.factor': { zh: '命令行：关闭两步验证', en: 'Command line: second factor dropped', es: 'Consola: segundo factor retirado', ja: 'コマンド：二段階認証の解除' },
  'payouts.close': { zh: '批次完结', en: 'Batch closed', es: 'Lote cerrado', ja: 'バッチの完結' },
} as const satisfies Record<string, Text>

/** The names of the modules, for the condition of the log. */
export const moduleNames = {
  audit: { zh: '日志', en: 'Log', es: 'Registro', ja: 'ログ' },
  auth: { zh: '登录与密码', en: 'Sign-in and passwords', es: 'Acceso y contraseñas', ja: 'サインインとパスワード' },
  dashboard: { zh: '工作台', en: 'Dashboard', es: 'Panel', ja: 'ダッシュボード' },
  demo: { zh: '演示', en: 'Demo', es: 'Demostración', ja: 'デモ' },
  errors: { zh: '浏览器错误', en: 'Browser errors', es: 'Errores del navegador', ja: 'ブラウザーエラー' },
  messages: { zh: '消息', en: 'Messages', es: 'Mensajes', ja: 'メッセージ' },
  files: { zh: '文件', en: 'Files', es: 'Archivos', ja: 'ファイル' },
  lines: { zh: '支付明细', en: 'Payment lines', es: 'Líneas de pago', ja: '支払明細' },
  operators: { zh: '经营者', en: 'Operators', es: 'Operadores', ja: '事業者' },
  payments: { zh: '支付批次', en: 'Payment batches', es: 'Lotes de pago', ja: '支払バッチ' },
  payouts: { zh: '支付通道', en: 'Payouts', es: 'Canales de pago', ja: '支払チャネル' },
  prepayments: { zh: '预付款', en: 'Prepayments', es: 'Anticipos', ja: '前払金' },
  profile: { zh: '个人中心', en: 'Personal centre', es: 'Centro personal', ja: 'マイページ' },
  recovery: { zh: '找回密码', en: 'Forgotten passwords', es: 'Recuperación', ja: 'パスワード再設定' },
  roles: { zh: '角色权限', en: 'Roles', es: 'Roles', ja: 'ロール' },
  tasks: { zh: '任务', en: 'Tasks', es: 'Tareas', ja: 'タスク' },
  users: { zh: '账号', en: 'Accounts', es: 'Cuentas', ja: 'アカウント' },
  vouchers: { zh: '凭证', en: 'Receipts', es: 'Comprobantes', ja: '証憑' },
} as const satisfies Record<ModuleName, Text>

/** How something ended. */
export const outcomeNames = {
  done: { zh: '成功', en: 'Done', es: 'Hecho', ja: '成功' },
  refused: { zh: '被拒绝', en: 'Refused', es: 'Rechazado', ja: '拒否' },
  denied: { zh: '无权限', en: 'Denied', es: 'Sin permiso', ja: '権限なし' },
} as const satisfies Record<string, Text>

/** What happened at the door. */
export const signInNames = {
  in: { zh: '登录成功', en: 'Signed in', es: 'Acceso correcto', ja: 'サインイン成功' },
  step: { zh: '待二次验证', en: 'Second factor asked', es: 'Segundo factor pedido', ja: '二段階認証待ち' },
  closed: { zh: '账号未开通', en: 'Account not open', es: 'Cuenta no activa', ja: 'アカウント利用不可' },
  failed: { zh: '登录失败', en: 'Failed', es: 'Acceso fallido', ja: 'サインイン失敗' },
  locked: { zh: '登录锁定', en: 'Locked', es: 'Bloqueado', ja: 'ロック' },
  out: { zh: '退出登录', en: 'Signed out', es: 'Cierre de sesión', ja: 'サインアウト' },
  password: { zh: '修改或重置密码', en: 'Password changed', es: 'Cambio de contraseña', ja: 'パスワード変更' },
  device: { zh: '强制下线', en: 'Signed out by force', es: 'Cierre forzado', ja: '強制サインアウト' },
} as const satisfies Record<string, Text>

/** Why somebody was turned away at the door; a reason without a name is shown as it is stored. */
export const signInReasonNames: Readonly<Record<string, Text>> = {
  wrongLogin: { zh: '用户名或密码错误', en: 'Wrong user name or password', es: 'Usuario o contraseña incorrectos', ja: 'ユーザー名またはパスワード誤り' },
  locked: { zh: '失败次数过多，暂时锁定', en: 'Locked for a while after too many failures', es: 'Bloqueo temporal por demasiados fallos', ja: '失敗が多いため一時ロック' },
  wrongCode: { zh: '动态验证码错误', en: 'Wrong code', es: 'Código incorrecto', ja: '認証コード誤り' },
  codeUsed: { zh: '动态验证码已用过', en: 'Code used already', es: 'Código ya usado', ja: '使用済みの認証コード' },
  wrongRecoveryCode: { zh: '恢复码错误', en: 'Wrong recovery code', es: 'Código de recuperación incorrecto', ja: 'リカバリーコード誤り' },
  ticketOver: { zh: '二次验证超时', en: 'Second step took too long', es: 'Segundo paso caducado', ja: '二段階認証の時間切れ' },
  wrongOld: { zh: '原密码错误', en: 'Wrong old password', es: 'Contraseña anterior incorrecta', ja: '元のパスワード誤り' },
  status: { zh: '账号状态不允许登录', en: 'The account may not sign in', es: 'La cuenta no puede entrar', ja: 'サインインできない状態' },
}

/** Kinds of things that are acted on. */
export const refTypeNames = {
  batch: { zh: '支付批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  line: { zh: '支付明细', en: 'Line', es: 'Línea', ja: '明細' },
  topup: { zh: '充值单', en: 'Top-up', es: 'Recarga', ja: '入金申請' },
  statement: { zh: '银行流水', en: 'Bank statement', es: 'Extracto', ja: '銀行明細' },
  candidate: { zh: '临时经营者', en: 'Unknown payee', es: 'Beneficiario por revisar', ja: '臨時事業者' },
  channel: { zh: '支付通道', en: 'Channel', es: 'Canal', ja: 'チャネル' },
  voucher: { zh: '凭证', en: 'Receipt', es: 'Comprobante', ja: '証憑' },
  file: { zh: '文件', en: 'File', es: 'Archivo', ja: 'ファイル' },
  task: { zh: '任务', en: 'Task', es: 'Tarea', ja: 'タスク' },
  user: { zh: '账号', en: 'Account', es: 'Cuenta', ja: 'アカウント' },
  role: { zh: '角色', en: 'Role', es: 'Rol', ja: 'ロール' },
  trail: { zh: '日志', en: 'Log', es: 'Registro', ja: 'ログ' },
  clock: { zh: '演示时钟', en: 'Demo clock', es: 'Reloj de demostración', ja: 'デモ時計' },
} as const satisfies Record<string, Text>

/** The names of fields that a row of the log tells; one without a name is shown as it is stored. */
export const auditFields: Readonly<Record<string, Text>> = {
  name: { zh: '名称', en: 'Name', es: 'Nombre', ja: '名称' },
  no: { zh: '单号', en: 'Number', es: 'Número', ja: '番号' },
  usertype: { zh: '用户类型', en: 'User type', es: 'Tipo de usuario', ja: 'ユーザー種別' },
  permissions: { zh: '权限', en: 'Rights', es: 'Permisos', ja: '権限' },
  value: { zh: '内容', en: 'Value', es: 'Valor', ja: '内容' },
  words: { zh: '角色', en: 'Roles', es: 'Roles', ja: 'ロール' },
  members: { zh: '成员', en: 'Members', es: 'Miembros', ja: 'メンバー' },
  added: { zh: '新增', en: 'Added', es: 'Añadidos', ja: '追加' },
  taken: { zh: '移除', en: 'Taken away', es: 'Retirados', ja: '解除' },
  roles: { zh: '角色', en: 'Roles', es: 'Roles', ja: 'ロール' },
  duties: { zh: '已确认兼任', en: 'Duties acknowledged', es: 'Funciones aceptadas', ja: '兼務の確認' },
  copiedFrom: { zh: '复制自', en: 'Copied from', es: 'Copiado de', ja: '複製元' },
  from: { zh: '原状态', en: 'From', es: 'Desde', ja: '変更前' },
  to: { zh: '新状态', en: 'To', es: 'Hasta', ja: '変更後' },
  state: { zh: '状态', en: 'State', es: 'Estado', ja: '状態' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  lines: { zh: '明细数', en: 'Lines', es: 'Líneas', ja: '明細数' },
  rows: { zh: '行数', en: 'Rows', es: 'Filas', ja: '行数' },
  receipts: { zh: '凭证数', en: 'Receipts', es: 'Comprobantes', ja: '証憑数' },
  success: { zh: '成功', en: 'Paid', es: 'Pagadas', ja: '成功' },
  failed: { zh: '失败', en: 'Failed', es: 'Fallidas', ja: '失敗' },
  returned: { zh: '退汇', en: 'Returned', es: 'Devueltas', ja: '組戻し' },
  file: { zh: '文件', en: 'File', es: 'Archivo', ja: 'ファイル' },
  sha256: { zh: '文件指纹', en: 'Fingerprint', es: 'Huella', ja: 'フィンガープリント' },
  filter: { zh: '筛选条件', en: 'Filter', es: 'Filtro', ja: '条件' },
  bytes: { zh: '字节数', en: 'Bytes', es: 'Bytes', ja: 'バイト数' },
  serial: { zh: '流水号', en: 'Serial', es: 'Número bancario', ja: '取引番号' },
  failures: { zh: '连续失败', en: 'Failures', es: 'Fallos', ja: '連続失敗' },
  lockedSeconds: { zh: '锁定秒数', en: 'Locked for (s)', es: 'Bloqueo (s)', ja: 'ロック秒数' },
  username: { zh: '用户名', en: 'User name', es: 'Usuario', ja: 'ユーザー名' },
  kind: { zh: '类型', en: 'Kind', es: 'Tipo', ja: '種類' },
  checked: { zh: '已校验', en: 'Checked', es: 'Verificadas', ja: '検証済み' },
  paused: { zh: '暂停', en: 'Paused', es: 'En pausa', ja: '停止' },
  minutes: { zh: '分钟', en: 'Minutes', es: 'Minutos', ja: '分' },
  changed: { zh: '变更数', en: 'Changed', es: 'Cambiadas', ja: '変更数' },
  invalid: { zh: '错误数', en: 'Faulty', es: 'Con errores', ja: 'エラー数' },
  all: { zh: '总数', en: 'All', es: 'Total', ja: '合計' },
}

/** Headings of the exported log. */
export const auditColumns = {
  time: { zh: '时间', en: 'Time', es: 'Fecha', ja: '日時' },
  who: { zh: '操作人', en: 'Person', es: 'Persona', ja: '操作者' },
  username: { zh: '用户名', en: 'User name', es: 'Usuario', ja: 'ユーザー名' },
  usertype: { zh: '用户类型', en: 'User type', es: 'Tipo', ja: '種別' },
  action: { zh: '操作', en: 'Operation', es: 'Operación', ja: '操作' },
  outcome: { zh: '结果', en: 'Result', es: 'Resultado', ja: '結果' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  ref: { zh: '对象', en: 'Subject', es: 'Objeto', ja: '対象' },
  refNo: { zh: '单号', en: 'Number', es: 'Número', ja: '番号' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  ip: { zh: 'IP 地址', en: 'Address', es: 'Dirección IP', ja: 'IP アドレス' },
  agent: { zh: '浏览器', en: 'Browser', es: 'Navegador', ja: 'ブラウザー' },
  request: { zh: '请求编号', en: 'Request', es: 'Petición', ja: 'リクエスト番号' },
  detail: { zh: '详情', en: 'Details', es: 'Detalles', ja: '詳細' },
} as const satisfies Record<string, Text>

/** What the log refuses with. */
export const auditRefusals = {
  notFound: { zh: '日志不存在', en: 'There is no such row.', es: 'Ese registro no existe.', ja: 'そのログは存在しません。' },
  notYours: { zh: '只有平台和运营中心可以校验日志', en: 'Only the platform and the centres verify the log.', es: 'Solo la plataforma y los centros verifican el registro.', ja: 'ログの検証はプラットフォームと運営センターのみ可能です。' },
  underWay: { zh: '校验正在进行，请稍候', en: 'A verification is under way already.', es: 'Ya hay una verificación en curso.', ja: '検証は実行中です。' },
  tooManyRows: { zh: '一次最多导出 {most} 行，请缩小范围', en: 'At most {most} rows at once; narrow the filter.', es: 'Como máximo {most} filas a la vez; acote el filtro.', ja: '一度に出力できるのは {most} 行までです。条件を絞ってください。' },
  nothing: { zh: '没有符合条件的日志', en: 'Nothing fits these conditions.', es: 'Nada cumple estas condiciones.', ja: '条件に合うログがありません。' },
} as const satisfies Record<string, Text>

/** What the jobs of the log are called in the task centre. */
export const auditTaskTexts = {
  verify: { zh: '校验日志完整性', en: 'Verification of the log', es: 'Verificación del registro', ja: 'ログの検証' },
  operations: { zh: '操作日志', en: 'Operation log', es: 'Registro de operaciones', ja: '操作ログ' },
  signIns: { zh: '登录日志', en: 'Sign-in log', es: 'Registro de accesos', ja: 'サインインログ' },
  failed: { zh: '任务失败，请重试', en: 'The task failed. Try again.', es: 'La tarea falló. Inténtelo de nuevo.', ja: 'タスクに失敗しました。再試行してください。' },
  broken: { zh: '日志不完整：第 {seq} 行', en: 'The log is not whole: row {seq}', es: 'El registro no está íntegro: fila {seq}', ja: 'ログが完全ではありません：{seq} 行目' },
  intact: { zh: '完整，共 {count} 行', en: 'Intact, {count} rows', es: 'Íntegro, {count} filas', ja: '完全（{count} 行）' },
} as const satisfies Record<string, Text>
