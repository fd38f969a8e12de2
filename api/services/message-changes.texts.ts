import type { Text } from '#/domain/base/text.ts'

/**
 * Messages about changes of master data that affect payments. They go to approvers, the proposer, and the units that
 * pay into a changed account.
 */
export const changeMessages = {
  accountChangeToDecide: {
    title: { zh: '账号 {name} 的变更待您复核', en: 'A change to {name}’s account awaits your approval', es: 'Un cambio de la cuenta de {name} espera su aprobación', ja: '{name} のアカウント変更の承認が必要です' },
    body: { zh: '由 {by} 提出，请在账号管理页面复核。', en: 'Proposed by {by}. Review the change on the Accounts page.', es: 'Propuesto por {by}. Resuelva el cambio en la página de cuentas.', ja: '{by} が申請しました。アカウント管理画面で承認してください。' },
  },
  changeToDecide: {
    title: { zh: '敏感变更待复核：{name}', en: 'A guarded change awaits approval: {name}', es: 'Cambio protegido por aprobar: {name}', ja: '重要変更の承認待ち：{name}' },
    body: { zh: '由 {by} 提出。请核对差异后通过或驳回。', en: 'Proposed by {by}. Check the differences, then approve or reject the change.', es: 'Propuesto por {by}. Revise las diferencias y apruebe o rechace.', ja: '{by} が申請しました。差異を確認し、承認または却下してください。' },
  },
  changeDecided: {
    title: {
      zh: '{name} 的变更{outcome, select, approved {已通过} rejected {已驳回} other {已撤销}}',
      en: 'The change of {name} was {outcome, select, approved {approved} rejected {rejected} other {withdrawn}}',
      es: 'El cambio de {name} se ha {outcome, select, approved {aprobado} rejected {rechazado} other {retirado}}',
      ja: '{name} の変更が{outcome, select, approved {承認されました} rejected {却下されました} other {取り消されました}}',
    },
    body: { zh: '说明：{reason}', en: 'Note: {reason}', es: 'Nota: {reason}', ja: '備考：{reason}' },
  },
  proposalDecided: {
    title: {
      zh: '{name}：{subject, select, identity {名称、法定代表人或联系手机的变更} terms {客户平台设置的变更} withdrawal {客户平台设置的撤回} relationEnd {移除关联人员} assignment {单位人员变更} handover {客户转移} feePlan {收费方案新版本} planWithdrawal {收费方案版本的撤回} incomeUndo {撤销以往收入导入} reconRules {放宽对账规则} other {个体户税务变更}}{isApproved, select, yes {已通过} other {被驳回}}',
      en: '{name}: {subject, select, identity {the change of name, legal representative or mobile} terms {the change of settings} withdrawal {the withdrawal of new settings} relationEnd {the removal of the related person} assignment {the assignment} handover {the handover of units} feePlan {the new version of the fee plan} planWithdrawal {the withdrawal of the fee plan version} incomeUndo {the undoing of earlier income} reconRules {the request for looser reconciliation rules} other {the tax change of the business}} was {isApproved, select, yes {approved} other {rejected}}',
      es: '{name}: {isApproved, select, yes {se aprobó} other {se rechazó}} {subject, select, identity {el cambio de nombre, representante o móvil} terms {el cambio de ajustes} withdrawal {la retirada de los nuevos ajustes} relationEnd {la baja de la persona vinculada} assignment {la asignación} handover {el traspaso de empresas} feePlan {la nueva versión de la tarifa} planWithdrawal {la retirada de la versión de la tarifa} incomeUndo {la anulación de ingresos anteriores} reconRules {la solicitud de reglas de conciliación menos estrictas} other {el cambio fiscal del negocio}}',
      ja: '{name}：{subject, select, identity {名称・法定代表者・携帯電話の変更} terms {顧客設定の変更} withdrawal {新しい顧客設定の撤回} relationEnd {関係者の解除} assignment {担当変更} handover {顧客の引継ぎ} feePlan {料率プランの新しい版} planWithdrawal {料率プランの版の撤回} incomeUndo {過去の収入の取消し} reconRules {照合ルールの緩和} other {個人事業の税務変更}}が{isApproved, select, yes {承認されました} other {却下されました}}',
    },
    body: {
      zh: '由 {by} 处理{hasReason, select, yes {：{reason}} other {}}',
      en: 'Decided by {by}{hasReason, select, yes {: {reason}} other {}}',
      es: 'Lo resolvió {by}{hasReason, select, yes {: {reason}} other {}}',
      ja: '{by} が処理しました{hasReason, select, yes {：{reason}} other {}}',
    },
  },
  termsLoosened: {
    title: { zh: '您单位在{centre}的管控已放宽', en: 'Controls on your payments at {centre} were loosened', es: 'Se han relajado los controles de sus pagos en {centre}', ja: '{centre}での支払い管理が緩和されました' },
    body: {
      zh: '自 {at} 起：{limits, select, yes {限额（单笔、日、月、免审核或免凭证）已提高。} other {}}{check, select, yes {批次不再需要本单位复核。} other {}}{signing, select, yes {收款人不再需要签约。} other {}}如有疑问，请用您已有的联系方式向运营中心核实。',
      en: 'From {at}: {limits, select, yes {limits (per payment, day, month, without audit or documents) are higher. } other {}}{check, select, yes {Your batches need no checker. } other {}}{signing, select, yes {Payees need no contract. } other {}}If in doubt, ask the centre through a contact you already know.',
      es: 'Desde el {at}: {limits, select, yes {los límites (por pago, día, mes, sin auditoría o sin documentos) son mayores. } other {}}{check, select, yes {Sus lotes no necesitan verificador. } other {}}{signing, select, yes {Los beneficiarios no necesitan contrato. } other {}}En caso de duda, pregunte al centro por un contacto que ya conozca.',
      ja: '{at} から：{limits, select, yes {限度額（1件・日・月・審査不要・証憑不要）が引き上げられました。} other {}}{check, select, yes {バッチに自社の確認が不要になりました。} other {}}{signing, select, yes {受取人の契約が不要になりました。} other {}}不明な点は、既にご存じの連絡先でセンターにご確認ください。',
    },
  },
  accountChanging: {
    title: { zh: '{centre}的收款账户将于 {at} 变更', en: 'The receiving account of {centre} changes on {at}', es: 'La cuenta receptora de {centre} cambia el {at}', ja: '{centre}の受取口座は {at} に変わります' },
    body: {
      zh: '新账户：{account}。在此之前请继续汇入原账户；如有疑问，请用您已有的联系方式向运营中心核实。',
      en: 'New account: {account}. Pay into the current account until then. If in doubt, ask the centre through a contact you already know.',
      es: 'Cuenta nueva: {account}. Hasta entonces ingrese en la actual. En caso de duda, pregunte al centro por un contacto que ya conozca.',
      ja: '新しい口座：{account}。それまでは現在の口座へお振り込みください。不明な点は、既にご存じの連絡先でセンターにご確認ください。',
    },
  },
  accountChanged: {
    title: { zh: '{centre}的收款账户已变更', en: 'The receiving account of {centre} has changed', es: 'La cuenta receptora de {centre} ha cambiado', ja: '{centre}の受取口座が変わりました' },
    body: {
      zh: '自 {at} 起请汇入：{account}。完整账号见“预付款”页面。',
      en: 'From {at} pay into: {account}. The prepayment page shows the full number.',
      es: 'Desde el {at} ingrese en: {account}. La página de anticipos muestra el número completo.',
      ja: '{at} からは {account} へお振り込みください。口座番号は前払金のページに表示されます。',
    },
  },
  ownAccountChanging: {
    title: { zh: '您的佣金收款账户将于 {at} 变更', en: 'Your commission account changes on {at}', es: 'Su cuenta de comisiones cambia el {at}', ja: '紹介手数料の受取口座は {at} に変わります' },
    body: {
      zh: '新账户：{account}。如果这不是您提出的，请立即用您已有的联系方式告知平台。',
      en: 'New account: {account}. If you did not request this, tell the platform at once through a contact you already know.',
      es: 'Cuenta nueva: {account}. Si no lo ha pedido usted, avise enseguida a la plataforma por un contacto que ya conozca.',
      ja: '新しい口座：{account}。ご自身の依頼でない場合は、既にご存じの連絡先で直ちにプラットフォームへお知らせください。',
    },
  },
  ownAccountChanged: {
    title: { zh: '您的佣金收款账户已变更', en: 'Your commission account has changed', es: 'Su cuenta de comisiones ha cambiado', ja: '紹介手数料の受取口座が変わりました' },
    body: {
      zh: '自 {at} 起，佣金付至：{account}。',
      en: 'From {at} your commission is paid to: {account}.',
      es: 'Desde el {at} sus comisiones se pagan en: {account}.',
      ja: '{at} からは紹介手数料を {account} へお支払いします。',
    },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
