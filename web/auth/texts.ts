import type { Text } from '#/domain/text.ts'

/** The sign-in page. */
export const texts = {
  product: { zh: '云创客平台', en: 'Yunchuangke', es: 'Yunchuangke', ja: '雲創客プラットフォーム' },
  documentTitle: { zh: '登录 · 云创客平台', en: 'Sign in · Yunchuangke', es: 'Acceso · Yunchuangke', ja: 'サインイン · 雲創客プラットフォーム' },
  promise: {
    zh: '每一笔结算，账、税、证三清',
    en: 'Every settlement: ledger, tax and receipt in order',
    es: 'Cada liquidación: cuentas, impuestos y comprobantes en orden',
    ja: 'すべての決済に、帳簿・税・証憑の裏付けを',
  },
  promiseMore: {
    zh: '面向单位、经营者与运营中心的业务结算与合规平台',
    en: 'Settlement and compliance for companies, independent operators and operations centres',
    es: 'Liquidación y cumplimiento para empresas, operadores independientes y centros de operaciones',
    ja: '企業・事業者・運営センターのための決済とコンプライアンス基盤',
  },
  point1: {
    zh: '双人复核与中心审核，资金去向逐笔可查',
    en: 'Maker, checker and centre audit; every fen can be traced',
    es: 'Preparación, verificación y auditoría; cada céntimo es trazable',
    ja: '作成・確認・センター審査の多重チェック、資金の流れを一件ずつ追跡',
  },
  point2: {
    zh: '增值税、附加税费、个税逐行算清，政策留版本',
    en: 'VAT, surcharges and income tax computed line by line, with the policy version kept',
    es: 'IVA, recargos e IRPF calculados línea a línea, con la versión normativa',
    ja: '増値税・付加税・個人所得税を明細ごとに計算し、適用政策の版も保存',
  },
  point3: {
    zh: '千行明细一次校验，错误定位到单元格',
    en: 'Thousands of lines checked at once, errors shown in their cells',
    es: 'Miles de líneas validadas a la vez, con los errores en su celda',
    ja: '数千行の明細を一括検証し、誤りをセル単位で表示',
  },
  signIn: { zh: '登录', en: 'Sign in', es: 'Iniciar sesión', ja: 'サインイン' },
  signingIn: { zh: '正在登录…', en: 'Signing in…', es: 'Accediendo…', ja: 'サインイン中…' },
  username: { zh: '用户名', en: 'User name', es: 'Usuario', ja: 'ユーザー名' },
  password: { zh: '密码', en: 'Password', es: 'Contraseña', ja: 'パスワード' },
  showPassword: { zh: '显示密码', en: 'Show password', es: 'Mostrar contraseña', ja: 'パスワードを表示' },
  hidePassword: { zh: '隐藏密码', en: 'Hide password', es: 'Ocultar contraseña', ja: 'パスワードを隠す' },
  needUsername: { zh: '请输入用户名', en: 'Enter your user name', es: 'Introduzca su usuario', ja: 'ユーザー名を入力してください' },
  needPassword: { zh: '请输入密码', en: 'Enter your password', es: 'Introduzca su contraseña', ja: 'パスワードを入力してください' },
  capsLock: { zh: '大写锁定已打开', en: 'Caps Lock is on', es: 'Bloq Mayús activado', ja: 'Caps Lock がオンです' },
  language: { zh: '语言', en: 'Language', es: 'Idioma', ja: '言語' },
  demoTitle: { zh: '演示环境 · 沙箱通道，不涉及真实资金', en: 'Demo · sandbox channel, no real money', es: 'Demostración · canal de pruebas, sin dinero real', ja: 'デモ環境 · サンドボックス、実際の資金は動きません' },
  demoHint: { zh: '选择一个演示账号：', en: 'Choose a demo account:', es: 'Elija una cuenta de demostración:', ja: 'デモアカウントを選択：' },
  demoPassword: { zh: '演示密码', en: 'Demo password', es: 'Contraseña de demostración', ja: 'デモ用パスワード' },
  switched: { zh: 'Switch Language Success', en: 'Switch Language Success', es: 'Switch Language Success', ja: 'Switch Language Success' },
} as const satisfies Record<string, Text>
