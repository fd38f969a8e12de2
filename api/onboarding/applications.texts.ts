import type { Text } from '#/domain/base/text.ts'
import type { AppealState, ApplicationKind, ApplicationState } from '#/domain/onboarding/application.ts'

export const applicationRefusals = {
  closed: { zh: '暂未开通在线注册，请联系客服办理', en: 'Online registration is not available. Contact support.', es: 'El registro en línea no está disponible. Contacte con soporte.', ja: 'オンライン登録は現在ご利用いただけません。サポートへご連絡ください。' },
  mobile: { zh: '手机号码格式错误', en: 'The mobile number is not valid', es: 'El número de móvil no es válido', ja: '携帯電話番号の形式が違います' },
  tooMany: { zh: '操作过于频繁，请 {minutes} 分钟后再试', en: 'Too many attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.', es: 'Demasiados intentos. Inténtelo en {minutes, plural, one {# minuto} other {# minutos}}.', ja: '回数が多すぎます。{minutes} 分後にお試しください。' },
  tooSoon: { zh: '验证码已发送，请 {seconds} 秒后再获取', en: 'A code was just sent. Request another in {seconds} seconds.', es: 'Se acaba de enviar un código. Espere {seconds} segundos.', ja: 'コードを送信済みです。{seconds} 秒後に再取得できます。' },
  codeDead: { zh: '验证码已失效，请重新获取', en: 'This code has expired. Request a new one.', es: 'El código ya no es válido. Solicite otro.', ja: 'コードは無効です。再取得してください。' },
  wrongCode: { zh: '验证码错误，还可尝试 {left} 次', en: 'Wrong code; {left, plural, one {# try} other {# tries}} left.', es: 'Código incorrecto; {left, plural, one {queda # intento} other {quedan # intentos}}.', ja: 'コードが違います。残り {left} 回です。' },
  clauseOld: { zh: '条款已更新，请刷新页面后重新阅读并同意', en: 'The terms have changed: reload and read them again.', es: 'Las condiciones han cambiado: recargue y léalas de nuevo.', ja: '規約が更新されました。再読み込みしてご確認ください。' },
  ticketDead: { zh: '页面已过期，请用手机号和验证码继续办理', en: 'This session has expired: continue with your mobile number and a code.', es: 'La página ha caducado: continúe con su móvil y un código.', ja: 'ページの有効期限が切れました。携帯番号とコードで続行してください。' },
  notFound: { zh: '申请不存在或不在您的管理范围内', en: 'The application does not exist or is outside your scope.', es: 'No existe esa solicitud en su ámbito.', ja: '申請が存在しないか、管理範囲外です。' },
  notEditable: { zh: '申请已提交，当前不能修改', en: 'The application was submitted and cannot be changed now.', es: 'La solicitud ya se presentó y no se puede modificar.', ja: '申請は提出済みのため、変更できません。' },
  fieldShut: { zh: '“{field}”不在本次需要补正的内容中', en: '“{field}” was not returned for correction.', es: '«{field}» no está entre lo que debe corregirse.', ja: '「{field}」は今回の修正対象ではありません。' },
  noField: { zh: '该申请没有这一项', en: 'The application has no such field.', es: 'La solicitud no tiene ese campo.', ja: 'この項目はありません。' },
  phoneOnly: { zh: '手机补传页面只能上传图片', en: 'This phone may only add pictures.', es: 'Este teléfono solo puede añadir imágenes.', ja: 'この携帯からは画像の追加のみ可能です。' },
  picturesMost: { zh: '该项最多上传 {most} 张图片', en: 'At most {most} pictures here.', es: 'Como máximo {most} imágenes aquí.', ja: 'この項目は最大 {most} 枚です。' },
  pictureGone: { zh: '图片不存在或已删除', en: 'The picture does not exist.', es: 'No existe esa imagen.', ja: '画像が存在しません。' },
  fields: { zh: '请检查填写内容：{words}', en: 'Please check: {words}', es: 'Compruebe: {words}', ja: '入力内容をご確認ください：{words}' },
  known: { zh: '该证件已注册，请登录或申诉', en: 'This identity is already registered: sign in or appeal.', es: 'Este documento ya está registrado: inicie sesión o reclame.', ja: 'この身分証は登録済みです。ログインするか、異議を申し立ててください。' },
  notKnown: { zh: '该证件没有被其他账户使用，不需要申诉，可以继续办理', en: 'No other account uses this document: no appeal is needed, continue.', es: 'Ninguna otra cuenta usa este documento: continúe sin reclamar.', ja: 'この身分証は他で登録されていません。申立てなしで続行できます。' },
  appealOpen: { zh: '申诉正在处理中，请等待结果', en: 'Your appeal is under review; wait for the outcome.', es: 'Su reclamación está en curso; espere el resultado.', ja: '申立ては処理中です。結果をお待ちください。' },
  appealsMost: { zh: '同一申请最多申诉 {most} 次，请联系客服', en: 'At most {most} appeals per application. Contact support.', es: 'Una solicitud admite como máximo {most} reclamaciones. Contacte con soporte.', ja: '申立ては1件の申請につき {most} 回までです。サポートへご連絡ください。' },
  appealGone: { zh: '申诉不存在或不在您的管理范围内', en: 'The appeal does not exist or is outside your scope.', es: 'No existe esa reclamación en su ámbito.', ja: '申立てが存在しないか、管理範囲外です。' },
  appealDecided: { zh: '该申诉已处理，请刷新', en: 'This appeal has been decided. Reload.', es: 'Esta reclamación ya está resuelta. Recargue.', ja: 'この申立ては処理済みです。再読み込みしてください。' },
  appealOtherPerson: {
    zh: '移交账号须由两人办理：您（或视为同一人的账号）已认定申诉成立，须由另一名审核人确认',
    en: 'Handing over an account takes two people. You, or an account linked to yours, upheld the appeal. Another reviewer must confirm it.',
    es: 'Entregar una cuenta requiere dos personas. Usted, o una cuenta vinculada a la suya, aceptó la reclamación: debe confirmarlo otra persona.',
    ja: 'アカウントの引渡しには2名が必要です。あなた（または同一人物とみなすアカウント）が認容したため、別の審査担当者が確認してください。',
  },
  appealMobileTaken: { zh: '申诉人的手机号已被其他经营者使用，请先核实', en: 'Another operator uses the appellant’s mobile number: clarify this first.', es: 'Otro operador tiene el móvil del reclamante: aclárelo antes.', ja: '申立人の携帯番号は別の事業者が使用しています。先に確認してください。' },
  appealMobileNotAtBank: { zh: '申诉人的手机号与银行卡预留信息不一致，不能变更', en: 'The appellant’s mobile number is not the one registered with the bank for this card.', es: 'El móvil del reclamante no es el registrado en el banco para esta tarjeta.', ja: '申立人の携帯番号が銀行カードの登録情報と一致しません。' },
  unchanged: { zh: '请先更正被驳回的内容', en: 'Correct what was rejected first.', es: 'Corrija primero lo rechazado.', ja: '却下された項目を先に修正してください。' },
  unknown: { zh: '没有找到该申请，请核对申请编号和手机号', en: 'No application matches this number and mobile number.', es: 'Ninguna solicitud coincide con ese número y móvil.', ja: '申請番号と携帯番号に一致する申請がありません。' },
  signIn: { zh: '请先登录', en: 'Sign in first.', es: 'Inicie sesión primero.', ja: 'ログインしてください。' },
  noReview: { zh: '没有“入驻审核”权限', en: 'You do not have the “Review applications” permission.', es: 'Le falta el permiso «Revisar solicitudes».', ja: '「入会審査」権限がありません。' },
  ownApplication: { zh: '不能审核自己提交或邀请的申请', en: 'You cannot review your own application or one you invited.', es: 'No puede revisar su propia solicitud ni una que usted invitó.', ja: '自分の申請や自分が招待した申請は審査できません。' },
  decided: { zh: '该申请已由 {name} 处理（{state}），请刷新', en: '{name} has already decided this application ({state}). Reload.', es: '{name} ya ha resuelto esta solicitud ({state}). Recargue.', ja: '{name} が処理済みです（{state}）。再読み込みしてください。' },
  taken: { zh: '{name} 正在审核该申请；如需接手，请先点“接手”', en: '{name} is reviewing this application. To review it yourself, take it over first.', es: '{name} la está revisando. Asuma la revisión antes de decidir.', ja: '{name} が審査中です。引き継ぐ場合は「引き継ぐ」を押してください。' },
  changed: { zh: '申请在您查看期间已变更，请刷新后再审', en: 'The application has changed in the meantime. Reload.', es: 'La solicitud ha cambiado mientras la revisaba. Recargue.', ja: '確認中に申請が変更されました。再読み込みしてください。' },
  state: { zh: '当前状态（{state}）不能执行此操作', en: 'This is not possible in the current status ({state}).', es: 'No es posible en el estado actual ({state}).', ja: '現在の状態（{state}）では実行できません。' },
  notReviewer: { zh: '该人员不能审核此申请', en: 'This person cannot review the application.', es: 'Esta persona no puede revisarla.', ja: 'この担当者は審査できません。' },
  centreNeeded: { zh: '请选择与合作伙伴签约的运营中心', en: 'Choose the centre that signs with the partner.', es: 'Elija el centro que firma con el socio.', ja: 'パートナーと契約する運営センターを選択してください。' },
  partnerUnready: { zh: '贵方的合作协议尚未生效或已失效，暂不能邀请；请先完成签约', en: 'Your agreement is not in effect: sign it before you invite.', es: 'Su acuerdo no está vigente: fírmelo antes de invitar.', ja: '提携契約が有効ではないため、招待できません。先に契約を締結してください。' },
  noTemplate: {
    zh: '缺少已启用的协议模板：{kinds}。请先启用模板，或勾选签署纸质合同',
    en: 'No template is active for: {kinds}. Activate it first, or choose to sign on paper.',
    es: 'No hay plantilla activa para: {kinds}. Actívela antes, o elija firmar en papel.',
    ja: '有効なテンプレートがありません：{kinds}。先に有効化するか、書面での契約を選択してください。',
  },
  noSeal: {
    zh: '该运营中心尚无签章证书，无法发起电子签约：{kinds}。请在“运营中心管理”的“签章证书”中上传，或勾选签署纸质合同',
    en: 'This centre has no sealing certificate, so these documents cannot be sent: {kinds}. Add one under Centres › Certificates, or choose to sign on paper.',
    es: 'El centro no tiene certificado de sello, así que no se pueden enviar: {kinds}. Añádalo en Centros › Certificados, o elija firmar en papel.',
    ja: 'このセンターに署名証明書がないため送信できません：{kinds}。「運営センター管理」の「署名証明書」で登録するか、書面での契約を選択してください。',
  },
  sealExpired: {
    zh: '该运营中心的签章证书已过期，无法发起电子签约：{kinds}。请在“运营中心管理”的“签章证书”中更新，或勾选签署纸质合同',
    en: 'The certificate of this centre has expired, so these documents cannot be sent: {kinds}. Replace it under Centres › Certificates, or choose to sign on paper.',
    es: 'El certificado del centro ha caducado, así que no se pueden enviar: {kinds}. Sustitúyalo en Centros › Certificados, o elija firmar en papel.',
    ja: 'このセンターの署名証明書は期限切れのため送信できません：{kinds}。「運営センター管理」の「署名証明書」で更新するか、書面での契約を選択してください。',
  },
  termsNeeded: { zh: '请选择运营中心和费率方案', en: 'Choose a centre and a fee plan.', es: 'Elija un centro y una tarifa.', ja: '運営センターと料率プランを選択してください。' },
  centreWrong: { zh: '所选运营中心不可用，或不支持该结算模式', en: 'The centre is not available or does not support this mode.', es: 'El centro no está disponible o no admite esta modalidad.', ja: '選択した運営センターは利用できないか、この精算モードに対応していません。' },
  planWrong: { zh: '费率方案不适用于该结算模式', en: 'The fee plan is not for this mode.', es: 'La tarifa no corresponde a esta modalidad.', ja: '料率プランがこの精算モードに対応していません。' },
  staffWrong: { zh: '营销员或业务员不属于该运营中心', en: 'The salesperson does not belong to this centre.', es: 'El comercial no es de este centro.', ja: '営業担当はこのセンターの所属ではありません。' },
  cardMismatch: { zh: '银行卡与身份信息不一致（要素核验未通过），请驳回相应字段', en: 'According to the bank, the card does not belong to this person: reject the field.', es: 'El banco dice que la tarjeta no es de esta persona: rechace el campo.', ja: '銀行口座と本人情報が一致しません。該当項目を却下してください。' },
} as const satisfies Record<string, Text>

export const applicationKindNames = {
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  international: { zh: '经营者（境外证件）', en: 'Operator (foreign document)', es: 'Operador (documento extranjero)', ja: '事業者（外国の身分証）' },
} as const satisfies Record<ApplicationKind, Text>

export const applicationStateNames = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  pending: { zh: '待审核', en: 'To be reviewed', es: 'Por revisar', ja: '審査待ち' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  approved: { zh: '已通过', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  signing: { zh: '待签约', en: 'To be signed', es: 'Por firmar', ja: '署名待ち' },
  active: { zh: '已开通', en: 'Account opened', es: 'Cuenta abierta', ja: '開通済み' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
} as const satisfies Record<ApplicationState, Text>

export const appealStateNames = {
  open: { zh: '申诉处理中', en: 'Appeal in progress', es: 'Reclamación en curso', ja: '申立て処理中' },
  handed: { zh: '申诉成立，账户已移交', en: 'Upheld: account handed over', es: 'Aceptada: cuenta transferida', ja: '承認：アカウント引渡し済み' },
  freed: { zh: '申诉成立，原申请已关闭', en: 'Upheld: earlier application closed', es: 'Aceptada: solicitud anterior cerrada', ja: '承認：先の申請を終了' },
  rejected: { zh: '申诉未通过', en: 'Appeal rejected', es: 'Reclamación rechazada', ja: '申立て却下' },
  withdrawn: { zh: '申诉已撤回', en: 'Appeal withdrawn', es: 'Reclamación retirada', ja: '申立て取り下げ' },
} as const satisfies Record<AppealState, Text>

export const applicationEventNames = {
  begun: { zh: '开始填写', en: 'Started', es: 'Iniciada', ja: '入力開始' },
  submitted: { zh: '提交申请', en: 'Submitted', es: 'Presentada', ja: '申請提出' },
  resubmitted: { zh: '补正后重新提交', en: 'Submitted again', es: 'Presentada de nuevo', ja: '修正後の再提出' },
  taken: { zh: '开始审核', en: 'Review started', es: 'Revisión iniciada', ja: '審査開始' },
  assigned: { zh: '转交给 {name}', en: 'Handed over to {name}', es: 'Pasada a {name}', ja: '{name} に引き継ぎ' },
  revealed: { zh: '查看完整号码', en: 'Full numbers viewed', es: 'Números completos consultados', ja: '番号を全桁表示' },
  rejected: { zh: '驳回 {count} 项', en: '{count, plural, one {# field} other {# fields}} rejected', es: '{count, plural, one {# campo rechazado} other {# campos rechazados}}', ja: '{count} 項目を却下' },
  approved: { zh: '审核通过', en: 'Approved', es: 'Aprobada', ja: '承認' },
  signing: { zh: '发起签约', en: 'Contract sent for signature', es: 'Contrato enviado a firmar', ja: '署名依頼' },
  active: { zh: '账户开通', en: 'Account opened', es: 'Cuenta abierta', ja: 'アカウント開通' },
  withdrawn: { zh: '申请人撤回', en: 'Withdrawn by the applicant', es: 'Retirada por el solicitante', ja: '申請者による取り下げ' },
  appealed: { zh: '就“该证件已注册”提出申诉', en: 'Appeal against “already registered”', es: 'Reclamación contra «ya registrado»', ja: '「登録済み」への申立て' },
  appealHanded: { zh: '申诉成立，已有账户移交申诉人', en: 'Appeal upheld, account handed over', es: 'Reclamación aceptada, cuenta transferida', ja: '申立て承認、アカウント引渡し' },
  appealFreed: { zh: '申诉成立，原申请已关闭', en: 'Appeal upheld, earlier application closed', es: 'Reclamación aceptada, solicitud anterior cerrada', ja: '申立て承認、先の申請を終了' },
  appealRejected: { zh: '申诉未通过', en: 'Appeal rejected', es: 'Reclamación rechazada', ja: '申立て却下' },
  closedByAppeal: { zh: '他人申诉成立，申请关闭', en: 'Closed: another person’s appeal was upheld', es: 'Cerrada: se aceptó la reclamación de otra persona', ja: '他者の申立て承認により終了' },
} as const satisfies Record<string, Text>

export const applicationMessages = {
  code: {
    zh: '【云创客平台】您的注册验证码是 {code}，{minutes} 分钟内有效。请勿告知他人。',
    en: '[Yunchuangke] {code} is your registration code, valid for {minutes} minutes. Do not share it.',
    es: '[Yunchuangke] {code} es su código de registro, válido durante {minutes} minutos. No lo comparta.',
    ja: '【雲創客プラットフォーム】登録コードは {code} です（{minutes} 分間有効）。他人に教えないでください。',
  },
  received: {
    zh: '【云创客平台】已收到您的申请 {no}。登录账号 {username}，初始密码 {password}（开通后首次登录须修改）。可用账号查看进度。',
    en: '[Yunchuangke] We have received your application {no}. Account {username}, initial password {password} (to be changed at the first sign-in). Sign in to follow its progress.',
    es: '[Yunchuangke] Hemos recibido su solicitud {no}. Cuenta {username}, contraseña inicial {password} (deberá cambiarla al acceder por primera vez). Acceda para seguir su estado.',
    ja: '【雲創客プラットフォーム】申請 {no} を受け付けました。アカウント {username}、初期パスワード {password}（初回ログイン時に変更）。進捗はログインして確認できます。',
  },
  rejected: {
    zh: '【云创客平台】您的申请 {no} 有 {count} 项需要补正：{reasons}。请登录后修改并重新提交。',
    en: '[Yunchuangke] Your application {no} needs {count, plural, one {# correction} other {# corrections}}: {reasons}. Sign in, correct and submit again.',
    es: '[Yunchuangke] Su solicitud {no} requiere {count, plural, one {# corrección} other {# correcciones}}: {reasons}. Acceda, corrija y preséntela de nuevo.',
    ja: '【雲創客プラットフォーム】申請 {no} に修正が必要な項目が {count} 件あります：{reasons}。ログインして修正・再提出してください。',
  },
  approved: {
    zh: '【云创客平台】您的申请 {no} 已通过审核，请登录完成签约。',
    en: '[Yunchuangke] Your application {no} is approved. Sign in to sign the contract.',
    es: '[Yunchuangke] Su solicitud {no} está aprobada. Acceda para firmar el contrato.',
    ja: '【雲創客プラットフォーム】申請 {no} が承認されました。ログインして契約に署名してください。',
  },
  accepted: {
    zh: '【云创客平台】您的申请 {no} 已通过审核。协议准备好后会短信通知您签署。',
    en: '[Yunchuangke] Your application {no} is approved. You will get a text message when the agreement is ready to be signed.',
    es: '[Yunchuangke] Su solicitud {no} está aprobada. Recibirá un SMS cuando el acuerdo esté listo para firmar.',
    ja: '【雲創客プラットフォーム】申請 {no} が承認されました。契約書の準備ができ次第、SMSでお知らせします。',
  },
  active: {
    zh: '【云创客平台】您的申请 {no} 已通过，账户已开通。登录账号 {username}，首次登录须修改密码。',
    en: '[Yunchuangke] Your application {no} is approved and the account is open: {username}. Change the password at the first sign-in.',
    es: '[Yunchuangke] Su solicitud {no} está aprobada y la cuenta abierta: {username}. Cambie la contraseña al acceder.',
    ja: '【雲創客プラットフォーム】申請 {no} が承認され、アカウント {username} が開通しました。初回ログイン時にパスワードを変更してください。',
  },
} as const satisfies Record<string, Text>

/** Text messages to appellants and to the current owner of the account with the disputed identity. */
export const appealMessages = {
  handed: {
    zh: '【云创客平台】您的申诉（{no}）成立，账户已转到您的手机号。登录账号 {username}，一次性密码 {password}，首次登录须修改。',
    en: '[Yunchuangke] Your appeal ({no}) is upheld and the account is yours: {username}, one-time password {password}, to be changed at the first sign-in.',
    es: '[Yunchuangke] Su reclamación ({no}) fue aceptada y la cuenta es suya: {username}, contraseña de un solo uso {password}; deberá cambiarla.',
    ja: '【雲創客プラットフォーム】申立て（{no}）が認められ、アカウントをお引き渡ししました。アカウント {username}、ワンタイムパスワード {password}（初回ログイン時に変更）。',
  },
  freed: {
    zh: '【云创客平台】您的申诉（{no}）成立，原申请已关闭，您可以继续提交注册资料。',
    en: '[Yunchuangke] Your appeal ({no}) is upheld: the earlier application is closed; continue your registration.',
    es: '[Yunchuangke] Su reclamación ({no}) fue aceptada: la solicitud anterior está cerrada, continúe con su registro.',
    ja: '【雲創客プラットフォーム】申立て（{no}）が認められ、先の申請は終了しました。登録手続きを続けてください。',
  },
  rejected: {
    zh: '【云创客平台】您的申诉（{no}）未通过：{reason}。如有疑问请联系 {support}。',
    en: '[Yunchuangke] Your appeal ({no}) was rejected: {reason}. Questions: {support}.',
    es: '[Yunchuangke] Su reclamación ({no}) fue rechazada: {reason}. Consultas: {support}.',
    ja: '【雲創客プラットフォーム】申立て（{no}）は認められませんでした：{reason}。お問い合わせ：{support}',
  },
  /** Sent to the owner before the decision, because the appellant may not be the owner. */
  holder: {
    zh: '【云创客平台】有人以与您相同的证件申请注册并提出申诉，平台将人工核实。如非您本人操作，请尽快联系 {support}。',
    en: '[Yunchuangke] Someone has appealed to register with your identity; a reviewer will examine it. If this was not you, contact {support}.',
    es: '[Yunchuangke] Alguien ha reclamado el registro con su documento; un revisor lo examinará. Si no fue usted, contacte con {support}.',
    ja: '【雲創客プラットフォーム】あなたと同じ身分証での登録申立てがあり、担当者が確認します。お心当たりがない場合は {support} へご連絡ください。',
  },
} as const satisfies Record<string, Text>

/** Results of automatic checks. */
export const applicationChecks = {
  subject: { zh: '重复注册', en: 'Registered before', es: 'Registro previo', ja: '重複登録' },
  subjectFine: { zh: '没有相同证件的其他账户', en: 'No other account uses this document', es: 'Ninguna otra cuenta usa este documento', ja: '同じ身分証の登録はありません' },
  subjectKnown: { zh: '该证件已被其他账户使用', en: 'Another account uses this document', es: 'Otra cuenta usa este documento', ja: '同じ身分証が登録済みです' },
  register: { zh: '工商核验', en: 'Company register', es: 'Registro mercantil', ja: '企業登記照会' },
  registerSandbox: { zh: '工商核验（沙箱）', en: 'Company register (sandbox)', es: 'Registro mercantil (pruebas)', ja: '企業登記照会（サンドボックス）' },
  registerFine: { zh: '名称、信用代码、法定代表人一致', en: 'Name, code and legal representative match', es: 'Nombre, código y representante coinciden', ja: '名称・コード・代表者が一致' },
  registerOdd: { zh: '登记名称与填写不一致，请核对营业执照', en: 'The registered name differs: compare the licence', es: 'El nombre registrado difiere: coteje la licencia', ja: '登記名称と一致しません。営業許可証をご確認ください' },
  registerUnknown: { zh: '登记机关查无此企业，请核对营业执照', en: 'The register has no such company: compare the licence', es: 'No consta en el registro: coteje la licencia', ja: '登記に該当企業がありません。営業許可証をご確認ください' },
  registerUnverified: {
    zh: '未核验：核验服务未接入或无结果，请对照营业执照和公示系统人工核对',
    en: 'Not verified: no company register is connected, or it did not respond. Compare the licence with the public register.',
    es: 'Sin verificar: no hay registro conectado o no respondió. Coteje la licencia con el registro público.',
    ja: '未確認：照会サービスが未接続か応答なし。営業許可証と公示システムを照合してください',
  },
  bank: { zh: '银行卡四要素', en: 'Bank card', es: 'Tarjeta bancaria', ja: '銀行カード照合' },
  bankUnverified: {
    zh: '未核验：核验服务未接入或无结果；通过后须由两人凭证据人工核验，之后才能付款',
    en: 'Not verified: no verification service is connected, or it did not respond. After approval, two people must verify it with evidence before any payment.',
    es: 'Sin verificar: no hay verificador o no respondió. Tras aprobar, dos personas lo verifican con justificantes antes de pagar.',
    ja: '未確認：確認サービスが未接続か応答なし。承認後、2名が証拠により手動確認するまで支払えません',
  },
  bankSandbox: { zh: '银行卡四要素（沙箱）', en: 'Bank card (sandbox)', es: 'Tarjeta bancaria (pruebas)', ja: '銀行カード照合（サンドボックス）' },
  bankFine: { zh: '姓名、证件号、手机、卡号一致', en: 'Name, document, mobile and card match', es: 'Nombre, documento, móvil y tarjeta coinciden', ja: '氏名・身分証・携帯・カードが一致' },
  bankOdd: { zh: '核验不一致，请驳回银行卡或姓名', en: 'The details do not match: reject the card or the name', es: 'No coinciden: rechace la tarjeta o el nombre', ja: '一致しません。カードまたは氏名を却下してください' },
  age: { zh: '年龄', en: 'Age', es: 'Edad', ja: '年齢' },
  ageFine: { zh: '{age} 周岁', en: '{age} years', es: '{age} años', ja: '{age} 歳' },
  pictures: { zh: '图片质量', en: 'Pictures', es: 'Imágenes', ja: '画像' },
  picturesOdd: { zh: '{count} 张图片有提示，请人工核对', en: '{count, plural, one {# picture has} other {# pictures have}} remarks: check manually', es: '{count, plural, one {# imagen} other {# imágenes}} con avisos: compruebe manualmente', ja: '{count} 枚に注意事項があります。目視で確認してください' },
  picturesSame: { zh: '与其他申请使用了相同的图片', en: 'The same picture is used in another application', es: 'La misma imagen está en otra solicitud', ja: '別の申請と同じ画像が使われています' },
  inviter: { zh: '邀请方', en: 'Invited by', es: 'Invitado por', ja: '招待元' },
  inviterUnready: {
    zh: '邀请的合作伙伴已停用或没有生效的协议，通过后不归到其名下',
    en: 'The inviting partner is disabled or has no agreement in effect: the unit will not be assigned to it',
    es: 'El socio que invitó está desactivado o sin acuerdo vigente: la empresa no se le asignará',
    ja: '招待したパートナーは停止中か有効な契約がないため、承認後もそのパートナーの担当にはなりません',
  },
  manual: { zh: '人工审核', en: 'Manual review', es: 'Revisión manual', ja: '手動審査' },
  manualAlways: { zh: '境外证件不做自动识别，请逐项核对', en: 'These documents are not recognised automatically: compare each field', es: 'Estos documentos no se reconocen automáticamente: compare cada campo', ja: '外国の身分証は自動認識されません。各項目を照合してください' },
} as const satisfies Record<string, Text>

export const applicationSheet = {
  name: { zh: '入驻申请', en: 'Applications', es: 'Solicitudes', ja: '入会申請' },
  no: { zh: '申请编号', en: 'Application no.', es: 'N.º de solicitud', ja: '申請番号' },
  kind: { zh: '申请类型', en: 'Type', es: 'Tipo', ja: '種別' },
  subject: { zh: '主体名称', en: 'Applicant', es: 'Solicitante', ja: '名称' },
  creditCode: { zh: '信用代码', en: 'Credit code', es: 'Código', ja: '信用コード' },
  contact: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '連絡担当者' },
  mobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  source: { zh: '来源', en: 'Source', es: 'Origen', ja: '経路' },
  centre: { zh: '意向中心', en: 'Centre', es: 'Centro', ja: '希望センター' },
  mode: { zh: '模式', en: 'Mode', es: 'Modalidad', ja: 'モード' },
  submitted: { zh: '提交时间', en: 'Submitted', es: 'Presentada', ja: '提出日時' },
  waiting: { zh: '等待时长（小时）', en: 'Waiting (hours)', es: 'Espera (horas)', ja: '待ち時間（時間）' },
  reviewer: { zh: '审核人', en: 'Reviewer', es: 'Revisor', ja: '審査担当' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
} as const satisfies Record<string, Text>

export const applicationSources = {
  self: { zh: '自助', en: 'Direct', es: 'Directa', ja: '本人' },
  unit: { zh: '单位邀请', en: 'Invited by a unit', es: 'Invitado por empresa', ja: '企業の招待' },
  partner: { zh: '合作伙伴邀请', en: 'Invited by a partner', es: 'Invitado por socio', ja: 'パートナーの招待' },
  staff: { zh: '业务员邀请', en: 'Invited by staff', es: 'Invitado por personal', ja: '担当者の招待' },
} as const satisfies Record<string, Text>
