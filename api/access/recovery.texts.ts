import type { Text } from '#/domain/base/text.ts'

/** Refusals of password recovery. No refusal reveals whether an account exists. */
export const recoveryRefusals = {
  noContact: { zh: '请输入邮箱地址或11位手机号码', en: 'Enter an e-mail address or a mainland mobile number.', es: 'Introduzca un correo o un móvil de China continental.', ja: 'メールアドレスまたは11桁の携帯番号を入力してください。' },
  noMail: {
    zh: '尚未开通邮件找回，请使用手机号码或联系管理员',
    en: 'Recovery by e-mail is not set up. Use your mobile number or ask your administrator.',
    es: 'La recuperación por correo no está activada. Use su móvil o consulte a su administrador.',
    ja: 'メールでの再設定は利用できません。携帯番号を使うか、管理者に連絡してください。',
  },
  noSms: {
    zh: '尚未开通短信找回，请使用邮箱或联系管理员',
    en: 'Recovery by text message is not set up. Use your e-mail address or ask your administrator.',
    es: 'La recuperación por SMS no está activada. Use su correo o consulte a su administrador.',
    ja: 'SMSでの再設定は利用できません。メールアドレスを使うか、管理者に連絡してください。',
  },
  tooSoon: { zh: '验证码刚刚发送，请 {seconds} 秒后再试', en: 'A code was requested a moment ago. Try again in {seconds} seconds.', es: 'Acaba de solicitarse un código. Vuelva a probar en {seconds} segundos.', ja: '直前にコードを送信しました。{seconds} 秒後にお試しください。' },
  tooMany: { zh: '请求次数过多，请 {minutes} 分钟后再试', en: 'Too many requests. Try again in {minutes, plural, one {# minute} other {# minutes}}.', es: 'Demasiadas solicitudes. Vuelva a probar en {minutes, plural, one {# minuto} other {# minutos}}.', ja: 'リクエストが多すぎます。{minutes} 分後にお試しください。' },
  wrongCode: { zh: '验证码错误，还可尝试 {left} 次', en: 'Wrong code; {left, plural, one {# try} other {# tries}} left.', es: 'Código incorrecto; {left, plural, one {queda # intento} other {quedan # intentos}}.', ja: 'コードが違います。あと {left} 回試せます。' },
  codeDead: { zh: '验证码已失效，请重新获取', en: 'This code is no longer valid. Request a new one.', es: 'Este código ya no es válido. Solicite otro.', ja: 'このコードは無効です。新しいコードを取得してください。' },
  ticketDead: { zh: '链接已失效或已使用，请重新找回密码', en: 'This link has expired or was used. Start again.', es: 'Este enlace ha caducado o ya se usó. Empiece de nuevo.', ja: 'このリンクは期限切れか使用済みです。最初からやり直してください。' },
} as const satisfies Record<string, Text>

export const recoveryMessages = {
  subject: { zh: '云创客平台：重置登录密码', en: 'Yunchuangke: reset your password', es: 'Yunchuangke: restablecer la contraseña', ja: '雲創客プラットフォーム：パスワードの再設定' },
  mail: {
    zh: '{code} 是账号 {username} 重置登录密码的验证码，{minutes} 分钟内有效，请勿告诉任何人。',
    en: '{code} is the code to reset the login password of {username}. It is valid for {minutes} minutes. Do not share it.',
    es: '{code} es el código para restablecer la contraseña de {username}. Es válido durante {minutes} minutos. No lo comparta con nadie.',
    ja: '{code} は {username} のログインパスワード再設定コードです。{minutes} 分間有効です。誰にも教えないでください。',
  },
  link: {
    zh: '也可以打开以下链接直接设置新密码（{minutes} 分钟内有效，只能使用一次）：',
    en: 'Or open this link to choose a new password (valid for {minutes} minutes, once):',
    es: 'O abra este enlace para elegir una contraseña nueva (válido durante {minutes} minutos, una sola vez):',
    ja: '次のリンクからも新しいパスワードを設定できます（{minutes} 分間有効、1回限り）：',
  },
  notYou: {
    zh: '如非本人操作，请忽略本邮件，您的密码没有改变。',
    en: 'If you did not ask for this, ignore this e-mail; your password has not changed.',
    es: 'Si no lo ha solicitado, ignore este correo; su contraseña no ha cambiado.',
    ja: 'お心当たりがない場合は、このメールを無視してください。パスワードは変更されていません。',
  },
  firstSubject: { zh: '云创客平台：设置登录密码', en: 'Yunchuangke: choose your password', es: 'Yunchuangke: elija su contraseña', ja: '雲創客：パスワードの設定' },
  firstMail: {
    zh: '管理员已为您开通账号 {username}。请在 {hours} 小时内打开以下链接设置登录密码（只能使用一次，请勿转发）：\n{link}\n\n如果您不需要该账号，请联系为您开通账号的单位或运营中心。',
    en: 'An administrator opened the account {username} for you. Open this link within {hours} hours to choose your password (it works once; do not forward it):\n{link}\n\nIf you did not expect this account, contact the company or the operations centre that opened it.',
    es: 'Un administrador abrió la cuenta {username} para usted. Abra este enlace en {hours} horas para elegir su contraseña (sirve una sola vez; no lo reenvíe):\n{link}\n\nSi no esperaba esta cuenta, contacte con la empresa o el centro que la abrió.',
    ja: '管理者があなたのアカウント {username} を開設しました。{hours} 時間以内に次のリンクからパスワードを設定してください（1回限り、転送しないでください）：\n{link}\n\nお心当たりがない場合は、開設した企業または運営センターに連絡してください。',
  },
  firstSms: {
    zh: '【云创客平台】管理员已为您开通账号 {username}，请在 {hours} 小时内打开 {link} 设置登录密码，仅可使用一次，请勿转发。',
    en: '[Yunchuangke] Account {username} was opened for you. Choose your password within {hours} hours: {link} It works once. Do not forward it.',
    es: '[Yunchuangke] Se abrió para usted la cuenta {username}. Elija su contraseña en {hours} horas: {link} Sirve una vez; no lo reenvíe.',
    ja: '【雲創客】アカウント {username} を開設しました。{hours} 時間以内に {link} でパスワードを設定してください（1回限り、転送禁止）。',
  },
  resetMail: {
    zh: '管理员已为账号 {username} 发起密码重置，原密码已失效。请在 {hours} 小时内打开以下链接设置新密码（只能使用一次，请勿转发）：\n{link}\n\n如果您没有要求重置，请联系管理员的上级或运营中心。',
    en: 'An administrator reset the password of {username}. The old password no longer works. Open this link within {hours} hours to choose a new one (it works once; do not forward it):\n{link}\n\nIf you did not ask for this, contact your operations centre.',
    es: 'Un administrador restableció la contraseña de {username}. La anterior ya no vale. Abra este enlace en {hours} horas para elegir otra (sirve una sola vez; no lo reenvíe):\n{link}\n\nSi no lo pidió, contacte con su centro.',
    ja: '管理者が {username} のパスワードを再設定しました。以前のパスワードは使えません。{hours} 時間以内に次のリンクから新しいパスワードを設定してください（1回限り、転送しないでください）：\n{link}\n\nお心当たりがない場合は運営センターに連絡してください。',
  },
  resetSms: {
    zh: '【云创客平台】管理员已为账号 {username} 发起密码重置，请在 {hours} 小时内打开 {link} 设置新密码，仅可使用一次，请勿转发。',
    en: '[Yunchuangke] An administrator reset the password of {username}. Choose a new one within {hours} hours: {link} It works once. Do not forward it.',
    es: '[Yunchuangke] Un administrador restableció la contraseña de {username}. Elija otra en {hours} horas: {link} Sirve una vez; no lo reenvíe.',
    ja: '【雲創客】管理者が {username} のパスワードを再設定しました。{hours} 時間以内に {link} で設定してください（1回限り、転送禁止）。',
  },
  sms: {
    zh: '【云创客平台】验证码 {code}，用于重置登录密码，{minutes} 分钟内有效，请勿告诉他人。非本人操作请忽略。',
    en: '[Yunchuangke] {code} is your code to reset the login password, valid for {minutes} minutes. Do not share it.',
    es: '[Yunchuangke] {code} es su código para restablecer la contraseña, válido durante {minutes} minutos. No lo comparta.',
    ja: '【雲創客】パスワード再設定コード：{code}（{minutes} 分間有効）。他人に教えないでください。',
  },
} as const satisfies Record<string, Text>
