import type { Text } from '#/domain/base/text.ts'

export const authRefusals = {
  wrongLogin: { zh: '用户名或密码错误', en: 'Wrong user name or password.', es: 'Usuario o contraseña incorrectos.', ja: 'ユーザー名またはパスワードが違います。' },
  locked: { zh: '登录失败次数过多，请 {seconds} 秒后再试', en: 'Too many failed sign-ins. Try again in {seconds} seconds.', es: 'Demasiados intentos fallidos. Vuelva a probar en {seconds} segundos.', ja: 'ログインの失敗が多すぎます。{seconds} 秒後にお試しください。' },
  wrongOld: { zh: '原密码错误', en: 'The old password is wrong.', es: 'La contraseña anterior es incorrecta.', ja: '元のパスワードが違います。' },
  tooManyChecks: { zh: '密码验证次数过多，请 15 分钟后再试', en: 'Too many wrong passwords. Try again in 15 minutes.', es: 'Demasiadas contraseñas incorrectas. Vuelva a probar en 15 minutos.', ja: 'パスワードの誤りが多すぎます。15 分後にお試しください。' },
  length: { zh: '请设置8-16位字母，特殊符号数字组成的密码', en: 'Use 8–16 letters, digits and special characters.', es: 'Elija una contraseña de 8 a 16 letras, símbolos y dígitos.', ja: '8～16文字の英字・記号・数字でパスワードを設定してください。' },
  longLength: { zh: '请设置12-64位的密码', en: 'Use 12–64 characters.', es: 'Elija una contraseña de 12 a 64 caracteres.', ja: '12～64文字のパスワードを設定してください。' },
  complexity: {
    zh: '密码必须包含至少一个小写字母、一个大写字母、一个数字和一个特殊字符',
    en: 'The password needs at least one lowercase letter, one uppercase letter, one digit and one special character.',
    es: 'La contraseña debe tener al menos una minúscula, una mayúscula, un dígito y un símbolo.',
    ja: '小文字・大文字・数字・記号をそれぞれ1文字以上含めてください。',
  },
  whiteSpace: { zh: '密码不能包含空格', en: 'A password must not contain spaces.', es: 'La contraseña no puede llevar espacios.', ja: 'パスワードに空白は使えません。' },
  wellKnown: { zh: '该密码过于常见，请更换', en: 'This password is too common. Choose another.', es: 'Esta contraseña es demasiado común. Elija otra.', ja: 'よく使われるパスワードです。別のものにしてください。' },
  sameAsOld: { zh: '新密码不能与原密码相同', en: 'The new password must differ from the old one.', es: 'La nueva contraseña debe ser distinta de la anterior.', ja: '新しいパスワードは元のものと異なる必要があります。' },
  sameAsOther: { zh: '支付密码不能与登录密码相同', en: 'The payment password must differ from the login password.', es: 'La contraseña de pago debe ser distinta de la de acceso.', ja: '支払いパスワードはログインパスワードと異なる必要があります。' },
  wrongPasskey: { zh: '通行密钥验证失败，请重试', en: 'The passkey was not accepted. Try again.', es: 'No se aceptó la clave de acceso. Inténtelo de nuevo.', ja: 'パスキーを確認できませんでした。もう一度お試しください。' },
  passkeyNoSite: {
    zh: '平台未设置域名（SITE_URL），暂不能使用通行密钥',
    en: 'Passkeys need a site address with a domain name (SITE_URL).',
    es: 'Las claves de acceso necesitan una dirección con nombre de dominio (SITE_URL).',
    ja: 'パスキーにはドメイン名のサイトアドレス（SITE_URL）が必要です。',
  },
  passkeysMost: { zh: '最多可设置 {most} 个通行密钥', en: 'An account has at most {most} passkeys.', es: 'Una cuenta tiene como máximo {most} claves de acceso.', ja: 'パスキーは最大 {most} 個です。' },
  passkeyGone: { zh: '通行密钥不存在', en: 'The passkey does not exist.', es: 'No existe esa clave de acceso.', ja: 'パスキーが存在しません。' },
  proofMissing: { zh: '请输入登录密码，或使用通行密钥验证', en: 'Enter your login password, or use a passkey.', es: 'Escriba su contraseña de acceso o use una clave de acceso.', ja: 'ログインパスワードを入力するか、パスキーを使用してください。' },
  strongProofNeeded: {
    zh: '请先完成本人验证',
    en: 'Confirm your identity first.',
    es: 'Verifique antes su identidad.',
    ja: '先に本人確認をしてください。',
  },
  nameForm: {
    zh: '用户名须为 3-30 位字母、数字、点、横线或下划线，并以字母开头',
    en: 'A user name has 3 to 30 letters, digits, dots, dashes or underscores and begins with a letter.',
    es: 'El usuario tiene de 3 a 30 letras, dígitos, puntos, guiones o guiones bajos y empieza por una letra.',
    ja: 'ユーザー名は英字で始まる3～30文字の英数字・ドット・ハイフン・アンダースコアです。',
  },
  nameTaken: { zh: '用户名 {username} 已存在', en: 'The user name {username} is taken.', es: 'El usuario {username} ya existe.', ja: 'ユーザー名 {username} は既に使われています。' },
  noSuchAccount: { zh: '没有用户名为 {username} 的账号', en: 'There is no account named {username}.', es: 'No existe ninguna cuenta llamada {username}.', ja: 'ユーザー名 {username} のアカウントはありません。' },
  noPaymentRight: { zh: '您没有支付权限，无需设置支付密码', en: 'You do not have permission to pay, so there is no payment password to set.', es: 'No tiene permiso de pago, por lo que no necesita contraseña de pago.', ja: '支払い権限がないため、支払いパスワードは不要です。' },
  wrongCode: { zh: '验证码错误', en: 'Incorrect code.', es: 'El código es incorrecto.', ja: '認証コードが違います。' },
  codeUsed: { zh: '该验证码已使用，请等待下一个验证码', en: 'This code was used already. Wait for the next one.', es: 'Este código ya se usó. Espere al siguiente.', ja: 'この認証コードは使用済みです。次のコードをお待ちください。' },
  wrongRecoveryCode: { zh: '恢复码错误或已使用', en: 'The recovery code is wrong or was used already.', es: 'El código de recuperación es incorrecto o ya se usó.', ja: 'リカバリーコードが違うか、使用済みです。' },
  ticketOver: { zh: '登录验证已超时，请重新输入密码', en: 'This sign-in took too long. Enter your password again.', es: 'El acceso ha caducado. Vuelva a escribir la contraseña.', ja: 'ログインの有効時間が過ぎました。パスワードを入力し直してください。' },
  factorOff: { zh: '尚未开启两步验证', en: 'Two-step verification is not on.', es: 'La verificación en dos pasos no está activada.', ja: '2段階認証は有効ではありません。' },
  factorOn: { zh: '两步验证已开启', en: 'Two-step verification is already on.', es: 'La verificación en dos pasos ya está activada.', ja: '2段階認証は既に有効です。' },
  factorNotBegun: { zh: '请先开始设置两步验证', en: 'Start setting up two-step verification first.', es: 'Empiece primero la configuración de la verificación en dos pasos.', ja: '先に2段階認証の設定を開始してください。' },
  keyLost: {
    zh: '暂时无法校验动态验证码，请使用恢复码或联系管理员',
    en: 'Codes cannot be checked at the moment. Use a recovery code or contact your administrator.',
    es: 'De momento no se pueden comprobar los códigos. Use un código de recuperación o contacte con su administrador.',
    ja: '現在、認証コードを確認できません。リカバリーコードを使うか、管理者に連絡してください。',
  },
} as const satisfies Record<string, Text>

/**
 * Status of a sign-in whose password is correct and whose second factor is still missing. The response has a ticket and
 * no token.
 */
export const secondFactorStatus = 10

/** Sign-in messages for inactive accounts, by account status. */
export const statusMessages: Readonly<Record<number, Text>> = {
  0: { zh: '资料尚未提交，请继续填写', en: 'Your application has not been submitted. Complete it.', es: 'Aún no ha presentado su solicitud. Complétela.', ja: '申請が未提出です。続けて入力してください。' },
  1: { zh: '账号审核中，请耐心等待', en: 'Your account is being reviewed.', es: 'Su cuenta está en revisión.', ja: 'アカウントは審査中です。' },
  2: { zh: '申请被驳回，请按提示补正资料', en: 'Your application was returned. Correct the marked fields.', es: 'Su solicitud fue devuelta. Corrija los campos marcados.', ja: '申請が差し戻されました。指摘箇所を修正してください。' },
  3: { zh: '请先完成协议签署', en: 'Sign the agreement first.', es: 'Firme primero el acuerdo.', ja: '先に契約への署名を完了してください。' },
  4: { zh: '请补充资料', en: 'More documents are required.', es: 'Faltan documentos.', ja: '追加資料が必要です。' },
  5: { zh: '账号已停用，请联系管理员', en: 'This account is disabled. Contact your administrator.', es: 'Esta cuenta está desactivada. Contacte con su administrador.', ja: 'このアカウントは停止されています。管理者に連絡してください。' },
  6: { zh: '账号已冻结，请联系运营中心', en: 'This account is frozen. Contact your operations centre.', es: 'Esta cuenta está bloqueada. Contacte con su centro.', ja: 'このアカウントは凍結されています。運営センターに連絡してください。' },
  7: { zh: '账号已注销，如需再次使用请重新注册', en: 'This account is closed. Register again to return.', es: 'Esta cuenta está cerrada. Regístrese de nuevo para volver.', ja: 'このアカウントは解約済みです。再度ご利用の際は新規登録してください。' },
  9: { zh: '账号已锁定，请稍后再试', en: 'This account is locked. Try again later.', es: 'Esta cuenta está bloqueada. Inténtelo más tarde.', ja: 'このアカウントはロックされています。後でお試しください。' },
}

export const authMessages = {
  needCode: { zh: '请输入动态验证码', en: 'Enter the code of your authenticator app.', es: 'Escriba el código de su aplicación de autenticación.', ja: '認証アプリのコードを入力してください。' },
  title: { zh: '云创客平台', en: 'Yunchuangke', es: 'Yunchuangke', ja: '雲創客プラットフォーム' },
} as const satisfies Record<string, Text>
