import type { Text } from '#/domain/text.ts'

/** Texts of setting up a second factor. */
export const factorTexts = {
  required: {
    zh: '平台要求您的账号使用两步验证。完成设置后即可继续；未带手机请联系管理员。',
    en: 'The platform requires two-step verification of your account. Set it up to continue. Without a phone at hand, contact your administrator.',
    es: 'La plataforma exige la verificación en dos pasos a su cuenta. Configúrela para continuar. Si no tiene el teléfono a mano, contacte con su administrador.',
    ja: 'このアカウントには2段階認証が必須です。設定すると続行できます。端末が手元にない場合は管理者に連絡してください。',
  },
  cannotScan: { zh: '无法扫描？手动输入密钥：', en: 'Cannot scan? Type this key:', es: '¿No puede escanear? Escriba esta clave:', ja: '読み取れない場合は、このキーを入力：' },
  codeOrRecovery: { zh: '动态验证码或恢复码', en: 'Code or recovery code', es: 'Código de verificación o de recuperación', ja: '認証コードまたはリカバリーコード' },
  codesFile: { zh: '恢复码-{username}.txt', en: 'recovery-codes-{username}.txt', es: 'codigos-de-recuperacion-{username}.txt', ja: 'リカバリーコード-{username}.txt' },
  codesOnce: {
    zh: '恢复码仅显示这一次。手机丢失时，每个恢复码可代替动态验证码登录一次。请下载或打印后妥善保存。',
    en: 'These codes are shown only once. Without your phone, each one replaces a code for one sign-in. Download or print them and keep them safe.',
    es: 'Solo se muestran ahora. Sin el móvil, cada uno sirve una vez en lugar del código. Descárguelos o imprímalos y guárdelos bien.',
    ja: 'このコードは今回のみ表示されます。携帯がない場合、各コードで1回だけログインできます。ダウンロードまたは印刷して安全に保管してください。',
  },
  codesTitle: { zh: '云创客平台 恢复码', en: 'Yunchuangke recovery codes', es: 'Códigos de recuperación de Yunchuangke', ja: '雲創客プラットフォーム リカバリーコード' },
  copied: { zh: '已复制', en: 'Copied', es: 'Copiado', ja: 'コピーしました' },
  copy: { zh: '复制密钥', en: 'Copy key', es: 'Copiar clave', ja: 'キーをコピー' },
  download: { zh: '下载文本', en: 'Download as text', es: 'Descargar como texto', ja: 'テキストで保存' },
  finish: { zh: '我已保存', en: 'I have saved them', es: 'Los he guardado', ja: '保存しました' },
  firstCode: { zh: '应用中显示的 6 位验证码', en: '6-digit code that the app shows', es: 'Código de 6 dígitos de la aplicación', ja: 'アプリに表示された6桁のコード' },
  loginPassword: { zh: '登录密码', en: 'Login password', es: 'Contraseña de acceso', ja: 'ログインパスワード' },
  needCode: { zh: '请输入 6 位验证码', en: 'Enter the 6-digit code', es: 'Escriba el código de 6 dígitos', ja: '6桁のコードを入力してください' },
  needPassword: { zh: '请输入登录密码', en: 'Enter your login password', es: 'Escriba su contraseña de acceso', ja: 'ログインパスワードを入力してください' },
  next: { zh: '下一步', en: 'Next', es: 'Siguiente', ja: '次へ' },
  print: { zh: '打印', en: 'Print', es: 'Imprimir', ja: '印刷' },
  qr: { zh: '两步验证二维码', en: 'QR code for the authenticator app', es: 'Código QR para la aplicación', ja: '認証アプリ用QRコード' },
  scan: {
    zh: '用身份验证器应用（如 Microsoft Authenticator、Google Authenticator、FreeOTP）扫描二维码：',
    en: 'Scan this with an authenticator app (Microsoft Authenticator, Google Authenticator, FreeOTP, …):',
    es: 'Escanéelo con una aplicación de autenticación (Microsoft Authenticator, Google Authenticator, FreeOTP…):',
    ja: '認証アプリ（Microsoft Authenticator、Google Authenticator、FreeOTP など）で読み取ってください：',
  },
  stepCodes: { zh: '保存恢复码', en: 'Recovery codes', es: 'Códigos', ja: 'コード保存' },
  stepPassword: { zh: '验证密码', en: 'Password', es: 'Contraseña', ja: 'パスワード' },
  stepScan: { zh: '绑定应用', en: 'Authenticator', es: 'Aplicación', ja: 'アプリ登録' },
  turnOn: { zh: '开启两步验证', en: 'Turn on', es: 'Activar', ja: '有効にする' },
} as const satisfies Record<string, Text>
