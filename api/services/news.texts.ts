import type { Text } from '#/domain/base/text.ts'
import type { ArticleSection, ArticleState, ArticleTopic, Audience } from '#/domain/services/article.ts'

export const sectionNames = {
  news: { zh: '资讯', en: 'News', es: 'Noticias', ja: 'ニュース' },
  notice: { zh: '公告', en: 'Notices', es: 'Avisos', ja: 'お知らせ' },
  knowledge: { zh: '知识库', en: 'Knowledge base', es: 'Base de conocimiento', ja: 'ナレッジベース' },
  rule: { zh: '规则', en: 'Rules', es: 'Normas', ja: '規約' },
} as const satisfies Record<ArticleSection, Text>

export const topicNames = {
  joining: { zh: '入驻', en: 'Joining', es: 'Alta', ja: '登録' },
  signing: { zh: '签约', en: 'Signing', es: 'Firma', ja: '契約' },
  paying: { zh: '支付', en: 'Payments', es: 'Pagos', ja: '支払い' },
  invoices: { zh: '发票', en: 'Invoices', es: 'Facturas', ja: '発票' },
  tax: { zh: '报税', en: 'Tax filing', es: 'Impuestos', ja: '税務申告' },
  account: { zh: '账号安全', en: 'Account security', es: 'Seguridad de la cuenta', ja: 'アカウントの安全' },
  terms: { zh: '服务条款与隐私政策', en: 'Terms and privacy', es: 'Condiciones y privacidad', ja: '利用規約とプライバシー' },
} as const satisfies Record<ArticleTopic, Text>

export const audienceNames = {
  public: { zh: '公开', en: 'Everyone', es: 'Público', ja: '一般公開' },
  unit: { zh: '单位', en: 'Units', es: 'Empresas', ja: '企業' },
  operator: { zh: '经营者', en: 'Operators', es: 'Operadores', ja: '事業者' },
  centre: { zh: '运营中心', en: 'Operations centres', es: 'Centros', ja: '運営センター' },
  partner: { zh: '合作伙伴', en: 'Partners', es: 'Socios', ja: 'パートナー' },
} as const satisfies Record<Audience, Text>

export const articleStateNames = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  scheduled: { zh: '定时', en: 'Scheduled', es: 'Programado', ja: '予約済み' },
  published: { zh: '已发布', en: 'Published', es: 'Publicado', ja: '公開中' },
  withdrawn: { zh: '已下架', en: 'Taken down', es: 'Retirado', ja: '公開終了' },
} as const satisfies Record<ArticleState, Text>

export const articleLanguageNames = {
  zh: { zh: '中文', en: 'Chinese', es: 'Chino', ja: '中国語' },
  en: { zh: '英文', en: 'English', es: 'Inglés', ja: '英語' },
  es: { zh: '西班牙文', en: 'Spanish', es: 'Español', ja: 'スペイン語' },
  ja: { zh: '日文', en: 'Japanese', es: 'Japonés', ja: '日本語' },
} as const satisfies Record<string, Text>

export const articleFields = {
  title: { zh: '标题', en: 'Title', es: 'Título', ja: 'タイトル' },
  section: { zh: '栏目', en: 'Section', es: 'Sección', ja: '区分' },
  topic: { zh: '分类', en: 'Category', es: 'Categoría', ja: 'カテゴリー' },
  language: { zh: '语言', en: 'Language', es: 'Idioma', ja: '言語' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  audiences: { zh: '可见对象', en: 'Shown to', es: 'Visible para', ja: '公開対象' },
  isPinned: { zh: '置顶', en: 'Pinned', es: 'Fijado', ja: '先頭に固定' },
  publishedAt: { zh: '发布时间', en: 'Published', es: 'Publicado el', ja: '公開日時' },
  publishAt: { zh: '定时发布时间', en: 'Publishes at', es: 'Se publica el', ja: '公開予定日時' },
  effectiveFrom: { zh: '生效日期', en: 'In force from', es: 'En vigor desde', ja: '施行日' },
  reads: { zh: '阅读', en: 'Reads', es: 'Lecturas', ja: '閲覧数' },
  votes: { zh: '已解决 / 未解决', en: 'Helpful / not helpful', es: 'Útil / no útil', ja: '解決 / 未解決' },
  author: { zh: '作者', en: 'Author', es: 'Autor', ja: '作成者' },
  editedAt: { zh: '最后修改', en: 'Last changed', es: 'Último cambio', ja: '最終更新' },
  no: { zh: '版本', en: 'Version', es: 'Versión', ja: '版' },
} as const satisfies Record<string, Text>

export const articleListName = { zh: '新闻列表', en: 'News', es: 'Noticias', ja: 'ニュース一覧' } as const satisfies Text

export const newsRefusals = {
  notFound: { zh: '文章不存在或已下架', en: 'The article does not exist or was taken down', es: 'El artículo no existe o fue retirado', ja: '記事が存在しないか、公開が終了しています' },
  changed: {
    zh: '文章已被他人修改，请刷新后重试',
    en: 'Someone else has changed the article. Reload and try again.',
    es: 'Otra persona cambió el artículo: actualice y vuelva a intentarlo',
    ja: '記事は他の人により変更されました。再読み込みしてやり直してください',
  },
  wrongState: {
    zh: '“{state}”状态的文章不能执行此操作',
    en: 'Not possible while the article is “{state}”',
    es: 'No es posible mientras el artículo está en «{state}»',
    ja: '「{state}」の記事ではこの操作はできません',
  },
  noRight: { zh: '没有此操作的权限', en: 'You do not have permission', es: 'No tiene permiso para esto', ja: 'この操作の権限がありません' },
  badBody: { zh: '正文格式不正确，请用编辑器重新编辑', en: 'The text is not in the editor’s format. Edit it again.', es: 'El texto no es del editor: vuelva a editarlo', ja: '本文の形式が正しくありません。エディターで編集し直してください' },
  empty: { zh: '正文为空，填写后才能发布', en: 'The text is empty: write it before publishing', es: 'El texto está vacío: escríbalo antes de publicar', ja: '本文が空です。入力してから公開してください' },
  badTopic: { zh: '请选择与栏目相符的分类', en: 'Choose a category of this section', es: 'Elija una categoría de esta sección', ja: '区分に合うカテゴリーを選択してください' },
  ruleOnly: { zh: '只有规则有生效日期', en: 'Only rules have an effective date', es: 'Solo las normas tienen fecha de vigencia', ja: '施行日は規約にのみ設定できます' },
  needsDay: { zh: '请填写规则的生效日期', en: 'Enter the date on which the rule takes effect', es: 'Indique la fecha de vigencia de la norma', ja: '規約の施行日を入力してください' },
  termsPublic: {
    zh: '服务条款必须对所有人公开',
    en: 'Terms must be visible to everyone',
    es: 'Las condiciones deben ser públicas',
    ja: '利用規約は一般公開にする必要があります',
  },
  dayBack: {
    zh: '新版本的生效日期不能早于上一版本（{day}）',
    en: 'A new version cannot take effect before the previous one ({day})',
    es: 'Una versión nueva no puede regir antes que la anterior ({day})',
    ja: '新しい版の施行日は前の版（{day}）より前にできません',
  },
  termsTwice: {
    zh: '已有其他规则作为服务条款：{title}。请先下架',
    en: 'Another rule is published as the terms of service: {title}. Take that rule down first.',
    es: 'Otra norma figura como condiciones: {title}. Retírela primero.',
    ja: '別の規約が利用規約として公開中です：{title}。先に公開を終了してください',
  },
  pastTime: { zh: '定时发布时间必须晚于现在', en: 'The time must be in the future', es: 'La hora debe ser futura', ja: '公開予定日時は現在より後にしてください' },
  languageTaken: { zh: '该文章已有{language}版本', en: 'There is already a version in {language}', es: 'Ya existe una versión en {language}', ja: 'この記事の{language}版は既にあります' },
  hasTranslations: {
    zh: '该文章还有译文，请先处理译文',
    en: 'This article has translations. Delete the translations first',
    es: 'El artículo tiene traducciones: elimínelas primero',
    ja: 'この記事には翻訳があります。先に翻訳を処理してください',
  },
  badFile: { zh: '附件或封面不存在，请重新上传', en: 'An attachment or the cover is missing. Upload it again.', es: 'Falta un adjunto o la portada: súbalo de nuevo', ja: '添付ファイルまたはカバーが見つかりません。再度アップロードしてください' },
  tooManyVotes: {
    zh: '您所在网络今天的评价已达上限，请明天再试',
    en: 'Your network has reached today’s limit of answers. Try again tomorrow.',
    es: 'Las respuestas de hoy desde su red se agotaron: inténtelo mañana',
    ja: 'お使いのネットワークからの本日の評価は上限に達しました。明日お試しください',
  },
} as const satisfies Record<string, Text>
