import type { Text } from '#/domain/base/text.ts'

/** Refusals of the personal centre. The refusals of signing in also apply. */
export const profileRefusals = {
  noDevice: { zh: '该设备已退出登录', en: 'This device is already signed out.', es: 'Este dispositivo ya no tiene la sesión abierta.', ja: 'この端末は既にログアウトしています。' },
  factorRequired: { zh: '平台要求该账号使用两步验证，不能关闭', en: 'The platform requires two-step verification of this account; it cannot be turned off.', es: 'La plataforma exige la verificación en dos pasos a esta cuenta; no se puede desactivar.', ja: 'このアカウントには2段階認証が必須のため、無効にできません。' },
  factorFirst: {
    zh: '首次设置支付密码需要本人验证：请先在个人中心开启两步验证',
    en: 'Setting the first payment password requires verification of your identity. Set up two-step verification in the personal centre first.',
    es: 'La primera contraseña de pago exige verificar su identidad. Configure antes la verificación en dos pasos en su área personal.',
    ja: '支払いパスワードの初回設定には本人確認が必要です。先にマイページで2段階認証を設定してください。',
  },
  thisDevice: { zh: '当前设备请使用“退出登录”', en: 'To sign out of this device, use “Log out”.', es: 'En este dispositivo, use «Cerrar sesión».', ja: 'この端末では「ログアウト」を使ってください。' },
  noSms: {
    zh: '尚未开通短信，无法自行修改手机号，请联系管理员',
    en: 'Text messages are not set up. Ask your administrator to change the number.',
    es: 'Los SMS no están activados. Pida el cambio a su administrador.',
    ja: 'SMSが利用できないため変更できません。管理者に連絡してください。',
  },
  noOwnMobile: { zh: '账户没有手机号，请先在个人中心设置', en: 'The account has no mobile number. Set one first.', es: 'La cuenta no tiene móvil. Indique uno primero.', ja: '携帯番号が未登録です。先に設定してください。' },
  foreignMobile: { zh: '手机号码格式错误', en: 'This is not a mainland mobile number.', es: 'No es un móvil de China continental.', ja: '中国本土の携帯電話番号ではありません。' },
  sameMobile: { zh: '新手机号与当前手机号相同', en: 'This is your current number.', es: 'Ese es su número actual.', ja: '現在の携帯番号と同じです。' },
  mobileAskTooSoon: {
    zh: '验证码刚刚发送，请 {seconds} 秒后再试',
    en: 'Codes were sent a moment ago. Try again in {seconds} seconds.',
    es: 'Acaban de enviarse códigos. Vuelva a probar en {seconds} segundos.',
    ja: '直前にコードを送信しました。{seconds} 秒後にお試しください。',
  },
  tooManyMobileAsks: {
    zh: '今日获取验证码次数过多，请 {hours} 小时后再试',
    en: 'Too many codes were sent today. Try again in {hours, plural, one {# hour} other {# hours}}.',
    es: 'Se han enviado demasiados códigos hoy. Vuelva a probar en {hours, plural, one {# hora} other {# horas}}.',
    ja: '本日のコード送信回数が上限に達しました。{hours} 時間後にお試しください。',
  },
  wrongMobileCode: {
    zh: '验证码错误，还可尝试 {left} 次',
    en: 'Wrong code; {left, plural, one {# try} other {# tries}} left.',
    es: 'Código incorrecto; {left, plural, one {queda # intento} other {quedan # intentos}}.',
    ja: 'コードが違います。あと {left} 回試せます。',
  },
  mobileCodeDead: { zh: '验证码已失效，请重新获取', en: 'These codes are no longer valid. Request new ones.', es: 'Estos códigos ya no son válidos. Solicite otros.', ja: 'コードは無効です。新しいコードを取得してください。' },
  mobileTaken: { zh: '该手机号已被其他经营者使用', en: 'Another operator has this number.', es: 'Otro operador tiene este número.', ja: 'この番号は他の事業者が使用しています。' },
  mobileNotAtBank: {
    zh: '该手机号与收款卡的银行预留手机号不一致，请先在银行更新',
    en: 'This number is not registered with your card’s bank. Change it at the bank first.',
    es: 'Este no es el número registrado en el banco de su tarjeta. Cámbielo antes en el banco.',
    ja: '受取カードの銀行登録番号と一致しません。先に銀行で変更してください。',
  },
} as const satisfies Record<string, Text>

/** Text messages with codes for changing the mobile number or closing the account. */
export const profileMessages = {
  proof: {
    zh: '【云创客平台】验证码 {code}，用于首次设置支付密码，{minutes} 分钟内有效，请勿告诉他人，包括管理员。',
    en: '[Yunchuangke] {code} is your code to set the first payment password, valid for {minutes} minutes. Share it with no one, administrators included.',
    es: '[Yunchuangke] {code} es su código para la primera contraseña de pago, válido {minutes} minutos. No lo comparta con nadie, tampoco con administradores.',
    ja: '【雲創客】支払いパスワードの初回設定コード：{code}（{minutes} 分間有効）。管理者を含め誰にも教えないでください。',
  },
  newMobile: {
    zh: '【云创客平台】验证码 {code}，用于将本号码设为您账号的手机号，{minutes} 分钟内有效，请勿告诉他人。非本人操作请忽略。',
    en: '[Yunchuangke] {code} is the code to make this the mobile number of your account, valid for {minutes} minutes. Do not share it.',
    es: '[Yunchuangke] {code} es el código para que este sea el móvil de su cuenta, válido durante {minutes} minutos. No lo comparta.',
    ja: '【雲創客】この番号をアカウントの携帯番号に設定するコード：{code}（{minutes} 分間有効）。他人に教えないでください。',
  },
  oldMobile: {
    zh: '【云创客平台】验证码 {code}，用于将您账号的手机号改为 {mobile}，{minutes} 分钟内有效。非本人操作请勿告诉任何人，并立即修改登录密码。',
    en: '[Yunchuangke] {code} is the code to change the mobile number of your account to {mobile}, valid for {minutes} minutes. Not you? Do not share it and change your password at once.',
    es: '[Yunchuangke] {code} es el código para cambiar el móvil de su cuenta a {mobile}, válido durante {minutes} minutos. ¿No fue usted? No lo comparta y cambie la contraseña.',
    ja: '【雲創客】アカウントの携帯番号を {mobile} に変更するコード：{code}（{minutes} 分間有効）。心当たりがない場合は誰にも教えず、直ちにパスワードを変更してください。',
  },
  closing: {
    zh: '【云创客平台】验证码 {code}，用于申请注销您的账户，{minutes} 分钟内有效。非本人操作请勿告诉任何人，并立即修改登录密码。',
    en: '[Yunchuangke] {code} is the code to request the closing of your account, valid for {minutes} minutes. Not you? Do not share it and change your password at once.',
    es: '[Yunchuangke] {code} es el código para pedir el cierre de su cuenta, válido durante {minutes} minutos. ¿No fue usted? No lo comparta y cambie la contraseña.',
    ja: '【雲創客】アカウント解約を申請するコード：{code}（{minutes} 分間有効）。心当たりがない場合は誰にも教えず、直ちにパスワードを変更してください。',
  },
} as const satisfies Record<string, Text>

export const signInResults = {
  entered: { zh: '登录成功', en: 'Signed in', es: 'Sesión abierta', ja: 'ログイン成功' },
  half: { zh: '密码正确，等待动态验证码', en: 'Password correct, code required', es: 'Contraseña correcta, falta el código', ja: 'パスワード確認済み・コード待ち' },
  wrongPassword: { zh: '密码错误', en: 'Wrong password', es: 'Contraseña incorrecta', ja: 'パスワード誤り' },
  wrongCode: { zh: '动态验证码错误', en: 'Wrong code', es: 'Código incorrecto', ja: 'コード誤り' },
  locked: { zh: '账号锁定期间被拒绝', en: 'Refused while locked', es: 'Rechazado: cuenta bloqueada', ja: 'ロック中のため拒否' },
  notOpen: { zh: '账号状态异常，未登录', en: 'Account not active', es: 'Cuenta no habilitada', ja: 'アカウントが利用不可' },
} as const satisfies Record<string, Text>
