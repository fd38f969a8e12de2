import type { DualControlKind } from '#/domain/access/dual-control.ts'
import type { Text } from '#/domain/base/text.ts'

export const userRefusals = {
  notFound: { zh: '账号不存在或不在您的管理范围内', en: 'The account does not exist or is outside your scope.', es: 'La cuenta no existe o está fuera de su ámbito.', ja: 'アカウントが存在しないか、管理範囲外です。' },
  noPage: { zh: '您没有账号管理页面的权限', en: 'You do not have permission to manage accounts.', es: 'No tiene permiso para gestionar cuentas.', ja: 'アカウント管理の権限がありません。' },
  noRight: { zh: '没有“账号维护”权限', en: 'You do not have the “Manage accounts” permission.', es: 'Le falta el permiso «Gestionar cuentas».', ja: '「アカウントの管理」権限がありません。' },
  ownAccount: { zh: '不能维护自己的账号，请由其他管理员操作', en: 'You cannot change your own account here: ask another administrator.', es: 'No puede modificar aquí su propia cuenta: pídalo a otro administrador.', ja: '自分のアカウントは操作できません。別の管理者に依頼してください。' },
  aboveYou: { zh: '该账号拥有您没有的权限，不能由您维护', en: 'This account has permissions that you do not have, so you cannot manage it.', es: 'Esta cuenta tiene permisos que usted no tiene: no puede gestionarla.', ja: 'このアカウントはあなたにない権限を持つため、管理できません。' },
  otherCentres: { zh: '该账号还属于您无权管理的运营中心', en: 'This account also belongs to a centre that you do not manage.', es: 'Esta cuenta pertenece también a un centro que usted no gestiona.', ja: 'このアカウントは管理外の運営センターにも属しています。' },
  grantBeyond: { zh: '不能授予角色“{role}”：您没有其中的权限 {keys}', en: 'You cannot assign the role “{role}”: you do not have {keys}.', es: 'No puede asignar el rol «{role}»: usted no tiene {keys}.', ja: 'ロール「{role}」は付与できません。権限 {keys} がありません。' },
  grantMissing: { zh: '您没有其中的权限：{keys}', en: 'You do not have these permissions: {keys}', es: 'Usted no tiene estos permisos: {keys}', ja: '保有していない権限：{keys}' },
  requesterLacks: {
    zh: '申请人已停用或不再拥有角色“{role}”中的权限，请驳回后重新申请',
    en: 'The applicant is no longer active or no longer has the permissions of the role “{role}”. Reject the application and ask them to apply again.',
    es: 'El solicitante ya no está activo o ya no tiene los permisos del rol «{role}». Rechace la solicitud y pida otra nueva.',
    ja: '申請者が停止中、またはロール「{role}」の権限を失いました。却下して再申請を依頼してください。',
  },
  noWay: {
    zh: '无法把重置链接发给本人：账号没有可用的手机号或邮箱，或平台未开通短信、邮件与网站地址。请改用“纸质密码”，由两名管理员办理',
    en: 'No link can reach the owner: the account has no usable phone or e-mail, or the platform has no text messages, e-mail or site address. Use “Password on paper” with a second administrator.',
    es: 'No se puede enviar el enlace al titular: falta un móvil o correo, o la plataforma no tiene SMS, correo o dirección web. Use «Contraseña en papel» con otro administrador.',
    ja: '本人にリンクを送信できません（携帯番号・メールがないか、SMS・メール・サイトアドレスが未設定）。管理者2名で「紙のパスワード」を利用してください。',
  },
  mobileByTwo: {
    zh: '该账号参与付款，更换手机号须由两名管理员办理：请在账号管理中使用“更换手机号”',
    en: 'This account takes part in payments, so two administrators must change its phone number. Use “Change phone” under account management.',
    es: 'Esta cuenta interviene en pagos: el móvil lo cambian dos administradores. Use «Cambiar móvil» en la gestión de cuentas.',
    ja: 'このアカウントは支払いに関与するため、携帯番号の変更は管理者2名で行います。アカウント管理の「携帯番号変更」をご利用ください。',
  },
  mobileAlone: { zh: '该账号可直接在“编辑”中修改手机号', en: 'Change the phone of this account under “Edit”.', es: 'Cambie el móvil de esta cuenta en «Editar».', ja: 'このアカウントの携帯番号は「編集」で変更できます。' },
  mobileNeeded: { zh: '请输入新的手机号', en: 'Enter the new mobile number.', es: 'Indique el nuevo móvil.', ja: '新しい携帯番号を入力してください。' },
  mobileSame: { zh: '新手机号与原手机号相同', en: 'This is already the number of the account.', es: 'La cuenta ya tiene ese móvil.', ja: '現在の携帯番号と同じです。' },
  noFactor: { zh: '该账号未开启两步验证', en: 'This account does not use two-step verification.', es: 'La cuenta no tiene la verificación en dos pasos.', ja: 'このアカウントは2段階認証を使用していません。' },
  openAlready: { zh: '该账号已有一项同类变更待复核', en: 'A change of this kind is already awaiting approval.', es: 'Ya hay un cambio de este tipo por aprobar.', ja: '同じ種類の変更が承認待ちです。' },
  proposalGone: { zh: '该变更不存在、已处理或不在您的管理范围内', en: 'The change does not exist, is settled, or is outside your scope.', es: 'El cambio no existe, ya está resuelto o está fuera de su ámbito.', ja: '変更が存在しないか、処理済みか、管理範囲外です。' },
  ownProposal: { zh: '不能复核自己提出的变更，请由另一名管理员处理', en: 'You proposed this change. Another administrator must approve it.', es: 'Usted propuso este cambio; debe resolverlo otro administrador.', ja: '自分が申請した変更は承認できません。別の管理者に依頼してください。' },
  linkedProposer: {
    zh: '您的账号与提出人有关联（近 24 小时内重置过密码或更换过联系方式、由其创建且本人尚未启用，或共用手机、邮箱），请由他人复核',
    en: 'Your account is linked to the proposer (password reset or new contact details within 24 hours, created by the other and not yet taken over, or the same phone or e-mail). Another person must approve the change.',
    es: 'Su cuenta está vinculada a quien lo propuso (restablecimiento o contacto nuevo en 24 horas, cuenta creada por el otro, o mismo móvil o correo). Debe resolverlo otra persona.',
    ja: 'あなたのアカウントは申請者と関連しています（24時間以内の再設定・連絡先変更、本人未引継ぎの作成、または電話・メールの共用）。別の担当者が承認してください。',
  },
  noteNeeded: { zh: '驳回请填写原因（至少 2 个字）', en: 'Enter the reason for rejecting the change (at least 2 characters).', es: 'Indique el motivo del rechazo (mín. 2 caracteres).', ja: '却下の理由を2文字以上入力してください。' },
  unknownRole: { zh: '角色不存在或已删除，请刷新后重试', en: 'The role no longer exists. Reload and try again.', es: 'Ese rol ya no existe. Recargue e inténtelo de nuevo.', ja: 'ロールが存在しません。再読み込みしてください。' },
  roleMisfit: { zh: '角色“{role}”不适用于该用户类型', en: 'The role “{role}” is not available for this account type.', es: 'El rol «{role}» no corresponde a este tipo de cuenta.', ja: 'ロール「{role}」はこの種別に使えません。' },
  usertypeBeyond: { zh: '您不能创建该类型的账号', en: 'You cannot create accounts of this type.', es: 'No puede crear cuentas de este tipo.', ja: 'この種別のアカウントは作成できません。' },
  postBeyond: { zh: '该岗位只能由平台或运营中心负责人授予', en: 'Only the platform or a centre’s director can assign this post.', es: 'Solo la plataforma o el director del centro otorgan este puesto.', ja: 'この職位はプラットフォームまたはセンター責任者のみ付与できます。' },
  markBeyond: { zh: '您不能授予该标记', en: 'You cannot set this mark.', es: 'Usted no puede asignar esta marca.', ja: 'この設定を付与する権限がありません。' },
  keyInMisfit: { zh: '代录入只适用于平台和运营中心的账号', en: 'Only platform and centre accounts can enter data for others.', es: 'Solo las cuentas de la plataforma y de los centros registran por otros.', ja: '代理入力はプラットフォームと運営センターのアカウントのみです。' },
  postMisfit: { zh: '岗位只适用于运营中心人员', en: 'Posts are for centre staff only.', es: 'Los puestos son del personal del centro.', ja: '職位は運営センターの人員のみです。' },
  postNeeded: { zh: '请选择岗位', en: 'Choose a post.', es: 'Elija un puesto.', ja: '職位を選択してください。' },
  subjectNeeded: { zh: '请选择所属主体', en: 'Select the owner of the account.', es: 'Elija a quién pertenece la cuenta.', ja: '所属先を選択してください。' },
  subjectUnknown: { zh: '所属主体不存在或不在您的管理范围内', en: 'The organisation or person does not exist or is outside your scope.', es: 'La entidad no existe o está fuera de su ámbito.', ja: '所属先が存在しないか、管理範囲外です。' },
  subjectTaken: { zh: '该主体已有账号 {username}', en: 'This organisation or person already has the account {username}.', es: 'Este titular ya tiene la cuenta {username}.', ja: 'すでにアカウント {username} があります。' },
  centresNeeded: { zh: '请选择运营中心', en: 'Choose a centre.', es: 'Elija un centro.', ja: '運営センターを選択してください。' },
  centresMisfit: { zh: '只有运营中心人员需要授权运营中心', en: 'Only centre staff can be assigned to centres.', es: 'Solo se asignan centros al personal de un centro.', ja: '運営センターを割り当てられるのはセンターの人員のみです。' },
  centresBeyond: { zh: '不能授权您自己没有的运营中心或结算模式', en: 'You cannot assign a centre or mode that you do not have.', es: 'No puede asignar un centro o una modalidad que usted no tiene.', ja: '自分にない運営センターや精算モードは付与できません。' },
  oneCentre: { zh: '只有负责人和跨中心专员可以属于多个运营中心', en: 'Only directors and cross-centre specialists can belong to several centres.', es: 'Solo los directores y los especialistas entre centros pueden pertenecer a varios centros.', ja: '複数センターに属せるのは責任者とセンター横断担当のみです。' },
  usernameTaken: { zh: '用户名 {username} 已被使用（不区分大小写）', en: 'The user name {username} is taken (user names are not case-sensitive).', es: 'El usuario {username} ya existe (sin distinguir mayúsculas).', ja: 'ユーザー名 {username} は使用済みです（大文字小文字を区別しません）。' },
  username: { zh: '用户名为 4-32 位字母或数字', en: 'The user name must have 4–32 letters or digits.', es: 'El usuario debe tener de 4 a 32 letras o dígitos.', ja: 'ユーザー名は英数字4～32文字です。' },
  fields: { zh: '{words}', en: '{words}', es: '{words}', ja: '{words}' },
  lastSuper: { zh: '必须保留至少一个启用的超级管理员账号', en: 'At least one active account must keep full rights (admin3).', es: 'Debe quedar al menos una cuenta activa con todos los permisos (admin3).', ja: '有効な最高管理者を1名以上残す必要があります。' },
  lastAdmin: { zh: '单位必须保留至少一名启用的管理员', en: 'A unit must keep at least one active administrator.', es: 'La empresa debe conservar al menos un administrador activo.', ja: '企業には有効な管理者が1名以上必要です。' },
  twoDuties: {
    zh: '违反双人原则：{duties}将由同一人担任。该单位启用了双人复核，确认仍要授予？',
    en: 'Two-person rule: one person would have {duties} in a unit that requires two people. Assign it anyway?',
    es: 'Control de dos personas: {duties} recaerían en una sola persona. ¿Asignar de todos modos?',
    ja: '二人原則に反します：{duties}が同一人物になります。それでも付与しますか？',
  },
  letterNeeded: {
    zh: '管理员、复核、财务职责需要上传授权书，由运营中心或平台审核',
    en: 'The duties of administrator, checker and payer need a letter of authorisation, reviewed by the centre or the platform.',
    es: 'Administrador, verificador y pagador requieren una carta de autorización, que revisa el centro o la plataforma.',
    ja: '管理者・確認・支払担当には委任状の提出と審査が必要です。',
  },
  pendingReview: { zh: '该账号有待审核的申请，请等待审核结果', en: 'An application for this account is under review. Wait for the result.', es: 'Hay una solicitud en revisión para esta cuenta. Espere el resultado.', ja: 'このアカウントの申請は審査中です。結果をお待ちください。' },
  wrongStatus: { zh: '账号当前状态不能执行此操作', en: 'The account’s status does not allow this.', es: 'El estado de la cuenta no permite esta operación.', ja: '現在の状態では実行できません。' },
  notLocked: { zh: '账号未被锁定', en: 'The account is not locked.', es: 'La cuenta no está bloqueada.', ja: 'ロックされていません。' },
  notOnline: { zh: '该用户当前没有登录', en: 'This person is not signed in.', es: 'Esta persona no ha iniciado sesión.', ja: 'ログイン中ではありません。' },
  applicationGone: { zh: '申请不存在或已处理', en: 'The application does not exist or has already been decided.', es: 'Esa solicitud no existe o ya se resolvió.', ja: '申請が存在しないか、処理済みです。' },
  ownApplication: { zh: '不能审核自己提交的申请', en: 'You cannot review your own application.', es: 'No puede revisar su propia solicitud.', ja: '自分の申請は審査できません。' },
  taken: { zh: '{name} 正在审核，请先接手', en: '{name} is reviewing this application. Take it over first.', es: '{name} está revisando esta solicitud. Asuma antes la revisión.', ja: '{name} が審査中です。先に引き継いでください。' },
  notReviewer: { zh: '该用户不能审核此单位的账号', en: 'This user cannot review accounts of this unit.', es: 'Este usuario no puede revisar cuentas de esta empresa.', ja: 'このユーザーは当該企業の審査担当ではありません。' },
  reasonNeeded: { zh: '请填写驳回原因（至少 2 个字）', en: 'Enter a reason (at least 2 characters).', es: 'Indique el motivo (mín. 2 caracteres).', ja: '却下理由を入力してください（2文字以上）。' },
  askAgain: { zh: '申请已被驳回，请使用“更正并重新申请”', en: 'The application was rejected. Use “Correct and resubmit”.', es: 'La solicitud fue rechazada: use «Corregir y pedir de nuevo».', ja: '却下されています。「修正して再申請」を使用してください。' },
  notRejected: { zh: '没有被驳回的申请', en: 'There is no rejected application.', es: 'No hay ninguna solicitud rechazada.', ja: '却下された申請がありません。' },
  fieldShut: { zh: '“{field}”没有被驳回，不能修改', en: '“{field}” was not rejected and cannot be changed.', es: '«{field}» no fue rechazado y no se puede cambiar.', ja: '「{field}」は却下されていないため変更できません。' },
  fieldNeeded: { zh: '请更正被驳回的“{field}”', en: 'Correct “{field}”, which was rejected.', es: 'Corrija «{field}», que fue rechazado.', ja: '却下された「{field}」を修正してください。' },
  noReview: { zh: '只有平台和运营中心可以审核账号申请', en: 'Only the platform and the centres can review accounts.', es: 'Solo la plataforma y los centros pueden revisar cuentas.', ja: '審査できるのはプラットフォームと運営センターのみです。' },
} as const satisfies Record<string, Text>

export const usertypeNames = {
  1: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
  2: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  3: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  4: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  5: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
} as const satisfies Record<number, Text>

export const postNames = {
  0: { zh: '不适用', en: 'None', es: 'Ninguno', ja: 'なし' },
  1: { zh: '运营中心负责人', en: 'Director', es: 'Director', ja: 'センター責任者' },
  2: { zh: '营销员', en: 'Marketer', es: 'Agente de marketing', ja: 'マーケティング担当' },
  3: { zh: '业务员', en: 'Salesperson', es: 'Comercial', ja: '営業担当' },
  4: { zh: '跨中心专员', en: 'Cross-centre specialist', es: 'Especialista entre centros', ja: 'センター横断担当' },
  5: { zh: '中心财务', en: 'Centre finance', es: 'Finanzas del centro', ja: 'センター財務' },
  6: { zh: '中心审核', en: 'Centre audit', es: 'Auditoría del centro', ja: 'センター審査' },
} as const satisfies Record<number, Text>

export const userStatusNames = {
  0: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  1: { zh: '待审核', en: 'Under review', es: 'En revisión', ja: '審査待ち' },
  2: { zh: '已驳回', en: 'Sent back', es: 'Devuelta', ja: '差戻し' },
  3: { zh: '待签约', en: 'To be signed', es: 'Por firmar', ja: '署名待ち' },
  4: { zh: '待补充资料', en: 'Documents missing', es: 'Faltan documentos', ja: '資料待ち' },
  5: { zh: '已停用', en: 'Disabled', es: 'Desactivada', ja: '停止' },
  6: { zh: '已冻结', en: 'Frozen', es: 'Bloqueada', ja: '凍結' },
  7: { zh: '已注销', en: 'Closed', es: 'Cerrada', ja: '解約済み' },
  8: { zh: '正常', en: 'Active', es: 'Activa', ja: '正常' },
  9: { zh: '已锁定', en: 'Locked', es: 'Bloqueada por contraseña', ja: 'ロック中' },
} as const satisfies Record<number, Text>

export const dutyNames = {
  admin: { zh: '管理员', en: 'Administrator', es: 'Administrador', ja: '管理者' },
  maker: { zh: '制单', en: 'Preparation', es: 'Preparación', ja: '作成' },
  checker: { zh: '复核', en: 'Checking', es: 'Verificación', ja: '確認' },
  payer: { zh: '财务', en: 'Payment', es: 'Pago', ja: '支払い' },
  viewer: { zh: '查询', en: 'View only', es: 'Consulta', ja: '照会' },
} as const satisfies Record<string, Text>

export const userFields = {
  username: { zh: '用户名', en: 'User name', es: 'Usuario', ja: 'ユーザー名' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  usertype: { zh: '用户类型', en: 'Type', es: 'Tipo', ja: '種別' },
  post: { zh: '岗位', en: 'Post', es: 'Puesto', ja: '職位' },
  islr: { zh: '允许代录入', en: 'May enter data for others', es: 'Registra por otros', ja: '代理入力' },
  isdl: { zh: '兼任代理', en: 'Also an agent', es: 'También agente', ja: '代理店を兼ねる' },
  subject: { zh: '所属主体', en: 'Belongs to', es: 'Pertenece a', ja: '所属先' },
  centres: { zh: '运营中心', en: 'Centres', es: 'Centros', ja: '運営センター' },
  province: { zh: '省/市', en: 'Province', es: 'Provincia', ja: '省・市' },
  roles: { zh: '角色', en: 'Roles', es: 'Roles', ja: 'ロール' },
  duties: { zh: '职责', en: 'Duties', es: 'Funciones', ja: '職務' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  lastLogin: { zh: '最近登录', en: 'Last sign-in', es: 'Último acceso', ja: '最終ログイン' },
  mustChange: { zh: '口令待修改', en: 'Password to change', es: 'Contraseña por cambiar', ja: 'パスワード要変更' },
  created: { zh: '创建时间', en: 'Created', es: 'Creada', ja: '作成日時' },
  yes: { zh: '是', en: 'Yes', es: 'Sí', ja: 'はい' },
} as const satisfies Record<string, Text>

export const userTaskTexts = {
  title: { zh: '导出用户 {count} 个', en: 'Export of {count} accounts', es: 'Exportación de {count} cuentas', ja: 'アカウント {count} 件の出力' },
  list: { zh: '用户清单', en: 'Accounts', es: 'Cuentas', ja: 'アカウント一覧' },
  failed: { zh: '导出失败，请重试', en: 'The export failed. Try again.', es: 'La exportación falló. Inténtelo de nuevo.', ja: '出力に失敗しました。もう一度お試しください。' },
  firstPaper: { zh: '新账号的首个密码', en: 'First password of a new account', es: 'Primera contraseña de una cuenta nueva', ja: '新規アカウントの初回パスワード' },
} as const satisfies Record<string, Text>

/** Names of the changes of an account that need two people. */
export const dualControlKindNames = {
  paper: { zh: '纸质密码', en: 'Password on paper', es: 'Contraseña en papel', ja: '紙のパスワード' },
  mobile: { zh: '更换手机号', en: 'Change phone', es: 'Cambiar móvil', ja: '携帯番号変更' },
  factor: { zh: '解除两步验证', en: 'Remove two-step verification', es: 'Quitar la verificación en dos pasos', ja: '2段階認証の解除' },
} as const satisfies Record<DualControlKind, Text>

/** Names of the fields of a unit's account application. */
export const accountFieldNames = {
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  roles: { zh: '申请角色', en: 'Roles', es: 'Roles', ja: '申請ロール' },
  letter: { zh: '授权书', en: 'Letter of authorisation', es: 'Carta de autorización', ja: '委任状' },
} as const satisfies Record<string, Text>

export const accountStateNames = {
  pending: { zh: '待审核', en: 'Under review', es: 'En revisión', ja: '審査待ち' },
  approved: { zh: '已通过', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
} as const satisfies Record<string, Text>

export const accountSheet = {
  title: { zh: '账号申请', en: 'Account applications', es: 'Solicitudes de cuenta', ja: 'アカウント申請' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  applicant: { zh: '申请人', en: 'Requested by', es: 'Solicitante', ja: '申請者' },
  submitted: { zh: '提交时间', en: 'Submitted', es: 'Presentada', ja: '提出日時' },
  waiting: { zh: '等待时长（小时）', en: 'Waiting (h)', es: 'Espera (h)', ja: '待ち時間（時間）' },
  reviewer: { zh: '审核人', en: 'Reviewer', es: 'Revisor', ja: '審査担当' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
} as const satisfies Record<string, Text>

/** Text messages about the decision on an application. */
export const accountMessages = {
  contactChanged: {
    zh: '【云创客】账号 {username} 的手机号已由 {by} 更换为 {mobile}。如非您本人同意，请立即联系运营中心。',
    en: '[Yunchuangke] {by} changed the mobile number of account {username} to {mobile}. If you did not agree, contact your operations centre at once.',
    es: '[Yunchuangke] {by} cambió el móvil de la cuenta {username} a {mobile}. Si usted no lo aceptó, contacte enseguida con su centro.',
    ja: '【雲創客】{by} がアカウント {username} の携帯番号を {mobile} に変更しました。同意していない場合は直ちに運営センターへ連絡してください。',
  },
  approved: {
    zh: '【云创客】账号 {username}（{name}）审核通过，角色：{roles}。新账号的设置密码链接另行发送。',
    en: '[Yunchuangke] Account {username} ({name}) is approved: {roles}. A new account receives a link to choose the password.',
    es: '[Yunchuangke] La cuenta {username} ({name}) fue aprobada: {roles}. Si es nueva, recibirá un enlace para elegir la contraseña.',
    ja: '【雲創客】アカウント {username}（{name}）が承認されました：{roles}。新規の場合、パスワード設定リンクを別途お送りします。',
  },
  rejected: {
    zh: '【云创客】账号 {username}（{name}）的申请被驳回：{reason}。更正后可再次申请。',
    en: '[Yunchuangke] The application for account {username} ({name}) was rejected: {reason}. Correct it and resubmit.',
    es: '[Yunchuangke] La solicitud de la cuenta {username} ({name}) fue rechazada: {reason}. Corríjala y vuelva a pedirla.',
    ja: '【雲創客】アカウント {username}（{name}）の申請は却下されました：{reason}。修正後に再申請できます。',
  },
} as const satisfies Record<string, Text>
