import type { Text } from '#/domain/base/text.ts'

export const assessmentRefusals = {
  platformOnly: {
    zh: '影响评估由平台作为个人信息处理者负责',
    en: 'The platform, as handler of the data, makes the assessment.',
    es: 'La evaluación la hace la plataforma, como responsable de los datos.',
    ja: '影響評価は個人情報取扱者であるプラットフォームが行います。',
  },
  dayInFuture: { zh: '评估日期不得晚于今天', en: 'The assessment date cannot be in the future.', es: 'La fecha no puede ser futura.', ja: '評価日は本日以前にしてください。' },
} as const satisfies Record<string, Text>

interface Question {
  readonly title: Text
  readonly items: readonly Text[]
}

/** The questions of the assessment (个人信息保护法 §55–56; 人脸识别技术应用安全管理办法 §9). */
export const assessmentQuestions: readonly Question[] = [
  {
    title: { zh: '一、应评估的情形（第55条）', en: '1. Cases that need an assessment (§55)', es: '1. Casos que exigen evaluación (§55)', ja: '1. 評価が必要な場合（第55条）' },
    items: [
      {
        zh: '处理哪些敏感个人信息（身份证件、银行卡、人脸、签名）？是否均为特定目的和充分必要？',
        en: 'Which sensitive data are processed (IDs, bank cards, faces, signatures)? Is each needed for a specific purpose?',
        es: '¿Qué datos sensibles se tratan (documentos, tarjetas, rostros, firmas)? ¿Es necesario cada uno para un fin concreto?',
        ja: 'どの機微情報（身分証、銀行カード、顔、署名）を扱うか。特定の目的に十分必要か。',
      },
      {
        zh: '是否利用个人信息作自动化决策？委托处理、对外提供或公开了哪些信息，接收方是谁？',
        en: 'Are decisions automated? Which data are entrusted, provided or published, and to whom?',
        es: '¿Hay decisiones automatizadas? ¿Qué datos se encargan, ceden o publican, y a quién?',
        ja: '自動意思決定はあるか。委託・提供・公開する情報と相手は誰か。',
      },
      { zh: '是否向境外提供个人信息？', en: 'Are data provided abroad?', es: '¿Se envían datos al extranjero?', ja: '国外に提供するか。' },
    ],
  },
  {
    title: { zh: '二、合法、正当、必要（第56条第一项）', en: '2. Lawful, legitimate and necessary (§56(1))', es: '2. Lícito, legítimo y necesario (§56(1))', ja: '2. 合法・正当・必要（第56条1号）' },
    items: [
      {
        zh: '对照下表逐项核对：目的、处理方式与依据是否合法、正当、必要？能否少收集、少保存？',
        en: 'For each row of the register: are purpose, means and ground lawful and necessary? Could less be collected or kept?',
        es: 'Por cada fila del registro: ¿son lícitos y necesarios el fin, el medio y la base? ¿Se podría recoger o conservar menos?',
        ja: '下表の各行について、目的・方法・根拠は合法かつ必要か。収集・保存を減らせないか。',
      },
    ],
  },
  {
    title: { zh: '三、权益影响与安全风险（第56条第二项）', en: '3. Effects and risks (§56(2))', es: '3. Efectos y riesgos (§56(2))', ja: '3. 影響とリスク（第56条2号）' },
    items: [
      {
        zh: '泄露、篡改、误用对个人的影响（付款错误、冒名、骚扰、歧视）及可能性各为多少？',
        en: 'What would a leak, change or misuse do to people (wrong payment, impersonation, harassment), and how likely is it?',
        es: '¿Qué causaría una fuga, alteración o mal uso (pago erróneo, suplantación, acoso) y con qué probabilidad?',
        ja: '漏えい・改ざん・誤用の影響（誤払い、なりすまし、迷惑行為）とその可能性は。',
      },
    ],
  },
  {
    title: { zh: '四、保护措施（第56条第三项）', en: '4. Protective measures (§56(3))', es: '4. Medidas de protección (§56(3))', ja: '4. 保護措置（第56条3号）' },
    items: [
      {
        zh: '加密、权限、双人复核、日志、到期删除等措施是否合法、有效并与风险相适应？谁在何时补齐不足？',
        en: 'Are encryption, permissions, dual control, logs and deletion lawful, effective and in proportion to the risk? Who closes which gap by when?',
        es: '¿Son lícitas, eficaces y proporcionadas las medidas (cifrado, permisos, doble control, registros, borrado)? ¿Quién cierra cada carencia y cuándo?',
        ja: '暗号化・権限・二人確認・ログ・削除は合法・有効でリスクに見合うか。不足は誰がいつ補うか。',
      },
    ],
  },
  {
    title: { zh: '五、人脸识别（人脸识别技术应用安全管理办法）', en: '5. Faces (人脸识别技术应用安全管理办法)', es: '5. Rostros (人脸识别技术应用安全管理办法)', ja: '5. 顔認証（人脸识别技术应用安全管理办法）' },
    items: [
      {
        zh: '人脸验证是否有特定目的和充分必要性？验证码方式是否同样方便？单独同意、撤回和到期删除是否有效？',
        en: 'Does face verification have a specific and necessary purpose? Is a code equally convenient? Are separate consent, withdrawal and deletion effective?',
        es: '¿Es necesario el rostro para un fin concreto? ¿Es igual de cómodo el código? ¿Funcionan el consentimiento, la retirada y el borrado?',
        ja: '顔認証は特定の目的に必要か。コード方式は同様に便利か。個別同意・撤回・削除は機能するか。',
      },
      {
        zh: '存储人数是否达到 10 万（须备案）？泄露时如何通知个人与主管部门？',
        en: 'Are data of 100,000 people stored (filing required)? How are people and authorities notified of a leak?',
        es: '¿Se llega a 100 000 personas (registro)? ¿Cómo se avisa de una fuga?',
        ja: '保存人数は10万人に達したか（届出）。漏えい時の通知方法は。',
      },
    ],
  },
]

export const assessmentTexts = {
  title: { zh: '个人信息保护影响评估', en: 'Impact assessment of personal information', es: 'Evaluación de impacto de datos personales', ja: '個人情報保護影響評価' },
  subtitle: { zh: '模板生成日期 {day}', en: 'Template of {day}', es: 'Plantilla del {day}', ja: 'テンプレート作成日 {day}' },
  facts: { zh: '处理者与规模', en: 'Handler and scale', es: 'Responsable y escala', ja: '取扱者と規模' },
  handler: { zh: '个人信息处理者', en: 'Handler', es: 'Responsable', ja: '取扱者' },
  people: { zh: '经营者人数', en: 'Operators', es: 'Operadores', ja: '事業者数' },
  faces: { zh: '存储人脸信息的人数', en: 'Persons with stored faces', es: 'Personas con rostro guardado', ja: '顔情報を保存する人数' },
  answer: { zh: '答复：', en: 'Answer:', es: 'Respuesta:', ja: '回答：' },
  register: { zh: '处理活动记录', en: 'Register of processing', es: 'Registro de tratamientos', ja: '処理活動の記録' },
  conclusion: { zh: '结论：可以继续 □　整改后继续 □　停止 □', en: 'Conclusion: continue □  continue after changes □  stop □', es: 'Conclusión: continuar □  continuar tras cambios □  cesar □', ja: '結論：継続 □　是正後に継続 □　中止 □' },
  signed: { zh: '评估负责人（签字）', en: 'Assessment lead (signature)', es: 'Responsable de la evaluación (firma)', ja: '評価責任者（署名）' },
  approved: { zh: '平台负责人（签字）', en: 'Head of the platform (signature)', es: 'Dirección de la plataforma (firma)', ja: 'プラットフォーム責任者（署名）' },
  day: { zh: '日期：', en: 'Date:', es: 'Fecha:', ja: '日付：' },
  keep: {
    zh: '评估报告和处理情况记录至少保存三年（个人信息保护法第56条）。',
    en: 'The report and the record of processing are kept for at least three years (个人信息保护法 §56).',
    es: 'El informe y el registro se conservan al menos tres años (个人信息保护法 §56).',
    ja: '評価報告と処理記録は少なくとも3年間保存します（個人情報保護法第56条）。',
  },
} as const satisfies Record<string, Text>
