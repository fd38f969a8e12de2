export const calculatorRefusals = {
  notOperator: {
    zh: '计算器按经营者本人的运营中心计算，请用经营者账号登录',
    en: 'The calculators use the operator’s own centre. Sign in with an operator account.',
    es: 'Las calculadoras usan el centro del operador. Entre con una cuenta de operador.',
    ja: '計算には事業者本人の運営センターを使います。事業者のアカウントでログインしてください。',
  },
  tooEarly: {
    zh: '{day} 之前平台不按累计预扣法代扣，不能试算',
    en: 'Before {day} platforms did not withhold by the cumulative method. Choose a later date.',
    es: 'Antes del {day} las plataformas no retenían por el método acumulado. Elija una fecha posterior.',
    ja: '{day} より前は累計源泉徴収の対象外のため、計算できません。',
  },
  noAmounts: { zh: '请至少填写一个月的金额', en: 'Enter the amount of at least one month.', es: 'Indique el importe de al menos un mes.', ja: '少なくとも1か月の金額を入力してください。' },
} as const
