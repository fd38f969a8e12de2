import type { Text } from '#/domain/base/text.ts'

export const personalTexts = {
  title: { zh: '我的个人信息', en: 'My personal data', es: 'Mis datos personales', ja: '自分の個人情報' },
  note: {
    zh: '您可以查看、更正、获取副本，或申请注销删除。副本含平台各模块保存的全部信息，生成后保留 1 天。',
    en: 'You can see your data, correct them, receive a copy, or ask to delete them. A copy holds everything the platform has about you and is kept for one day.',
    es: 'Puede ver sus datos, corregirlos, recibir una copia o pedir que se borren. La copia contiene todo lo que la plataforma tiene sobre usted y se guarda un día.',
    ja: '情報の確認・訂正・写しの受取・削除の申請ができます。写しはプラットフォームが保有するすべての情報を含み、1日間保存されます。',
  },
  pdf: { zh: '获取 PDF 副本', en: 'Request a PDF copy', es: 'Pedir copia en PDF', ja: 'PDF の写しを請求' },
  json: { zh: '获取 JSON 副本', en: 'Request a JSON copy', es: 'Pedir copia en JSON', ja: 'JSON の写しを請求' },
  download: { zh: '下载副本', en: 'Download the copy', es: 'Descargar la copia', ja: '写しをダウンロード' },
  correct: { zh: '更正', en: 'Correct', es: 'Corregir', ja: '訂正' },
  correctHow: {
    zh: '手机号在上方“账户”卡片更换；证件、银行卡或付款有误，请在“谁在使用我的身份”或付款明细中提出异议，或联系所属运营中心。',
    en: 'Change the mobile number on the account card above. For errors in the ID, card or a payment, object under “Use of my identity” or on the payment, or contact your centre.',
    es: 'Cambie el móvil en la tarjeta de la cuenta. Si hay errores en el documento, la tarjeta o un pago, objete en «Quién usa mi identidad» o en el pago, o contacte con su centro.',
    ja: '携帯番号は上のアカウント欄で変更できます。身分証・カード・支払いの誤りは「私の身元を使用している企業」または支払明細で異議を申し出るか、所属センターへご連絡ください。',
  },
  remove: { zh: '删除', en: 'Delete', es: 'Borrar', ja: '削除' },
  removeHow: {
    zh: '在本页“注销账户”申请。依法须保存的资料到期前不能删除。',
    en: 'Ask to close the account on this page. Data that the law requires stay until their period ends.',
    es: 'Pida el cierre de la cuenta en esta página. Lo que exige la ley se conserva hasta que acabe su plazo.',
    ja: '本ページの「解約」から申請できます。法令上保存が必要な資料は期限まで削除できません。',
  },
  register: { zh: '为何处理、保存多久、提供给谁', en: 'Why, how long, and who receives them', es: 'Para qué, cuánto tiempo y quién los recibe', ja: '目的・保存期間・提供先' },
} as const satisfies Record<string, Text>
