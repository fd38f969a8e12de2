import type { Text } from '#/domain/base/text.ts'

/** Messages about applications with a new reviewer, and about decisions on candidates. */
export const reviewResultMessages = {
  applicationTaken: {
    title: { zh: '申请 {no} 已由 {name} 接手', en: '{name} took over application {no}', es: '{name} asumió la solicitud {no}', ja: '申請 {no} は {name} が引き継ぎました' },
    body: { zh: '您不必再审核该申请。', en: 'You no longer need to review this application.', es: 'Ya no tiene que revisar esta solicitud.', ja: 'この申請の審査は不要になりました。' },
  },
  applicationsAssigned: {
    title: { zh: '{name} 转交给您 {count, number} 个入驻申请', en: '{name} handed over {count, plural, one {# application} other {# applications}} to you', es: '{name} le pasó {count, plural, one {# solicitud} other {# solicitudes}}', ja: '{name} から申請 {count, number} 件が引き継がれました' },
    body: { zh: '请在等待满 24 小时前完成审核。', en: 'Please review within 24 hours.', es: 'Revíselas en un plazo de 24 horas.', ja: '24時間以内に審査してください。' },
  },
  candidatesAccepted: {
    title: {
      zh: '{count, plural, one {{name}} other {{name} 等 # 人}}审核通过',
      en: '{count, plural, one {{name} was} other {{name} and others (#) were}} accepted',
      es: '{count, plural, one {Se aprobó a {name}} other {Se aprobó a {name} y otras personas (#)}}',
      ja: '{count, plural, one {{name}} other {{name} ほか計 # 名}} の審査が完了',
    },
    body: { zh: '批次 {no} 正在自动重新校验。', en: 'Batch {no} is rechecked automatically.', es: 'El lote {no} se comprueba de nuevo.', ja: 'バッチ {no} を自動で再検証しています。' },
  },
  candidatesRejected: {
    title: {
      zh: '{count, plural, one {{name}} other {{name} 等 # 人}}被驳回',
      en: '{count, plural, one {{name} was} other {{name} and others (#) were}} rejected',
      es: '{count, plural, one {Se rechazó a {name}} other {Se rechazó a {name} y otras personas (#)}}',
      ja: '{count, plural, one {{name}} other {{name} ほか計 # 名}} が却下されました',
    },
    body: { zh: '批次 {no}：{reason}', en: 'Batch {no}: {reason}', es: 'Lote {no}: {reason}', ja: 'バッチ {no}：{reason}' },
  },
} as const satisfies Record<string, { title: Text; body: Text }>

/** Messages about candidates and accounts to review, and about decisions on accounts. */
export const reviewMessages = {
  candidatesAssigned: {
    title: { zh: '{name} 转交给您 {count, number} 个人员审核', en: '{name} handed over {count, plural, one {# person} other {# people}} to you for review', es: '{name} le pasó {count, plural, one {# persona} other {# personas}} por revisar', ja: '{name} から人員審査 {count, number} 件が引き継がれました' },
    body: { zh: '请在等待满 24 小时前完成审核。', en: 'Please review within 24 hours.', es: 'Revíselas en un plazo de 24 horas.', ja: '24時間以内に審査してください。' },
  },
  candidateTaken: {
    title: { zh: '{person} 的审核已由 {name} 接手', en: '{name} took over the review of {person}', es: '{name} asumió la revisión de {person}', ja: '{person} の審査は {name} が引き継ぎました' },
    body: { zh: '您不必再审核此人。', en: 'You no longer need to review this person.', es: 'Ya no tiene que revisar a esta persona.', ja: 'この人員の審査は不要になりました。' },
  },
  papersArrived: {
    title: { zh: '{name} 已补传材料', en: '{name} submitted the documents', es: '{name} ha enviado los documentos', ja: '{name} が書類を提出しました' },
    body: { zh: '可以继续审核。', en: 'The review can continue.', es: 'La revisión puede continuar.', ja: '審査を続けられます。' },
  },
  accountsAssigned: {
    title: { zh: '{name} 转交给您 {count, number} 个账号审核', en: '{name} handed over {count, plural, one {# account} other {# accounts}} to you for review', es: '{name} le pasó {count, plural, one {# cuenta} other {# cuentas}} por revisar', ja: '{name} からアカウント審査 {count, number} 件が引き継がれました' },
    body: { zh: '请在等待满 24 小时前完成审核。', en: 'Please review within 24 hours.', es: 'Revíselas en un plazo de 24 horas.', ja: '24時間以内に審査してください。' },
  },
  accountTaken: {
    title: { zh: '账号 {username} 的审核已由 {name} 接手', en: '{name} took over the review of account {username}', es: '{name} asumió la revisión de la cuenta {username}', ja: 'アカウント {username} の審査は {name} が引き継ぎました' },
    body: { zh: '您不必再审核该账号。', en: 'You no longer need to review this account.', es: 'Ya no tiene que revisar esta cuenta.', ja: 'このアカウントの審査は不要になりました。' },
  },
  accountApproved: {
    title: { zh: '账号 {username} 审核通过', en: 'Account {username} was approved', es: 'La cuenta {username} fue aprobada', ja: 'アカウント {username} は承認されました' },
    body: { zh: '{name}：{roles}', en: '{name}: {roles}', es: '{name}: {roles}', ja: '{name}：{roles}' },
  },
  accountRejected: {
    title: { zh: '账号 {username} 被驳回', en: 'Account {username} was rejected', es: 'La cuenta {username} fue rechazada', ja: 'アカウント {username} は却下されました' },
    body: { zh: '{reason}，更正后可再次申请。', en: '{reason}. Correct it and resubmit.', es: '{reason}. Corríjalo y vuelva a solicitarlo.', ja: '{reason}。修正後に再申請できます。' },
  },
} as const satisfies Record<string, { title: Text; body: Text }>
