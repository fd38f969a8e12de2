export const inviteTexts = {
  invite: { zh: '邀请链接', en: 'Invitation', es: 'Invitación', ja: '招待リンク' },
  lead: {
    zh: '通过链接或二维码注册的申请会归到您的名下，并预选您的运营中心。',
    en: 'Anyone who registers with this link or code is assigned to you, with your centre preselected.',
    es: 'Quien se registre con este enlace o código queda asignado a usted, con su centro preseleccionado.',
    ja: 'このリンクからの登録はあなたの担当になり、所属センターが選択済みになります。',
  },
  kind: { zh: '注册类型', en: 'Registration type', es: 'Tipo de registro', ja: '登録種別' },
  copy: { zh: '复制链接', en: 'Copy the link', es: 'Copiar enlace', ja: 'リンクをコピー' },
  unitLead: {
    zh: '通过链接或二维码注册的经营者，审核通过后归入您的单位。',
    en: 'People who register with this link or code become operators of your unit once they are approved.',
    es: 'Quien se registre con este enlace o código pasa a ser operador de su empresa al ser aprobado.',
    ja: 'このリンクから登録した方は、承認後に貴社の事業者になります。',
  },
} as const
