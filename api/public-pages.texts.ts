import type { PublicPath } from '#/api/public-pages.ts'
import type { Text } from '#/domain/base/text.ts'

export const publicTitles: Readonly<Record<Exclude<PublicPath, '/auth-redirect'>, Text>> = {
  '/login': { zh: '登录', en: 'Sign in', es: 'Acceso', ja: 'ログイン' },
  '/Forget': { zh: '忘记密码', en: 'Forgotten password', es: 'Contraseña olvidada', ja: 'パスワードを忘れた場合' },
  '/Reset': { zh: '重置密码', en: 'New password', es: 'Nueva contraseña', ja: 'パスワードの再設定' },
  '/index': { zh: '门户首页', en: 'Home', es: 'Inicio', ja: 'ホーム' },
  '/Detail': { zh: '资讯详情', en: 'News', es: 'Noticia', ja: 'お知らせ' },
  '/Knowledge': { zh: '知识库', en: 'Knowledge base', es: 'Base de conocimiento', ja: 'ナレッジベース' },
  '/Rules': { zh: '平台规则', en: 'Rules of the platform', es: 'Normas de la plataforma', ja: 'プラットフォーム規約' },
  '/Uploadapp': { zh: 'APP下载与手机补传', en: 'App and uploads by phone', es: 'Aplicación y envíos desde el móvil', ja: 'アプリと携帯からの提出' },
  '/Registermsg': { zh: '经营者注册', en: 'Registration of operators', es: 'Registro de operadores', ja: '事業者の登録' },
  '/EditRegistermsg': { zh: '经营者资料补正', en: 'Corrections by operators', es: 'Correcciones de operadores', ja: '事業者の申請内容の修正' },
  '/Registermsgdw': { zh: '单位注册', en: 'Registration of units', es: 'Registro de empresas', ja: '企業の登録' },
  '/EditRegistermsgdw': { zh: '单位资料补正', en: 'Corrections by units', es: 'Correcciones de empresas', ja: '企業の申請内容の修正' },
  '/EnRegistermsg': { zh: '境外人士注册', en: 'International registration', es: 'Registro internacional', ja: '海外居住者の登録' },
  '/Registermsgcom': { zh: '合作伙伴入驻', en: 'Registration of partners', es: 'Registro de socios', ja: 'パートナーの登録' },
  '/EditRegistermsgcom': { zh: '合作伙伴资料补正', en: 'Corrections by partners', es: 'Correcciones de socios', ja: 'パートナーの申請内容の修正' },
  '/Clause': { zh: '服务条款与隐私政策', en: 'Terms and privacy', es: 'Condiciones y privacidad', ja: '利用規約とプライバシー' },
  '/Sign': { zh: '电子签署', en: 'Sign', es: 'Firmar', ja: '電子署名' },
  '/404': { zh: '页面不存在', en: 'Page not found', es: 'Página no encontrada', ja: 'ページが見つかりません' },
  '/401': { zh: '无权访问', en: 'No access', es: 'Sin acceso', ja: 'アクセス権がありません' },
}
