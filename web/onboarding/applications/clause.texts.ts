import type { Text } from '#/domain/base/text.ts'

export const clauseTexts = {
  edition: { zh: '版本 {version} · 自该日起生效', en: 'Version {version}, in force from that date', es: 'Edición {version}, vigente desde ese día', ja: '版 {version}（同日施行）' },
  language: { zh: '各语言版本如有不一致，以中文版本为准。', en: 'If the language versions differ, the Chinese text prevails.', es: 'En caso de diferencia, prevalece el texto chino.', ja: '言語間に相違がある場合は中国語版を優先します。' },
} as const satisfies Record<string, Text>

/** The sections of the terms, in order. */
export const clauseParts: readonly { readonly title: Text; readonly body: Text }[] = [
  {
    title: { zh: '一、服务内容', en: '1. Services', es: '1. Servicios', ja: '1. サービスの内容' },
    body: {
      zh: '平台为单位、经营者、合作伙伴和运营中心提供业务订单、结算支付、发票与涉税事项的信息服务。平台不垫付资金，不为没有真实业务的款项提供结算。',
      en: 'The platform provides companies, operators, partners and operations centres with information services for orders, settlement and payment, invoices and tax matters. It does not advance funds and does not settle payments without genuine business.',
      es: 'La plataforma presta servicios de pedidos, liquidación, facturas y asuntos fiscales a empresas, operadores, socios y centros. No adelanta fondos ni liquida pagos sin actividad real.',
      ja: '当プラットフォームは、企業・事業者・パートナー・運営センターに対し、注文、精算、発票、税務に関する情報サービスを提供します。資金の立替は行わず、実体のない取引は精算しません。',
    },
  },
  {
    title: { zh: '二、注册与真实性', en: '2. Registration and accuracy', es: '2. Registro y veracidad', ja: '2. 登録と真実性' },
    body: {
      zh: '注册人应本人办理，填写真实、准确、完整的资料并及时更新。一个证件只能注册一个账户；发现他人冒用您的身份，可随时申诉，平台收到申诉后立即暂停相关支付。禁止批量代他人注册个体工商户。',
      en: 'You must register in person with true, accurate and complete information and keep it up to date. Each identity document may be used for one account only. If someone uses your identity, you may appeal at any time; related payments are suspended immediately. Bulk registration of individual businesses on behalf of others is prohibited.',
      es: 'El registro es personal, con datos veraces, exactos y completos que se mantienen al día. Un documento, una cuenta. Si alguien usa su identidad puede reclamar en todo momento y los pagos se detienen al instante. Se prohíbe registrar negocios de terceros en masa.',
      ja: '登録は本人が行い、真実・正確・完全な情報を入力し、最新に保ってください。1つの身分証につき1アカウントです。なりすましを発見した場合はいつでも異議を申し立てられ、関連する支払いを直ちに停止します。他人の個人事業を一括登録することは禁止します。',
    },
  },
  {
    title: { zh: '三、审核与开通', en: '3. Review and activation', es: '3. Revisión y apertura', ja: '3. 審査と開通' },
    body: {
      zh: '资料由运营中心人工审核，必要时要求补正。审核通过并完成电子签约后账户开通。平台可因资料不实、证件过期或风险原因拒绝、冻结或终止账户，并说明原因。',
      en: 'The operations centre reviews the information manually and may request corrections. The account opens once the application is approved and the contract is signed electronically. The platform may refuse, freeze or terminate an account because of inaccurate information, expired documents or risk, stating the reason.',
      es: 'Un centro revisa los datos y puede pedir correcciones. La cuenta se abre tras la aprobación y la firma electrónica. Por datos falsos, documentos caducados o riesgo, la plataforma puede rechazar, bloquear o cerrar la cuenta, indicando el motivo.',
      ja: '運営センターが審査し、必要に応じて修正を求めます。承認と電子契約の完了後にアカウントが開通します。虚偽、期限切れ、リスク等の理由により、理由を示したうえで拒否・凍結・終了することがあります。',
    },
  },
  {
    title: { zh: '四、个人信息', en: '4. Personal data', es: '4. Datos personales', ja: '4. 個人情報' },
    body: {
      zh: '为实名核验、签约、支付、开票和依法报送涉税信息，平台收集姓名、证件号码与影像、手机号、银行卡号、地址等信息。证件号和银行卡号加密保存，查看与下载均留有记录。除法律规定和完成上述业务所必需（银行、税务机关、电子签名服务机构）外，不向他人提供。',
      en: 'For identity verification, signing, payment, invoicing and tax reporting as required by law, we collect names, document numbers and images, mobile numbers, bank card numbers and addresses. ID and card numbers are stored encrypted, and every view and download is recorded. Data are not provided to others except as required by law or to parties necessary for these services (banks, tax authorities, electronic signature providers).',
      es: 'Para verificar la identidad, firmar, pagar, facturar e informar a Hacienda según la ley recogemos nombres, números e imágenes de documentos, móviles, tarjetas y direcciones. Los números se guardan cifrados y cada consulta queda registrada. Solo se ceden a quien la ley indica o a quien es imprescindible: bancos, Hacienda y servicios de firma.',
      ja: '本人確認、契約、支払い、発票発行、法令に基づく税務報告のため、氏名、身分証番号と画像、携帯番号、カード番号、住所等を収集します。番号は暗号化して保存し、閲覧・ダウンロードは記録されます。法令に定める場合と業務に不可欠な機関（銀行、税務当局、電子署名事業者）以外には提供しません。',
    },
  },
  {
    title: { zh: '五、保存期限与您的权利', en: '5. Retention and your rights', es: '5. Conservación y derechos', ja: '5. 保存期間と権利' },
    body: {
      zh: '未提交的草稿 30 天后删除；与支付、涉税授权有关的资料按规定至少保存 10 年。您可以查询、更正资料，撤回未审核的申请，在个人中心申请注销账户（运营中心在 15 个工作日内处理），并可撤回授权；撤回不影响此前已完成的业务。',
      en: 'Drafts that are not submitted are deleted after 30 days; records of payments and tax authorisations are kept for at least ten years, as required. You may access and correct your data, withdraw an application before it is decided, ask to close your account in the personal centre (decided within 15 working days) and withdraw consents; this does not affect transactions already completed.',
      es: 'Los borradores se borran a los 30 días; lo relativo a pagos y autorizaciones fiscales se guarda al menos diez años. Puede consultar y corregir sus datos, retirar la solicitud, pedir el cierre de la cuenta en el área personal (se decide en 15 días hábiles) y revocar consentimientos, sin afectar a lo ya realizado.',
      ja: '未提出の下書きは30日後に削除し、支払い・税務委任に関する資料は規定により10年以上保存します。情報の照会・訂正、審査前の申請の取り下げ、マイページでの解約申請（15営業日以内に処理）、同意の撤回ができます（完了済みの業務には影響しません）。',
    },
  },
  {
    title: { zh: '六、涉税事项', en: '6. Tax', es: '6. Impuestos', ja: '6. 税務' },
    body: {
      zh: '平台依法向税务机关报送平台内经营者和从业人员的身份信息与收入信息；经您书面授权后，可代办申报。不得转换收入性质、拆分收入或虚构业务，违反的将停止服务并依法报告。',
      en: 'As required by law, the platform reports the identity and income of operators to the tax authority and, with your written authorisation, files returns on your behalf. Reclassifying or splitting income or inventing business is prohibited; in such cases the service is terminated and reported as required by law.',
      es: 'La plataforma informa a Hacienda de la identidad e ingresos de los operadores según la ley y, con su autorización escrita, presenta declaraciones por usted. No se pueden reclasificar, dividir ni inventar ingresos: el servicio cesará y se informará.',
      ja: '法令に従い、事業者の身元と収入の情報を税務当局に報告し、書面による委任に基づき申告を代行します。収入の性質の変更、分割、架空取引は禁止し、違反時はサービスを停止のうえ報告します。',
    },
  },
  {
    title: { zh: '七、联系我们', en: '7. Contact', es: '7. Contacto', ja: '7. お問い合わせ' },
    body: {
      zh: '对本条款、个人信息或审核结果有疑问，请联系所属运营中心或平台客服。条款更新后，注册页面会要求重新阅读并同意。',
      en: 'For questions about these terms, your personal data or a decision, contact your operations centre or the platform. When the terms are updated, you will be asked to read and accept them again.',
      es: 'Consulte a su centro o a la plataforma sobre estas condiciones, sus datos o una decisión. Si cambian, se le pedirá leerlas y aceptarlas de nuevo.',
      ja: '本規約、個人情報、審査結果については、所属の運営センターまたはサポートへお問い合わせください。規約の変更時は改めて同意をお願いします。',
    },
  },
]
