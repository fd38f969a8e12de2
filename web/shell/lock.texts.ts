export const lockTexts = {
  locked: { zh: '屏幕已锁定', en: 'The screen is locked', es: 'Pantalla bloqueada', ja: '画面はロックされています' },
  password: { zh: '登录密码', en: 'Login password', es: 'Contraseña de acceso', ja: 'ログインパスワード' },
  unlock: { zh: '解锁', en: 'Unlock', es: 'Desbloquear', ja: 'ロックを解除' },
  empty: { zh: '请输入登录密码', en: 'Enter your login password.', es: 'Introduzca su contraseña de acceso.', ja: 'ログインパスワードを入力してください。' },
} as const
