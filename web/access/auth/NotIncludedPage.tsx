import { publicTitles } from '#/api/public-pages.texts.ts'
import type { Text } from '#/domain/text.ts'
import { plain, useLanguage } from '#/web/kernel/language.ts'
import { session } from '#/web/kernel/session.ts'
import { PublicLayout } from './PublicLayout.tsx'
import { texts } from './texts.ts'

const later = {
  notHere: {
    zh: '本页面不包含在当前版本中',
    en: 'This page is not part of this release',
    es: 'Esta página no forma parte de esta versión',
    ja: 'このページは現在の版には含まれていません',
  },
  account: {
    zh: '已有账号的用户可以直接登录；开户、入驻或补正资料，请联系所属运营中心办理。',
    en: 'With an account you can sign in. To open one or to correct an application, ask your operations centre.',
    es: 'Si tiene una cuenta, puede acceder. Para abrir una o corregir una solicitud, consulte a su centro de operaciones.',
    ja: 'アカウントをお持ちの方はログインできます。開設や申請内容の修正は、運営センターにお問い合わせください。',
  },
  content: {
    zh: '已有账号的用户可以直接登录使用平台。',
    en: 'With an account you can sign in and use the platform.',
    es: 'Si tiene una cuenta, puede acceder y usar la plataforma.',
    ja: 'アカウントをお持ちの方はログインしてご利用いただけます。',
  },
  toWork: { zh: '进入工作台', en: 'Go to the dashboard', es: 'Ir al panel', ja: 'ダッシュボードへ' },
} as const satisfies Record<string, Text>

const product: Text = texts.product

function titleHere(): Text {
  return (publicTitles as Readonly<Record<string, Text>>)[location.pathname] ?? product
}

function documentTitle(title: Text): Text {
  const of = (language: keyof Text) => `${title[language]} · ${product[language]}`
  return { zh: of('zh'), en: of('en'), es: of('es'), ja: of('ja') }
}

/** A public page of the specification whose content this release does not have: says so, and where to go. */
export default function NotIncludedPage() {
  useLanguage()
  const title = titleHere()
  const isSignedIn = session.token() !== null
  const isAccount = /registermsg/i.test(location.pathname)
  return (
    <PublicLayout title={documentTitle(title)}>
      <h1>{plain(title)}</h1>
      <p className="l-lead">
        <b>{plain(later.notHere)}</b>
      </p>
      <p className="l-lead">{plain(isAccount ? later.account : later.content)}</p>
      <a className="l-submit" href={isSignedIn ? '/' : '/login'}>
        {plain(isSignedIn ? later.toWork : texts.signIn)}
      </a>
    </PublicLayout>
  )
}
